/*
 * generator.c — a random program from its seed: which features it has, its threads, its declarations.
 */
#include "program_text.h"
#include "statements.h"
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned draw(Generator *g, unsigned n) {
    g->random += 0x9e3779b97f4a7c15ull;
    return (unsigned)(hash_mix(g->random) >> 20) % n;
}

bool chance(Generator *g, unsigned percent) { return draw(g, 100) < percent; }

void line(Generator *g, const char *format, ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    str_addf(&g->text, "%*s%s\n", g->indent * 4, "", text);
}

static void create(Generator *g, unsigned child) {
    unsigned routine = child <= g->routines ? child : 1;
    if (g->features & ATTRIBUTES && chance(g, 60))
        create_with_attributes(g, child, routine);
    else
        line(g, "pthread_create(&h%u, 0, thread%u, 0);", child, routine);
    if (!g->thread) g->handles = child;
}

bool is_large(uint64_t seed) { return seed % 16 == 0; }

/* Few features at a time make them meet each other more often. */
static void choose_features(Generator *g, uint64_t allowed, bool large) {
    uint64_t objects = RWLOCKS | SEMAPHORES | BARRIERS | ONCE | ROBUST | SPIN;
    uint64_t kinds = PLAIN | LOCKS | ATOMICS | CONDITION | objects | (KERNEL & ~(CLOSES | POLLS | EPOLLS));
    /* What was asked for by name. */
    bool narrow = __builtin_popcountll(allowed & ALL_FEATURES) < 12;
    bool kernel = g->kernel = (allowed & KERNEL) && (!(allowed & kinds & ~KERNEL) || chance(g, 50));
    do {
        g->features = 0;
        for (uint64_t f = 1; f < ALL_FEATURES; f <<= 1)
            if (chance(g, f == SECTIONS ? (narrow ? 70 : 10)
                          : f & objects ? (allowed & ~objects & kinds ? 22 : 60)
                          : f == INPUTS || f == ASSUMPTIONS || f == NESTED_CREATE          ? 30
                          : f & (WIDTHS | INDICES | KEYS | EXITS | JUMPS | FREES | ENGINE) ? 12
                          : f & (TYPED | LOCALS | STRUCTS | ATTRIBUTES) ? (narrow ? 70 : 12)
                          : f == CROSSWISE                              ? (allowed == ALL_FEATURES ? 20 : 75)
                          : f & KERNEL ? (f == CLOSES || f == INPUT ? 25 : 35)
                                       : 55))
                g->features |= f;
        if (g->features & CONDITION) g->features |= LOCKS;
        if (g->features & SECTIONS) g->features |= PLAIN;
        if (g->features & TYPED) g->features |= LOCKS;
        g->checked = g->features & TYPED && chance(g, 40);
        g->features &= allowed | (allowed & kinds ? 0 : PLAIN);
        if (kernel)
            g->features &= ~(objects | CONDITION | RECURSIVE | SECTIONS | TYPED);
        else
            g->features &= ~KERNEL;
    } while (!(g->features & (kernel ? kinds & KERNEL : kinds)));
    if (kernel) {
        g->edges = chance(g, 40);
        g->system.fds_per_thread = chance(g, 20);
        g->system.ordered_output = chance(g, 20);
        if (g->features & TIMED) g->system.max_timeouts = draw(g, 3);
    }
    g->features |= allowed & (COUPLED | WAITS | ALIKE | SIGNALLED | UNWRITTEN | PASSES | PRINTS | RANDOM |
                              REPEATS | SILENT | SECTIONED);
    if (g->features & SECTIONED)
        g->features = SECTIONED | PLAIN | SECTIONS |
                      (g->features & (LOCKS | ATOMICS | ASSUMPTIONS | ASSERTIONS | NESTED_CREATE));
    /* Without locks threads are long enough for several couplings. */
    if ((allowed & COUPLED) && chance(g, 60)) {
        g->features &= ~(LOCKS | RECURSIVE | CONDITION | objects);
        g->features |= PLAIN;
    }
    if (g->features & RECURSIVE) g->mutexes = 2;
    if ((g->features & ONCE) && (g->features & LOCKS) && chance(g, 40))
        g->features |= ONCE_LOCKS; /* its routine takes m0 */
}

