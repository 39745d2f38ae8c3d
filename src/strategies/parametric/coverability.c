/* coverability.c — see coverability.h. */
#include "strategies/parametric/coverability.h"
#include "base/tables/index.h"
#include <stdlib.h>

#define OMEGA UINT32_MAX /* any number of threads */

typedef struct State {
    uint64_t a, b;
    Standing standing;
} State;

typedef struct Step {
    uint32_t next, then;
} Step;

/* Memory that steps access. */
typedef struct Touch {
    uint64_t address;
    uint32_t size;
    bool writes;
} Touch;

/* The steps of a thread at `local`, or of main, in the shared state `shared`. */
typedef struct Steps {
    uint32_t shared, local;
    VEC(Step) list;
    VEC(Touch) touches;
} Steps;

typedef struct Count {
    uint32_t local, n;
} Count;

/* A node of the tree: a state, or all states with at least so many threads where n is OMEGA. */
typedef struct Marking {
    uint32_t shared, parent, len;
    Count *count;   /* ascending by local state */
    bool dominated; /* a later node has at least as many threads everywhere */
} Marking;

typedef VEC(uint32_t) Numbers;

/* A thread stands at `local` in the shared state `shared`. */
typedef struct Position {
    uint32_t shared, local;
} Position;

typedef VEC(Position) Positions;

/* The local states that one thread reaches alone from a position, where the shared state is the
 * same again. */
typedef struct Returns {
    Position from;
    Numbers to;
} Returns;

/* A node whose steps were not taken so far. */
typedef struct Todo {
    uint64_t rank;
    uint32_t node;
} Todo;

struct Coverability {
    VEC(State) shared, locals;
    Index shared_at, locals_at;
    VEC(Steps) steps;
    Index steps_at;
    VEC(Marking) tree;
    VEC(Numbers) nodes;   /* by shared state: numbers of nodes that are not dominated */
    VEC(Todo) todo;       /* a heap: the parent of k, (k - 1) / 2, comes before it */
    VEC(Returns) returns; /* with the steps that are known */
    Index returns_at;
};

Coverability *coverability_new(void) { return xcalloc(1, sizeof(Coverability)); }

static void forget_tree(Coverability *c) {
    for (size_t k = 0; k < c->tree.len; k++) free(c->tree.data[k].count);
    for (size_t k = 0; k < c->nodes.len; k++) vec_free(&c->nodes.data[k]);
    vec_free(&c->tree);
    vec_free(&c->nodes);
    vec_free(&c->todo);
    for (size_t k = 0; k < c->returns.len; k++) vec_free(&c->returns.data[k].to);
    vec_free(&c->returns);
    index_free(&c->returns_at);
}

void coverability_free(Coverability *c) {
    if (!c) return;
    forget_tree(c);
    for (size_t k = 0; k < c->steps.len; k++) {
        vec_free(&c->steps.data[k].list);
        vec_free(&c->steps.data[k].touches);
    }
    vec_free(&c->steps);
    vec_free(&c->shared);
    vec_free(&c->locals);
    index_free(&c->shared_at);
    index_free(&c->locals_at);
    index_free(&c->steps_at);
    free(c);
}

/* --- states and steps ------------------------------------------------------------------------- */

uint32_t coverability_shared(Coverability *c, uint64_t a, uint64_t b, const Standing *s) {
    uint32_t at = index_find(&c->shared_at, hash_mix(a), n,
                             c->shared.data[n].a == a && c->shared.data[n].b == b);
    if (at != INDEX_NONE) return at;
    State x = {a, b, *s};
    vec_push(&c->shared, x);
    index_add(&c->shared_at, hash_mix(a), (uint32_t)c->shared.len - 1);
    return (uint32_t)c->shared.len - 1;
}

uint32_t coverability_local(Coverability *c, uint64_t a, uint64_t b, const Standing *s) {
    uint32_t at = index_find(&c->locals_at, hash_mix(a), n,
                             c->locals.data[n].a == a && c->locals.data[n].b == b);
    if (at != INDEX_NONE) return at;
    State x = {a, b, *s};
    vec_push(&c->locals, x);
    index_add(&c->locals_at, hash_mix(a), (uint32_t)c->locals.len - 1);
    return (uint32_t)c->locals.len - 1;
}

