/*
 * statements_coupled.c — statements of threads that are to be coupled: they write small numbers to the same
 * few places, collect what they read there, and claim something that only what others wrote can refute. So
 * many programs have errors that take one, two or three reads of another thread's writes.
 */
#include "statements.h"
#include <stdio.h>

void coupled_spots(Generator *g) {
    g->plain = 2;
    g->spots = 2 + draw(g, MAX_SPOTS - 1);
    g->series = chance(g, 50);
    for (unsigned k = 0; k < g->spots; k++) {
        char *spot = g->spot[k];
        size_t size = sizeof g->spot[k];
        unsigned which = draw(g, 10);
        if ((g->features & ATOMICS) && which < 4)
            snprintf(spot, size, "a%u", draw(g, g->atomics));
        else if ((g->features & INDICES) && which < 6)
            snprintf(spot, size, "xi[%u]", draw(g, 4));
        else if (which == 6)
            snprintf(spot, size, "xc.%s", k % 2 ? "b" : "a");
        else if ((g->features & PLAIN) && which == 7)
            snprintf(spot, size, "xh[%u]", draw(g, 2));
        else
            snprintf(spot, size, "x%u", draw(g, g->plain));
    }
}

static unsigned coupled_write(Generator *g, const char *spot) {
    switch (draw(g, 6)) {
    case 0: line(g, "%s = r%u + %u;", spot, draw(g, 2), 1 + draw(g, 2)); return 1;
    case 1: line(g, "%s += %u;", spot, 1 + draw(g, 2)); return 2;
    default: line(g, "%s = %u;", spot, 1 + draw(g, 2)); return 1;
    }
}

/* Where a pointer leads, both numbers of a struct: what is read depends on two reads, or on two writes. */
static unsigned coupled_twice(Generator *g, bool write) {
    if (write) {
        if (chance(g, 60))
            line(g, "xq = &x%u;", draw(g, 2));
        else
            line(g, "xc = (__typeof__(xc)){%u, %u};", draw(g, 3), draw(g, 3));
        return 1;
    }
    switch (draw(g, 3)) {
    case 0: line(g, "r0 = r0 * 3 + *xq;"); return 2;
    case 1: line(g, "if (xq) r0 = r0 * 3 + *xq;"); return 3;
    default: line(g, "{ __typeof__(xc) c = xc; r0 = c.a * 3 + c.b; }"); return 1;
    }
}

/* A thread that waits for what another one writes, or that writes it and says so. */
static unsigned coupled_handshake(Generator *g, bool write) {
    const char *spot = g->spot[0], *other = g->spot[draw(g, g->spots)];
    line(g, "pthread_mutex_lock(&m0);");
    if (write) {
        const char *how = chance(g, 60) ? "signal" : "broadcast";
        if (chance(g, 50)) line(g, "%s = %u;", other, 1 + draw(g, 2));
        bool early = chance(g, 20), late = chance(g, 30);
        if (early) line(g, "pthread_cond_%s(&c0);", how);
        line(g, "%s = %u;", spot, 1 + draw(g, 2));
        if (!early && !late) line(g, "pthread_cond_%s(&c0);", how);
        line(g, "pthread_mutex_unlock(&m0);");
        if (late) line(g, "pthread_cond_%s(&c0);", how);
        return 3;
    }
    switch (draw(g, 10)) {
    case 6: line(g, "r1 = pthread_cond_timedwait(&c0, &m0, &soon) != 0;"); break;
    case 7: line(g, "if (%s == 0) r1 = pthread_cond_timedwait(&c0, &m0, &soon) != 0;", spot); break;
    case 8: line(g, "while (%s == 0 && !r1) r1 = pthread_cond_timedwait(&c0, &m0, &soon) != 0;", spot); break;
    case 9: line(g, "while (%s == 0) pthread_cond_timedwait(&c0, &m0, &soon);", spot); break;
    case 0: line(g, "if (%s == 0) pthread_cond_wait(&c0, &m0);", spot); break;
    case 1: line(g, "pthread_cond_wait(&c0, &m0);"); break;
    case 2: line(g, "while (%s == 0 && %s == 0) pthread_cond_wait(&c0, &m0);", spot, other); break;
    case 3: line(g, "while (%s == 0) r1 = 2, pthread_cond_wait(&c0, &m0);", spot); break;
    default: line(g, "while (%s == 0) pthread_cond_wait(&c0, &m0);", spot);
    }
    if (chance(g, 50)) line(g, "r0 = r0 * 3 + %s;", other);
    line(g, "pthread_mutex_unlock(&m0);");
    return 4;
}

unsigned coupled_access(Generator *g, bool write) {
    const char *spot = g->spot[draw(g, g->spots)];
    /* The threads that are created first write more, the others read more; and the other way round. */
    bool writer = (g->thread ^ g->spots) & 1;
    write |= chance(g, writer ? 80 : 20);
    if ((g->features & CONDITION) && g->thread && !g->held && chance(g, 40))
        return coupled_handshake(g, write);
    if (chance(g, 10)) return coupled_twice(g, write);
    if (write) return coupled_write(g, spot);
    switch (draw(g, 10)) {
    case 0: line(g, "r1 = %s;", spot); return 1;
    case 1: line(g, "r0 = %s * 3 + %s;", spot, g->spot[draw(g, g->spots)]); return 2;
    case 2: line(g, "if (%s == %u)", spot, draw(g, 3)); return 1 + coupled_write(g, g->spot[0]);
    case 3: line(g, "if (%s != %u) r0 = %u;", spot, draw(g, 3), 3 * draw(g, 3)); return 1;
    default: line(g, "r0 = r0 * 3 + %s;", spot); return 1;
    }
}

static void claim(Generator *g, unsigned wrong) {
    switch (draw(g, 9)) {
    case 0: line(g, "heddle_assert(r0 != %u || r1 == %u);", wrong, draw(g, 3)); break;
    case 1: line(g, "r1 = 6 / (r0 - %u);", wrong); break;
    case 2: line(g, "if (r0 == %u) abort();", wrong); break;
    case 3: line(g, "if (r0 == %u) *(volatile int *)0 = 1;", wrong); break;
    case 4: line(g, "heddle_assert(r0 != %u || %s != %u);", wrong, g->spot[0], 1 + draw(g, 2)); break;
    default: line(g, "heddle_assert(r0 != %u);", wrong); break;
    }
}

unsigned coupled_series(Generator *g) {
    bool writer = (g->thread ^ g->spots) & 1, in_turn = chance(g, 60);
    unsigned n = g->children == 2 ? 3 + chance(g, 40) : 1 + chance(g, 50), first = draw(g, g->spots);
    for (unsigned k = 0; k < n; k++) {
        const char *spot = g->spot[in_turn ? (first + k) % g->spots : draw(g, g->spots)];
        if (writer)
            line(g, "%s = %u;", spot, 1 + draw(g, 2));
        else
            line(g, "r0 = r0 * 3 + %s;", spot);
    }
    return n;
}

void coupled_claim(Generator *g) { claim(g, chance(g, 70) ? draw(g, 9) : draw(g, 27)); }

void coupled_claims(Generator *g) {
    unsigned most = chance(g, 50) ? 9 : 27, but = draw(g, most);
    for (unsigned wrong = chance(g, 15) ? 0 : 1; wrong < most; wrong++)
        if (wrong != but) claim(g, wrong);
}