/* Brute force has to come to its end with all memory visible. */
static unsigned coupled_budget(Generator *g) {
    if (g->children > 2) return 1 + draw(g, 3);
    return g->features & (LOCKS | RWLOCKS | SPIN | ONCE) ? 3 + draw(g, 3) : 5 + draw(g, 3);
}

/* The routine of thread c. */
/* How long the thread sleeps depends on what it finds; then it waits for main, so that all of that is past
 * before it goes on, or ends. */
static void doze_and_meet(Generator *g) {
    line(g, "if (atomic_load(&a%u) %s %u) doze%u();", draw(g, g->atomics),
         chance(g, 50) ? "==" : "!=", draw(g, 2), draw(g, 2));
    if (!chance(g, 80)) return;
    if (g->meets == MEETS_POSTS) {
        line(g, "sem_wait(&xm);");
        return;
    }
    /* A wait that is not in a loop: which broadcast wakes the thread makes a difference. */
    line(g, "pthread_mutex_lock(&m0);");
    line(g, "%spthread_cond_wait(&c0, &m0);", chance(g, 50) ? "if (x0 != 3) " : "");
    line(g, "pthread_mutex_unlock(&m0);");
}

/* Main lets the threads go on that doze_and_meet made wait: at one time, or with time in between. */
static void let_go_on(Generator *g) {
    for (unsigned c = 0; c < g->children; c++) {
        if (g->meets == MEETS_POSTS) {
            line(g, "sem_post(&xm);");
            continue;
        }
        line(g, "pthread_mutex_lock(&m0);");
        if (chance(g, 60)) line(g, "x0 = 3;");
        line(g, "pthread_cond_%s(&c0);", g->meets == MEETS_BROADCASTS ? "broadcast" : "signal");
        line(g, "pthread_mutex_unlock(&m0);");
        if (chance(g, 40)) time_passes(g);
    }
}

/* What it finds says whether the thread does something that no variable shows. */
static void leave_behind(Generator *g) {
    line(g, "if (atomic_load(&a%u) %s %u)", draw(g, g->atomics), chance(g, 50) ? "==" : "!=", draw(g, 2));
    g->indent++;
    if (g->features & PRINTS)
        print_statement(g);
    else if (chance(g, 75))
        line(g, "drawn0();");
    else
        random_statement(g);
    g->indent--;
}

/* … and what it shows later, when the two ways have met. */
static void meet_again(Generator *g) {
    line(g, "atomic_fetch_add(&a%u, 0);", draw(g, g->atomics));
    line(g, "x%u += 1 + (int)(drawn0() >> %u & 3);", draw(g, g->plain), draw(g, 8));
    g->undefined = true;
}

static void block_access(Generator *g);

