/* cutoff.c — see cutoff.h. */
#include "event/cutoff.h"
#include "vm/fingerprint.h"
#include <stdlib.h>

/* A state and the smallness of the first configuration that reached it. */
typedef struct State {
    Fingerprint fingerprint; /* both 0: empty */
    uint64_t name;           /* of the event */
    uint64_t lengths, inversions, orders;
    uint32_t size;
} State;

struct Cutoffs {
    State *states; /* open addressing */
    size_t cap, len;
    HashSet cut; /* names of cut-offs */
    VEC(uint64_t) scratch;
    VEC(SymbolicChange) registers;
};

/* Counts of references to inputs: those of the thread's changes of memory, then those of its registers. */
struct EventInputs {
    uint32_t nmemory, nregisters;
    struct InputCount {
        const Input *input;
        int64_t count;
    } count[];
};

Cutoffs *cutoffs_new(void) { return xcalloc(1, sizeof(Cutoffs)); }

void cutoffs_clear(Cutoffs *c) {
    if (c->states) memset(c->states, 0, c->cap * sizeof *c->states);
    c->len = 0;
    hash_set_clear(&c->cut);
}

void cutoffs_free(Cutoffs *c) {
    if (!c) return;
    free(c->states);
    hash_set_free(&c->cut);
    vec_free(&c->scratch);
    vec_free(&c->registers);
    free(c);
}

uint64_t cutoffs_count(const Cutoffs *c) { return c->cut.len; }

/* --- the adequate order ------------------------------------------------------------------------------ */

/* Weights are below 2^36, so that sums over 2^27 events do not overflow. */
static inline uint64_t weight(uint64_t x) { return hash_mix(x) >> 28; }

static uint64_t label(const Action *a) {
    uint64_t x = (uint64_t)a->thread << 48 ^ (uint64_t)a->op.kind << 40 ^ (uint64_t)a->op.size << 32 ^ a->outcome;
    x = hash_combine(x, a->op.object);
    x = hash_combine(x, a->op.object2);
    return a->op.condition ? hash_combine(x, a->op.condition->hash) : x;
}

/* Components besides the thread whose operations are totally ordered among each other (*ordering), or at least with
 * all of those. Others say nothing about order. */
static unsigned components(const Action *a, uint64_t *keys, bool *ordering) {
    uint64_t mutex;
    *ordering = true;
    switch (a->op.kind) {
    case OPERATION_LOAD: *ordering = false; /* fall through */
    case OPERATION_STORE:
    case OPERATION_RMW: keys[0] = hash_combine(a->op.object, a->op.size); return 1;
    case OPERATION_TRYLOCK: *ordering = a->outcome != 0; break;
    default: break;
    }
    if (!operation_mutex(&a->op, &mutex)) return 0;
    keys[0] = hash_combine(mutex, 0x6d7574);
    return 1;
}

/* Where an operation stands among those of its component: how many came before it by threads of higher number, and
 * how many at all. */
static ObjectTrace *component_at(History *h, const Action *a, bool *ordering) {
    uint64_t keys[1];
    if (!components(a, keys, ordering)) return NULL;
    uint32_t number = history_number(h, keys[0]);
    ObjectTrace *o = &h->objects.data[number];
    while (o->counts.len <= 2 * (size_t)a->thread + 1) vec_push(&o->counts, 0);
    return o;
}

static void record_order(History *h, Event *e, const Event *before) {
    const Action *a = &e->action;
    uint64_t what = label(a), thread = hash_mix((uint64_t)a->thread + 77);
    bool ordering;
    e->lengths = (before ? before->lengths : 0) + weight(thread);
    e->orders = (before ? before->orders : 0) + weight(hash_combine(thread + a->index, what));
    e->inversions = before ? before->inversions : 0;
    ObjectTrace *o = component_at(h, a, &ordering);
    if (!o) return;
    e->lengths += weight(hash_combine(o->key + ordering, thread));
    uint32_t position = 0;
    for (size_t k = 0; k < o->counts.len; k++) {
        if (k % 2 == 0 && !ordering) continue; /* even: those that are ordered only with the others */
        position += o->counts.data[k];
        if (k / 2 > (size_t)a->thread) e->inversions += o->counts.data[k];
    }
    e->orders += weight(hash_combine(o->key + position, what));
    o->counts.data[2 * a->thread + ordering]++;
}

