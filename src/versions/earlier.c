/*
 * earlier.c — see earlier.h. States are stored in one chunk of 64-bit words: the head; a row for
 * each global; the functions that were entered; sets of these; and the states, each with the number
 * of its set.
 */
#include "versions/earlier.h"
#include "state/cutoff/beyond.h"
#include "vm/state/fingerprint.h"
#include <stdlib.h>

#define STATES_MAGIC 0x3573657461745348ull

typedef VEC(uint64_t) Words;

/* What the initial bytes of a global add to a state's fingerprint. */
static Fingerprint initial_of(const Program *p, const Global *g) {
    invariant(g->address >= GLOBALS_BASE && g->address - GLOBALS_BASE + g->size <= p->image_size);
    return fingerprint_bytes(g->address, p->image + (g->address - GLOBALS_BASE), g->size);
}

static uint64_t hash_names(const Program *p, const uint32_t *functions, uint32_t n, uint64_t h) {
    for (uint32_t k = 0; k < n; k++)
        h = hash_combine(h, hash_string(p->functions[functions[k]].name));
    return hash_combine(h, n);
}

/* What a state holds under: the visible set, what threads begin with that are created later, and
 * which functions are called at the beginning and the end without a place in code that says so. */
static uint64_t premises(const Campaign *c) {
    const Program *p = c->shared->program;
    uint64_t h = hash_combine(campaign_visible_hash(c), program_thread_image(p));
    h = hash_names(p, p->constructors, p->nconstructors, h);
    return hash_names(p, p->destructors, p->ndestructors, h);
}

/* --- reading ---------------------------------------------------------------------------------- */

typedef struct Reading {
    const Program *p;
    CodeNames *names;
    KnownStates *known;       /* NULL: states are counted */
    uint64_t premises;        /* where there are known states */
    uint64_t offered, read;   /* states */
    Index by_name;            /* the functions of the program */
    VEC(uint32_t) functions;  /* of the chunk: numbers in the program; UINT32_MAX: it changed */
    VEC(uint32_t) sets;       /* of the chunk: the numbers here; UINT32_MAX: not all the same */
    VEC(uint32_t) members;    /* scratch */
    const uint64_t *at, *end; /* the rest of the chunk */
} Reading;

/* The global of the program at the address of one of another version, or NULL. */
static const Global *global_like(const Program *p, uint64_t address, uint64_t size) {
    const Global *g = program_global_at(p, address);
    return g && g->address == address && g->size == size ? g : NULL;
}

/* Takes the number of rows of `width` words each; false if the chunk has not as many. */
static bool take_rows(Reading *r, uint64_t width, uint64_t *rows) {
    if (r->at >= r->end) return false;
    *rows = *r->at++;
    return *rows <= (uint64_t)(r->end - r->at) / width;
}

static uint32_t function_named(const Reading *r, const uint64_t *row) {
    const Program *p = r->p;
    uint64_t a, b;
    uint32_t found =
        index_find(&r->by_name, row[0], n, hash_string(p->functions[n].name) == row[0]);
    if (found == INDEX_NONE || !p->functions[found].code) return UINT32_MAX;
    code_name_body(r->names, &p->functions[found], &a, &b);
    return a == row[1] && b == row[2] ? found : UINT32_MAX;
}

static bool read_functions(Reading *r) {
    uint64_t n;
    r->functions.len = 0;
    if (!take_rows(r, 3, &n)) return false;
    for (; n; n--, r->at += 3) vec_push(&r->functions, function_named(r, r->at));
    return true;
}

static bool read_sets(Reading *r) {
    uint64_t n, members;
    r->sets.len = 0;
    if (!take_rows(r, 1, &n)) return false;
    for (; n; n--) {
        if (!take_rows(r, 1, &members)) return false;
        bool same = true;
        r->members.len = 0;
        for (; members; members--, r->at++) {
            if (*r->at >= r->functions.len) return false;
            uint32_t function = r->functions.data[*r->at];
            same &= function != UINT32_MAX;
            if (same) vec_push(&r->members, function);
        }
        uint32_t set = 0;
        if (same && r->known)
            set = beyond_set(known_states_beyond(r->known), r->members.data, r->members.len);
        vec_push(&r->sets, same ? set : UINT32_MAX);
    }
    return true;
}

static void earlier_read_chunk(void *reading, const void *chunk, size_t size) {
    Reading *r = reading;
    const Program *p = r->p;
    uint64_t n;
    r->at = chunk;
    r->end = r->at + size / 8;
    if (size % 8 || size < 16 || r->at[0] != STATES_MAGIC) return;
    if (r->known && r->at[1] != r->premises) return;
    r->at += 2;
    if (!take_rows(r, 4, &n)) return;
    Fingerprint shift = {0, 0}; /* from their initial bytes to ours */
    for (; n; n--, r->at += 4) {
        const Global *g = global_like(p, r->at[0], r->at[1]);
        if (!g) continue;
        Fingerprint ours = initial_of(p, g);
        shift.a += r->at[2] - ours.a;
        shift.b += r->at[3] - ours.b;
    }
    if (!read_functions(r) || !read_sets(r) || !take_rows(r, 3, &n)) return;
    r->offered += n;
    for (; n; n--, r->at += 3) {
        if (r->at[2] >= r->sets.len) return;
        uint32_t set = r->sets.data[r->at[2]];
        if (set == UINT32_MAX) continue;
        r->read++;
        if (r->known)
            known_states_earlier(r->known, (Fingerprint){r->at[0] + shift.a, r->at[1] + shift.b},
                                 set);
    }
}

