/*
 * statements_objects.c — statements on the objects of threads: mutexes with condition variables, read-write
 * and spin locks, semaphores, barriers, once-routines, robust mutexes.
 */
#include "statements.h"

/* A mutex this thread does not hold; now and then one that it does (a deadlock with itself). */
static int pick_mutex(Generator *g) {
    for (int tries = 0; tries < 8; tries++) {
        int m = (int)draw(g, g->mutexes);
        if (!(g->held >> m & 1) || chance(g, (g->features & RECURSIVE) && m == 1 ? 60 : 2)) return m;
    }
    return -1;
}

/* A thread that takes a mutex twice must give it back twice: `held` is restored by the caller. */
unsigned locked(Generator *g, unsigned budget, int depth) {
    int m = pick_mutex(g);
    if (m < 0) return 0;
    unsigned before = g->held, used = 2;
    bool try = (g->features & TRYLOCK) && chance(g, 40);
    if (try) {
        if ((g->features & TIMED) && chance(g, 40))
            line(g, "if (pthread_mutex_timedlock(&m%d, &soon) == 0) {", m);
        else
            line(g, "if (pthread_mutex_trylock(&m%d) == 0) {", m);
        g->indent++;
    } else {
        line(g, "pthread_mutex_lock(&m%d);", m);
    }
    g->held |= 1u << m;
    if ((g->features & CONDITION) && m == 0 && !(before & 1) && !try && chance(g, 60)) {
        /* Waits with and without looking first; never with the mutex held twice. */
        unsigned which = draw(g, 4);
        used += 2;
        if (which < 2 && (g->features & TIMED) && chance(g, 60))
            line(g, which ? "if (x0 == 0) r0 = pthread_cond_timedwait(&c0, &m0, &soon) != 0;"
                          : "r1 = pthread_cond_timedwait(&c0, &m0, &soon) != 0;");
        else if (which == 0)
            line(g, "pthread_cond_wait(&c0, &m0);");
        else if (which == 1)
            line(g, "if (x0 == 0) pthread_cond_wait(&c0, &m0);");
        else if (which == 2)
            line(g, "x0 = 1; pthread_cond_signal(&c0);");
        else
            line(g, "x0 = 1; pthread_cond_broadcast(&c0);");
        g->sleeps |= which < 2;
    }
    used += block(g, budget > used ? budget - used : 0, depth + 1);
    int other = -1;
    if (depth == 0 && g->mutexes > 1 && chance(g, 15)) {
        /* Not nested: the second is released after the first. */
        other = (m + 1) % (int)g->mutexes;
        if (g->held >> other & 1) other = -1;
    }
    if (other >= 0) {
        line(g, "pthread_mutex_lock(&m%d);", other);
        used += 2;
    }
    line(g, "pthread_mutex_unlock(&m%d);", m);
    if (other >= 0) line(g, "pthread_mutex_unlock(&m%d);", other);
    if (try) {
        g->indent--;
        if (chance(g, 40)) {
            line(g, "} else {");
            g->indent++;
            g->held = before;
            line(g, "r1 = 7;");
            g->indent--;
        }
        line(g, "}");
    }
    g->held = before;
    return used;
}

/* Read-write locks: never twice, except for reading. */
static unsigned rwlocked(Generator *g, unsigned budget, int depth) {
    bool write = chance(g, 45), try = chance(g, 25), timed = (g->features & TIMED) && try && chance(g, 50);
    if (g->writes || (g->reads && write)) return 0;
    bool reads = g->reads, writes = g->writes;
    line(g, "%spthread_rwlock_%s%slock(&w0%s)%s", try ? "if (" : "",
         timed ? "timed"
         : try ? "try"
               : "",
         write ? "wr" : "rd", timed ? ", &soon" : "", try ? " == 0) {" : ";");
    if (try) g->indent++;
    g->reads |= !write;
    g->writes |= write;
    unsigned used = 2 + block(g, budget > 2 ? budget - 2 : 0, depth + 1);
    line(g, "pthread_rwlock_unlock(&w0);");
    g->reads = reads;
    g->writes = writes;
    if (try) {
        g->indent--;
        line(g, "}");
    }
    return used;
}

static unsigned semaphore(Generator *g) {
    switch (draw(g, 5)) {
    case 0:
    case 1: line(g, "sem_post(&s0);"); break;
    case 2: line(g, "sem_wait(&s0);"); break;
    case 3:
        line(g,
             (g->features & TIMED) && chance(g, 50) ? "r%u = sem_timedwait(&s0, &soon) != 0;"
                                                    : "r%u = sem_trywait(&s0) != 0;",
             draw(g, 2));
        break;
    default: line(g, "sem_getvalue(&s0, &r%u);", draw(g, 2));
    }
    return 1;
}

/* A robust mutex, left behind or not made consistent now and then. */
static unsigned robust(Generator *g, unsigned budget, int depth) {
    static const char *const ways[] = {"lock(&q0)", "trylock(&q0)", "timedlock(&q0, &soon)"};
    line(g, "{");
    g->indent++;
    line(g, "int e = pthread_mutex_%s;", ways[draw(g, g->features & TIMED ? 3 : 2)]);
    if (chance(g, 60)) line(g, "if (e == EOWNERDEAD) pthread_mutex_consistent(&q0);");
    line(g, "r%u = e == EOWNERDEAD ? 2 : e != 0;", draw(g, 2));
    line(g, "if (e == 0 || e == EOWNERDEAD) {");
    g->indent++;
    unsigned used = 2 + block(g, budget > 2 ? MIN(budget - 2, 1) : 0, depth + 1);
    line(g, chance(g, 60) || !depth ? "pthread_mutex_unlock(&q0);" : "return 0;");
    g->indent--;
    line(g, "}");
    g->indent--;
    line(g, "}");
    return used;
}

static unsigned spinning(Generator *g, unsigned budget, int depth) {
    if (g->spins) return 0;
    bool try = chance(g, 30);
    line(g, try ? "if (pthread_spin_trylock(&p0) == 0) {" : "pthread_spin_lock(&p0);");
    if (try) g->indent++;
    g->spins = true;
    unsigned used = 2 + block(g, budget > 2 ? budget - 2 : 0, depth + 1);
    g->spins = false;
    line(g, "pthread_spin_unlock(&p0);");
    if (try) {
        g->indent--;
        line(g, "}");
    }
    return used;
}

unsigned other_object(Generator *g, unsigned budget, int depth) {
    switch (draw(g, 6)) {
    case 0: return (g->features & RWLOCKS) && depth < 2 ? rwlocked(g, budget, depth) : 0;
    case 1: return g->features & SEMAPHORES ? semaphore(g) : 0;
    case 2:
        if (!(g->features & BARRIERS) || depth > 1) return 0;
        line(g, chance(g, 50) ? "r%u = pthread_barrier_wait(&b0) != 0;" : "pthread_barrier_wait(&b0);",
             draw(g, 2));
        return 2;
    case 3:
        if (!(g->features & ONCE)) return 0;
        line(g, "pthread_once(&o0, initialise);");
        return 1;
    case 4: return (g->features & ROBUST) && depth < 2 ? robust(g, budget, depth) : 0;
    default: return (g->features & SPIN) && depth < 2 ? spinning(g, budget, depth) : 0;
    }
}
