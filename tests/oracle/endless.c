/*
 * endless.c — programs that create threads of one or two routines without end, over variables of few values,
 * shared and thread-local ones:
 * what any number of threads can do (src/strategies/parametric) against the exploration of 1, 2, … threads. A
 * proof that no number of them meets a bug must not be had where a few do. Where all threads that were tried
 * meet none, there often is one; how often is printed.
 */
#include "oracle.h"
#include "statements.h"
#include <stdlib.h>
#include <string.h>

#define VARIABLES 3
#define THREAD_LOCALS 2 /* thread-local variables */
#define VALUES 3
#define KEPT 2       /* variables that keep inputs; as many count without a bound */
#define MOST_TRIED 4 /* threads */
#define TRIED_SECONDS 2
#define PROOF_WORK 30000000 /* so that attempts soon let counters have any value */

static void endless_statement(Generator *g, int depth);

static void endless_block(Generator *g, int depth) {
    line(g, "{");
    g->indent++;
    for (unsigned n = 1 + draw(g, 2); n; n--) endless_statement(g, depth + 1);
    g->indent--;
    line(g, "}");
}

/* A condition on one variable, which is looked at once, or on an input: a new one, or the one of the thread
 * from its beginning. */
static char *endless_condition(Generator *g) {
    if (chance(g, 15)) return xasprintf("heddle_uchar(\"new\") < %u", 1 + draw(g, VALUES));
    if (chance(g, 20)) return xasprintf("own %s %u", chance(g, 50) ? "<" : "==", draw(g, VALUES));
    if (chance(g, 20)) return xasprintf("y%u == %u", draw(g, THREAD_LOCALS), draw(g, VALUES));
    if (g->forgets && chance(g, 30))
        return xasprintf("%c%u %s %u", chance(g, 50) ? 'c' : 'k', draw(g, KEPT), chance(g, 50) ? "==" : "<",
                         draw(g, VALUES));
    if (g->forgets && chance(g, 20))
        return xasprintf("k%u == %s", draw(g, KEPT), chance(g, 50) ? "own" : "k0");
    return xasprintf("%s%u %s %u", chance(g, 50) ? "a" : "x", draw(g, VARIABLES),
                     chance(g, 60) ? "==" : "!=", draw(g, VALUES));
}

static void endless_nested(Generator *g, int depth) {
    char *condition = endless_condition(g);
    switch (draw(g, 4)) {
    case 0:
        line(g, "pthread_mutex_lock(&m0);");
        endless_block(g, depth);
        if (chance(g, 25)) line(g, "if (r > 1 || %s) return p;", condition);
        line(g, "pthread_mutex_unlock(&m0);");
        break;
    case 1:
        line(g, "__VERIFIER_atomic_begin();");
        line(g, "if (%s) a%u = %u;", condition, draw(g, VARIABLES), draw(g, VALUES));
        line(g, "__VERIFIER_atomic_end();");
        break;
    default: line(g, "if (%s)", condition); endless_block(g, depth);
    }
    free(condition);
}

/* Assertions on counters and kept inputs, some of which hold. */
static void forgetting_assertion(Generator *g) {
    unsigned x = draw(g, KEPT), c = draw(g, VALUES);
    switch (draw(g, 6)) {
    case 0: line(g, "heddle_assert(c%u != %u);", x, 1 + c); break;
    case 1: line(g, "{ unsigned v = c%u; c%u = v + 1; heddle_assert(c%u > v || !c%u); }", x, x, x, x); break;
    case 2: line(g, "heddle_assert(k%u != %u);", x, 1 + c); break;
    case 3: line(g, "heddle_assert(k0 == k1 || a%u != %u);", x, c); break;
    case 4: line(g, "{ unsigned char v = k%u; heddle_assert(v == k%u || v != own); }", x, x); break;
    default: line(g, "if (k%u == own) heddle_assert(k%u < %u);", x, x, 1 + c); break;
    }
}

/* Statements on counters without a bound and on variables that keep inputs. */
static void forgetting_statement(Generator *g) {
    unsigned x = draw(g, KEPT), c = draw(g, VALUES);
    bool locked = chance(g, 30), atomic = !locked && chance(g, 40);
    if (locked) line(g, "pthread_mutex_lock(&m0);");
    if (atomic) line(g, "__VERIFIER_atomic_begin();");
    for (unsigned n = 1 + chance(g, 60); n; n--) {
        switch (draw(g, 10)) {
        case 0: line(g, "c%u++;", x); break;
        case 1: line(g, "c%u %s= %u;", x, chance(g, 50) ? "+" : "-", 1 + c); break;
        case 2: line(g, "if (c%u == %u) a%u = %u;", x, c, x, c); break;
        case 3: line(g, "k%u = own;", x); break;
        case 4: line(g, "k0 = k1 = own;"); break;
        case 5: line(g, "k%u = k%u%s;", x, 1 - x, chance(g, 30) ? " + 1" : ""); break;
        case 6: line(g, "if (k%u %s %u) r++;", x, chance(g, 50) ? "==" : "<", c); break;
        case 7: line(g, "own = k%u;", x); break;
        default: forgetting_assertion(g); break;
        }
    }
    if (atomic) line(g, "__VERIFIER_atomic_end();");
    if (locked) line(g, "pthread_mutex_unlock(&m0);");
}

