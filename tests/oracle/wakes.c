/*
 * wakes.c — programs whose threads wait on condition variables, in loops and otherwise, with the wait or its
 * condition in functions of their own. Where a thread does nothing but look again when it wakes, spurious
 * wake-ups are left out; what is found has to be the same as where all waits may wake so. Now and then
 * threads write something between locking the mutex and the wait, remember what they saw there, or try the
 * mutex. All that holds for the program as one of two files and as compilers optimise it, too.
 */
#include "oracle.h"
#include "statements.h"
#include <stdlib.h>
#include <string.h>

#define SHARED_VARIABLES 3
#define LOOKS 4         /* functions that look */
#define RESTS 4         /* functions that wait */
#define MOST_WAKES 2000 /* traces */

/* What is looked at. */
static char *some_value(Generator *g) {
    switch (draw(g, 6)) {
    case 0: return xasprintf("atomic_load(&a%u)", draw(g, 2));
    case 1: return xstrdup("*pv");
    case 2: return xstrdup("st.b");
    default: return xasprintf("x%u", draw(g, SHARED_VARIABLES));
    }
}

static char *some_condition(Generator *g, int depth) {
    char *value = some_value(g), *other = NULL, *text;
    switch (draw(g, depth < 1 ? 12 : 5)) {
    case 0: text = xasprintf("%s == 0", value); break;
    case 1: text = xasprintf("%s < %u", value, 1 + draw(g, 2)); break;
    case 2: text = xasprintf("%s != %u", value, 1 + draw(g, 2)); break;
    case 3: text = xasprintf("!(%s & %u)", value, 1 + draw(g, 2)); break;
    case 4: text = xasprintf("(r = %s) == 0", value); break;
    case 5: text = xasprintf("%s > r", value); break;
    case 6:
    case 7: text = xasprintf("!look%u(%u)", draw(g, LOOKS), draw(g, 2)); break;
    case 8:
        other = some_condition(g, 1);
        text = xasprintf("%s == 0 && %s", value, other);
        break;
    case 9:
        other = some_condition(g, 1);
        text = xasprintf("%s == 0 || %s", value, other);
        break;
    case 10: text = xasprintf("%s + %s < 2", value, value); break;
    default: text = xstrdup("1");
    }
    free(value);
    free(other);
    return text;
}

/* What a thread does before its next look: what nobody notices, or anything. */
static void when_awake(Generator *g) {
    char *value = some_value(g), *condition = some_condition(g, 1);
    switch (draw(g, 14)) {
    case 0: line(g, "r = (r + 1) %% 3;"); break;
    case 1: line(g, "r = %s;", value); break;
    case 2: line(g, "if (%s) break;", condition); break;
    case 3: line(g, "if (%s) continue;", condition); break;
    case 4: line(g, "if (%s) goto out;", condition); break;
    case 5: line(g, "heddle_assert(%s != %u);", value, draw(g, 3)); break;
    case 6: line(g, "st.b = st.a;"); break;
    case 7: line(g, "r = look%u(%u);", draw(g, LOOKS), draw(g, 2)); break;
    case 8: line(g, "x%u = %u;", draw(g, SHARED_VARIABLES), draw(g, 3)); break;
    case 9: line(g, "atomic_store(&a%u, %u);", draw(g, 2), draw(g, 2)); break;
    case 10: line(g, "x%u = (x%u + 1) %% 3;", draw(g, SHARED_VARIABLES), draw(g, SHARED_VARIABLES)); break;
    case 11: line(g, "if (%s) x%u = 2;", condition, draw(g, SHARED_VARIABLES)); break;
    case 12: line(g, "pthread_mutex_unlock(&m), pthread_mutex_lock(&m);"); break;
    default: line(g, "pthread_cond_signal(&c%u);", draw(g, 2));
    }
    free(value);
    free(condition);
}