static uint64_t pair_hash(uint32_t shared, uint32_t local) {
    return hash_mix((uint64_t)shared << 32 | local);
}

/* NULL: they are not known. */
static Steps *known_steps(const Coverability *c, uint32_t shared, uint32_t local) {
    uint32_t at = index_find(&c->steps_at, pair_hash(shared, local), n,
                             c->steps.data[n].shared == shared && c->steps.data[n].local == local);
    return at == INDEX_NONE ? NULL : &c->steps.data[at];
}

bool coverability_know(Coverability *c, uint32_t shared, uint32_t local) {
    if (known_steps(c, shared, local)) return true;
    Steps s = {.shared = shared, .local = local};
    vec_push(&c->steps, s);
    index_add(&c->steps_at, pair_hash(shared, local), (uint32_t)c->steps.len - 1);
    return false;
}

void coverability_step(Coverability *c, uint32_t shared, uint32_t local, uint32_t next,
                       uint32_t then) {
    Steps *s = known_steps(c, shared, local);
    invariant(s && next < c->shared.len && (then == COVERABILITY_NONE || then < c->locals.len));
    Step x = {next, then};
    vec_push(&s->list, x);
}

void coverability_touches(Coverability *c, uint32_t shared, uint32_t local, uint64_t address,
                          uint32_t size, bool writes) {
    Steps *s = known_steps(c, shared, local);
    invariant(s && size);
    Touch x = {address, size, writes};
    vec_push(&s->touches, x);
}

/* --- markings --------------------------------------------------------------------------------- */

/* Whether `x` has at least as many threads everywhere as `y`, both in one shared state. */
static bool marking_covers(const Marking *x, const Marking *y) {
    uint32_t at = 0;
    for (uint32_t k = 0; k < y->len; k++) {
        while (at < x->len && x->count[at].local < y->count[k].local) at++;
        if (at == x->len || x->count[at].local != y->count[k].local ||
            x->count[at].n < y->count[k].n)
            return false;
    }
    return true;
}

static uint32_t threads_at(const Marking *x, uint32_t local) {
    for (uint32_t k = 0; k < x->len; k++)
        if (x->count[k].local == local) return x->count[k].n;
    return 0;
}

/* The state after a step: one thread less at `local` (COVERABILITY_MAIN: none) and one more at
 * `then`. */
static Marking after_step(const Marking *x, uint32_t local, const Step *s) {
    Marking y = {.shared = s->next, .count = xmalloc((x->len + 1) * sizeof *y.count)};
    bool added = s->then == COVERABILITY_NONE;
    for (uint32_t k = 0; k < x->len; k++) {
        Count n = x->count[k];
        if (!added && n.local >= s->then) {
            added = true;
            if (n.local > s->then)
                y.count[y.len++] = (Count){s->then, 1};
            else if (n.n != OMEGA)
                n.n++;
        }
        if (n.local == local && n.n != OMEGA) n.n--;
        if (n.n) y.count[y.len++] = n;
    }
    if (!added) y.count[y.len++] = (Count){s->then, 1};
    return y;
}

/* Where an ancestor has no more threads anywhere and fewer somewhere, the steps from there to here
 * can be repeated: any number of them. */
static void accelerate(const Coverability *c, Marking *x) {
    for (uint32_t at = x->parent; at != COVERABILITY_NONE; at = c->tree.data[at].parent) {
        const Marking *before = &c->tree.data[at];
        if (before->shared != x->shared || !marking_covers(x, before)) continue;
        for (uint32_t k = 0; k < x->len; k++)
            if (x->count[k].n > threads_at(before, x->count[k].local)) x->count[k].n = OMEGA;
    }
}

/* --- what one thread can do alone ------------------------------------------------------------- */

/* Adds a place to those that were come to, unless it is one of them. */
static void add_position(Positions *all, Index *at, Position x) {
    uint64_t hash = pair_hash(x.shared, x.local);
    uint32_t known =
        index_find(at, hash, n, all->data[n].shared == x.shared && all->data[n].local == x.local);
    if (known != INDEX_NONE) return;
    vec_push(all, x);
    index_add(at, hash, (uint32_t)all->len - 1);
}

