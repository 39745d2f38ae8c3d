/* test_memory.c — random writes, changes of what is addressable, symbolic bytes, marks, undos and redos of
 * the emulated memory against a plain model that copies everything at each mark. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "vm/memory/memory.h"
#include <stdlib.h>

#define BASE 0x50000000ull
#define SPAN 1536
#define MARKS 12

typedef struct Model {
    uint8_t data[SPAN];
    bool valid[SPAN], plain[SPAN], undefined[SPAN];
    const Expr *symbolic[SPAN];
    uint64_t saved; /* an engine structure on the trail */
} Model;

static uint64_t seed = 20011;
static uint64_t draw(uint64_t n) {
    seed += 0x9e3779b97f4a7c15ull;
    return hash_mix(seed) % n;
}

static void compare(const Memory *m, const Model *model, uint64_t saved) {
    for (uint64_t k = 0; k < SPAN; k++) {
        assert_int_equal(bits_at(m->valid, BASE + k) & 1, model->valid[k]);
        assert_int_equal(bits_at(m->plain, BASE + k) & 1, model->plain[k]);
        assert_int_equal(memory_any_undefined(m, BASE + k, 1), model->undefined[k]);
        assert_ptr_equal(memory_symbolic(m, BASE + k), model->symbolic[k]);
        assert_int_equal(m->base[BASE + k], model->data[k]);
    }
    assert_int_equal(saved, model->saved);
    /* Nothing outside is touched. */
    for (uint64_t k = 1; k <= 64; k++) {
        assert_int_equal(bits_at(m->valid, BASE - k) & 1, 0);
        assert_int_equal(bits_at(m->valid, BASE + SPAN - 1 + k) & 1, 0);
        assert_int_equal(m->base[BASE + SPAN - 1 + k], 0);
    }
}

/* Whether a fast access may read or write the byte, if it is not visible. */
static bool may_be_plain(const Model *model, uint64_t k) {
    return model->valid[k] && !model->undefined[k] && !model->symbolic[k];
}

/* What access_refresh does, where nothing is visible. */
static void refresh(Memory *m, Model *model, uint64_t at, uint64_t size) {
    for (uint64_t k = at; k < at + size; k++) {
        model->plain[k] = may_be_plain(model, k);
        memory_touch(m, BASE + k, 1);
        bits_fill(m->plain, BASE + k, 1, model->plain[k]);
    }
}

static void allow(Memory *m, Model *model, uint64_t at, uint64_t size) {
    bool zero = draw(2);
    memory_allow(m, BASE + at, size, zero);
    for (uint64_t k = at; k < at + size; k++) {
        model->valid[k] = model->plain[k] = true;
        model->symbolic[k] = NULL;
        model->undefined[k] = false;
        if (zero) model->data[k] = 0;
    }
}

static void forbid(Memory *m, Model *model, uint64_t at, uint64_t size) {
    memory_forbid(m, BASE + at, size);
    for (uint64_t k = at; k < at + size; k++) {
        model->valid[k] = model->plain[k] = model->undefined[k] = false;
        model->symbolic[k] = NULL;
    }
}

/* What was not plain stays so until it is refreshed. */
static void poke(Memory *m, Model *model, uint64_t at, uint64_t size) {
    uint8_t bytes[SPAN] = {0}, back[SPAN];
    bool changes = false;
    for (uint64_t k = 0; k < size; k++) {
        bytes[k] = (uint8_t)draw(256);
        changes |= model->symbolic[at + k] || model->undefined[at + k];
    }
    assert_int_equal(memory_poke(m, BASE + at, bytes, size), changes);
    memory_peek(m, BASE + at, back, size);
    assert_memory_equal(bytes, back, size);
    memcpy(model->data + at, bytes, size);
    for (uint64_t k = at; k < at + size; k++) {
        model->symbolic[k] = NULL;
        model->undefined[k] = false;
    }
    if (draw(2)) refresh(m, model, at, size);
}

/* What the interpreter's store does with bytes that are plain; others are poked. */
static void store(Memory *m, Model *model, uint64_t at) {
    uint64_t value = draw(UINT64_MAX), bytes = 1ull << draw(4), size = MIN(bytes, SPAN - at);
    for (uint64_t k = at; k < at + size; k++)
        if (!model->plain[k]) {
            poke(m, model, at, size);
            return;
        }
    memory_touch(m, BASE + at, size);
    memcpy(m->base + BASE + at, &value, size);
    memcpy(model->data + at, &value, size);
}

