/*
 * statements.c — draws what a thread does next: one statement after the other, from the features at hand.
 */
#include "statements.h"

static void input(Generator *g) { line(g, "r%u = INPUT%u;", draw(g, 2), g->sites++); }

/* A loop that an input counts: down to nothing, so that it comes back to the same state with less. */
static unsigned counted_loop(Generator *g) {
    static const char *const steps[] = {"n > 0; n--", "n != 0; n = n - 1", "n >= 1; n = n + 0xffffffff"};
    unsigned x = draw(g, g->plain);
    if (chance(g, 70))
        line(g, "for (int n = INPUT%u; %s) {", g->sites++, steps[draw(g, 3)]);
    else
        line(g, "for (x%u = INPUT%u; x%u > 0; x%u = x%u - 1) {", x, g->sites++, x, x, x);
    g->indent++;
    bool locks = (g->features & LOCKS) && !(g->held & 1) && chance(g, 40);
    if (locks) line(g, "pthread_mutex_lock(&m0);");
    unsigned used = (g->features & ATOMICS) && chance(g, 60) ? atomic_access(g)
                    : (g->features & PLAIN) && chance(g, 60) ? plain_access(g)
                                                             : 1;
    if (locks) line(g, "pthread_mutex_unlock(&m0);");
    g->indent--;
    line(g, "}");
    return used + 1 + locks;
}

unsigned choice_by_input(Generator *g) {
    const char *form = chance(g, 50) ? "if (shared_input & %u)" : "if (!(shared_input & %u))";
    line(g, form, 1 + draw(g, INPUT_VALUES - 1));
    g->indent++;
    unsigned used = 1;
    if ((g->features & BARRIERS) && chance(g, 25))
        line(g, "pthread_barrier_wait(&b0);");
    else
        used = (g->features & ATOMICS) && chance(g, 70) ? atomic_access(g) : plain_access(g);
    g->indent--;
    return used;
}

static unsigned branch(Generator *g, unsigned budget, int depth) {
    static const char *const relation[] = {"==", ">", "!=", "<="};
    unsigned used = 0;
    const char *op = relation[draw(g, 4)];
    if ((g->features & INPUTS) && g->sites && chance(g, 40)) {
        line(g, "if (shared_input %s %u) {", op, draw(g, INPUT_VALUES));
    } else if ((g->features & INPUTS) && chance(g, 30)) {
        line(g, "if (r0 + r1 %s %u) {", op, draw(g, 5));
    } else {
        line(g, "if (r%u %s %u) {", draw(g, 2), op, draw(g, 3));
    }
    unsigned half = budget > 1 ? budget / 2 : 1;
    g->indent++;
    used += block(g, half, depth + 1);
    g->indent--;
    if (chance(g, 50)) {
        line(g, "} else {");
        g->indent++;
        used += block(g, half, depth + 1);
        g->indent--;
    }
    line(g, "}");
    return used;
}

void assertion(Generator *g) {
    if (g->features & COUPLED) {
        coupled_claim(g);
        return;
    }
    const char *prefix = g->asserts ? "" : "heddle_";
    switch (draw(g, 4)) {
    case 0: line(g, "%sassert(r%u != %u);", prefix, draw(g, 2), 1 + draw(g, 4)); break;
    case 1: line(g, "%sassert(r0 <= r1 + %u);", prefix, draw(g, 3)); break;
    case 2: line(g, "%sassert(x%u < %u);", prefix, draw(g, g->plain), 2 + draw(g, 4)); break;
    default: line(g, "%sassert(r0 + r1 != %u);", prefix, 1 + draw(g, 5)); break;
    }
}

/* An operation that may have to wait, for what other threads do by what they read. */
static void wait_for_others(Generator *g) {
    uint64_t f = g->features;
    if ((f & KERNEL) && system_call(g)) return;
    if ((f & SEMAPHORES) && chance(g, 60)) {
        line(g, chance(g, 80) ? "sem_wait(&s0);" : "sem_post(&s0);");
    } else if ((f & BARRIERS) && chance(g, 50)) {
        line(g, "pthread_barrier_wait(&b0);");
    } else if ((f & CONDITION) && chance(g, 50)) {
        const char *what = chance(g, 50) ? "cond_wait(&c0, &m0)" : "cond_signal(&c0)";
        line(g, "pthread_mutex_lock(&m0); pthread_%s; pthread_mutex_unlock(&m0);", what);
        g->sleeps = true;
    } else {
        unsigned first = draw(g, 2);
        line(g, "pthread_mutex_lock(&m%u); pthread_mutex_lock(&m%u);", first, !first);
        line(g, "pthread_mutex_unlock(&m%u); pthread_mutex_unlock(&m%u);", !first, first);
    }
}

void crosswise(Generator *g) {
    unsigned mine = g->thread - 1, next = chance(g, 80) ? (mine + 1) % g->atomics : draw(g, g->atomics);
    const char *write = chance(g, 80) ? "atomic_store(&a%u, 1);" : "r0 = atomic_fetch_add(&a%u, 1);";
    if (chance(g, 85)) line(g, write, mine);
    line(g, "r1 = atomic_load(&a%u);", next);
    line(g, chance(g, 75) ? "if (r1 == 0) {" : "if (r1 != 0) {");
    g->indent++;
    wait_for_others(g);
    g->indent--;
    line(g, "}");
}