/* Reads all chunks. Returns whether most states hold. */
static bool read_chunks(Reading *r, const ExploreStore *store) {
    for (uint32_t k = 0; k < r->p->nfunctions; k++)
        index_add(&r->by_name, hash_string(r->p->functions[k].name), k);
    store->load(store->context, earlier_read_chunk, r);
    index_free(&r->by_name);
    vec_free(&r->functions);
    vec_free(&r->sets);
    vec_free(&r->members);
    return r->read > 0 && 2 * r->read >= r->offered;
}

bool earlier_load(Campaign *c) {
    Reading r = {.p = c->shared->program,
                 .names = c->run->machine->code_names,
                 .known = c->shared->known,
                 .premises = premises(c)};
    known_states_forget_earlier(c->shared->known);
    bool most = read_chunks(&r, c->shared->options->store);
    c->result->prune.read = r.read;
    return most;
}

bool earlier_most_hold(const Program *p, const ExploreStore *store) {
    Reading r = {.p = p, .names = code_names_new(p)};
    bool most = read_chunks(&r, store);
    code_names_free(r.names);
    return most;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void put_initial_globals(Words *w, const Program *p) {
    size_t count = w->len;
    vec_push(w, 0);
    for (uint32_t k = 0; k < p->nglobals; k++) {
        const Global *g = &p->globals[k];
        if (g->thread_local_) continue;
        Fingerprint f = initial_of(p, g);
        uint64_t row[] = {g->address, g->size, f.a, f.b};
        for (size_t j = 0; j < ARRAY_LEN(row); j++) vec_push(w, row[j]);
        w->data[count]++;
    }
}

static void put_functions(Words *w, Campaign *c, const Beyond *b) {
    const Program *p = c->shared->program;
    vec_push(w, beyond_nfunctions(b));
    for (uint32_t k = 0; k < beyond_nfunctions(b); k++) {
        const Function *f = &p->functions[beyond_function(b, k)];
        uint64_t row[3] = {hash_string(f->name)};
        code_name_body(c->run->machine->code_names, f, &row[1], &row[2]);
        for (size_t j = 0; j < ARRAY_LEN(row); j++) vec_push(w, row[j]);
    }
}

/* The sets that states have, by the numbers that they get in the chunk. */
typedef struct Writing {
    Words states;
    VEC(uint32_t) sets, number; /* `number`: of each set; UINT32_MAX: none */
} Writing;

static void put_state(void *writing, Fingerprint f, uint32_t set) {
    Writing *w = writing;
    while (w->number.len <= set) vec_push(&w->number, UINT32_MAX);
    uint32_t *number = &w->number.data[set];
    if (*number == UINT32_MAX) {
        *number = (uint32_t)w->sets.len;
        vec_push(&w->sets, set);
    }
    uint64_t row[] = {f.a, f.b, *number};
    for (size_t j = 0; j < ARRAY_LEN(row); j++) vec_push(&w->states, row[j]);
}

static void put_sets(Words *w, const Writing *all, const NumberSets *sets) {
    vec_push(w, all->sets.len);
    for (size_t k = 0; k < all->sets.len; k++) {
        size_t count = w->len;
        vec_push(w, 0);
        for (uint32_t x = number_sets_next(sets, all->sets.data[k], 0); x != UINT32_MAX;
             x = number_sets_next(sets, all->sets.data[k], x + 1)) {
            vec_push(w, x);
            w->data[count]++;
        }
    }
}

void earlier_save(Campaign *c) {
    const ExploreStore *store = c->shared->options->store;
    Beyond *b = known_states_beyond(c->shared->known);
    PruneStats *stats = &c->result->prune;
    uint64_t count = known_states_count(c->shared->known);
    stats->used = known_states_cut_earlier(c->shared->known);
    /* Of choices that were left out it is not known what would follow them. */
    if (c->shared->choice_pruning == CHOICES_PRUNED) {
        stats->dropped = count;
        return;
    }
    double started = time_wall();
    Words w = {0};
    Writing all = {0};
    beyond_solve(b);
    vec_push(&w, STATES_MAGIC);
    vec_push(&w, premises(c));
    put_initial_globals(&w, c->shared->program);
    put_functions(&w, c, b);
    known_states_each(c->shared->known, put_state, &all);
    put_sets(&w, &all, beyond_sets(b));
    count = all.states.len / 3;
    vec_push(&w, count);
    vec_reserve(&w, w.len + all.states.len);
    for (size_t k = 0; k < all.states.len; k++) vec_push(&w, all.states.data[k]);
    if (store->most_bytes && w.len * 8 > store->most_bytes)
        stats->dropped = count;
    else if (store->save(store->context, w.data, w.len * sizeof *w.data))
        stats->kept = count;
    stats->seconds += time_wall() - started;
    vec_free(&w);
    vec_free(&all.states);
    vec_free(&all.sets);
    vec_free(&all.number);
}