/* Addressable bytes become symbolic or concrete. */
static void set_symbolic(Memory *m, Model *model, uint64_t at, uint64_t size, ExprPool *pool,
                         const Input *input) {
    for (uint64_t k = at; k < at + MIN(size, 9); k++) {
        const Expr *e = draw(3) ? expr_read(pool, input, (uint32_t)draw(64)) : NULL;
        if (!model->valid[k]) continue;
        memory_define(m, BASE + k, 1);
        model->undefined[k] = false;
        memory_set_symbolic(m, BASE + k, e);
        if (e && e != model->symbolic[k]) model->data[k] = 0; /* nothing lies below an expression */
        model->symbolic[k] = e;
        refresh(m, model, k, 1);
    }
}

/* Bytes become visible or invisible; the trail takes a structure of the engine. */
static void change_what_is_plain(Memory *m, Model *model, uint64_t at, uint64_t size, uint64_t *structure) {
    bool plain = draw(2);
    memory_touch(m, BASE + at, size);
    for (uint64_t k = at; k < at + size; k++) {
        model->plain[k] = plain && may_be_plain(model, k);
        bits_fill(m->plain, BASE + k, 1, model->plain[k]);
    }
    trail_save(m, structure, sizeof *structure);
    model->saved = *structure = draw(UINT64_MAX);
}

/* Marks of memory that was never written come from other memory. */
static void copy_marks(Memory *m, Model *model, uint64_t at, uint64_t size) {
    uint8_t bits[SPAN / 8 + 2] = {0};
    for (uint64_t k = 0; k < size; k++)
        if (model->valid[at + k] && draw(2)) bits[k >> 3] |= (uint8_t)(1 << (k & 7));
    memory_set_undefined(m, BASE + at, size, bits);
    for (uint64_t k = 0; k < size; k++) {
        bool undefined = bits[k >> 3] >> (k & 7) & 1;
        model->undefined[at + k] = undefined;
        if (!undefined) continue;
        memory_set_symbolic(m, BASE + at + k, NULL);
        model->symbolic[at + k] = NULL;
        model->data[at + k] = 0;
    }
    refresh(m, model, at, size);
}

/* Memory that was never written, where that is tracked. */
static void change_what_is_written(Memory *m, Model *model, uint64_t at, uint64_t size) {
    switch (draw(4)) {
    case 0:
        memory_forbid(m, BASE + at, size);
        memory_allow_undefined(m, BASE + at, size);
        for (uint64_t k = at; k < at + size; k++) {
            model->valid[k] = model->undefined[k] = true;
            model->plain[k] = false;
            model->symbolic[k] = NULL;
            model->data[k] = 0;
        }
        break;
    case 1:
        memory_define(m, BASE + at, size);
        for (uint64_t k = at; k < at + size; k++) model->undefined[k] = false;
        break;
    case 2: copy_marks(m, model, at, size); break;
    default:
        for (uint64_t k = at; k < at + size; k++)
            if (model->symbolic[k]) return;
        memory_settle(m, BASE + at, size);
        for (uint64_t k = at; k < at + size; k++) model->plain[k] = may_be_plain(model, k);
    }
}

/* Marks with what was there, and returns to them. */
typedef struct Marks {
    Model *model;
    TrailMark mark[MARKS];
    unsigned n, undos, again;
} Marks;

/* There and back: with what is on the trail, marks and all. */
static void undo_and_redo(Memory *m, const Model *model, Marks *marks, uint64_t *structure) {
    const void *record;
    unsigned to = (unsigned)draw(marks->n);
    size_t n = memory_undo_keep(m, marks->mark[to], &record);
    void *kept = memcpy(xmalloc(n + 1), record, n);
    compare(m, &marks->model[to], *structure);
    memory_poke(m, BASE, "scribble", 8);
    memory_undo(m, marks->mark[to]);
    memory_redo(m, kept, n);
    free(kept);
    marks->again++;
    compare(m, model, *structure);
}

static void undo(Memory *m, Model *model, Marks *marks, uint64_t *structure) {
    marks->n = (unsigned)draw(marks->n);
    memory_undo(m, marks->mark[marks->n]);
    *model = marks->model[marks->n];
    /* The mark stays good to return to. */
    if (draw(2)) marks->n++;
    marks->undos++;
    compare(m, model, *structure);
}