/* Counts what nothing depends on: it is no part of the state. Unless the program shows one of them. */
static void count_in_vain(Generator *g) {
    if (g->shares_input && chance(g, 40)) {
        line(g, "us[shared_input & 1] = us[0] + 1;");
        return;
    }
    switch (draw(g, 5)) {
    case 0: line(g, "u0 = u0 * 3 + %u;", 1 + draw(g, 3)); break;
    case 1: line(g, "u0++;"); break;
    case 2: line(g, "us[%u] = us[%u] + %u;", draw(g, 2), draw(g, 2), draw(g, 3)); break;
    case 3: line(g, "atomic_fetch_add(&ua, %u);", 1 + draw(g, 3)); break;
    default: line(g, "us[x0 & 1]++;"); break;
    }
}

unsigned statement(Generator *g, unsigned budget, int depth) {
    uint64_t f = g->features;
    line(g, "PAUSE;");
    if (g->counts && chance(g, 35)) count_in_vain(g);
    if ((f & COUPLED) && chance(g, 80)) return coupled_access(g, false);
    if ((f & WAITS) && g->thread && depth < 2 && chance(g, 30)) return wait_by_looking(g, budget, depth);
    if (g->gives_back) return give_back(g);
    if ((f & UNWRITTEN) && chance(g, 60)) return unwritten_access(g);
    if ((f & PASSES) && chance(g, 45)) return time_passes(g);
    if ((f & PRINTS) && chance(g, 65)) return print_statement(g);
    if ((f & RANDOM) && chance(g, 60)) return random_statement(g);
    if ((f & SILENT) && chance(g, 50)) return silent_statement(g);
    if ((f & REPEATS) && chance(g, 50)) {
        unsigned used = repeated_statement(g, depth);
        if (used) return used;
    }
    if ((f & SIGNALLED) && chance(g, 55)) {
        unsigned used = signal_statement(g);
        if (used) return used;
    }
    if ((f & KERNEL) && chance(g, 75)) {
        unsigned used = system_call(g);
        if (used) return used;
    }
    if ((f & (WIDTHS | INDICES | KEYS | EXITS | JUMPS | FREES | ENGINE | TYPED | LOCALS | STRUCTS |
              ATTRIBUTES)) &&
        chance(g, 45)) {
        unsigned used = more(g);
        if (used) return used;
    }
    if (g->shares_input && chance(g, 30)) return choice_by_input(g);
    for (int tries = 0; tries < 50; tries++) {
        switch (draw(g, 12)) {
        case 9:
        case 10:
        case 11:
            if (f & (RWLOCKS | SEMAPHORES | BARRIERS | ONCE | ROBUST | SPIN)) {
                unsigned used = other_object(g, budget, depth);
                if (used) return used;
            }
            break;
        case 0:
        case 1:
            if (f & PLAIN) return plain_access(g);
            break;
        case 2:
        case 3:
            if ((f & LOCKS) && depth < 2) {
                unsigned used = locked(g, budget, depth);
                if (used) return used;
            }
            break;
        case 4:
            if (f & ATOMICS) return atomic_access(g);
            break;
        case 5:
            if (depth < 2) return branch(g, budget, depth);
            break;
        case 6:
            if (f & INPUTS && g->sites < MAX_SITES) {
                if (depth == 0 && chance(g, 40)) return counted_loop(g);
                input(g);
                return 0;
            }
            break;
        case 7:
            if ((f & ASSERTIONS) && chance(g, 50)) {
                assertion(g);
                return (f & PLAIN) ? 1 : 0;
            }
            if ((f & ASSUMPTIONS) && chance(g, 30)) {
                line(g, "heddle_assume(r%u != %u);", draw(g, 2), draw(g, 3));
                return 0;
            }
            break;
        default:
            if ((f & CONDITION) && chance(g, 60)) {
                line(g, chance(g, 60) ? "pthread_cond_signal(&c0);" : "pthread_cond_broadcast(&c0);");
                return 1;
            }
            if ((f & SECTIONS) && depth == 0 && !g->held) {
                line(g, "heddle_atomic_begin();");
                unsigned used = plain_access(g);
                if (chance(g, 40)) line(g, "if (r%u > %u)", draw(g, 2), draw(g, 2));
                if (chance(g, 60))
                    used += plain_access(g);
                else
                    line(g, "x%u = %u;", draw(g, g->plain), draw(g, 4));
                if (chance(g, 30) && (f & ATOMICS)) used += atomic_access(g);
                if (chance(g, 25) && (f & ASSUMPTIONS)) {
                    line(g, "heddle_assume(r%u != %u);", draw(g, 2), draw(g, 3));
                    if (chance(g, 50)) line(g, "x%u = %u;", draw(g, g->plain), draw(g, 4));
                }
                line(g, "heddle_atomic_end();");
                return (used + 1) / 2;
            }
            break;
        }
    }
    line(g, "r%u++;", draw(g, 2)); /* nothing fits here */
    return 1;
}

unsigned block(Generator *g, unsigned budget, int depth) {
    unsigned used = 0, most = depth ? 2 : 6;
    for (unsigned k = 0; k < most && used < budget; k++) used += statement(g, budget - used, depth);
    return used;
}