static void endless_statement(Generator *g, int depth) {
    if (g->forgets && chance(g, 30)) {
        forgetting_statement(g);
        return;
    }
    unsigned x = draw(g, VARIABLES), y = draw(g, VARIABLES), c = draw(g, VALUES), d = draw(g, VALUES);
    char *condition = endless_condition(g);
    switch (draw(g, depth < 2 ? 12 : 9)) {
    case 0: line(g, "a%u = %u;", x, c); break;
    case 1:
        if (chance(g, 40))
            line(g, "y%u = x%u;", draw(g, THREAD_LOCALS), x);
        else
            line(g, "%c%u = %u;", chance(g, 30) ? 'y' : 'x', draw(g, THREAD_LOCALS), c);
        break;
    case 2: line(g, "x%u = (x%u + 1) %% %u;", x, y, VALUES); break;
    case 3:
        line(g, "{ int old = %u; atomic_compare_exchange_strong(&a%u, &old, %u); r += old == %u; }", c, x, d,
             c);
        break;
    case 4: line(g, "atomic_fetch_xor(&a%u, 1);", x); break;
    case 5: line(g, "heddle_assume(%s);", condition); break;
    case 6: line(g, "heddle_assert(a%u != %u || x%u != %u);", x, c, y, d); break;
    case 7:
        if (chance(g, 30))
            line(g, "heddle_assert(y%u != %u || a%u != %u);", draw(g, THREAD_LOCALS), c, y, d);
        else if (chance(g, 50))
            line(g, "if (r > 1) heddle_assert(x%u != %u);", x, c);
        else
            line(g, "heddle_assert(x%u + own != %u);", x, c + d);
        break;
    case 8:
        if (chance(g, 30))
            line(g, "x%u = own;", x);
        else
            line(g, "r += own == %u;", c);
        break;
    default: endless_nested(g, depth); break;
    }
    free(condition);
}

/* A key whose destructor asserts what another thread may break: such programs must be refused, since
 * a thread calls it where its routine has ended. */
static void endless_destructors(Generator *g) {
    unsigned x = draw(g, VARIABLES);
    line(g, "static pthread_key_t key;");
    line(g, "static void at_end(void *p) {");
    line(g, "    (void)p, a%u = %u;", x, draw(g, VALUES));
    line(g, "    heddle_assert(a%u != %u);", chance(g, 70) ? x : draw(g, VARIABLES), draw(g, VALUES));
    line(g, "}");
}

static void endless_routine(Generator *g, unsigned number, bool keys) {
    line(g, "static void *thread%u(void *p) {", number);
    g->indent++;
    line(g, "int r = 0;");
    if (keys) line(g, "pthread_setspecific(key, &m0);");
    line(g, chance(g, 40) ? "unsigned char own = heddle_uchar(\"own\");" : "unsigned char own = 1;");
    if (chance(g, 30)) line(g, "heddle_assume(own <= %u);", draw(g, VALUES));
    for (unsigned n = 2 + draw(g, 3); n; n--) endless_statement(g, 0);
    line(g, "(void)r, (void)own;");
    line(g, "return p;");
    g->indent--;
    line(g, "}");
}

