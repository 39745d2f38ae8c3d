/*
 * test_operations.c — the table of operations checked against itself: in random reachable states of random
 * small programs, two enabled operations that the table calls independent commute (the same actions, the same
 * state, the same threads enabled afterwards), and what one does never enables or disables the other. And of
 * each component, what is said to be ordered with all others that count is so in every run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "small_program.h"

static uint64_t seed = 77;
static uint64_t draw(uint64_t n) { return next_random(&seed) % n; }

/* What every other statement of a program is about, as a case below; 0: nothing. */
static unsigned favourite;

/* One statement of a thread. What is misused on purpose (unlocking what another holds) is in it, too. */
static void statement(StrBuf *b, unsigned depth) {
    unsigned m = (unsigned)draw(2), c = (unsigned)draw(2), g = (unsigned)draw(3);
    switch (favourite && draw(2) ? favourite : draw(depth ? 28 : 24)) {
    case 14:
        str_addf(b, "    pthread_rwlock_%slock(&w); g[%u]++; pthread_rwlock_unlock(&w);\n",
                 draw(3) ? "rd" : "wr", g);
        return;
    case 15:
        str_addf(b, "    if (!pthread_rwlock_%slock(&w)) pthread_rwlock_unlock(&w);\n",
                 draw(2) ? "tryrd" : "trywr");
        return;
    case 16: str_addf(b, draw(2) ? "    sem_post(&s);\n" : "    sem_post(&full);\n"); return;
    case 17: str_addf(b, draw(2) ? "    sem_wait(&s);\n" : "    g[%u] = sem_trywait(&s);\n", g); return;
    case 18: str_addf(b, "    sem_getvalue(&%s, &g[%u]);\n", draw(2) ? "s" : "full", g); return;
    case 19:
        str_addf(b, "    g[%u] = pthread_barrier_wait(&b%llu);\n", g, (unsigned long long)draw(2));
        return;
    case 20: str_addf(b, "    pthread_once(&o, once);\n"); return;
    case 21:
        str_addf(b, "    if (pthread_mutex_%slock(&q) == EOWNERDEAD) pthread_mutex_consistent(&q);\n",
                 draw(2) ? "" : "try");
        if (draw(2)) str_addf(b, "    pthread_mutex_unlock(&q);\n");
        return;
    case 22:
        str_addf(b,
                 "    pthread_mutex_lock(&m[%u]); g[%u] = pthread_cond_timedwait(&c[%u], &m[%u], &soon); "
                 "pthread_mutex_unlock(&m[%u]);\n",
                 m, g, c, m, m);
        return;
    case 23:
        if (draw(4)) break;
        str_addf(b, draw(2) ? "    pthread_detach(t[0]);\n" : "    sem_destroy(&full);\n");
        return;
    default: break;
    }
    switch (draw(depth ? 14 : 10)) {
    case 0: str_addf(b, "    g[%u] = %llu;\n", g, (unsigned long long)draw(3)); break;
    case 1: str_addf(b, "    g[%u] += g[%llu];\n", g, (unsigned long long)draw(3)); break;
    case 2: str_addf(b, "    __atomic_fetch_add(&g[%u], 1, 5);\n", g); break;
    case 3: str_addf(b, "    *((char *)&g[%u] + %llu) = 1;\n", g, (unsigned long long)draw(4)); break;
    case 4: str_addf(b, "    pthread_cond_signal(&c[%u]);\n", c); break;
    case 5: str_addf(b, "    pthread_cond_broadcast(&c[%u]);\n", c); break;
    case 6:
        str_addf(b,
                 "    if (pthread_mutex_trylock(&m[%u]) == 0) { g[%u]++; pthread_mutex_unlock(&m[%u]); }\n",
                 m, g, m);
        break;
    case 7:
        str_addf(b, "    pthread_mutex_lock(&r); pthread_mutex_lock(&r); pthread_mutex_unlock(&r); "
                    "pthread_mutex_unlock(&r);\n");
        break;
    case 8:
        str_addf(b, "    __VERIFIER_atomic_begin(); g[%u]++; g[2]--; __VERIFIER_atomic_end();\n", g);
        break;
    case 9:
        str_addf(b, "    pthread_mutex_lock(&e); pthread_mutex_lock(&e); pthread_mutex_unlock(&e); "
                    "pthread_mutex_unlock(&e);\n");
        break;
    case 10:
        str_addf(b,
                 "    pthread_mutex_lock(&m[%u]); pthread_cond_wait(&c[%u], &m[%u]); "
                 "pthread_mutex_unlock(&m[%u]);\n",
                 m, c, m, m);
        break;
    case 11: str_addf(b, "    if (x > %llu) g[%u] = x;\n", (unsigned long long)draw(5), g); break;
    case 12: str_addf(b, "    if (g[%u] == 2) pthread_mutex_unlock(&m[%u]);\n", g, m); break;
    default:
        str_addf(b, "    pthread_mutex_lock(&m[%u]);\n", m);
        statement(b, 0);
        str_addf(b, "    pthread_mutex_unlock(&m[%u]);\n", m);
    }
}