/* Ranges as one question. */
static void ask_ranges(const Memory *m, const Model *model, uint64_t at, uint64_t size) {
    bool all = true, any = false;
    for (uint64_t k = at; k < at + size; k++) any |= model->undefined[k];
    assert_int_equal(memory_any_undefined(m, BASE + at, size), any);
    for (uint64_t k = at; k < at + size && all; k++) all = model->valid[k];
    assert_int_equal(memory_is_valid(m, BASE + at, size), all);
    uint64_t first = at;
    while (first < at + size && model->plain[first]) first++;
    assert_int_equal(bits_first_clear(m->plain, BASE + at, size), BASE + first);
}

static void random_changes(void **state) {
    bool tracks = *state != NULL;
    ExprPool *pool = expr_pool_new();
    const Input *input = expr_input(pool, "in", 64);
    Memory *m = memory_new();
    m->tracks_undefined = tracks;
    Model *model = xcalloc(1, sizeof *model);
    Marks marks = {.model = xcalloc(MARKS, sizeof *marks.model)};
    uint64_t structure = 0;
    for (unsigned step = 0; step < 40000; step++) {
        uint64_t at = draw(SPAN), longest = draw(4) ? 40 : SPAN, size = 1 + draw(MIN(SPAN - at, longest));
        switch (draw(tracks ? 10 : 9)) {
        case 0: allow(m, model, at, size); break;
        case 1: forbid(m, model, at, size); break;
        case 2: poke(m, model, at, size); break;
        case 3:
        case 4: store(m, model, at); break;
        case 5: set_symbolic(m, model, at, size, pool, input); break;
        case 6: change_what_is_plain(m, model, at, size, &structure); break;
        case 7:
            if (marks.n == MARKS) break;
            marks.model[marks.n] = *model;
            marks.mark[marks.n++] = memory_mark(m);
            break;
        case 9: change_what_is_written(m, model, at, size); break;
        default:
            if (!marks.n || draw(3)) break;
            if (draw(2))
                undo_and_redo(m, model, &marks, &structure);
            else
                undo(m, model, &marks, &structure);
        }
        if (step % 64 == 0) compare(m, model, structure);
        ask_ranges(m, model, at, size);
    }
    assert_true(marks.undos > 100 && marks.again > 100);
    memory_undo(m, 0);
    memset(model, 0, sizeof *model);
    compare(m, model, structure);
    memory_free(m);
    free(model);
    free(marks.model);
    expr_pool_free(pool);
}

/* Large blocks at two places, which come, are written here and there, and go; sampled, and compared with a
 * model of the samples. */
#define BLOCKS 2
#define SAMPLES 300
typedef struct BlockModel {
    bool live;
    uint64_t size;
    uint8_t sample[SAMPLES];
    bool hidden[SAMPLES]; /* not plain */
} BlockModel;
static const uint64_t block_start[BLOCKS] = {0x100000070ull, 0x108000000ull};
#define LARGEST (5ull << 20)

/* Places beside borders of lines, pages and chunks among them. */
static uint64_t sample_at(unsigned k) {
    return k < 100 ? k * 32768ull - 0x70 + (k ? k % 3 - 1 : 0x70) : hash_mix(k) % LARGEST;
}

static void compare_blocks(const Memory *m, const BlockModel *model) {
    for (unsigned b = 0; b < BLOCKS; b++) {
        const BlockModel *x = &model[b];
        assert_int_equal(memory_is_valid(m, block_start[b], LARGEST / 2), x->live && x->size >= LARGEST / 2);
        if (x->live)
            assert_int_equal(memory_first_invalid(m, block_start[b], LARGEST + 64), block_start[b] + x->size);
        for (unsigned k = 0; k < SAMPLES; k++) {
            uint64_t at = block_start[b] + sample_at(k);
            bool there = x->live && sample_at(k) < x->size;
            assert_int_equal(bits_at(m->valid, at) & 1, there);
            assert_int_equal(bits_at(m->plain, at) & 1, there && !x->hidden[k]);
            if (there) assert_int_equal(m->base[at], x->sample[k]);
        }
    }
}

