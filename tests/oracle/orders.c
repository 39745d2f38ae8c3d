/*
 * orders.c — random programs of atomic accesses in all memory orders, fences, locks and plain data, whose
 * data races are known beforehand: an interpreter of its own goes through all interleavings, and decides what
 * happens before what by the definitions of C11, as relations over the operations of an execution, without
 * clocks. Every strategy, with and without cut-offs, has to tell races on the same variables.
 */
#include "oracle.h"
#include "program_text.h"
#include "statements.h"
#include <stdio.h>
#include <stdlib.h>

#define THREADS 3
#define MOST_CODE 24
#define MOST_EVENTS 64
#define VARIABLES 3
#define OBJECTS 2

typedef enum Order { RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST } Order;
static const char *const order_names[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};

typedef enum Kind {
    DO_READ, /* of a plain variable */
    DO_WRITE,
    DO_LOAD, /* what it finds is the thread's value */
    DO_STORE,
    DO_ADD,
    DO_EXCHANGE, /* from `other` to `value`, if that is there */
    DO_FENCE,
    DO_LOCK,
    DO_UNLOCK,
    DO_TRYLOCK, /* whether it succeeds is the thread's value */
    DO_POST,
    DO_TRYWAIT, /* as DO_TRYLOCK */
    DO_RDLOCK,
    DO_WRLOCK,
    DO_RDUNLOCK,
    DO_WRUNLOCK,
    DO_IF, /* the value is `other`, or is not: `skip` instructions are left out where that is false */
    DO_FORGET,
} Kind;

typedef struct Code {
    Kind kind;
    unsigned object, value, other, skip;
    Order order, failure;
    bool negated;
} Code;

typedef struct Routine {
    Code code[MOST_CODE];
    unsigned n;
} Routine;

typedef struct Scheme {
    unsigned threads;
    Routine routine[THREADS];
} Scheme;

/* --- making a program ---------------------------------------------------------------------------------- */

static Order some_order(Generator *g, Kind kind, bool strong) {
    static const Order loads[] = {RELAXED, ACQUIRE, SEQ_CST}, stores[] = {RELAXED, RELEASE, SEQ_CST},
                       fences[] = {ACQUIRE, RELEASE, ACQ_REL, SEQ_CST};
    if (strong) return kind == DO_LOAD ? ACQUIRE : kind == DO_STORE ? RELEASE : ACQ_REL;
    switch (kind) {
    case DO_LOAD: return loads[draw(g, 3)];
    case DO_STORE: return stores[draw(g, 3)];
    case DO_FENCE: return fences[draw(g, 4)];
    default: return (Order)draw(g, 5);
    }
}

static Code *put(Routine *r, Kind kind, unsigned object) {
    Code *c = &r->code[r->n++];
    *c = (Code){.kind = kind, .object = object};
    return c;
}

static void put_access(Generator *g, Routine *r) {
    put(r, chance(g, 50) ? DO_READ : DO_WRITE, draw(g, VARIABLES));
}

/* What follows is only done where the value is right. */
static void put_guarded(Generator *g, Routine *r, unsigned value) {
    Code *c = put(r, DO_IF, 0);
    c->other = value;
    c->negated = chance(g, 40);
    c->skip = 1;
    put_access(g, r);
}

/* Which statements there are, by bits. */
enum { WITH_FENCES = 1, WITH_LOCKS = 2, WITH_TRIES = 4, ALL_STRONG = 8 };

static void put_atomic(Generator *g, Routine *r, unsigned with) {
    unsigned a = draw(g, OBJECTS);
    Code *c = put(r, (Kind)(DO_LOAD + draw(g, 4)), a);
    c->order = some_order(g, c->kind, with & ALL_STRONG);
    c->value = 1 + draw(g, 2);
    if (c->kind == DO_EXCHANGE) {
        c->other = draw(g, 2);
        c->failure = with & ALL_STRONG ? ACQUIRE : some_order(g, DO_LOAD, false);
    }
    unsigned looked = c->kind == DO_LOAD ? draw(g, 3) : c->kind == DO_EXCHANGE ? draw(g, 2) : draw(g, 2);
    bool finds = c->kind != DO_STORE;
    if (finds && (with & WITH_FENCES) && chance(g, 25))
        put(r, DO_FENCE, 0)->order = some_order(g, DO_FENCE, false);
    if (finds && chance(g, 65)) put_guarded(g, r, looked);
}