static void thread_text(Generator *g, unsigned c, bool large) {
    line(g, "static void *thread%u(void *r) {", c);
    g->indent++;
    line(g, "int r0 = 0, r1 = 0;");
    g->held = 0;
    g->thread = c;
    g->reads = g->writes = g->spins = false;
    g->handles = c - 1;
    bool cleans = g->cancels && chance(g, 70);
    if (cleans) line(g, "pthread_cleanup_push(clean, 0);");
    unsigned budget = g->features & ALIKE
                          ? (g->children == 2 ? 2 + draw(g, 2) : 1u + (g->children == 3 && chance(g, 30)))
                      : g->children == 2 ? (large ? 3 : 2) + draw(g, 3)
                                         : 1 + draw(g, 2);
    if (g->kernel && g->children == 2) budget -= MIN(budget - 2, 2);
    if (g->features & RANDOM) budget = 1 + (g->children == 2 && chance(g, 50));
    if (g->features & PRINTS) budget = 1 + (g->children == 1 ? draw(g, 3) : chance(g, 20));
    if (g->features & SIGNALLED) budget = g->children > 1 ? 1 : 1 + draw(g, 3);
    if (c == 1 && (g->features & NESTED_CREATE)) {
        budget--;
        if (chance(g, 50)) budget -= MIN(budget - 1, statement(g, 1, 1));
        create(g, g->children);
    }
    if (g->features & PASSES) {
        budget = 1 + (g->children == 2 && chance(g, 30));
        if (chance(g, 60)) budget = chance(g, 30), doze_and_meet(g);
    }
    if (g->features & (PRINTS | RANDOM) && chance(g, 70)) {
        if (chance(g, 60))
            line(g, "atomic_store(&a%u, %u);", draw(g, g->atomics), draw(g, 2) + 1);
        else
            leave_behind(g);
        budget = chance(g, 40);
    }
    if (g->block && chance(g, 90)) {
        block_access(g);
        budget = chance(g, 15);
    }
    if (g->features & REPEATS) {
        if (chance(g, 70)) line(g, "atomic_fetch_add(&aq, 1);");
        for (unsigned k = 1 + draw(g, 2); k; k--) repeated_assertion(g);
        budget = 1 + draw(g, 3);
    }
    if (g->features & CROSSWISE) {
        crosswise(g);
        budget = chance(g, 30); /* a little more now and then: brute force has to come to its end */
    }
    if (g->features & SECTIONED) {
        g->decisions = 0;
        sectioned(g);
        budget = chance(g, 10);
    }
    if (g->features & COUPLED) {
        budget = coupled_budget(g);
        if (g->series) coupled_series(g), budget = chance(g, 25);
    }
    if (g->longer && !(g->features & ALIKE && c > 1))
        budget += g->features & ALIKE ? 1 + draw(g, 2) : 2 + draw(g, 4);
    block(g, budget, 0);
    if (g->features & RANDOM && chance(g, 70)) meet_again(g);
    if ((g->features & COUPLED) && chance(g, 75)) coupled_claims(g);
    if (c == 1 && (g->features & NESTED_CREATE) && !(g->detached >> g->children & 1) && chance(g, 50)) {
        line(g, "pthread_join(h%u, 0);", g->children);
        g->features &= ~(uint64_t)NESTED_CREATE; /* told below by the missing join */
        g->features |= NESTED_JOIN;
    }
    if (cleans) line(g, "pthread_cleanup_pop(%u);", draw(g, 2));
    if (g->kernel)
        line(g, "yr%u = r0 * 100 + r1;", c); /* what calls returned is part of the final state */
    else
        line(g, "(void)r0, (void)r1;");
    line(g, "return r;");
    g->indent--;
    line(g, "}");
}

/* What main does before there are other threads. */
static void preparations(Generator *g) {
    if (g->features & SIGNALLED) signal_preparations(g);
    if (g->features & UNWRITTEN) unwritten_preparations(g);
    if (g->features & PASSES) time_preparations(g);
    if (g->features & PRINTS) print_preparations(g);
    if (g->features & RANDOM) random_preparations(g);
    if (g->features & ATTRIBUTES) attribute_preparations(g);
    if (g->features & KEYS) line(g, "pthread_key_create(&key, destroy);");
    if (g->features & FREES) line(g, "xp = calloc(1, %u);", chance(g, 70) ? 5020 : 8), g->undefined = true;
    if (g->features & RECURSIVE) {
        line(g, "pthread_mutexattr_t attr;");
        line(g, "pthread_mutexattr_init(&attr);");
        line(g, "pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);");
        line(g, "pthread_mutex_init(&m1, &attr);");
    }
    if (g->checked) {
        line(g, "pthread_mutexattr_t typed;");
        line(g, "pthread_mutexattr_init(&typed);");
        line(g, "pthread_mutexattr_settype(&typed, PTHREAD_MUTEX_ERRORCHECK);");
        line(g, "pthread_mutex_init(&m0, &typed);");
    }
    if (g->features & SEMAPHORES) line(g, "sem_init(&s0, 0, %u);", draw(g, 3));
    if (g->features & BARRIERS)
        line(g, "pthread_barrier_init(&b0, 0, %u);", chance(g, 70) ? 2 : 1 + draw(g, 3));
    if (g->features & SPIN) line(g, "pthread_spin_init(&p0, 0);");
    if (g->features & ROBUST) {
        line(g, "pthread_mutexattr_t robust;");
        line(g, "pthread_mutexattr_init(&robust);");
        line(g, "pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);");
        if (chance(g, 30))
            line(g, "pthread_mutexattr_settype(&robust, PTHREAD_MUTEX_%s);",
                 chance(g, 50) ? "RECURSIVE" : "ERRORCHECK");
        line(g, "pthread_mutex_init(&q0, &robust);");
    }
}

