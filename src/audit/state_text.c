/* state_text.c — see state_text.h. */
#include "audit/state_text.h"
#include "program/program.h"
#include "solver/bounds.h"
#include "vm/state/fingerprint.h"
#include "vm/memory/range.h"
#include "vm/state/thread_time.h"
#include "vm/system/interrupt.h"
#include <stdio.h>
#include <stdlib.h>

/* Writes a member of a structure with its name. */
#define PUT(x, name)             \
    if (!state_is_hidden(#name)) \
        str_addf(&v->text, " " #name " %llx", (unsigned long long)(x)->name);

/* --- expressions ------------------------------------------------------------------------------ */

/* Numbers follow the order of appearance, so that names of inputs and the history of the pool do
 * not matter. */
static uint32_t *state_text_number(uint32_t id, void *list) {
    VEC(uint32_t) *v = list;
    while (v->len <= id) vec_push(v, 0);
    return &v->data[id];
}

static void state_text_put_expr(StateText *v, const Expr *e) {
    if (e->op == EXPR_CONST) {
        str_addf(&v->text, "%llx%016llx:%u", (unsigned long long)(e->value >> 64),
                 (unsigned long long)e->value, e->width);
        return;
    }
    uint32_t known = *state_text_number(e->id, &v->node);
    if (known) {
        str_addf(&v->text, "#%u", known);
        return;
    }
    uint32_t number = ++v->nodes;
    *state_text_number(e->id, &v->node) = number;
    str_addf(&v->text, "#%u=(%u %u %u", number, e->op, e->width, e->index);
    if (e->op == EXPR_READ) {
        uint32_t *input = state_text_number(e->input->id, &v->input);
        if (!*input && !v->shaping) {
            vec_push(&v->numbered, e->input->id);
            *input = (uint32_t)v->numbered.len;
        }
        str_addf(&v->text, " in%u/%u", *input, e->input->size);
    } else {
        for (int k = 0; k < 3 && e->kid[k]; k++) {
            str_add(&v->text, " ");
            state_text_put_expr(v, e->kid[k]);
        }
        for (uint32_t k = 0; e->op == EXPR_TABLE && k < e->table->len; k++) {
            str_add(&v->text, " ");
            state_text_put_expr(v, e->table->byte[k]);
        }
    }
    str_add(&v->text, ")");
}

static void forget_nodes(StateText *v) {
    v->nodes = 0;
    if (v->node.len) memset(v->node.data, 0, v->node.len * sizeof *v->node.data);
}

/* Returns an expression as a separate text. */
static char *expr_text(StateText *v, const Expr *e, bool shaping) {
    StrBuf outer = v->text;
    v->text = (StrBuf){0};
    v->shaping = shaping;
    forget_nodes(v);
    state_text_put_expr(v, e);
    v->shaping = false;
    char *text = v->text.data;
    v->text = outer;
    return text;
}

typedef struct StateConstraint {
    const Expr *e;
    char *shape;
    bool used;
} StateConstraint;

static int compare_shape_texts(const void *a, const void *b) {
    return strcmp(((const StateConstraint *)a)->shape, ((const StateConstraint *)b)->shape);
}
static int compare_state_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Returns the constraints with chains of comparisons merged, as fingerprints have them. */
static Conjuncts merged_constraints(const Machine *m) {
    Conjuncts merged = {0};
    if (m->nconstraints < 2) {
        for (uint32_t k = 0; k < m->nconstraints; k++)
            vec_push(&merged, m->constraints.data[k].constraint);
        return merged;
    }
    bool possible = true;
    for (uint32_t k = 0; k < m->nconstraints && possible; k++)
        possible = conjuncts_add(m->pool, &merged, m->constraints.data[k].constraint);
    Bounds *b = bounds_new(m->pool);
    size_t before = merged.len;
    if (!possible || !bounds_reduce(b, &merged, &before))
        base_fatal("the constraints of a path contradict each other");
    bounds_free(b);
    return merged;
}

/* Writes the constraints that are connected with numbered inputs. */
static void put_constraints(StateText *v, const Machine *m) {
    VEC(char *) texts = {0};
    VEC(StateConstraint) all = {0};
    Conjuncts merged = merged_constraints(m);
    for (size_t k = 0; k < merged.len; k++) {
        StateConstraint c = {merged.data[k], NULL, false};
        vec_push(&all, c);
    }
    vec_free(&merged);
    for (bool changed = true; changed;) {
        VEC(StateConstraint) next = {0};
        for (size_t k = 0; k < all.len; k++) {
            StateConstraint *c = &all.data[k];
            const ExprInputs *in = expr_inputs(m->pool, c->e);
            bool connected = false;
            for (uint32_t j = 0; j < in->len && !connected; j++)
                connected = *state_text_number(in->input[j]->id, &v->input) != 0;
            if (!connected || c->used) continue;
            c->used = true;
            StateConstraint n = {c->e, expr_text(v, c->e, true), true};
            vec_push(&next, n);
        }
        if (next.len) qsort(next.data, next.len, sizeof *next.data, compare_shape_texts);
        for (size_t k = 0; k < next.len; k++) {
            vec_push(&texts, expr_text(v, next.data[k].e, false));
            free(next.data[k].shape);
        }
        changed = next.len > 0;
        vec_free(&next);
    }
    if (texts.len) qsort(texts.data, texts.len, sizeof *texts.data, compare_state_texts);
    for (size_t k = 0; k < texts.len; k++)
        if (!k || strcmp(texts.data[k], texts.data[k - 1]))
            str_addf(&v->text, "constraint %s\n", texts.data[k]);
    for (size_t k = 0; k < texts.len; k++) free(texts.data[k]);
    vec_free(&texts);
    vec_free(&all);
}

/* --- memory ----------------------------------------------------------------------------------- */

typedef struct Line {
    uint64_t number;
    uint32_t order; /* the largest is the oldest record of the line */
    uint8_t old[64], old_valid[8], old_undefined[8];
} Line;

typedef VEC(Line) Lines;

typedef struct ChangedLines {
    const Memory *memory;
    Lines all;
} ChangedLines;

static void state_text_add_line(void *context, uint64_t number, const MemoryLine *old) {
    ChangedLines *c = context;
    Lines *lines = &c->all;
    Line n = {.number = number, .order = (uint32_t)lines->len};
    memcpy(n.old, old->data, sizeof n.old);
    memcpy(n.old_valid, old->valid, sizeof n.old_valid);
    if (c->memory->tracks_undefined)
        memcpy(n.old_undefined, old->undefined, sizeof n.old_undefined);
    vec_push(lines, n);
}

static int compare_line_numbers(const void *a, const void *b) {
    const Line *x = a, *y = b;
    if (x->number != y->number) return x->number < y->number ? -1 : 1;
    return x->order > y->order ? -1 : x->order < y->order;
}

/* Writes two characters: the value of a byte, or why it has none. snprintf took most of the time of
 * these texts. */
static void put_byte(char *to, uint8_t byte, bool valid, bool undefined) {
    static const char digits[] = "0123456789abcdef";
    to[0] = undefined ? '?' : valid ? digits[byte >> 4] : '-';
    to[1] = undefined ? '?' : valid ? digits[byte & 15] : '-';
}

static void put_memory(StateText *v, const Machine *m) {
    ChangedLines c = {.memory = m->memory};
    memory_changed_lines(m->memory, v->start, state_text_add_line, &c);
    Lines lines = c.all;
    if (lines.len) qsort(lines.data, lines.len, sizeof *lines.data, compare_line_numbers);
    for (size_t k = 0; k < lines.len; k++) {
        const Line *l = &lines.data[k];
        if (k && lines.data[k - 1].number == l->number) continue;
        for (unsigned w = 0; w < 8; w++) {
            char bytes[17] = {0};
            bool changed = false;
            for (unsigned b = 0; b < 8; b++) {
                uint64_t at = l->number * 64 + w * 8 + b;
                bool was = l->old_valid[w] >> b & 1, is = m->memory->valid[at >> 3] >> (at & 7) & 1;
                if (machine_is_unlogged(m, at, at + 1) || machine_is_unread(m, at))
                    was = is = false;
                bool undefined = is && memory_any_undefined(m->memory, at, 1);
                put_byte(bytes + 2 * b, m->memory->base[at], is, undefined);
                changed |= was != is || (is && (l->old[w * 8 + b] != m->memory->base[at] ||
                                                undefined != (l->old_undefined[w] >> b & 1)));
            }
            if (changed)
                str_addf(&v->text, "memory %llx %s\n", (unsigned long long)(l->number * 64 + w * 8),
                         bytes);
        }
    }
    vec_free(&lines);
}

static int compare_blocks(const void *a, const void *b) {
    const OverlayBlock *x = *(OverlayBlock *const *)a, *y = *(OverlayBlock *const *)b;
    return x->number < y->number ? -1 : x->number > y->number;
}

static void put_symbolic_memory(StateText *v, const Machine *m) {
    VEC(OverlayBlock *) blocks = {0};
    for (size_t k = 0; k < m->memory->overlay_cap; k++)
        if (m->memory->overlay[k]) vec_push(&blocks, m->memory->overlay[k]);
    if (blocks.len) qsort(blocks.data, blocks.len, sizeof *blocks.data, compare_blocks);
    for (size_t k = 0; k < blocks.len; k++)
        for (unsigned b = 0; b < 256; b++) {
            uint64_t at = blocks.data[k]->number << 8 | b;
            if (!blocks.data[k]->byte[b] || machine_is_unread(m, at)) continue;
            str_addf(&v->text, "symbolic %llx ", (unsigned long long)at);
            state_text_put_expr(v, blocks.data[k]->byte[b]);
            str_add(&v->text, "\n");
        }
    vec_free(&blocks);
}

/* --- threads ---------------------------------------------------------------------------------- */

/* Whether a register of a frame may still be read. `call` is the call that the frame waits for,
 * NULL in the top frame. */
static bool is_live_register(Machine *m, const Thread *t, uint32_t index, const Insn *call,
                             unsigned r) {
    const Function *g = t->frames[index].function;
    const uint64_t *live;
    if (!call)
        live = liveness_before(m, g, t->pc);
    else if (t->frames[index + 1].ending >= 2)
        live = liveness_before(m, g, call);
    else {
        for (unsigned k = 0; k < call->d; k++)
            if (insn_slots(call)[k] == r) return false;
        live = liveness_before(m, g, insn_next_list(call));
    }
    return live[r >> 6] >> (r & 63) & 1;
}

void state_text_overwrite_dead(Machine *m, Thread *t) {
    if (t->status != THREAD_READY) return;
    for (uint32_t k = 0; k <= t->top; k++) {
        const Frame *f = &t->frames[k];
        const Insn *call = k < t->top ? t->frames[k + 1].call : NULL;
        for (unsigned r = 0; r < f->function->nregs; r++) {
            if (is_live_register(m, t, k, call, r)) continue;
            t->regs[f->base + r] = 0xdeadbeefdeadbeefull;
            if (f->symbolic) t->sym[f->base + r] = NULL;
        }
    }
}

static void put_frames(StateText *v, Machine *m, const Thread *t) {
    for (uint32_t k = 0; k <= t->top; k++) {
        const Frame *f = &t->frames[k];
        const Insn *call = k < t->top ? t->frames[k + 1].call : NULL;
        str_addf(&v->text, "frame %s.%u %s+%td", t->name, k, f->function->name,
                 (call ? call : t->pc) - f->function->code);
#define PUT_OF_FRAME(type, name) PUT(f, name)
        STATE_TOLD(FRAME_STATE, PUT_OF_FRAME)
        for (unsigned r = 0; r < f->function->nregs; r++) {
            if (!is_live_register(m, t, k, call, r)) continue;
            str_addf(&v->text, " r%u=", r);
            const Expr *e = f->symbolic ? t->sym[f->base + r] : NULL;
            if (e)
                state_text_put_expr(v, e);
            else
                str_addf(&v->text, "%llx", (unsigned long long)t->regs[f->base + r]);
        }
        str_add(&v->text, "\n");
    }
}

static void put_pending(StateText *v, const Thread *t) {
    const Operation *o = &t->pending;
    bool alone = interrupt_shows_alone(v->run->machine, t),
         by_time = alone && o->flags & OPERATION_TIMED;
    /* A woken thread continues in the same way, independent of other possible causes. */
    unsigned unused = o->kind == OPERATION_WAKE && t->notified_by >= 0 && !by_time
                          ? OPERATION_TIMED | OPERATION_ALONE | OPERATION_SPURIOUS
                          : 0;
    str_addf(&v->text, "pending %s %s type %u size %u object %llx %llx", t->name,
             operation_names[o->kind], o->flags & ~unused, o->size, (unsigned long long)o->object,
             (unsigned long long)o->detail);
    if (o->kind == OPERATION_JOIN || o->kind == OPERATION_DETACH ||
        o->kind == OPERATION_PROCESS_EXIT)
        str_addf(&v->text, " target %d", o->target);
    if (o->kind == OPERATION_WAKE)
        str_add(&v->text, t->notified_by < 0 ? " asleep"
                          : by_time          ? " timed out"
                          : alone            ? " alone"
                                             : " notified");
    if (o->kind == OPERATION_WAKE || o->kind == OPERATION_TIMEOUT)
        str_addf(&v->text, " depth %u", t->waited_count);
    if (o->kind == OPERATION_BRANCH) {
        str_add(&v->text, " condition ");
        state_text_put_expr(v, o->condition);
    }
    str_add(&v->text, "\n");
}

static void put_heap(StateText *v, const Thread *t) {
    const Heap *h = t->heap;
    str_addf(&v->text, "heap %s", t->name);
    if (v->without_frees) {
        str_addf(&v->text, " %llx\n", (unsigned long long)h->top);
        return;
    }
#define PUT_OF_HEAP(type, name) PUT(h, name)
    STATE_TOLD(HEAP_STATE, PUT_OF_HEAP)
    for (unsigned c = 0; c < HEAP_CLASSES; c++) {
        if (h->head[c]) str_addf(&v->text, " class %u:", c);
        for (uint32_t k = h->head[c]; k; k = t->blocks[k - 1].next)
            str_addf(&v->text, " %llx", (unsigned long long)t->blocks[k - 1].address);
    }
    str_add(&v->text, "\n");
}

static int compare_touched(const void *a, const void *b) {
    const LogEntry *x = a, *y = b;
    if (x->word != y->word) return x->word < y->word ? -1 : 1;
    if (x->words != y->words) return x->words < y->words ? -1 : 1;
    return x->vague - y->vague;
}

/* Writes the accesses of a thread since its last operation that is no branch: they can still
 * race. */
static void put_open(StateText *v, const Run *r, uint32_t thread) {
    const History *h = &r->history;
    Touched all = {0};
    for (const Event *e = history_last(h, thread); e;
         e = e->action.op.kind == OPERATION_BRANCH ? history_before(h, e) : NULL) {
        const Touched *t = &v->touched.data[e->position];
        for (size_t k = 0; k < t->len; k++) vec_push(&all, t->data[k]);
    }
    if (all.len) qsort(all.data, all.len, sizeof *all.data, compare_touched);
    for (size_t k = 0; k < all.len;) {
        LogEntry x = all.data[k];
        for (k++; k < all.len && !compare_touched(&x, &all.data[k]); k++) {
            x.reads |= all.data[k].reads;
            x.writes |= all.data[k].writes;
        }
        /* A read of written bytes adds no race. */
        x.reads &= (uint8_t)~x.writes;
        str_addf(&v->text, "open %u: %llx words %llu reads %02x writes %02x%s\n", thread,
                 (unsigned long long)(x.word << 3), (unsigned long long)x.words, x.reads, x.writes,
                 x.vague ? " vague" : "");
    }
    vec_free(&all);
}

/* The children that a thread joined, whose numbers are given again, and theirs. */
static void put_joined(StateText *v, const Machine *m, const Thread *t) {
    if (t->joined_children) str_addf(&v->text, " joins %d", t->joined_children);
    for (int32_t k = t->first_joined; k; k = m->threads[k - 1]->next_joined) {
        const Thread *child = m->threads[k - 1];
        str_addf(&v->text, " joined %d draws %u unjoined %u", k, child->draws,
                 m->options.max_threads ? child->unjoined : 0);
        put_heap(v, child);
        put_joined(v, m, child);
    }
}

static void put_thread(StateText *v, Run *r, uint32_t slot) {
    Machine *m = r->machine;
    const Thread *t = m->threads[slot];
    bool claimed = t->detached || t->joined;
    uint64_t time = thread_time_state(m, t);
    if (t->status == THREAD_EXITED && time && !t->joined && !m->exited)
        str_addf(&v->text, "thread %s ended at %llx\n", t->name, (unsigned long long)time);
    if (t->status == THREAD_EXITED && claimed) return;
    if (t->status == THREAD_EXITED && !m->exited) {
        str_addf(&v->text, "thread %s leaves draws %u", t->name, t->draws);
        put_joined(v, m, t);
        put_heap(v, t);
    }
    static const char *const names[] = {"unused", "ready", "ended", "stopped"};
    str_addf(&v->text, "thread %s %s%s\n", t->name, names[t->status], claimed ? " claimed" : "");
    if (t->status == THREAD_STOPPED) put_open(v, r, slot);
    if (t->status != THREAD_READY) return;
    str_addf(&v->text, "state %s time %llx", t->name, (unsigned long long)time);
#define PUT_OF_THREAD(type, name) PUT(t, name)
    STATE_TOLD(THREAD_STATE, PUT_OF_THREAD)
    put_joined(v, m, t);
    if (m->options.max_threads) str_addf(&v->text, " unjoined %u", t->unjoined);
    str_add(&v->text, " decisions");
    for (uint32_t k = 0; k < t->ndecisions; k++) str_addf(&v->text, " %u", t->decisions[k]);
    for (const RangeBytes *x = t->got; x; x = x->before)
        for (uint32_t k = 0; k < x->len; k++)
            str_addf(&v->text, " got %x",
                     x->byte[k] & RANGE_SYMBOLIC ? RANGE_SYMBOLIC : x->byte[k]);
    if (t->holding) {
        str_add(&v->text, " holding ");
        if (t->held_expr)
            state_text_put_expr(v, t->held_expr);
        else
            str_addf(&v->text, "%llx", (unsigned long long)t->held);
    }
    str_add(&v->text, "\n");
    put_pending(v, t);
    put_frames(v, m, t);
    put_heap(v, t);
    put_open(v, r, slot);
}

/* Writes blocks in use, and those that another thread freed and the owner has not taken over. Where
 * the owner has ended it never will, and fingerprints count them all the same. That it knows of a
 * hidden one is no part of the state (docs/proofs/time.md). */
static void put_blocks(StateText *v, const Machine *m) {
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        for (uint32_t b = 0; t && b < t->heap->nblocks; b++) {
            const Block *x = &t->blocks[b];
            if (x->state == 1)
                str_addf(&v->text, "block %llx size %llu from %u\n", (unsigned long long)x->address,
                         (unsigned long long)x->size, x->loc);
            else if (x->state == 3 && !v->without_frees && !(v->without_hidden && x->hidden))
                str_addf(&v->text, "freed %llx size %llu\n", (unsigned long long)x->address,
                         (unsigned long long)x->size);
        }
    }
}

/* --- objects ---------------------------------------------------------------------------------- */

static int compare_objects(const void *a, const void *b) {
    const SyncObject *x = *(SyncObject *const *)a, *y = *(SyncObject *const *)b;
    if (x->tag != y->tag) return x->tag < y->tag ? -1 : 1;
    return x->identity < y->identity ? -1 : x->identity > y->identity;
}

static void put_objects(StateText *v, const Machine *m) {
    VEC(const SyncObject *) all = {0};
    for (size_t k = 0; k < m->all_objects.len; k++) vec_push(&all, m->all_objects.data[k]);
    if (all.len) qsort(all.data, all.len, sizeof *all.data, compare_objects);
    for (size_t k = 0; k < all.len; k++) operation_state_text(&v->text, m, all.data[k]);
    vec_free(&all);
}

/* Writes the whole state of the second machine. */
void state_text_put(StateText *v) {
    Machine *m = v->run->machine;
    v->text = (StrBuf){0};
    v->numbered.len = 0;
    if (v->input.len) memset(v->input.data, 0, v->input.len * sizeof *v->input.data);
    forget_nodes(v);
    if (m->exited) str_addf(&v->text, "exited %d\n", m->exit_value ? 0 : m->exit_status);
    put_memory(v, m);
    put_symbolic_memory(v, m);
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && m->threads[k]->status != THREAD_UNUSED) put_thread(v, v->run, k);
    put_blocks(v, m);
    put_objects(v, m);
    put_constraints(v, m);
}

void state_text_free(StateText *v) {
    vec_free(&v->touched);
    vec_free(&v->node);
    vec_free(&v->input);
    vec_free(&v->numbered);
}