static void put_locked(Generator *g, Routine *r, unsigned with) {
    unsigned m = draw(g, OBJECTS);
    switch (draw(g, with & WITH_TRIES ? 5 : 2)) {
    case 0: put(r, DO_LOCK, m), put_access(g, r), put(r, DO_UNLOCK, m); break;
    case 1: {
        bool reads = chance(g, 60);
        put(r, reads ? DO_RDLOCK : DO_WRLOCK, 0);
        put_access(g, r);
        put(r, reads ? DO_RDUNLOCK : DO_WRUNLOCK, 0);
        break;
    }
    case 2:
        put(r, DO_TRYLOCK, m);
        if (chance(g, 60)) put_guarded(g, r, 0);
        *put(r, DO_IF, 0) = (Code){.kind = DO_IF, .other = 1, .skip = 2};
        put_access(g, r);
        put(r, DO_UNLOCK, m);
        break;
    case 3: put(r, DO_POST, 0); break;
    default: put(r, DO_TRYWAIT, 0); put_guarded(g, r, draw(g, 2));
    }
}

static void put_store(Routine *r, unsigned object, Order order) {
    Code *c = put(r, DO_STORE, object);
    c->order = order;
    c->value = 1;
}

static Code *put_look(Routine *r, unsigned object, Order order, unsigned wanted, unsigned skip) {
    put(r, DO_LOAD, object)->order = order;
    Code *c = put(r, DO_IF, 0);
    c->other = wanted;
    c->skip = skip;
    return c;
}

/* Three threads of which one publishes by a release or a relaxed store, as it finds what another one stores;
 * the third accesses data where it finds both. The states after both are equal but for what happened before.
 */
static void make_choice(Generator *g, Scheme *s) {
    static const Order taken[] = {ACQUIRE, SEQ_CST, RELAXED};
    unsigned x = draw(g, VARIABLES), first = draw(g, 3), second = (first + 1 + draw(g, 2)) % 3;
    bool releases = chance(g, 50);
    s->threads = 3;
    Routine *r = &s->routine[first];
    if (chance(g, 80)) put(r, DO_WRITE, x);
    if (chance(g, 30)) put_store(r, 1, releases ? RELEASE : RELAXED);
    put_look(r, 0, taken[draw(g, 3)], 1, 1);
    put_store(r, 1, releases ? RELEASE : RELAXED);
    put(r, DO_IF, 0)->skip = 1 + chance(g, 25);
    if (r->code[r->n - 1].skip == 2) put_access(g, r);
    put_store(r, 1, releases ? RELAXED : RELEASE);
    put(r, DO_FORGET, 0);
    put_store(&s->routine[second], 0, chance(g, 50) ? RELEASE : RELAXED);
    r = &s->routine[3 - first - second];
    put_look(r, 0, taken[draw(g, 3)], 1, 4);
    put_look(r, 1, taken[draw(g, 3)], 1, 2);
    put(r, DO_LOAD, chance(g, 50))->order = taken[draw(g, 3)]; /* its event comes to known states */
    put(r, chance(g, 70) ? DO_READ : DO_WRITE, x);
}

static void make(Generator *g, Scheme *s, unsigned with) {
    s->threads = chance(g, 60) ? 2 : 3;
    if (chance(g, 25)) {
        make_choice(g, s);
        return;
    }
    for (unsigned t = 0; t < s->threads; t++) {
        Routine *r = &s->routine[t];
        unsigned most = s->threads == 2 ? 3 + draw(g, 2) : 2 + draw(g, 2);
        for (unsigned k = 0; k < most && r->n + 6 < MOST_CODE; k++) {
            unsigned what = draw(g, 10);
            if (what < 3)
                put_access(g, r);
            else if (what == 3 && with & WITH_FENCES)
                put(r, DO_FENCE, 0)->order = some_order(g, DO_FENCE, false);
            else if (what < 6 && with & WITH_LOCKS)
                put_locked(g, r, with);
            else
                put_atomic(g, r, with);
        }
    }
}