void cutoffs_forget(Cutoffs *c, History *h, const Event *e) {
    bool ordering;
    (void)c;
    ObjectTrace *o = component_at(h, &e->action, &ordering);
    if (o) o->counts.data[2 * e->action.thread + ordering]--;
}

/* --- recording --------------------------------------------------------------------------------------- */

/* What an operation changes of the state besides memory. Part of the sum of the thread that does it. */
static Fingerprint operation_fragment(const Machine *m, const Action *a) {
    Fingerprint f = {0, 0};
    const Operation *o = &a->op;
    const Thread *t = m->threads[a->thread];
    uint64_t mutex;
    uint64_t by = (uint64_t)a->thread + 1;
    switch (o->kind) {
    case OPERATION_CREATE: fingerprint_add(&f, fragment(piece(PIECE_CHILD, (uint64_t)(uint32_t)o->target), o->object)); break;
    case OPERATION_START: {
        const Function *entry = t->frames[0].function;
        fingerprint_subtract(&f, fragment(piece(PIECE_CHILD, (uint64_t)a->thread), entry->address));
        break;
    }
    case OPERATION_EXIT:
        if (!t->detached) fingerprint_add(&f, fragment(piece(PIECE_ENDED, (uint64_t)a->thread), 0));
        break;
    case OPERATION_JOIN: fingerprint_subtract(&f, fragment(piece(PIECE_ENDED, (uint64_t)(uint32_t)o->target), 0)); break;
    case OPERATION_SIGNAL:
    case OPERATION_BROADCAST:
        for (uint32_t k = 0; a->outcome && k < m->nslots; k++) {
            const Thread *w = m->threads[k];
            if (w && w->status == THREAD_READY && w->pending.kind == OPERATION_WAKE && w->notified_by == a->thread && w->notified_step == a->index)
                fingerprint_add(&f, fragment(piece(PIECE_NOTIFIED, k), o->object));
        }
        break;
    case OPERATION_WAKE: fingerprint_subtract(&f, fragment(piece(PIECE_NOTIFIED, (uint64_t)a->thread), o->object)); break;
    default: break;
    }
    if (operation_mutex(o, &mutex)) {
        uint64_t key = piece(PIECE_OBJECT, mutex ^ by << 44);
        uint64_t count = t->waited_count ? t->waited_count : 1;
        switch (o->kind) {
        case OPERATION_LOCK: fingerprint_add(&f, fragment_linear(key, 1)); break;
        case OPERATION_TRYLOCK:
            if (a->outcome) fingerprint_add(&f, fragment_linear(key, 1));
            break;
        case OPERATION_UNLOCK: fingerprint_subtract(&f, fragment_linear(key, 1)); break;
        case OPERATION_WAIT: fingerprint_subtract(&f, fragment_linear(key, count)); break;
        case OPERATION_WAKE: fingerprint_add(&f, fragment_linear(key, count)); break;
        default: break;
        }
    }
    return f;
}

static void count_input(struct InputCount *list, uint32_t *n, const Input *input, int64_t by) {
    for (uint32_t k = 0; k < *n; k++)
        if (list[k].input == input) {
            list[k].count += by;
            return;
        }
    list[(*n)++] = (struct InputCount){input, by};
}


static void add_register(void *context, const Expr *e) {
    Cutoffs *c = context;
    SymbolicChange x = {0, e, false};
    vec_push(&c->registers, x);
}