static const char *some_wait(Generator *g) {
    static const char *const waits[] = {
        "pthread_cond_wait(&c0, &m)",
        "pthread_cond_wait(&c0, &m)",
        "pthread_cond_wait(&c1, &m)",
        "pthread_cond_timedwait(&c0, &m, &soon)",
        "rest0(&r)",
        "rest1(&r)",
        "rest2(&r)",
        "rest3(&r)",
    };
    return waits[draw(g, 8)];
}

/* A wait in a loop of some form, or in none. */
static void waiting_loop(Generator *g, int depth) {
    char *first = some_condition(g, 0), *second = chance(g, 60) ? xstrdup(first) : some_condition(g, 0);
    const char *wait = some_wait(g), *end = "}";
    char *while_second = xasprintf("} while (%s);", second);
    switch (draw(g, depth ? 9 : 10)) {
    case 0:
    case 1: line(g, "while (%s) {\n        %s;", first, wait); break;
    case 2: line(g, "for (;;) {\n        if (!(%s)) break;\n        %s;", first, wait); break;
    case 3:
        line(g, "do {\n        %s;", wait);
        end = while_second;
        break;
    case 4: line(g, "for (; %s; r = %u) {\n        %s;", first, draw(g, 2), wait); break;
    case 5: line(g, "if (%s) for (;;) {\n        %s;\n        if (!(%s)) break;", first, wait, second); break;
    case 6: line(g, "for (int w = %s; w; w = %s) {\n        %s;", first, second, wait); break;
    case 7: line(g, "while (%s) {\n        if (%s) %s;", first, second, wait); break;
    case 8: line(g, "while (%s) {\n        if (%s) break;", first, wait); break;
    default:
        line(g, "while (%s) {", first);
        g->indent++;
        waiting_loop(g, 1);
        g->indent--;
    }
    g->indent++;
    if (chance(g, 35)) when_awake(g);
    g->indent--;
    line(g, "%s", end);
    free(while_second);
    free(first);
    free(second);
}

static void look_function(Generator *g, unsigned number) {
    char *value = some_value(g);
    line(g, "static int look%u(int k) {", number);
    switch (number ? draw(g, 5) : 4) {
    case 0: line(g, "    int v = %s;\n    return v > k ? v : 0;", value); break;
    case 1:
        line(g, "    for (int n = 0; n < 2; n++)\n        if (%s > k + n) return 1;\n    return 0;", value);
        break;
    case 2: line(g, "    return look%u(k) && %s;", number - 1, value); break;
    case 3: line(g, "    x2 = 1;\n    return %s > k;", value); break;
    default: line(g, "    return %s > k;", value);
    }
    line(g, "}");
    free(value);
}

static void rest_function(Generator *g, unsigned number) {
    char *value = some_value(g), *condition = some_condition(g, 1);
    unsigned c = chance(g, 20);
    line(g, "static int rest%u(int *q) {\n    int r = *q;", number);
    switch (draw(g, 6)) {
    case 0: line(g, "    return pthread_cond_wait(&c%u, &m);", c); break;
    case 1: line(g, "    pthread_cond_wait(&c%u, &m);\n    return %s;", c, value); break;
    case 2: line(g, "    pthread_cond_wait(&c%u, &m);\n    *q = %s;\n    return r != 0;", c, value); break;
    case 3: line(g, "    while (%s) pthread_cond_wait(&c%u, &m);\n    return 0;", condition, c); break;
    case 4: line(g, "    if (%s) pthread_cond_wait(&c%u, &m);\n    return r;", condition, c); break;
    default: line(g, "    pthread_cond_wait(&c%u, &m);\n    if (%s) x1 = 1;\n    return 0;", c, condition);
    }
    line(g, "}");
    free(value);
    free(condition);
}