static void endless_program(Generator *g) {
    unsigned routines = 1 + chance(g, 30);
    str_add(&g->text, "#include <heddle/heddle.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
                      "extern void __VERIFIER_atomic_begin(void);\n"
                      "extern void __VERIFIER_atomic_end(void);\n"
                      "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;\n");
    for (unsigned k = 0; k < VARIABLES; k++) line(g, "static int x%u;\nstatic atomic_int a%u;", k, k);
    for (unsigned k = 0; k < THREAD_LOCALS; k++) line(g, "static _Thread_local int y%u;", k);
    g->forgets = chance(g, 50);
    for (unsigned k = 0; k < KEPT && g->forgets; k++)
        line(g, "static unsigned c%u;\nstatic unsigned char k%u;", k, k);
    bool keys = chance(g, 10);
    if (keys) endless_destructors(g);
    for (unsigned k = 1; k <= routines; k++) endless_routine(g, k, keys);
    line(g, "int main(void) {");
    g->indent++;
    line(g, "pthread_t t;");
    line(g, "(void)m0, (void)y0, (void)y1;");
    if (chance(g, 30)) line(g, "x%u = %u;", draw(g, VARIABLES), draw(g, VALUES));
    if (keys) line(g, "pthread_key_create(&key, at_end);");
    if (g->forgets && chance(g, 25)) line(g, "k%u = heddle_uchar(\"kept\");", draw(g, KEPT));
    if (chance(g, 25)) {
        unsigned x = draw(g, VARIABLES);
        line(g, "x%u = heddle_uchar(\"start\");", x);
        if (chance(g, 50)) line(g, "heddle_assume(x%u < %u);", x, 1 + draw(g, VALUES));
    }
    if (routines > 1 && chance(g, 50)) {
        line(g, "pthread_create(&t, 0, thread2, 0);");
        routines = 1;
    }
    line(g, chance(g, 30) ? "while (heddle_bool(\"more\")) {" : "for (;;) {");
    bool chosen = chance(g, 25);
    for (unsigned k = 1; k <= routines; k++)
        line(g, "    %spthread_create(&t, 0, thread%u, 0);", chosen ? "if (heddle_bool(\"this\")) " : "", k);
    if (chance(g, 25)) line(g, "    x%u = %u;", draw(g, VARIABLES), draw(g, VALUES));
    if (g->forgets && chance(g, 20)) line(g, "    c%u = %u;", draw(g, KEPT), draw(g, VALUES));
    if (g->forgets && chance(g, 20))
        line(g, "    if (c%u == %u) x%u = %u;", draw(g, KEPT), draw(g, VALUES), draw(g, VARIABLES),
             draw(g, VALUES));
    if (g->forgets && chance(g, 15)) line(g, "    k%u = heddle_uchar(\"mains\");", draw(g, KEPT));
    if (chance(g, 40)) line(g, "    pthread_mutex_lock(&m0);\n    pthread_mutex_unlock(&m0);");
    line(g, "}");
    g->indent--;
    line(g, "}");
}

/* The findings with at most so many threads; NULL: it took too long. */
static CampaignResult *explore_threads(const Program *p, const Place *place, Interleave mode,
                                       const char *strategy, uint32_t threads) {
    SystemOptions system = *place->system;
    system.max_threads = threads;
    Place bounded = *place;
    bounded.system = &system;
    CampaignOptions options = options_at(&bounded);
    options.interleave = mode;
    options.run.check_race = mode == INTERLEAVE_SYNC;
    options.explore = (ExploreSettings){.strategy = strategy,
                                        .cutoffs = true,
                                        .symmetry = 2,
                                        .alternatives = 2,
                                        .hunt = true,
                                        .stop_at_first = true,
                                        .proof_work = PROOF_WORK,
                                        .max_time = TRIED_SECONDS,
                                        .max_memory = 4096};
    return campaign_run(p, &options, NULL);
}

char *check_endless(Oracle *o, Generator *g, const char **mode_name) {
    *g = (Generator){.random = o->seed * 7919 + 13};
    endless_program(g);
    write_text(o->source, "", g->text.data);
    if (o->talk) printf("%s", g->text.data);
    o->place.system = &g->system;
    /* With invariants the runtime's code knows the number of the thread that main just created. */
    bool invariants = base_invariants;
    base_invariants = false;
    Program *p = load_program(o, NULL, 0);
    char *text = p ? NULL : xstrdup("the program does not load");
    for (int mode = 0; mode < 2 && !text; mode++) {
        *mode_name = mode ? "memory" : "sync";
        Interleave interleave = mode ? INTERLEAVE_MEMORY : INTERLEAVE_SYNC;
        CampaignResult *any = explore_threads(p, &o->place, interleave, "auto", 0);
        bool proved = any->any_threads != NULL;
        if (proved && strstr(g->text.data, "pthread_setspecific"))
            text = xstrdup("a proof of a program with destructors");
        else if (proved && (!any->complete || any->nfindings))
            text = xstrdup("a proof beside a finding");
        if (!text && any->internal_error) text = xasprintf("internal error: %s", any->internal_error);
        if (o->talk)
            printf("%s: %s %zu findings, explored for %u\n", *mode_name,
                   proved                 ? any->any_threads
                   : any->not_any_threads ? any->not_any_threads
                                          : "no proof tried",
                   any->nfindings, any->threads_explored);
        bool found = any->nfindings > 0;
        for (uint32_t n = 1; n <= MOST_TRIED && !text && !found; n++) {
            CampaignResult *few = explore_threads(p, &o->place, interleave, "por", n);
            bool in_time = strcmp(few->halt_reason ? few->halt_reason : "", "time") != 0;
            found = few->nfindings > 0;
            if (few->nfindings && proved)
                text = xasprintf("proved for any number of threads, but %u meet: %s", n,
                                 few->findings[0]->message);
            campaign_result_free(few);
            if (!in_time) break;
        }
        o->compared++;
        o->symbolic += proved;
        o->skipped += !found && !proved;
        campaign_result_free(any);
    }
    o->programs++;
    if (p) program_free(p);
    base_invariants = invariants;
    return text;
}