static void record_inputs(Cutoffs *c, Machine *m, Event *e, const Event *before) {
    Memory *mem = m->memory;
    c->registers.len = 0;
    fingerprint_expressions(m, m->threads[e->action.thread], add_register, c);
    const EventInputs *old = before ? before->inputs : NULL;
    size_t room = old ? old->nmemory : 0;
    for (size_t k = 0; k < mem->symbolic_changes.len; k++) room += expr_inputs(m->pool, mem->symbolic_changes.data[k].byte)->len;
    for (size_t k = 0; k < c->registers.len; k++) room += expr_inputs(m->pool, c->registers.data[k].byte)->len;
    if (!room) return;
    EventInputs *n = xcalloc(1, sizeof *n + room * sizeof n->count[0]);
    if (old) {
        memcpy(n->count, old->count, old->nmemory * sizeof n->count[0]);
        n->nmemory = old->nmemory;
    }
    for (size_t k = 0; k < mem->symbolic_changes.len; k++) {
        const SymbolicChange *x = &mem->symbolic_changes.data[k];
        const ExprInputs *in = expr_inputs(m->pool, x->byte);
        for (uint32_t j = 0; j < in->len; j++) count_input(n->count, &n->nmemory, in->input[j], x->gone ? -1 : 1);
        Fingerprint f = fragment(piece(PIECE_SYMBOLIC, x->address), x->byte->hash);
        if (x->gone)
            fingerprint_subtract(&e->changes, f);
        else
            fingerprint_add(&e->changes, f);
    }
    uint32_t kept = 0;
    for (uint32_t k = 0; k < n->nmemory; k++)
        if (n->count[k].count) n->count[kept++] = n->count[k];
    n->nmemory = kept;
    for (size_t k = 0; k < c->registers.len; k++) {
        const ExprInputs *in = expr_inputs(m->pool, c->registers.data[k].byte);
        for (uint32_t j = 0; j < in->len; j++) count_input(n->count + n->nmemory, &n->nregisters, in->input[j], 1);
    }
    e->inputs = n;
}

void cutoffs_record(Cutoffs *c, History *h, Machine *m, Event *e, TrailMark mark) {
    const Event *before = history_before(h, e);
    const Thread *t = m->threads[e->action.thread];
    e->changes = before ? before->changes : (Fingerprint){0, 0};
    record_order(h, e, before);
    fingerprint_add(&e->changes, fingerprint_memory(m, mark));
    fingerprint_add(&e->changes, operation_fragment(m, &e->action));
    fingerprint_add(&e->changes, m->engine_change);
    bool branch = e->action.op.kind == OPERATION_BRANCH;
    e->open = (branch && before ? before->open : 0) + fingerprint_open_accesses(t);
    if (m->memory->symbolic_changes.len || (before && before->inputs) || m->npath || m->ninputs) record_inputs(c, m, e, before);
    e->state = e->changes;
    fingerprint_add(&e->state, fingerprint_thread(m, t));
    if (e->open) fingerprint_add(&e->state, fragment(t->region, e->open));
}

/* --- checking ---------------------------------------------------------------------------------------- */

static bool is_live(const EventInputs *const *all, uint32_t n, const Input *input) {
    int64_t sum = 0;
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t j = 0; all[k] && j < all[k]->nmemory + all[k]->nregisters; j++)
            if (all[k]->count[j].input == input) sum += all[k]->count[j].count;
    return sum != 0;
}

