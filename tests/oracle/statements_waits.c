/*
 * statements_waits.c — loops that wait by looking: at variables, by trying locks, by looking under a lock.
 * WAIT_WHILE(look, again) has no end of its own; compiled with -DBLOCKS it looks once and goes no further
 * where it would have to look again (see waits.c). COUNT_UP(times, look, again), COUNT_DOWN and COUNT_TO,
 * which tells whether it did, give up after so many rounds; as nobody sees how many there were, one does for
 * all.
 */
#include "statements.h"
#include <string.h>

/* A loop that looks as `what` says ("look, again"). One that gives up may have many rounds only where they
 * are done at once; else few. Returns whether it is one that gives up. */
static bool loop(Generator *g, const char *looks, bool at_once) {
    char what[160];
    bool dozes = g->features & PASSES && chance(g, 60);
    snprintf(what, sizeof what, "%s%s", dozes ? chance(g, 50) ? "doze0(); " : "sleep(2); " : "", looks);
    at_once &= !dozes;
    static const unsigned few[] = {1, 2, 3, 4}, many[] = {5, 6, 7, 8, 9, 12, 1000, 2000000};
    if (chance(g, 50)) {
        line(g, "WAIT_WHILE(%s);", what);
        return false;
    }
    static const char *const ways[] = {"UP", "DOWN", "TO"};
    /* The compiler adds what an exchange says to the count, where that is asked for behind the loop. */
    unsigned nways = strstr(what, "exchange") ? 2 : 3;
    line(g, "COUNT_%s(%u, %s);", ways[draw(g, nways)], at_once ? many[draw(g, 8)] : few[draw(g, 4)], what);
    return true;
}

/* What depends on whether it was taken begins and ends. Mutations find blocks by their
 * indentation. */
static void begin_taken(Generator *g, bool gives_up) {
    if (!gives_up) return;
    line(g, "if (!r1) {");
    g->indent++;
}
static void end_taken(Generator *g, bool gives_up) {
    if (!gives_up) return;
    g->indent--;
    line(g, "}");
}

/* What is between taking and giving back. */
static unsigned held_block(Generator *g, unsigned budget, int depth) {
    return chance(g, 60) ? block(g, budget > 2 ? budget - 2 : 0, depth + 1) : 0;
}

static unsigned until_taken(Generator *g, unsigned budget, int depth) {
    unsigned a = draw(g, g->atomics), used;
    char what[100];
    if ((g->features & LOCKS) && !(g->held & 1) && chance(g, 50)) {
        bool gives_up = loop(g, "r1 = pthread_mutex_trylock(&m0), r1", true);
        begin_taken(g, gives_up);
        g->held |= 1;
        used = 2 + held_block(g, budget, depth);
        g->held &= ~1u;
        line(g, "pthread_mutex_unlock(&m0);");
        end_taken(g, gives_up);
        return used;
    }
    /* A try by exchange that fails leaves 1 where there was more, which those see who compare with it: so
     * they could tell several tries from one. The word for that holds 0 or 1. */
    bool exchange = chance(g, 50), given = chance(g, 85);
    if (exchange)
        snprintf(what, sizeof what, "r1 = atomic_exchange(&taken, 1), r1");
    else
        snprintf(what, sizeof what, "int e = 0; r1 = !atomic_compare_exchange_strong(&a%u, &e, 1), r1", a);
    bool gives_up = loop(g, what, !exchange);
    begin_taken(g, gives_up);
    used = 2 + held_block(g, budget, depth);
    if (exchange)
        line(g, "atomic_store(&taken, %u);", !given);
    else
        line(g, "atomic_store(&a%u, %u);", a, given ? 0 : 2);
    end_taken(g, gives_up);
    return used;
}

unsigned wait_by_looking(Generator *g, unsigned budget, int depth) {
    unsigned a = draw(g, g->atomics), b = draw(g, g->atomics), x = draw(g, g->plain), value = draw(g, 3);
    char what[120];
    unsigned used = 1;
    bool at_once = true;
    switch (draw(g, 6)) {
    case 0:
        snprintf(what, sizeof what, "r0 = atomic_load(&a%u), r0 %s %u", a, value ? "!=" : "==", value);
        break;
    case 1:
        snprintf(what, sizeof what, "r0 = atomic_load(&a%u) && atomic_load(&a%u) == %u, r0", a, b, value);
        used = 2;
        at_once = false;
        break;
    case 2:
        if (!(g->features & LOCKS) || g->held & 1) return until_taken(g, budget, depth);
        snprintf(what, sizeof what, "pthread_mutex_lock(&m0); r0 = x%u; pthread_mutex_unlock(&m0), r0 == %u",
                 x, value);
        used = 2;
        break;
    case 3: snprintf(what, sizeof what, "r1 = x%u, r1 == %u", x, value); break;
    default: return until_taken(g, budget, depth);
    }
    loop(g, what, at_once);
    return used;
}