static void code_text(Generator *g, const Code *c) {
    const char *order = order_names[c->order];
    switch (c->kind) {
    case DO_READ: line(g, "sink += x%u;", c->object); break;
    case DO_WRITE: line(g, "x%u = 1;", c->object); break;
    case DO_LOAD: line(g, "v = atomic_load_explicit(&a%u, memory_order_%s);", c->object, order); break;
    case DO_STORE:
        line(g, "atomic_store_explicit(&a%u, %u, memory_order_%s);", c->object, c->value, order);
        break;
    case DO_ADD:
        line(g, "v = atomic_fetch_add_explicit(&a%u, %u, memory_order_%s);", c->object, c->value, order);
        break;
    case DO_EXCHANGE:
        line(g, "v = %u;", c->other);
        line(g, "atomic_compare_exchange_strong_explicit(&a%u, &v, %u, memory_order_%s, memory_order_%s);",
             c->object, c->value, order, order_names[c->failure]);
        break;
    case DO_FENCE: line(g, "atomic_thread_fence(memory_order_%s);", order); break;
    case DO_LOCK: line(g, "pthread_mutex_lock(&m%u);", c->object); break;
    case DO_UNLOCK: line(g, "pthread_mutex_unlock(&m%u);", c->object); break;
    case DO_TRYLOCK: line(g, "v = !pthread_mutex_trylock(&m%u);", c->object); break;
    case DO_POST: line(g, "sem_post(&s);"); break;
    case DO_TRYWAIT: line(g, "v = !sem_trywait(&s);"); break;
    case DO_RDLOCK: line(g, "pthread_rwlock_rdlock(&l);"); break;
    case DO_WRLOCK: line(g, "pthread_rwlock_wrlock(&l);"); break;
    case DO_RDUNLOCK:
    case DO_WRUNLOCK: line(g, "pthread_rwlock_unlock(&l);"); break;
    case DO_IF: line(g, "if (v %s %u) {", c->negated ? "!=" : "==", c->other); break;
    case DO_FORGET: line(g, "v = 0;"); break;
    }
}

static const char prologue[] = "#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n"
                               "#ifdef NATIVE\n#include <stdlib.h>\n#include <unistd.h>\n"
                               "#define PAUSE if (rand_r(&seed) % 3 == 0) usleep(rand_r(&seed) % 200)\n"
                               "#else\n#define PAUSE (void)0\n#endif\n";

static void scheme_text(Generator *g, const Scheme *s) {
    str_add(&g->text, prologue);
    for (unsigned k = 0; k < VARIABLES; k++) line(g, "static int x%u;", k);
    for (unsigned k = 0; k < OBJECTS; k++)
        line(g, "static atomic_int a%u;\nstatic pthread_mutex_t m%u = PTHREAD_MUTEX_INITIALIZER;", k, k);
    line(g, "static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;\nstatic sem_t s;");
    for (unsigned t = 0; t < s->threads; t++) {
        const Routine *r = &s->routine[t];
        line(g, "static void *thread%u(void *a) {", t);
        g->indent++;
        line(g, "int v = 0, sink = 0;");
        line(g, "unsigned seed = (unsigned)(unsigned long)a + %u; (void)seed;", t);
        unsigned end[MOST_CODE], depth = 0;
        for (unsigned k = 0; k < r->n; k++) {
            const Code *c = &r->code[k];
            line(g, "PAUSE;");
            code_text(g, c);
            if (c->kind == DO_IF) g->indent++, end[depth++] = k + c->skip;
            for (; depth && k == end[depth - 1]; depth--) g->indent--, line(g, "}");
        }
        line(g, "return v + sink == -1 ? a : 0;");
        g->indent--;
        line(g, "}");
    }
    line(g, "int main(int n, char **argv) {");
    g->indent++;
    line(g, "pthread_t h[%u];", s->threads);
    line(g, "void *seed = (void *)(unsigned long)(n > 1 ? argv[1][0] * 256 + argv[1][1] : 0);");
    line(g, "sem_init(&s, 0, 0);");
    for (unsigned t = 0; t < s->threads; t++) line(g, "pthread_create(&h[%u], 0, thread%u, seed);", t, t);
    for (unsigned t = 0; t < s->threads; t++) line(g, "pthread_join(h[%u], 0);", t);
    line(g, "return 0;");
    g->indent--;
    line(g, "}");
}