static char *random_program(void) {
    StrBuf b = {0};
    str_add(&b,
            "#define _GNU_SOURCE\n#include <errno.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include "
            "<heddle/heddle.h>\n"
            "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n"
            "static int g[3], x;\nstatic pthread_mutex_t m[2], r = {{{PTHREAD_MUTEX_RECURSIVE}}}, e = "
            "{{{PTHREAD_MUTEX_ERRORCHECK}}};\n"
            "static pthread_cond_t c[2];\nstatic pthread_rwlock_t w;\nstatic sem_t s, full;\nstatic "
            "pthread_barrier_t b0, b1;\nstatic pthread_mutex_t q;\nstatic pthread_once_t o;\n"
            "static const struct timespec soon = {1, 0};\nstatic pthread_t t[3];\n"
            "static void once(void) { g[0] += 3; }\n");
    unsigned n = 2 + (unsigned)draw(2);
    for (unsigned k = 0; k < n; k++) {
        str_addf(&b, "static void *t%u(void *arg) {\n", k);
        for (unsigned i = 0, len = 1 + (unsigned)draw(4); i < len; i++) statement(&b, 1);
        str_add(&b, "    return arg;\n}\n");
    }
    str_addf(
        &b,
        "int main(void) {\n    x = heddle_int(\"x\");\n    sem_init(&s, 0, %llu);\n    sem_init(&full, 0, "
        "0x7ffffffe);\n    pthread_barrier_init(&b0, 0, %llu);\n    pthread_barrier_init(&b1, 0, 2);\n"
        "    pthread_mutexattr_t a;\n    pthread_mutexattr_init(&a);\n    pthread_mutexattr_setrobust(&a, "
        "1);\n"
        "    pthread_mutex_init(&q, &a);\n",
        (unsigned long long)draw(3), 1 + (unsigned long long)draw(2));
    for (unsigned k = 0; k < n; k++) str_addf(&b, "    pthread_create(&t[%u], 0, t%u, 0);\n", k, k);
    statement(&b, 1);
    if (draw(3)) str_add(&b, "    pthread_join(t[0], 0);\n");
    if (draw(2)) str_add(&b, "    pthread_join(t[1], 0);\n");
    str_add(&b, "    return g[0];\n}\n");
    return b.data;
}

/* Everything that later behaviour can depend on, independent of the order in which it came about. */
static uint64_t state_hash(Run *r) {
    const Machine *m = r->machine;
    uint64_t h = run_final_hash(r);
    for (size_t k = 0; k < m->all_objects.len; k++) {
        const SyncObject *x = m->all_objects.data[k];
        if (x->owner < 0 && !x->count && !x->state) continue;
        uint64_t y =
            hash_combine(x->identity * 31 + x->tag, (uint64_t)(x->owner + 1) << 32 | (uint32_t)x->count);
        h += hash_mix(hash_combine(y, (uint64_t)x->state << 32 | x->step));
    }
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status != THREAD_READY) continue;
        const Operation *o = &t->pending;
        uint64_t x = hash_combine(hash_string(t->name), o->kind);
        x = hash_combine(x, o->object);
        x = hash_combine(x, o->detail);
        x = hash_combine(x, (uint64_t)(o->target + 1) << 32 | o->generation);
        x = hash_combine(x, (uint64_t)(t->notified_by + 1) << 32 | t->steps);
        x = hash_combine(x, (uint64_t)(t->pc - t->frames[t->top].function->code));
        const Frame *f = &t->frames[t->top];
        for (unsigned i = 0; i < f->function->nregs; i++)
            x = hash_combine(x, f->symbolic && t->sym[f->base + i] ? t->sym[f->base + i]->hash
                                                                   : t->regs[f->base + i]);
        h += hash_mix(x);
    }
    uint64_t path = 0;
    for (uint32_t k = 0; k < m->nconstraints; k++) path += hash_mix(m->constraints.data[k].constraint->hash);
    return hash_combine(h, path);
}

