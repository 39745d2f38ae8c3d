/* earlier.c — see earlier.h. */
#include "versions/earlier.h"
#include "vm/state/fingerprint.h"
#include <stdlib.h>

#define STATES_MAGIC 0x3373657461745348ull

typedef VEC(uint64_t) Words;

/* What the initial bytes of a global add to a state's fingerprint. */
static Fingerprint initial_of(const Program *p, const Global *g) {
    invariant(g->address >= GLOBALS_BASE && g->address - GLOBALS_BASE + g->size <= p->image_size);
    return fingerprint_bytes(g->address, p->image + (g->address - GLOBALS_BASE), g->size);
}

/* What a state holds under: the visible set, and what threads begin with that are created later. */
static uint64_t premises(const Campaign *c) {
    return hash_combine(campaign_visible_hash(c), program_thread_image(c->shared->program));
}

typedef struct Reading {
    Campaign *c;
    uint64_t premises;
    uint64_t read;
} Reading;

/* The global of the program at the address of one of another version, or NULL. */
static const Global *global_like(const Program *p, uint64_t address, uint64_t size) {
    const Global *g = program_global_at(p, address);
    return g && g->address == address && g->size == size ? g : NULL;
}

static void earlier_read_chunk(void *reading, const void *chunk, size_t size) {
    Reading *r = reading;
    const uint64_t *w = chunk, *end = w + size / 8;
    if (size % 8 || size < 32 || w[0] != STATES_MAGIC || w[1] != r->premises) return;
    uint64_t globals = w[2];
    w += 3;
    if (globals > (uint64_t)(end - w) / 4) return;
    Fingerprint shift = {0, 0}; /* from their initial bytes to ours */
    for (; globals; globals--, w += 4) {
        const Global *g = global_like(r->c->shared->program, w[0], w[1]);
        if (!g) continue;
        Fingerprint ours = initial_of(r->c->shared->program, g);
        shift.a += w[2] - ours.a;
        shift.b += w[3] - ours.b;
    }
    if (w >= end || *w > (uint64_t)(end - w - 1) / 2) return;
    for (uint64_t n = *w++; n; n--, w += 2) {
        known_states_earlier(r->c->shared->known, (Fingerprint){w[0] + shift.a, w[1] + shift.b});
        r->read++;
    }
}

void earlier_load(Campaign *c) {
    const ExploreStore *store = c->shared->options->store;
    Reading r = {c, premises(c), 0};
    known_states_forget_earlier(c->shared->known);
    store->load(store->context, earlier_read_chunk, &r);
    c->result->prune.read = r.read;
}

static void put_fingerprint(void *words, Fingerprint f) {
    Words *w = words;
    vec_push(w, f.a);
    vec_push(w, f.b);
}

void earlier_save(Campaign *c) {
    const ExploreStore *store = c->shared->options->store;
    const Program *p = c->shared->program;
    double started = time_wall();
    Words w = {0};
    uint64_t head[] = {STATES_MAGIC, premises(c), 0}, count = known_states_count(c->shared->known);
    for (size_t k = 0; k < ARRAY_LEN(head); k++) vec_push(&w, head[k]);
    for (uint32_t k = 0; k < p->nglobals; k++) {
        const Global *g = &p->globals[k];
        if (g->thread_local_) continue;
        Fingerprint f = initial_of(p, g);
        uint64_t row[] = {g->address, g->size, f.a, f.b};
        for (size_t j = 0; j < ARRAY_LEN(row); j++) vec_push(&w, row[j]);
        w.data[2]++;
    }
    vec_push(&w, count);
    known_states_each(c->shared->known, put_fingerprint, &w);
    /* As many rows as the heads of the two lists say: a reader goes by them. */
    invariant(w.len == ARRAY_LEN(head) + 4 * w.data[2] + 1 + 2 * count);
    PruneStats *stats = &c->result->prune;
    if (store->most_bytes && w.len * 8 > store->most_bytes)
        stats->dropped = count;
    else if (store->save(store->context, w.data, w.len * sizeof *w.data))
        stats->kept = count;
    stats->seconds += time_wall() - started;
    stats->used = known_states_cut_earlier(c->shared->known);
    vec_free(&w);
}