/* --- its executions ------------------------------------------------------------------------------------ */

/* Something that happened, and the store that it read from (-1: what was there in the beginning). */
typedef struct Happened {
    const Code *code;
    unsigned thread;
    int from;
    bool failed; /* an exchange: it only read */
} Happened;

typedef struct Truth {
    const Scheme *scheme;
    bool raced[VARIABLES];
    uint64_t executions, most;
    Happened event[MOST_EVENTS];
    int n;
    unsigned at[THREADS], value[THREADS];
    int owner[OBJECTS], writer, readers, tokens, last[OBJECTS]; /* the newest store to each object */
    unsigned held[OBJECTS];                                     /* what it holds */
} Truth;

static bool releases(Order o) { return o == RELEASE || o == ACQ_REL || o == SEQ_CST; }
static bool acquires(Order o) { return o == ACQUIRE || o == ACQ_REL || o == SEQ_CST; }
static bool is_store(const Happened *e) {
    return (e->code->kind == DO_STORE || e->code->kind == DO_ADD || e->code->kind == DO_EXCHANGE) &&
           !e->failed;
}
static bool is_read(const Happened *e) {
    return e->code->kind == DO_LOAD || e->code->kind == DO_ADD || e->code->kind == DO_EXCHANGE;
}
static bool releasing(const Happened *e) { return is_store(e) && releases(e->code->order); }
static bool acquiring(const Happened *e) {
    return is_read(e) && acquires(e->failed ? e->code->failure : e->code->order);
}

/* Whether event r reads from the release sequence that event w would head: w, and the read-modify-writes that
 * read from it, one after the other. */
static bool reads_from_sequence(const Truth *t, int w, int r) {
    for (int from = t->event[r].from; from >= 0; from = t->event[from].from) {
        if (from == w) return true;
        if (t->event[from].code->kind == DO_STORE) return false;
    }
    return false;
}

/* Synchronizes-with, after 7.17.3 and 7.17.4 of the standard: `a` is a store or a release fence before one,
 * `b` a load or an acquire fence behind one. */
static bool atomics_synchronise(const Truth *t, int a, int b) {
    const Happened *x = &t->event[a], *y = &t->event[b];
    bool from_fence = x->code->kind == DO_FENCE, to_fence = y->code->kind == DO_FENCE;
    if (from_fence ? !releases(x->code->order) : !releasing(x)) return false;
    if (to_fence ? !acquires(y->code->order) : !acquiring(y)) return false;
    for (int w = a; w < t->n; w++) {
        if (w != a && !(from_fence && t->event[w].thread == x->thread)) continue;
        if (!is_store(&t->event[w])) continue;
        for (int r = w + 1; r <= b; r++) {
            if (r != b && !(to_fence && t->event[r].thread == y->thread)) continue;
            if (is_read(&t->event[r]) && t->event[r].code->object == t->event[w].code->object &&
                reads_from_sequence(t, w, r))
                return true;
        }
    }
    return false;
}

static bool objects_synchronise(const Happened *x, const Happened *y) {
    Kind k = x->code->kind, l = y->code->kind;
    bool same = x->code->object == y->code->object;
    if (k == DO_UNLOCK) return same && (l == DO_LOCK || (l == DO_TRYLOCK && !y->failed));
    if (k == DO_POST) return l == DO_TRYWAIT && !y->failed;
    if (k == DO_RDUNLOCK) return l == DO_WRLOCK;
    return k == DO_WRUNLOCK && (l == DO_RDLOCK || l == DO_WRLOCK);
}