/* Main starts threads, but those `nested` in others, and waits for some of them: one bit each. */
static unsigned threads_started(Generator *g, bool nested) {
    if (g->shares_input) {
        line(g, "shared_input = INPUT0;");
        /* What threads find depends on the way of main, which nobody else sees. */
        if (!(g->features & BARRIERS) && chance(g, 50)) choice_by_input(g);
    } else if (g->features & INPUTS && g->sites < MAX_SITES)
        line(g, "shared_input = INPUT%u;", g->sites++);
    for (unsigned c = 1; c <= g->children - nested; c++) {
        create(g, c);
        if (chance(g, g->features & PRINTS && c == g->children ? 80 : 25)) statement(g, 1, 2);
    }
    if (g->features & RANDOM && chance(g, 80)) leave_behind(g);
    if (g->features & (PRINTS | RANDOM) && chance(g, 75))
        line(g, "atomic_store(&a%u, %u);", draw(g, g->atomics), draw(g, 2) + 1);
    unsigned joined = 0;
    if (g->features & SIGNALLED) {
        if (chance(g, 50)) statement(g, 1, 2);
        /* Who sends a signal knows those that were created before. */
        for (unsigned c = g->children; c; c--) {
            g->handles = c - 1;
            line(g, "pthread_join(h%u, 0);", c);
            if (c > 1 && chance(g, 25)) statement(g, 1, 2);
        }
        return (1u << (g->children + 1)) - 2;
    }
    if (g->features & PASSES) {
        line(g, "atomic_store(&a%u, %u);", draw(g, g->atomics), draw(g, 2));
        let_go_on(g);
    }
    if (g->features & UNWRITTEN) unwritten_in_main(g);
    for (unsigned c = 1; c <= g->children - nested; c++) {
        if (g->detached >> c & 1) continue;
        if (chance(g, 88)) {
            line(g, "pthread_join(h%u, 0);", c);
            joined |= 1u << c;
            if (chance(g, 15)) statement(g, 1, 2);
        } else if (g->features & DETACH)
            line(g, "pthread_detach(h%u);", c);
    }
    return joined;
}

/* Main tells the shared variables, and what the calls of the threads that it `joined` returned. */
static void tell_state(Generator *g, unsigned joined) {
    line(g, "PAUSE;");
    StrBuf format = {0}, values = {0};
    for (unsigned k = 0; k < g->plain; k++) str_addf(&format, "x%u=%%d ", k), str_addf(&values, ", v%u", k);
    for (unsigned k = 0; k < g->atomics; k++) str_addf(&format, "a%u=%%d ", k), str_addf(&values, ", w%u", k);
    for (unsigned k = 1; k <= g->children && g->kernel; k++)
        if (joined >> k & 1) str_addf(&format, "yr%u=%%d ", k), str_addf(&values, ", yr%u", k);
    for (unsigned k = 0; k < g->plain; k++) line(g, "int v%u = x%u;", k, k);
    for (unsigned k = 0; k < g->atomics; k++) line(g, "int w%u = atomic_load(&a%u);", k, k);
    line(g, "char text[100];");
    line(g, "int length = snprintf(text, sizeof text, \"%sr0=%%d r1=%%d\\n\"%s, r0, r1);", format.data,
         values.data);
    line(g, "fwrite(text, 1, (size_t)length, stdout);");
    line(g, "fflush(stdout);");
    vec_free(&format);
    vec_free(&values);
}

/* What main does with coupled threads: all of it before the first join. Now and then it does not wait for
 * them. */
