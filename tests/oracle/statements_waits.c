/*
 * statements_waits.c — loops that wait by looking: at variables, by trying locks, by looking under a lock.
 * None of them has an end of its own. WAIT_WHILE(look, again) is such a loop; compiled with -DBLOCKS it looks
 * once and goes no further where it would have to look again (see waits.c).
 */
#include "statements.h"

/* What is between taking and giving back. */
static unsigned held_block(Generator *g, unsigned budget, int depth) {
    return chance(g, 60) ? block(g, budget > 2 ? budget - 2 : 0, depth + 1) : 0;
}

static unsigned until_taken(Generator *g, unsigned budget, int depth) {
    unsigned a = draw(g, g->atomics), used;
    if ((g->features & LOCKS) && !(g->held & 1) && chance(g, 50)) {
        line(g, "WAIT_WHILE(r1 = pthread_mutex_trylock(&m0), r1);");
        g->held |= 1;
        used = 2 + held_block(g, budget, depth);
        g->held &= ~1u;
        line(g, "pthread_mutex_unlock(&m0);");
        return used;
    }
    if (chance(g, 50))
        line(g, "WAIT_WHILE(r1 = atomic_exchange(&a%u, 1), r1);", a);
    else
        line(g, "WAIT_WHILE(int e = 0; r1 = !atomic_compare_exchange_strong(&a%u, &e, 1), r1);", a);
    used = 2 + held_block(g, budget, depth);
    line(g, "atomic_store(&a%u, %u);", a, chance(g, 85) ? 0 : 2);
    return used;
}

unsigned wait_by_looking(Generator *g, unsigned budget, int depth) {
    unsigned a = draw(g, g->atomics), b = draw(g, g->atomics), x = draw(g, g->plain), value = draw(g, 3);
    switch (draw(g, 6)) {
    case 0: line(g, "WAIT_WHILE(r0 = atomic_load(&a%u), r0 %s %u);", a, value ? "!=" : "==", value); return 1;
    case 1:
        line(g, "WAIT_WHILE(r0 = atomic_load(&a%u) && atomic_load(&a%u) == %u, r0);", a, b, value);
        return 2;
    case 2:
        if (!(g->features & LOCKS) || g->held & 1) break;
        line(g, "WAIT_WHILE(pthread_mutex_lock(&m0); r0 = x%u; pthread_mutex_unlock(&m0), r0 == %u);", x,
             value);
        return 2;
    case 3: line(g, "WAIT_WHILE(r1 = x%u, r1 == %u);", x, value); return 1;
    default: break;
    }
    return until_taken(g, budget, depth);
}