static void large_blocks(void **state) {
    (void)state;
    Memory *m = memory_new();
    BlockModel *model = xcalloc(BLOCKS, sizeof *model), *saved = xcalloc(MARKS * BLOCKS, sizeof *saved);
    TrailMark marks[MARKS];
    unsigned nmarks = 0, undos = 0, again = 0;
    for (unsigned step = 0; step < 3000; step++) {
        unsigned b = (unsigned)draw(BLOCKS);
        BlockModel *x = &model[b];
        switch (draw(8)) {
        case 0:
            if (x->live) {
                memory_forbid_block(m, block_start[b], x->size);
                x->live = false;
            } else {
                /* A block keeps what it is for as long as it is known, as on the heap. */
                if (!x->size) x->size = draw(3) ? LARGEST - draw(70000) : LARGEST / 2 - draw(70000);
                *x = (BlockModel){.live = true, .size = x->size};
                memory_allow_block(m, block_start[b], x->size);
            }
            break;
        case 1:
        case 2:
        case 3:
            for (unsigned n = 0; n < 10; n++) {
                unsigned k = (unsigned)draw(SAMPLES);
                uint8_t byte = (uint8_t)draw(256);
                if (!x->live || sample_at(k) >= x->size) continue;
                memory_poke(m, block_start[b] + sample_at(k), &byte, 1);
                for (unsigned j = 0; j < SAMPLES; j++)
                    if (sample_at(j) == sample_at(k)) x->sample[j] = byte;
            }
            break;
        case 4: {
            unsigned k = (unsigned)draw(SAMPLES);
            if (!x->live || sample_at(k) >= x->size) break;
            memory_touch(m, block_start[b] + sample_at(k), 1);
            bits_fill(m->plain, block_start[b] + sample_at(k), 1, false);
            for (unsigned j = 0; j < SAMPLES; j++)
                if (sample_at(j) == sample_at(k)) x->hidden[j] = true;
            break;
        }
        case 5: {
            uint64_t from = draw(LARGEST), size = draw(200000);
            uint8_t byte = draw(2) ? 0 : 7;
            if (!x->live || from + size > x->size) break;
            memory_fill(m, block_start[b] + from, byte, size);
            for (unsigned k = 0; k < SAMPLES; k++)
                if (sample_at(k) >= from && sample_at(k) < from + size) x->sample[k] = byte;
            break;
        }
        case 6:
            if (nmarks == MARKS) break;
            memcpy(saved + nmarks * BLOCKS, model, BLOCKS * sizeof *model);
            marks[nmarks++] = memory_mark(m);
            break;
        default:
            if (!nmarks) break;
            if (draw(2)) {
                const void *record;
                unsigned to = (unsigned)draw(nmarks);
                size_t n = memory_undo_keep(m, marks[to], &record);
                void *kept = memcpy(xmalloc(n + 1), record, n);
                compare_blocks(m, saved + to * BLOCKS);
                memory_redo(m, kept, n);
                free(kept);
                again++;
                break;
            }
            nmarks = (unsigned)draw(nmarks);
            memory_undo(m, marks[nmarks]);
            memcpy(model, saved + nmarks * BLOCKS, BLOCKS * sizeof *model);
            undos++;
        }
        if (step % 4 == 0) compare_blocks(m, model);
    }
    assert_true(undos > 50 && again > 50);
    memory_undo(m, 0);
    memset(model, 0, BLOCKS * sizeof *model);
    compare_blocks(m, model);
    memory_free(m);
    free(model);
    free(saved);
}

static void limits(void **state) {
    (void)state;
    Memory *m = memory_new();
    assert_false(memory_is_valid(m, 0, 1));
    assert_false(memory_is_valid(m, MEMORY_LIMIT - 1, 1));
    assert_false(memory_is_valid(m, MEMORY_LIMIT - 1, 2));
    assert_false(memory_is_valid(m, UINT64_MAX, 8));
    assert_false(memory_is_valid(m, BASE, UINT64_MAX));
    assert_true(memory_is_valid(m, BASE, 0));
    memory_allow(m, MEMORY_LIMIT - 16, 16, true);
    assert_true(memory_is_valid(m, MEMORY_LIMIT - 16, 16));
    assert_true(memory_is_valid(m, MEMORY_LIMIT - 8, 8));
    assert_false(memory_is_valid(m, MEMORY_LIMIT - 8, 9));
    memory_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_changes),
                                       cmocka_unit_test_prestate(random_changes, "tracked"),
                                       cmocka_unit_test(large_blocks), cmocka_unit_test(limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