static void coupled_main(Generator *g) {
    if (g->features & PLAIN) line(g, "xh = malloc(2 * sizeof *xh), xh[0] = 0, xh[1] = %u;", draw(g, 2));
    if (g->shares_input) line(g, "shared_input = INPUT0;");
    for (unsigned k = draw(g, 3); k; k--) coupled_access(g, true);
    for (unsigned c = 1; c <= g->children; c++) {
        create(g, c);
        /* A third thread could run before it or after it. */
        if (c == 1 && g->children == 2 && chance(g, 25)) coupled_access(g, true);
    }
    /* It goes on beside them. What it has on the heap they may only share among themselves (couplings.c). */
    bool beside = g->children == 2 && chance(g, 40);
    for (unsigned k = 0; k < g->spots; k++) beside &= strncmp(g->spot[k], "xh", 2) != 0;
    for (unsigned k = beside ? 1 + draw(g, 2) : 0; k; k--) coupled_access(g, false);
    if (beside && chance(g, 40)) coupled_claim(g);
    if (chance(g, 15)) {
        line(g, chance(g, 50) ? "pthread_exit(0);" : "return 0;");
        return;
    }
    for (unsigned c = 1; c <= g->children; c++) {
        line(g, "pthread_join(h%u, 0);", c);
        if (beside && chance(g, 50)) coupled_access(g, false);
    }
    if (beside) coupled_claim(g);
}

/* What an alike thread does with the block that main shares: where depends on who came first, or not. */
static void block_access(Generator *g) {
    switch (draw(g, 4)) {
    case 0: line(g, "block[atomic_fetch_add(&a0, 1) %% 3] = 1;"); break;
    case 1: line(g, "if (atomic_fetch_add(&a0, 1) == %u) block[%u]++;", draw(g, 2), draw(g, 2)); break;
    case 2: line(g, "if (atomic_load(&a0) == %u) r0 = (int)block[%u];", draw(g, 2), draw(g, 2)); break;
    default:
        line(g, "pthread_mutex_lock(&m0);");
        line(g, "block[%u] = block[%u] * 2 + x0++;", draw(g, 2), draw(g, 2));
        line(g, "pthread_mutex_unlock(&m0);");
    }
}

/* What main does between two joins: with its block, which looks like its own, or with what all know. */
static void between_joins(Generator *g) {
    if (!g->block || chance(g, 30))
        statement(g, 1, 2);
    else if (chance(g, 60))
        line(g, "r0 = r0 * 3 + (int)own[%u];", draw(g, 2));
    else
        line(g, "own[%u] = 5;", draw(g, 2));
}

/* Main starts threads of one routine in a loop, and waits for them in another one: for all in a row, now and
 * then for some, for one of them alone or after another thread, or with something in between. */
static void alike_main(Generator *g) {
    unsigned n = g->children, some = chance(g, 15) ? n - 1 : n, first = 0;
    bool alone = chance(g, 30);
    if (g->block == BLOCK_HEAP) line(g, "long *own = block = calloc(3, sizeof *block);");
    if (g->block == BLOCK_STACK) line(g, "long own[3] = {0};\n    block = own;");
    line(g, "pthread_t all[%u];", n);
    if (g->another) line(g, "pthread_t other;\n    pthread_create(&other, 0, another, 0);");
    line(g, "for (int k = 0; k < %u; k++) pthread_create(&all[k], 0, thread1, 0);", n);
    if (chance(g, 30)) statement(g, 1, 2);
    if (chance(g, 10)) return;
    if (g->another && chance(g, 80)) {
        line(g, "pthread_join(other, 0);");
        if (chance(g, 70)) between_joins(g);
    }
    if (alone) {
        line(g, "pthread_join(all[0], 0);");
        if (chance(g, 80)) between_joins(g);
        first = 1;
    }
    line(g, "for (int k = %u; k < %u; k++) {", first, some);
    line(g, "    pthread_join(all[k], 0);");
    g->indent++;
    if (chance(g, 15)) between_joins(g);
    g->indent--;
    line(g, "}");
    if (chance(g, 20)) statement(g, 1, 2);
    if (some < n && chance(g, 50)) line(g, "pthread_join(all[%u], 0);", some);
}