/* Whether others' steps have to wait until a thread at this place takes one. */
static bool is_kept_back(const Coverability *c, Position x) {
    return c->shared.data[x.shared].standing.reserved && !c->locals.data[x.local].standing.alone;
}

static Numbers find_returns(const Coverability *c, Position from) {
    Positions all = {0};
    Index at = {0};
    Numbers to = {0};
    add_position(&all, &at, from);
    for (size_t k = 0; k < all.len; k++) {
        Position x = all.data[k];
        if (k && x.shared == from.shared) vec_push(&to, x.local);
        const Steps *s = is_kept_back(c, x) ? NULL : known_steps(c, x.shared, x.local);
        for (size_t j = 0; s && j < s->list.len; j++) {
            Step y = s->list.data[j];
            if (y.then != COVERABILITY_NONE) add_position(&all, &at, (Position){y.next, y.then});
        }
    }
    vec_free(&all);
    index_free(&at);
    return to;
}

/* The same, found once. */
static Numbers returns_from(Coverability *c, Position from) {
    uint64_t hash = pair_hash(from.shared, from.local);
    uint32_t at = index_find(&c->returns_at, hash, n,
                             c->returns.data[n].from.shared == from.shared &&
                                 c->returns.data[n].from.local == from.local);
    if (at != INDEX_NONE) return c->returns.data[at].to;
    Returns x = {from, find_returns(c, from)};
    vec_push(&c->returns, x);
    index_add(&c->returns_at, hash, (uint32_t)c->returns.len - 1);
    return x.to;
}

/* Makes it any number of threads at `local`. False: it was. */
static bool set_any_number(Marking *x, uint32_t local) {
    uint32_t k = 0;
    while (k < x->len && x->count[k].local < local) k++;
    bool there = k < x->len && x->count[k].local == local;
    if (there && x->count[k].n == OMEGA) return false;
    if (!there) {
        x->count = xrealloc(x->count, (x->len + 1) * sizeof *x->count);
        memmove(x->count + k + 1, x->count + k, (x->len - k) * sizeof *x->count);
        x->len++;
    }
    x->count[k] = (Count){local, OMEGA};
    return true;
}

/* Of any number of threads, any number can go one after another to where one of them can go alone,
 * if the shared state is the same then. */
static void spread_any_number(Coverability *c, Marking *x) {
    Numbers todo = {0};
    for (uint32_t k = 0; k < x->len; k++)
        if (x->count[k].n == OMEGA) vec_push(&todo, x->count[k].local);
    while (todo.len) {
        Numbers to = returns_from(c, (Position){x->shared, vec_pop(&todo)});
        for (size_t k = 0; k < to.len; k++)
            if (set_any_number(x, to.data[k])) vec_push(&todo, to.data[k]);
    }
    vec_free(&todo);
}

/* --- nodes ------------------------------------------------------------------------------------ */

static bool is_below_node(const Coverability *c, const Marking *x) {
    if (x->shared >= c->nodes.len) return false;
    const Numbers *all = &c->nodes.data[x->shared];
    for (size_t k = 0; k < all->len; k++)
        if (marking_covers(&c->tree.data[all->data[k]], x)) return true;
    return false;
}

/* Nodes with any number of threads at the most places come first, as they dominate the most others;
 * then those with the fewest other threads, then the newest. */
static uint64_t marking_rank(const Marking *x) {
    uint64_t any = 0, others = 0;
    for (uint32_t k = 0; k < x->len; k++) {
        any += x->count[k].n == OMEGA;
        others += x->count[k].n == OMEGA ? 0 : x->count[k].n;
    }
    return any << 32 | (UINT32_MAX - MIN(others, UINT32_MAX));
}

static bool todo_comes_before(Todo a, Todo b) {
    return a.rank > b.rank || (a.rank == b.rank && a.node > b.node);
}

static void push_todo(Coverability *c, Todo x) {
    vec_push(&c->todo, x);
    size_t k = c->todo.len - 1;
    for (; k && todo_comes_before(x, c->todo.data[(k - 1) / 2]); k = (k - 1) / 2)
        c->todo.data[k] = c->todo.data[(k - 1) / 2];
    c->todo.data[k] = x;
}