/* Looks for accesses of the execution at hand that nothing orders. */
static void judge(Truth *t) {
    uint64_t before[MOST_EVENTS]; /* of each event: those that happen before it */
    for (int b = 0; b < t->n; b++) {
        before[b] = 0;
        for (int a = 0; a < b; a++)
            if (t->event[a].thread == t->event[b].thread || objects_synchronise(&t->event[a], &t->event[b]) ||
                atomics_synchronise(t, a, b))
                before[b] |= before[a] | 1ull << a;
    }
    for (int b = 0; b < t->n; b++)
        for (int a = 0; a < b; a++) {
            const Code *x = t->event[a].code, *y = t->event[b].code;
            if (x->kind > DO_WRITE || y->kind > DO_WRITE || x->object != y->object) continue;
            if ((x->kind == DO_WRITE || y->kind == DO_WRITE) && !(before[b] >> a & 1))
                t->raced[x->object] = true;
        }
    t->executions++;
}

static bool enabled(const Truth *t, const Code *c) {
    if (c->kind == DO_LOCK) return t->owner[c->object] < 0;
    if (c->kind == DO_RDLOCK) return t->writer < 0;
    return c->kind != DO_WRLOCK || (t->writer < 0 && !t->readers);
}

/* Plain accesses and fences are not told apart by when others happen: who comes next takes its own with it.
 */
static bool is_silent(const Code *c) {
    return c->kind <= DO_WRITE || c->kind == DO_FENCE || c->kind >= DO_IF;
}

static void note(Truth *t, const Code *c, unsigned thread, int from, bool failed) {
    if (t->n == MOST_EVENTS) base_fatal("an execution is too long");
    t->event[t->n++] = (Happened){c, thread, from, failed};
}

static void take(Truth *t, unsigned k) {
    const Code *c = &t->scheme->routine[k].code[t->at[k]++];
    unsigned o = c->object, *value = &t->value[k];
    bool failed = false;
    int from = -1;
    switch (c->kind) {
    case DO_IF:
        if ((*value == c->other) == c->negated) t->at[k] += c->skip;
        return;
    case DO_FORGET: *value = 0; return;
    case DO_LOAD: *value = t->held[o], from = t->last[o]; break;
    case DO_ADD: *value = t->held[o], from = t->last[o], t->held[o] += c->value, t->last[o] = t->n; break;
    case DO_STORE: t->held[o] = c->value, t->last[o] = t->n; break;
    case DO_EXCHANGE:
        *value = t->held[o];
        from = t->last[o];
        failed = t->held[o] != c->other;
        if (!failed) t->held[o] = c->value, t->last[o] = t->n;
        break;
    case DO_LOCK: t->owner[o] = (int)k; break;
    case DO_UNLOCK: t->owner[o] = -1; break;
    case DO_TRYLOCK:
        failed = t->owner[o] >= 0;
        if (!failed) t->owner[o] = (int)k;
        *value = !failed;
        break;
    case DO_POST: t->tokens++; break;
    case DO_TRYWAIT:
        failed = !t->tokens;
        t->tokens -= !failed;
        *value = !failed;
        break;
    case DO_RDLOCK: t->readers++; break;
    case DO_WRLOCK: t->writer = (int)k; break;
    case DO_RDUNLOCK: t->readers--; break;
    case DO_WRUNLOCK: t->writer = -1; break;
    case DO_READ:
    case DO_WRITE:
    case DO_FENCE: break;
    }
    note(t, c, k, from, failed);
}

static void take_silent(Truth *t, unsigned k) {
    const Routine *r = &t->scheme->routine[k];
    while (t->at[k] < r->n && is_silent(&r->code[t->at[k]])) take(t, k);
}

static void go_through(const Truth *before, Truth *all) {
    bool over = true;
    for (unsigned k = 0; k < before->scheme->threads && all->executions < all->most; k++) {
        const Routine *r = &before->scheme->routine[k];
        if (before->at[k] >= r->n) continue;
        over = false;
        if (!enabled(before, &r->code[before->at[k]])) continue;
        Truth *t = xmalloc(sizeof *t);
        *t = *before;
        take(t, k);
        take_silent(t, k);
        go_through(t, all);
        free(t);
    }
    if (!over) return;
    Truth *end = xmalloc(sizeof *end);
    *end = *before;
    judge(end);
    for (unsigned v = 0; v < VARIABLES; v++) all->raced[v] |= end->raced[v];
    all->executions++;
    free(end);
}