/* Main starts threads without end, and waits for some or for none. A bound keeps the program finite. */
static void endless_main(Generator *g) {
    unsigned joins = g->system.max_threads == 1 && chance(g, 60) ? 1 + draw(g, 2) : 0;
    if (g->block) line(g, "long *own = block = calloc(3, sizeof *block);");
    if (g->another) line(g, "pthread_t other;\n    pthread_create(&other, 0, another, 0);");
    line(g, "for (int k = 0;; k++) {");
    g->indent++;
    line(g, "pthread_t h;");
    if (chance(g, 30)) statement(g, 1, 1);
    line(g, "pthread_create(&h, 0, thread1, 0);");
    if (joins) line(g, "if (k %% 3 < %u) pthread_join(h, 0);", joins);
    if (!joins && chance(g, 40)) line(g, "pthread_detach(h);");
    if (g->block && chance(g, 50)) between_joins(g);
    g->indent--;
    line(g, "}");
}

static void main_text(Generator *g, const char *objects_made) {
    bool nested = g->features & (NESTED_CREATE | NESTED_JOIN);
    line(g, "static int program(void) {");
    g->indent++;
    line(g, "int r0 = 0, r1 = 0;");
    if (g->kernel) str_add(&g->text, objects_made);
    preparations(g);
    if (g->features & COUPLED) {
        coupled_main(g);
        line(g, "(void)r0, (void)r1;");
        line(g, "return 0;");
        g->indent--;
        line(g, "}");
        return;
    }
    unsigned joined = 0;
    if (g->endless)
        endless_main(g);
    else if (g->block || g->another || (g->routines == 1 && chance(g, 60)))
        alike_main(g);
    else
        joined = threads_started(g, nested);
    if (g->features & PASSES && !(g->features & WAITS) && chance(g, 70)) line(g, "x0 += 7 * seconds();");
    if (g->features & PRINTS) print_end(g);
    if (g->features & RANDOM && chance(g, 85)) meet_again(g);
    if (g->features & ASSERTIONS && chance(g, 60)) assertion(g);
    if (g->told_count) line(g, "if (%s == %u) r0 = 9;", chance(g, 50) ? "u0" : "ua", 2 + draw(g, 3));
    if (!g->sites && !(g->features & PRINTS)) tell_state(g, joined);
    line(g, "(void)r0, (void)r1;");
    if ((g->features & EXITS) && chance(g, 40))
        line(g, "pthread_exit(0);"), g->undefined = true; /* when the last thread ends, so does the process */
    line(g, "return 0;");
    g->indent--;
    line(g, "}");
}

/* Where an input is read: a value that the compiler is given, or a symbolic one. */
static void input_declarations(Generator *g) {
    for (unsigned k = 0; k < g->sites; k++) {
        line(g, "#ifdef IN%u", k);
        line(g, "#define INPUT%u IN%u", k, k);
        line(g, "#else");
        /* The same input, larger or smaller by what the thread has seen. */
        if ((g->plain + g->sites + k) % 3 == 0)
            line(g,
                 "#define INPUT%u ({ unsigned char in[2]; heddle_symbolic(in, r0 & 1 ? 2 : 1, \"in%u\"); "
                 "in[0] & %u; })",
                 k, k, INPUT_VALUES - 1);
        else if (k % 2)
            line(g, "#define INPUT%u (heddle_uchar(\"in%u\") & %u)", k, k, INPUT_VALUES - 1);
        else
            line(
                g,
                "#define INPUT%u ({ int in = heddle_int(\"in%u\"); heddle_assume(in >= 0 && in < %u); in; })",
                k, k, INPUT_VALUES);
        line(g, "#endif");
    }
}