static uint32_t pop_todo(Coverability *c) {
    Todo first = c->todo.data[0], last = vec_pop(&c->todo);
    size_t k = 0, n = c->todo.len;
    for (size_t child; (child = 2 * k + 1) < n; k = child) {
        if (child + 1 < n && todo_comes_before(c->todo.data[child + 1], c->todo.data[child]))
            child++;
        if (!todo_comes_before(c->todo.data[child], last)) break;
        c->todo.data[k] = c->todo.data[child];
    }
    if (n) c->todo.data[k] = last;
    return first.node;
}

/* Adds a node. Those that it dominates need no steps of their own: what is below them is below it.
 */
static void add_marking(Coverability *c, Marking x) {
    while (c->nodes.len <= x.shared) {
        Numbers none = {0};
        vec_push(&c->nodes, none);
    }
    Numbers *all = &c->nodes.data[x.shared];
    size_t kept = 0;
    for (size_t k = 0; k < all->len; k++) {
        Marking *y = &c->tree.data[all->data[k]];
        y->dominated = marking_covers(&x, y);
        if (!y->dominated) all->data[kept++] = all->data[k];
    }
    all->len = kept;
    vec_push(all, (uint32_t)c->tree.len);
    push_todo(c, (Todo){marking_rank(&x), (uint32_t)c->tree.len});
    vec_push(&c->tree, x);
}

/* --- what two threads do at once -------------------------------------------------------------- */

static bool standings_race(const Standing *x, const Standing *y) {
    return x->address && y->address && x->address < y->address + y->size &&
           y->address < x->address + x->size && (x->writes || y->writes) &&
           (!x->atomic || !y->atomic);
}

/* Whether steps access what another thread is about to access plainly. */
static bool steps_race(const Steps *s, const Standing *other) {
    for (size_t k = 0; s && k < s->touches.len; k++) {
        const Touch *t = &s->touches.data[k];
        Standing x = {.address = t->address, .size = t->size, .writes = t->writes, .atomic = true};
        if (standings_race(&x, other)) return true;
    }
    return false;
}

/* The k-th local state of a marking; COVERABILITY_MAIN behind the last one. */
static uint32_t local_at(const Marking *x, uint32_t k) {
    return k < x->len ? x->count[k].local : COVERABILITY_MAIN;
}

static const Standing *standing_at(const Coverability *c, const Marking *x, uint32_t k) {
    return k < x->len ? &c->locals.data[x->count[k].local].standing
                      : &c->shared.data[x->shared].standing;
}

static bool marking_races(const Coverability *c, const Marking *x) {
    for (uint32_t k = 0; k <= x->len; k++) {
        const Standing *a = standing_at(c, x, k);
        const Steps *s = known_steps(c, x->shared, local_at(x, k));
        if (k < x->len && x->count[k].n > 1 && standings_race(a, a)) return true;
        for (uint32_t j = 0; j <= x->len; j++)
            if (j != k &&
                (standings_race(a, standing_at(c, x, j)) || steps_race(s, standing_at(c, x, j))))
                return true;
    }
    return false;
}

static bool holds(const Standing *s, uint64_t mutex) {
    for (unsigned k = 0; k < ARRAY_LEN(s->holds); k++)
        if (mutex && s->holds[k] == mutex) return true;
    return false;
}

/* Who holds the mutex in a state, of all threads and main; NULL: nobody. */
static const Standing *holder(const Coverability *c, const Marking *x, uint64_t mutex) {
    const Standing *main = &c->shared.data[x->shared].standing;
    if (holds(main, mutex)) return main;
    for (uint32_t k = 0; k < x->len; k++) {
        const Standing *s = &c->locals.data[x->count[k].local].standing;
        if (holds(s, mutex)) return s;
    }
    return NULL;
}

/* Whether who waits for a mutex waits for itself in the end. */
static bool waits_in_circle(const Coverability *c, const Marking *x, const Standing *first) {
    const Standing *s = first;
    for (uint32_t k = 0; k <= x->len + 1 && s && s->waits_for; k++) {
        s = holder(c, x, s->waits_for);
        if (s == first) return true;
    }
    return false;
}

static bool marking_blocks(const Coverability *c, const Marking *x) {
    if (waits_in_circle(c, x, &c->shared.data[x->shared].standing)) return true;
    for (uint32_t k = 0; k < x->len; k++)
        if (waits_in_circle(c, x, &c->locals.data[x->count[k].local].standing)) return true;
    return false;
}