static void learn(Truth *t, const Scheme *s) {
    *t = (Truth){.scheme = s, .owner = {-1, -1}, .writer = -1, .last = {-1, -1}, .most = 1500};
    Truth *first = xmalloc(sizeof *first);
    *first = *t;
    for (unsigned k = 0; k < s->threads; k++) take_silent(first, k);
    go_through(first, t);
    free(first);
}

/* --- comparing ----------------------------------------------------------------------------------------- */

static char *compare_races(const Truth *t, const CampaignResult *r) {
    bool told[VARIABLES] = {0};
    if (r->internal_error) return xasprintf("internal error: %s", r->internal_error);
    for (size_t k = 0; k < r->nfindings; k++) {
        const Finding *f = r->findings[k];
        unsigned v;
        if (strcmp(f->kind, "race") || !f->variable || sscanf(f->variable, "x%u", &v) != 1 || v >= VARIABLES)
            return xasprintf("%s: %s", f->kind, f->message);
        if (!t->raced[v]) return xasprintf("x%u does not race", v);
        told[v] = true;
    }
    for (unsigned v = 0; v < VARIABLES; v++)
        if (t->raced[v] && !told[v]) return xasprintf("x%u races", v);
    if (r->nincomplete) return xasprintf("incomplete: %s", r->incomplete[0]);
    return r->complete ? NULL : xstrdup("it did not finish");
}

static char *check_setting(Oracle *o, const Program *p, const Truth *t, const Variant *how) {
    CampaignOptions options = options_at(&o->place);
    options.explore = (ExploreSettings){.strategy = how->strategy->name,
                                        .cutoffs = how->cutoffs,
                                        .alternatives = how->alternatives,
                                        .search = how->search,
                                        .jobs = how->jobs,
                                        .hunt = how->hunt,
                                        .symmetry = how->symmetry ? 2 : 0,
                                        .seed = 17,
                                        .max_time = 600};
    options.run.check_race = true;
    options.keep_cheap_steps = options.hunts_eagerly = options.takes_turns_early = true;
    CampaignResult *r = campaign_run(p, &options, NULL);
    char *problem = compare_races(t, r);
    o->traces += r->stats.traces;
    o->compared++;
    campaign_result_free(r);
    if (!problem) return NULL;
    char *name = variant_name(how), *text = xasprintf("%s: %s", name, problem);
    free(name);
    free(problem);
    return text;
}

char *check_orders(Oracle *o, Generator *g) {
    *g = (Generator){.random = o->seed * 0x2545f4914f6cdd1dull};
    Scheme scheme = {0};
    unsigned with = draw(g, 8) | (chance(g, 12) ? ALL_STRONG : 0);
    if (!strcmp(getenv("HEDDLE_ORACLE_ORDERS"), "native")) with &= ~(unsigned)(WITH_FENCES | WITH_TRIES);
    make(g, &scheme, with);
    scheme_text(g, &scheme);
    o->place.system = &g->system;
    write_text(o->source, "", g->text.data);
    if (o->talk) printf("%s", g->text.data);
    Truth *truth = xmalloc(sizeof *truth);
    learn(truth, &scheme);
    char *problem = NULL;
    if (truth->executions >= truth->most)
        o->skipped++;
    else if (!getenv("HEDDLE_ORACLE_TEXT")) {
        Program *p = load_program(o, NULL, 0);
        if (!p) problem = xstrdup("the program does not load");
        for (size_t n = 0; n < strategies_count && !problem; n++) {
            const Strategy *s = strategies[n];
            if (!is_compared(s)) continue;
            unsigned all = settings_of(s), some = MIN(all, o->settings);
            for (unsigned k = 0, first = first_setting(o, 0, all, some); !problem && k < some; k++) {
                Variant how = setting(s, (first + k) % all);
                problem = check_setting(o, p, truth, &how);
            }
        }
        program_free(p);
        o->programs++;
        for (unsigned v = 0; v < VARIABLES; v++) o->native_lines += truth->raced[v];
    }
    free(truth);
    return problem;
}