/* Variables that are accessed, and functions that access them. */
static void variable_declarations(Generator *g) {
    for (unsigned k = 0; k < g->plain; k++) line(g, "static SHARED x%u;", k);
    for (unsigned k = 0; k < g->atomics; k++) line(g, "static atomic_int a%u;", k);
    if (g->features & WAITS) line(g, "static atomic_int taken;");
    if (g->counts) line(g, "static SHARED u0, us[2];\nstatic atomic_int ua;");
    for (unsigned k = 0; k < g->mutexes; k++)
        line(g, "static pthread_mutex_t m%u%s;", k,
             (k == 0 && g->checked) || (k == 1 && g->features & RECURSIVE) ? ""
                                                                           : " = PTHREAD_MUTEX_INITIALIZER");
    if (g->features & WIDTHS)
        line(g, "static union { _Atomic unsigned char b[8]; _Atomic unsigned short s[4]; _Atomic unsigned "
                "h[2]; _Atomic unsigned long w; } au;");
    if (g->features & INDICES) line(g, "static SHARED xi[4];");
    if (g->features & UNWRITTEN) unwritten_declarations(g);
    if (g->features & PASSES) time_declarations(g);
    if (g->features & PRINTS) print_declarations(g);
    if (g->features & RANDOM) random_declarations(g);
    if (g->features & SILENT) silent_declarations(g);
    if (g->features & ATTRIBUTES) attribute_declarations(g);
    if (g->features & SECTIONED) section_declarations(g);
    if (g->features & LOCALS) local_declarations(g);
    if (g->features & STRUCTS) struct_declarations(g);
    if (g->features & REPEATS) line(g, "static atomic_int aq;");
    if (g->features & COUPLED) line(g, "static struct { int a, b; } xc;\nstatic int *xh, *xq;");
    if (g->features & KEYS)
        line(g, "static pthread_key_t key;\nstatic void destroy(void *p) { x0 = x0 * 2 + (int)(long)p; }");
    for (unsigned c = 0; c <= g->children && g->features & JUMPS; c++) line(g, "static jmp_buf jump%u;", c);
    if (g->features & FREES)
        line(g, "static char *xp, *volatile xs;\nstatic void lend(int n) {\n    char big[5020];\n    big[n] "
                "= 1;\n    xs = big;\n    PAUSE;\n}");
    if (g->features & ENGINE)
        line(g, "static struct timespec xt;\nstatic unsigned char xn;\n__attribute__((noinline)) static void "
                "set0(void) { xn = 0; }\n__attribute__((noinline)) static void set1(void) { xn = 1; }"),
            g->undefined = true;
}

static void object_declarations(Generator *g) {
    if (g->features & CONDITION) line(g, "static pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;");
    if (g->features & RWLOCKS) /* of either kind, without a draw */
        line(g, "static pthread_rwlock_t w0 = PTHREAD_RWLOCK_%sINITIALIZER%s;",
             g->random >> 7 & 1 ? "WRITER_NONRECURSIVE_" : "", g->random >> 7 & 1 ? "_NP" : "");
    if (g->features & SEMAPHORES) line(g, "static sem_t s0;");
    if (g->features & BARRIERS) line(g, "static pthread_barrier_t b0;");
    if (g->features & SPIN) line(g, "static pthread_spinlock_t p0;");
    if (g->features & ROBUST) line(g, "static pthread_mutex_t q0;");
    if (g->features & ONCE) {
        line(g, "static pthread_once_t o0 = PTHREAD_ONCE_INIT;");
        bool locks = g->features & ONCE_LOCKS;
        line(g, "static void initialise(void) { %sx0 = x0 * 2 + 1;%s }",
             locks ? "pthread_mutex_lock(&m0); " : "", locks ? " pthread_mutex_unlock(&m0);" : "");
    }
}