static uint64_t enabled_set(Run *r) {
    int threads[MAX_THREADS];
    uint64_t set = 0;
    unsigned n = run_enabled(r, threads);
    for (unsigned k = 0; k < n; k++) set |= 1ull << threads[k];
    return set;
}

/* Takes the step and says what was done; false where the outcome is not possible. */
static bool take(Run *r, int thread, uint32_t outcome, Action *a) {
    uint32_t outcomes[MAX_OUTCOMES];
    if (!(enabled_set(r) >> thread & 1)) return false;
    unsigned n = operation_outcomes(r->machine, thread, outcomes);
    bool possible = false;
    for (unsigned k = 0; k < n; k++) possible |= outcomes[k] == outcome;
    if (!possible || !run_step(r, thread, outcome)) return false;
    *a = vec_last(&r->history.path)->action;
    return true;
}

static bool same_action(const Action *a, const Action *b) {
    return a->thread == b->thread && a->index == b->index && a->outcome == b->outcome &&
           a->op.kind == b->op.kind && a->op.object == b->op.object && a->op.detail == b->op.detail &&
           a->op.target == b->op.target;
}

static unsigned long independent, dependent, by_kind[OPERATION_KINDS];

static void check_pair(Run *r, const char *text, int a, uint32_t oa, int b, uint32_t ob) {
    size_t length = r->history.path.len;
    Action a1, b1, a2, b2;
    if (!take(r, a, oa, &a1)) return;
    run_undo(r, length);
    if (!take(r, b, ob, &b2)) return;
    run_undo(r, length);
    if (operation_dependent(&a1, &b2)) {
        dependent++;
        return;
    }
    /* Branches may exclude each other through the input, which is no matter of the table (see the path
     * condition). */
    bool branch = a1.op.kind == OPERATION_BRANCH || b2.op.kind == OPERATION_BRANCH;
    assert_int_equal(operation_dependent(&b2, &a1), false);
    assert_true(take(r, a, oa, &a1));
    bool first = take(r, b, ob, &b1);
    uint64_t h1 = state_hash(r), e1 = enabled_set(r);
    run_undo(r, length);
    assert_true(take(r, b, ob, &b2));
    bool second = take(r, a, oa, &a2);
    uint64_t h2 = state_hash(r), e2 = enabled_set(r);
    run_undo(r, length);
    bool fine = first == second && (first || branch);
    if (fine && first) fine = same_action(&a1, &a2) && same_action(&b1, &b2) && h1 == h2 && e1 == e2;
    if (!fine)
        print_message("%s\nthread %d %s (outcome %u) and thread %d %s (outcome %u) do not commute: possible "
                      "%d %d, states %d, enabled %d, after %zu steps\n",
                      text, a, operation_names[a1.op.kind], a1.outcome, b, operation_names[b2.op.kind],
                      b2.outcome, first, second, h1 == h2, e1 == e2, length);
    assert_true(fine);
    independent++;
    by_kind[a1.op.kind]++;
    by_kind[b2.op.kind]++;
}

/* A random program with a run of it. */
typedef struct RandomRun {
    char *text;
    Program *program;
    SmallRun small;
    Run *run;
    bool ordered; /* an object became ordered since the run was at its start */
} RandomRun;

static void became_ordered(void *context, Run *r, uint64_t object) {
    RandomRun *x = context;
    (void)r, (void)object;
    x->ordered = true;
}

static void start(RandomRun *x) {
    x->ordered = false;
    run_start(x->run, x->small.visible, x->small.nvisible);
}

static void random_run(RandomRun *x, bool wakes_spuriously) {
    *x = (RandomRun){.text = random_program()};
    Program *p = x->program = small_program(x->text, false);
    RunHooks hooks = {.context = x, .order = became_ordered};
    x->small = small_run(p, &hooks);
    x->run = x->small.run;
    /* The objects themselves stay plain memory: reading their marks would be most of what happens. But who
     * uses a semaphore that is destroyed reads that. */
    x->small.nvisible = 0;
    const char *destroyed = strstr(x->text, "sem_destroy(&full)") ? "full" : "g";
    for (uint32_t i = 0; i < p->nglobals; i++)
        if (!strcmp(p->globals[i].name, "g") || !strcmp(p->globals[i].name, destroyed))
            x->small.visible[x->small.nvisible++] =
                (VisibleRange){p->globals[i].address, p->globals[i].address + p->globals[i].size};
    x->run->machine->options.run.spurious_wakeups = wakes_spuriously;
    start(x);
}