static int compare_hashes(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The constraints of the causal history that are connected with inputs which the state still refers to. */
static Fingerprint constraints(Cutoffs *c, const History *h, Machine *m, const Event *e) {
    Fingerprint f = {0, 0};
    const EventInputs *all[MAX_THREADS];
    uint32_t n = 0;
    for (uint32_t u = 0; u < e->nclock; u++) {
        uint32_t last = event_clock(e, u);
        if (last && n < MAX_THREADS) all[n++] = history_own(h, u, last)->inputs;
    }
    VEC(const Event *) branches = {0};
    for (size_t k = 0; k < h->path.len; k++) {
        const Event *b = h->path.data[k];
        if (b->action.op.kind == OPERATION_BRANCH && event_precedes(b, e)) vec_push(&branches, b);
    }
    bool *used = xcalloc(branches.len + 1, 1);
    VEC(const Input *) live = {0};
    c->scratch.len = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t k = 0; k < branches.len; k++) {
            if (used[k]) continue;
            const ExprInputs *in = expr_inputs(m->pool, branches.data[k]->action.op.condition);
            bool connected = false;
            for (uint32_t j = 0; j < in->len && !connected; j++) {
                connected = is_live(all, n, in->input[j]);
                for (size_t q = 0; q < live.len && !connected; q++) connected = live.data[q] == in->input[j];
            }
            if (!connected) continue;
            used[k] = changed = true;
            for (uint32_t j = 0; j < in->len; j++) vec_push(&live, in->input[j]);
            vec_push(&c->scratch, branches.data[k]->action.op.condition->hash * 2 + (branches.data[k]->action.outcome != 0));
        }
    }
    if (c->scratch.len) qsort(c->scratch.data, c->scratch.len, sizeof *c->scratch.data, compare_hashes);
    for (size_t k = 0; k < c->scratch.len; k++)
        if (!k || c->scratch.data[k] != c->scratch.data[k - 1]) fingerprint_add(&f, fragment(PIECE_CONSTRAINT, c->scratch.data[k]));
    free(used);
    vec_free(&branches);
    vec_free(&live);
    return f;
}

static State *find(Cutoffs *c, Fingerprint f) {
    if ((c->len + 1) * 2 > c->cap) {
        size_t old_cap = c->cap;
        State *old = c->states;
        c->cap = old_cap ? old_cap * 2 : 4096;
        c->states = xcalloc(c->cap, sizeof *c->states);
        for (size_t k = 0; k < old_cap; k++)
            if (old[k].fingerprint.a | old[k].fingerprint.b) {
                size_t i = old[k].fingerprint.a & (c->cap - 1);
                while (c->states[i].fingerprint.a | c->states[i].fingerprint.b) i = (i + 1) & (c->cap - 1);
                c->states[i] = old[k];
            }
        free(old);
    }
    size_t i = f.a & (c->cap - 1);
    while ((c->states[i].fingerprint.a | c->states[i].fingerprint.b) && (c->states[i].fingerprint.a != f.a || c->states[i].fingerprint.b != f.b)) i = (i + 1) & (c->cap - 1);
    return &c->states[i];
}

bool cutoffs_check(Cutoffs *c, History *h, Machine *m, const Event *e) {
    State n = {.name = e->name, .fingerprint = {0, 1}};
    for (uint32_t u = 0; u < e->nclock; u++) {
        uint32_t last = event_clock(e, u);
        if (!last) continue;
        const Event *x = u == (uint32_t)e->action.thread ? e : history_own(h, u, last);
        fingerprint_add(&n.fingerprint, x->state);
        n.lengths += x->lengths;
        n.inversions += x->inversions;
        n.orders += x->orders;
        n.size += last;
    }
    if (m->npath) fingerprint_add(&n.fingerprint, constraints(c, h, m, e));
    State *s = find(c, n.fingerprint);
    if (!(s->fingerprint.a | s->fingerprint.b)) {
        *s = n;
        c->len++;
        return false;
    }
    if (s->name == n.name) return false;
    bool smaller = s->size != n.size               ? s->size < n.size
                   : s->lengths != n.lengths       ? s->lengths < n.lengths
                   : s->inversions != n.inversions ? s->inversions < n.inversions
                                                   : s->orders < n.orders;
    if (smaller) hash_set_add(&c->cut, e->name);
    return smaller;
}
uint64_t cutoffs_states(const Cutoffs *c) { return c->len; }