void generate(Generator *g, uint64_t seed, uint64_t allowed, bool longer) {
    *g = (Generator){.random = seed * 0x2545f4914f6cdd1dull, .longer = longer};
    g->plain = 1 + draw(g, 2);
    g->atomics = 1 + draw(g, 2);
    g->mutexes = 1 + draw(g, 2);
    bool large = is_large(seed);
    g->children = chance(g, large ? 65 : 80) ? 2 : 3;
    choose_features(g, allowed, large);
    g->routines = UINT_MAX;
    g->counts = !(g->features & (COUPLED | WAITS | UNWRITTEN)) && chance(g, 20);
    g->told_count = g->counts && chance(g, 25);
    g->shares_input = (g->features & INPUTS) && chance(g, 60);
    g->sites = g->shares_input;
    if (g->shares_input && chance(g, 40)) g->children = 3;
    if (g->features & STRUCTS) g->members = 2 + draw(g, 3);
    if (g->features & REPEATS) {
        const char *which = getenv("HEDDLE_ORACLE_REPEATS");
        g->claims_of = draw(g, 4);
        g->asserts = which && !strcmp(which, "assert");
    }
    g->gives_back = g->features & UNWRITTEN && chance(g, 40);
    if (g->gives_back) {
        g->features |= LOCKS;
        g->mutexes = 2;
        g->children = chance(g, 70) ? 1 : 2;
    }
    if (g->features & COUPLED) coupled_spots(g);
    if (g->features & SECTIONED) g->plain = chance(g, 80) ? 2 : 3;
    if (g->features & SIGNALLED) {
        g->children = chance(g, 80) ? 1 : 2;
        g->cancels = chance(g, 40);
    }
    if (g->features & PASSES) g->children = chance(g, 30) ? 1 : 2;
    if (g->features & PASSES && g->longer && chance(g, 50)) {
        g->features |= CONDITION | LOCKS;
        g->meets = chance(g, 70) ? MEETS_BROADCASTS : MEETS_SIGNALS;
    }
    if (g->features & (RANDOM | SILENT)) g->children = chance(g, 65) ? 1 : 2;
    if (g->features & PRINTS) g->children = chance(g, 65) ? 1 : 2;
    if (g->features & CROSSWISE) {
        g->children = chance(g, 75) ? 2 : 3;
        g->atomics = g->children;
        g->mutexes = 2;
    }

    if (g->longer && !(g->features & CROSSWISE) && chance(g, 35)) g->children++;

    StrBuf body = {0}, objects_made = {0};
    if (g->kernel) {
        g->indent++;
        kernel_objects(g);
        g->indent--;
        objects_made = g->text;
        g->text = (StrBuf){0};
    }
    if (g->features & ALIKE) {
        g->children = chance(g, 25) ? 2 : chance(g, 80) ? 3 : 4;
        g->routines = chance(g, 70) ? 1 : g->children - 1;
        if (g->routines == 1 && chance(g, 50)) g->block = chance(g, 50) ? BLOCK_HEAP : BLOCK_STACK;
        g->another = g->routines == 1 && chance(g, 35);
        if (g->another || (g->block && chance(g, 60))) g->children = 2;
        g->endless = g->routines == 1 && chance(g, 35);
        if (g->endless) {
            g->children = 4; /* their routine is short */
            g->system.max_threads = 1 + (g->another || chance(g, 70));
            g->undefined = true; /* natively there is no bound */
        }
    }
    for (unsigned c = 1; c <= MIN(g->children, g->routines); c++) thread_text(g, c, large);
    g->thread = g->handles = 0;
    main_text(g, objects_made.data);
    vec_free(&objects_made);

    /* What it needs is known only now. */
    body = g->text;
    g->text = (StrBuf){0};
    if (g->features & SIGNALLED) str_add(&g->text, "#define SPINS\n");
    str_add(&g->text, program_prologue);
    if (g->features & (PASSES | PRINTS | RANDOM | REPEATS)) str_add(&g->text, program_told_prologue);
    if (g->kernel) str_add(&g->text, program_kernel_prologue);
    if (g->features & SIGNALLED) str_add(&g->text, program_signal_prologue);
    for (unsigned k = 1; k <= g->children && g->kernel; k++) line(g, "static int yr%u;", k);
    input_declarations(g);
    variable_declarations(g);
    object_declarations(g);
    if (g->features & INPUTS) line(g, "static SHARED shared_input;");
    for (unsigned c = 1; c <= g->children; c++)
        line(g, "static pthread_t h%u;\nstatic void *thread%u(void *r);", c, c);
    if (g->features & SIGNALLED) signal_declarations(g);
    if (g->block) line(g, "static long *block;");
    if (g->another)
        line(g, "static void *another(void *r) { %s%s return r; }",
             chance(g, 50) ? "atomic_fetch_add(&a0, 1);" : "x0++;",
             g->endless ? " pthread_t h; pthread_create(&h, 0, another, 0);" : "");
    str_add(&g->text, body.data);
    str_add(&g->text, program_epilogue);
    vec_free(&body);
}