/* A thread changes what others look at, and wakes them or does not. */
static void notify(Generator *g) {
    bool locks = chance(g, 80), tries = !locks && chance(g, 30);
    if (locks) line(g, "pthread_mutex_lock(&m);");
    if (tries)
        line(g, "if (pthread_mutex_trylock(&m)) atomic_fetch_add(&a0, 1); else pthread_mutex_unlock(&m);");
    for (unsigned n = 1 + chance(g, 40); n; n--) switch (draw(g, 5)) {
        case 0: line(g, "atomic_store(&a%u, %u);", draw(g, 2), 1 + draw(g, 2)); break;
        case 1: line(g, locks ? "st.b = st.a = 1;" : "atomic_fetch_add(&a0, 1);"); break;
        default:
            if (locks)
                line(g, "x%u = %u;", draw(g, SHARED_VARIABLES), draw(g, 3));
            else
                line(g, "atomic_store(&a1, 1);");
        }
    bool inside = chance(g, 60);
    if (locks && !inside) line(g, "pthread_mutex_unlock(&m);");
    if (chance(g, 80))
        line(g, "pthread_cond_%s(&c%u);", chance(g, 50) ? "signal" : "broadcast", chance(g, 20));
    if (locks && inside) line(g, "pthread_mutex_unlock(&m);");
}

/* What a thread does between the lock and its loop that it may remember, or that the lock hides. */
static void before_it_waits(Generator *g) {
    char *value = some_value(g), *condition = some_condition(g, 1);
    switch (draw(g, 6)) {
    case 0:
    case 1: line(g, "r = %s;", value); break;
    case 2: line(g, "if (%s) r = 2;", condition); break;
    case 3:
        line(g, "if (%s) {\n        pthread_mutex_unlock(&m);\n        goto out;\n    }", condition);
        break;
    case 4:
        line(g, "x%u = 1;", draw(g, SHARED_VARIABLES));
        /* Again: an error-checking one refuses. */
        if (g->mutex_type) line(g, "pthread_mutex_lock(&m);");
        if (g->mutex_type == 1 && chance(g, 70)) line(g, "pthread_mutex_unlock(&m);");
        break;
    default: line(g, "r = look%u(%u);", draw(g, LOOKS), draw(g, 2));
    }
    free(value);
    free(condition);
}

/* A thread that may have come too late for a wake-up, which it knows from what it saw before. */
static void late_or_not(Generator *g) {
    char *value = g->steps ? xasprintf("x%u", g->steps - 1) : some_value(g);
    switch (draw(g, g->steps ? 4 : 1)) {
    case 1: line(g, "if (%s) goto leave;", value); break;
    case 2: line(g, "if (%s > 0) r = 1;", value); break;
    case 3: line(g, "r = look0(0) + %s;", value); break;
    default: line(g, "r = %s;", value);
    }
    line(g, "while (%s == %s) pthread_cond_wait(&c%u, &m);", value, chance(g, 80) ? "0" : "r", chance(g, 20));
    if (g->steps) {
        line(g, chance(g, 70) ? "heddle_assert(r || x%u);" : "x2 = 1 + (r || x%u);", g->steps % 2);
        line(g, "goto leave;\nleave:;");
    } else {
        line(g, "x%u = 1 + (r != 0);", draw(g, SHARED_VARIABLES));
    }
    free(value);
}

/* A thread changes what others look at in two sections, and wakes them, as a rule, only in the second: who
 * wakes between is early. */
static void notify_in_steps(Generator *g) {
    for (unsigned step = 0; step < 2; step++) {
        line(g, "pthread_mutex_lock(&m);\n    x%u = 1;", (g->steps - 1 + step) % 2);
        if (chance(g, step ? 90 : 10)) line(g, "pthread_cond_broadcast(&c%u);", chance(g, 20));
        line(g, "pthread_mutex_unlock(&m);");
    }
}

static void wait_and_go_on(Generator *g, unsigned number) {
    char *value = some_value(g);
    line(g, "pthread_mutex_lock(&m);");
    if (g->remembers && (g->steps || chance(g, 25))) late_or_not(g);
    if (g->remembers && chance(g, g->steps ? 20 : 60)) before_it_waits(g);
    if (chance(g, 25)) {
        line(g, chance(g, 50) ? "x%u = 1;" : "x%u++;", draw(g, SHARED_VARIABLES));
    } else if (chance(g, 10)) {
        waiting_loop(g, 0);
    }
    waiting_loop(g, 0);
    if (chance(g, 50)) line(g, "heddle_assert(%s != %u || r == %u);", value, draw(g, 3), draw(g, 3));
    if (chance(g, 60)) line(g, "x%u = %u + r;", draw(g, SHARED_VARIABLES), number);
    line(g, "pthread_mutex_unlock(&m);");
    free(value);
}