static void random_run_free(RandomRun *x) {
    small_run_free(&x->small);
    program_free(x->program);
    free(x->text);
}

static unsigned programs(void) {
    const char *asked = getenv("HEDDLE_LONG");
    return asked && *asked ? 300 : 25;
}

/* One step of any thread of these, with any outcome. */
static void step_anywhere(Run *r, const int *threads, unsigned n) {
    uint32_t outcomes[MAX_OUTCOMES];
    int t = threads[draw(n)];
    unsigned x = operation_outcomes(r->machine, t, outcomes);
    run_step(r, t, outcomes[draw(x)]);
}

static void commute(void **state) {
    (void)state;
    for (unsigned k = 0, many = programs(); k < many; k++) {
        RandomRun s;
        random_run(&s, k % 2);
        for (unsigned walk = 0; walk < 30; walk++) {
            for (;;) {
                int threads[MAX_THREADS];
                uint32_t outcomes[MAX_OUTCOMES], others[MAX_OUTCOMES];
                unsigned n = run_enabled(s.run, threads);
                if (!n || s.run->history.path.len > 60) break;
                for (unsigned i = 0; i < n; i++)
                    for (unsigned j = i + 1; j < n; j++) {
                        unsigned x = operation_outcomes(s.run->machine, threads[i], outcomes),
                                 y = operation_outcomes(s.run->machine, threads[j], others);
                        for (unsigned u = 0; u < x; u++)
                            for (unsigned v = 0; v < y; v++)
                                check_pair(s.run, s.text, threads[i], outcomes[u], threads[j], others[v]);
                    }
                step_anywhere(s.run, threads, n);
            }
            run_undo(s.run, draw(s.run->history.path.len + 1) / (1 + draw(4)));
        }
        random_run_free(&s);
    }
    print_message("%lu independent pairs commute, %lu dependent ones met\n", independent, dependent);
    assert_true(independent > 500 && dependent > 500);
    for (unsigned k = OPERATION_START; k < OPERATION_KINDS; k++)
        if (k != OPERATION_PROCESS_EXIT && !by_kind[k])
            print_message("no pair with %s\n", operation_names[k]);
}

static unsigned long ordered_pairs, ordered_by_kind[OPERATION_KINDS];

/* The operations that order a component are ordered with all others of it that are on the path. */
static void check_components(const RandomRun *s) {
    const EventList *path = &s->run->history.path;
    for (size_t i = 0; i < path->len; i++)
        for (size_t j = 0; j < i; j++) {
            const Event *x = path->data[j], *y = path->data[i];
            uint64_t k, l;
            bool first, second;
            if (x->action.thread == y->action.thread || !operation_component(&x->action, &k, &first) ||
                !operation_component(&y->action, &l, &second) || k != l || !(first || second))
                continue;
            if (!event_precedes(x, y))
                print_message("%s\nthread %d %s and thread %d %s count in one component unordered\n", s->text,
                              x->action.thread, operation_names[x->action.op.kind], y->action.thread,
                              operation_names[y->action.op.kind]);
            assert_true(event_precedes(x, y));
            ordered_pairs++;
            ordered_by_kind[x->action.op.kind]++;
            ordered_by_kind[y->action.op.kind]++;
        }
}

static void components(void **state) {
    (void)state;
    for (unsigned k = 0, many = 2 * programs(); k < many; k++) {
        RandomRun s;
        favourite = k % 4 ? 14 + k % 10 : 0;
        random_run(&s, k % 2);
        for (unsigned walk = 0; walk < 40; walk++) {
            int threads[MAX_THREADS];
            for (unsigned n; s.run->history.path.len <= 60 && (n = run_enabled(s.run, threads));)
                step_anywhere(s.run, threads, n);
            /* What was done before the object became ordered is not ordered with the rest. */
            if (s.ordered) {
                start(&s);
                continue;
            }
            check_components(&s);
            run_undo(s.run, draw(s.run->history.path.len + 1) / (1 + draw(4)));
        }
        random_run_free(&s);
    }
    print_message("%lu pairs of a component are ordered\n", ordered_pairs);
    assert_true(ordered_pairs > 500);
    for (unsigned k = OPERATION_LOCK; k < OPERATION_KINDS; k++)
        if (!ordered_by_kind[k]) print_message("no ordered pair with %s\n", operation_names[k]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(commute), cmocka_unit_test(components)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