/* --- the tree --------------------------------------------------------------------------------- */

/* Whether main (k == x->len) or the threads of a local state may take a step. */
static bool may_step(const Coverability *c, const Marking *x, uint32_t k) {
    return !c->shared.data[x->shared].standing.reserved || standing_at(c, x, k)->alone;
}

/* Visits the states after each step from node `at`. Ends early if `visit` says so. */
static CoverabilityEnd visit_steps(Coverability *c, uint32_t at,
                                   CoverabilityEnd (*visit)(Coverability *c, uint32_t at,
                                                            Marking x)) {
    uint32_t len = c->tree.data[at].len;
    for (uint32_t k = 0; k <= len; k++) {
        const Marking *x = &c->tree.data[at];
        if (!may_step(c, x, k)) continue;
        uint32_t local = local_at(x, k);
        const Steps *s = known_steps(c, x->shared, local);
        if (!s) return COVERABILITY_UNKNOWN;
        for (size_t j = 0; j < s->list.len; j++) {
            CoverabilityEnd end =
                visit(c, at, after_step(&c->tree.data[at], local, &s->list.data[j]));
            if (end != COVERABILITY_CLOSED) return end;
        }
    }
    return COVERABILITY_CLOSED;
}

static CoverabilityEnd add_successor(Coverability *c, uint32_t at, Marking x) {
    x.parent = at;
    if (is_below_node(c, &x)) {
        free(x.count);
        return COVERABILITY_CLOSED;
    }
    accelerate(c, &x);
    spread_any_number(c, &x);
    add_marking(c, x);
    return COVERABILITY_CLOSED;
}

static CoverabilityEnd demand_covered(Coverability *c, uint32_t at, Marking x) {
    (void)at;
    bool covered = is_below_node(c, &x);
    free(x.count);
    return covered ? COVERABILITY_CLOSED : COVERABILITY_LARGE;
}

CoverabilityEnd coverability_explore(Coverability *c, uint32_t shared, bool races, uint32_t most,
                                     bool (*stop)(void *context), void *context) {
    forget_tree(c);
    add_marking(c, (Marking){.shared = shared, .parent = COVERABILITY_NONE});
    while (c->todo.len) {
        uint32_t at = pop_todo(c);
        if (c->tree.data[at].dominated) continue;
        if (c->tree.len > most || (stop && stop(context))) return COVERABILITY_LARGE;
        if (races && marking_races(c, &c->tree.data[at])) return COVERABILITY_RACE;
        if (marking_blocks(c, &c->tree.data[at])) return COVERABILITY_DEADLOCK;
        CoverabilityEnd end = visit_steps(c, at, add_successor);
        if (end != COVERABILITY_CLOSED) return end;
    }
    for (uint32_t at = 0; at < c->tree.len; at++)
        if (!c->tree.data[at].dominated &&
            visit_steps(c, at, demand_covered) != COVERABILITY_CLOSED)
            base_fatal("internal error: the states of any number of threads are not closed");
    return COVERABILITY_CLOSED;
}

bool coverability_covers(const Coverability *c, uint32_t shared, uint32_t local) {
    if (shared >= c->nodes.len) return false;
    const Numbers *all = &c->nodes.data[shared];
    for (size_t k = 0; k < all->len; k++)
        if (threads_at(&c->tree.data[all->data[k]], local)) return true;
    return false;
}

void coverability_count(const Coverability *c, uint32_t *shared, uint32_t *locals,
                        uint32_t *nodes) {
    uint8_t *seen = xcalloc(c->locals.len + 1, 1);
    *shared = *locals = *nodes = 0;
    for (size_t k = 0; k < c->nodes.len; k++) {
        *shared += c->nodes.data[k].len > 0;
        *nodes += (uint32_t)c->nodes.data[k].len;
    }
    for (size_t k = 0; k < c->tree.len; k++)
        for (uint32_t j = 0; j < c->tree.data[k].len; j++) {
            uint8_t *at = &seen[c->tree.data[k].count[j].local];
            *locals += !*at;
            *at = 1;
        }
    free(seen);
}