static void wakes_thread(Generator *g, unsigned number) {
    line(g, "static void *thread%u(void *p) {", number);
    g->indent++;
    line(g, "int r = 0;");
    if (g->steps && number == 2)
        notify_in_steps(g);
    else if (number > 1 || chance(g, g->steps ? 10 : 30))
        notify(g);
    if (number == 1 || chance(g, 30)) wait_and_go_on(g, number);
    if (number > 1 && chance(g, 50)) notify(g);
    line(g, "goto out;\nout:");
    line(g, "return r ? p : 0;");
    g->indent--;
    line(g, "}");
}

static void wakes_program(Generator *g) {
    static const char *const types[] = {"NORMAL", "RECURSIVE", "ERRORCHECK"};
    unsigned threads = chance(g, 80) ? 2 : 3;
    if (g->remembers && chance(g, 40)) g->steps = 1 + draw(g, 2);
    if (g->remembers && chance(g, 40)) g->mutex_type = 1 + draw(g, 2);
    str_addf(&g->text,
             "#include <heddle/heddle.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
             "#include <time.h>\n"
             "static pthread_mutex_t m%s;\n"
             "static pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;\n"
             "static pthread_cond_t c1 = PTHREAD_COND_INITIALIZER;\n"
             "static const struct timespec soon = {1, 0};\n"
             "static struct { int a, b; } st;\nstatic atomic_int a0, a1;\n"
             "static int xh, x0, x1, x2, *pv = &xh;\n",
             g->mutex_type ? "" : " = PTHREAD_MUTEX_INITIALIZER");
    for (unsigned k = 0; k < LOOKS; k++) look_function(g, k);
    for (unsigned k = 0; k < RESTS; k++) rest_function(g, k);
    for (unsigned k = 1; k <= threads; k++) wakes_thread(g, k);
    line(g, "int main(void) {");
    g->indent++;
    line(g, "pthread_t t[%u];", threads);
    if (g->mutex_type)
        line(g,
             "pthread_mutexattr_t type;\n    pthread_mutexattr_init(&type);\n"
             "    pthread_mutexattr_settype(&type, PTHREAD_MUTEX_%s);\n    pthread_mutex_init(&m, &type);",
             types[g->mutex_type]);
    bool holds = chance(g, 15);
    if (holds) line(g, "pthread_mutex_lock(&m);\n    int r = 0;");
    for (unsigned k = 1; k <= threads; k++) line(g, "pthread_create(&t[%u], 0, thread%u, 0);", k - 1, k);
    if (holds) {
        waiting_loop(g, 0);
        line(g, "x%u += r;\n    pthread_mutex_unlock(&m);", draw(g, SHARED_VARIABLES));
        line(g, "goto out;\nout:");
    } else if (chance(g, 50)) {
        notify(g);
    }
    for (unsigned k = 1; k <= threads; k++) line(g, "pthread_join(t[%u], 0);", k - 1);
    line(g, "heddle_assert(x%u != %u);", draw(g, SHARED_VARIABLES), draw(g, 5));
    line(g, "return x0 + x1 + x2;");
    g->indent--;
    line(g, "}");
}

/* Threads that wait for ever are not compared: who may wake spuriously does not. */
static bool is_no_endless_wait(const char *finding) {
    return !has_prefix(finding, "hang|") && !has_prefix(finding, "deadlock|");
}

/* The program as it is loaded now does what `truth` is. */
static char *compare_wakes(Oracle *o, const Program *p, Interleave mode, const Outcome *truth, uint64_t told,
                           const Variant *how, const char *what) {
    Outcome other = {.fixed = -1};
    Variant bounded = *how;
    Place place = o->place;
    bounded.bounded = true;
    explore(p, &place, mode, &bounded, &other);
    char *x = findings_that(truth, is_no_endless_wait), *y = findings_that(&other, is_no_endless_wait);
    char *name = variant_name(how), *text = NULL;
    if (other.error)
        text = xasprintf("%s, %s: %s", what, name, other.error);
    else if (other.too_large)
        text = NULL;
    else if (!other.complete)
        text = xasprintf("%s, %s did not finish", what, name);
    else if (strcmp(x, y) != 0)
        text = xasprintf("%s, %s: findings differ; all wake spuriously:\n%sthis:\n%s", what, name, x, y);
    else if (how->strategy == &por_strategy && told_variables(p) == told &&
             !hashes_equal(&truth->ended, &other.ended))
        text = xasprintf("%s, %s: threads come to an end in %zu states instead of %zu, or in others", what,
                         name, other.ended.len, truth->ended.len);
    o->compared++;
    free(x);
    free(y);
    free(name);
    outcome_free(&other);
    return text;
}

static char *check_wakes_of(Oracle *o, const Program *one, const Program *two, const Program *optimised,
                            Interleave mode, bool *skipped) {
    static const Variant with_cutoffs = {"por, cut-offs", &por_strategy, true, 2, "dfs", 1, .bounded = true};
    Outcome truth = {.fixed = -1};
    Place all_wake = o->place;
    char *text = NULL;
    uint64_t told = told_variables(one);
    all_wake.all_wake = true;
    explore(one, &all_wake, mode, &with_cutoffs, &truth);
    *skipped = truth.too_large;
    if (truth.error) text = xasprintf("all wake spuriously: %s", truth.error);
    if (!text && !*skipped) text = compare_wakes(o, one, mode, &truth, told, &with_cutoffs, "one file");
    if (!text && !*skipped) text = compare_wakes(o, two, mode, &truth, told, &with_cutoffs, "two files");
    if (!text && !*skipped)
        text = compare_wakes(o, optimised, mode, &truth, told, &with_cutoffs, "optimised");
    for (size_t q = 0; q < strategies_count && !text && !*skipped; q++) {
        const Strategy *s = strategies[q];
        unsigned all = settings_of(s), some = MIN(all, o->settings / 2);
        if (!is_compared(s) || !strategy_first(s)->uses_cutoffs) continue;
        for (unsigned k = 0, first = first_setting(o, mode, all, some); k < some && !text; k++) {
            Variant how = setting(s, (first + k) % all);
            if (how.cutoffs) text = compare_wakes(o, one, mode, &truth, told, &how, "one file");
        }
    }
    o->traces += truth.stats.traces;
    outcome_free(&truth);
    return text;
}

char *check_wakes(Oracle *o, Generator *g, const char **mode_name) {
    /* Each third program is what it was before threads remembered: a seed that failed stays the same program.
     */
    *g = (Generator){.random = o->seed * 0x2545f4914f6cdd1dull, .remembers = o->seed % 3 != 0};
    wakes_program(g);
    write_text(o->source, "", g->text.data);
    if (o->talk) printf("%s", g->text.data);
    o->place.system = &g->system;
    o->place.most = MOST_WAKES;
    Program *one = load_program(o, NULL, 0);
    Program *two = load_two_files(o);
    static char level[] = "-O2";
    char *const levels[] = {level};
    Program *optimised = load_program(o, levels, 1);
    char *text = one && two && optimised ? NULL : xstrdup("the program does not load");
    bool skipped = false;
    for (int mode = 0; mode < 2 && !text && !skipped; mode++) {
        *mode_name = mode ? "memory" : "sync";
        text = check_wakes_of(o, one, two, optimised, mode ? INTERLEAVE_MEMORY : INTERLEAVE_SYNC, &skipped);
    }
    o->skipped += skipped;
    o->programs += !skipped;
    program_free(one);
    program_free(two);
    program_free(optimised);
    return text;
}
