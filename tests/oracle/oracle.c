/*
 * oracle.c — random small concurrent programs, explored in several ways that must agree.
 *
 * For each program and both interleave modes, brute force (strategy dfs: every interleaving) is compared with
 * por: the same final states, findings and events, one trace per maximal configuration, none redundant. Both
 * modes must agree with each other. A program with inputs is also explored once for each of their values. A
 * program without is compiled natively and run many times with random delays: whatever it prints must be
 * among the outputs explored.
 *
 * Usage: oracle RESOURCE_DIR [FIRST_SEED [COUNT]]     with COUNT 1 the program and the figures are printed
 * Environment: HEDDLE_TEST_SCALE: number of programs (300 when absent, "long" 20000). HEDDLE_ORACLE_FEATURES:
 * the features programs may use (a sum of those below), to narrow a failure down. A program on which
 * something differs is left in oracle-SEED-MODE.c, together with the reason.
 */
#include "explore/campaign.h"
#include "explore/strategy.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the statements of a program are drawn from. */
enum {
    PLAIN = 1,
    LOCKS = 2,
    TRYLOCK = 4,
    CONDITION = 8,
    ATOMICS = 16,
    INPUTS = 32,
    ASSERTIONS = 64,
    ASSUMPTIONS = 128,
    SECTIONS = 256,
    RECURSIVE = 512,
    NESTED_CREATE = 1024,
    RWLOCKS = 2048,
    SEMAPHORES = 4096,
    BARRIERS = 8192,
    ONCE = 16384,
    TIMED = 32768, /* variants of the others */
    ROBUST = 65536,
    SPIN = 131072,
    DETACH = 262144,
    PIPES = 1 << 19, /* from here on: objects of the emulated kernel */
    COUNTERS = 1 << 20,
    SOCKETS = 1 << 21,
    POLLS = 1 << 22,
    EPOLLS = 1 << 23,
    FILES = 1 << 24,
    DESCRIPTORS = 1 << 25, /* opened, duplicated: what number they get */
    INPUT = 1 << 26,       /* the standard one */
    CLOSES = 1 << 27,      /* of descriptors that other threads use */
    WIDTHS = 1 << 28,      /* atomics of all widths on overlapping bytes */
    INDICES = 1 << 29,     /* inputs and shared values that choose what is accessed */
    KEYS = 1 << 30,        /* of thread-specific data, with a destructor */
};
/* What does not fit into an int. */
#define EXITS (1ull << 31) /* pthread_exit, also with mutexes held */
#define JUMPS (1ull << 32) /* setjmp and longjmp, over shared buffers too */
#define FREES (1ull << 33) /* of blocks large and small that others use */
#define ENGINE \
    (1ull << 34) /* what the engine itself reads or writes: clocks, inputs, output, the standard input */
#define TYPED (1ull << 35) /* error-checking mutexes, and misuse of objects */
#define ALL_FEATURES ((1ull << 36) - 1)
#define KERNEL (0xfffffffull & ~(uint64_t)(PIPES - 1))
/* Of the program at hand only. */
#define ONCE_LOCKS (1ull << 40)
#define NESTED_JOIN (1ull << 41)

#define MAX_SITES 2 /* places where an input is read */
#define INPUT_VALUES 4
#define NATIVE_RUNS 200
#define DFS_TRACES 12000 /* of large programs; else */
#define DFS_FEW_TRACES 1200

/* --- random programs --------------------------------------------------------------------------------- */

typedef struct Generator {
    uint64_t random;
    StrBuf text;
    uint64_t features;
    unsigned plain, atomics, mutexes;
    unsigned children;
    unsigned sites;
    unsigned held;             /* mutexes the thread at hand holds at this place, one bit each */
    bool reads, writes, spins; /* the same for the read-write lock and the spin lock */
    int indent;
    bool sleeps;        /* some thread waits on a condition variable */
    const char *fd[10]; /* variables with descriptors */
    unsigned nfds;
    bool edges;      /* epoll tells changes */
    bool undefined;  /* the real machine may do anything */
    unsigned thread; /* whose text is being made; 0: main */
    SystemOptions system;
} Generator;

static unsigned draw(Generator *g, unsigned n) {
    g->random += 0x9e3779b97f4a7c15ull;
    return (unsigned)(hash_mix(g->random) >> 20) % n;
}

static bool chance(Generator *g, unsigned percent) { return draw(g, 100) < percent; }

static void line(Generator *g, const char *format, ...) PRINTF_LIKE(2, 3);
static void line(Generator *g, const char *format, ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    str_addf(&g->text, "%*s%s\n", g->indent * 4, "", text);
}

static unsigned block(Generator *g, unsigned budget, int depth);

/* A mutex this thread does not hold; now and then one that it does (a deadlock with itself). */
static int pick_mutex(Generator *g) {
    for (int tries = 0; tries < 8; tries++) {
        int m = (int)draw(g, g->mutexes);
        if (!(g->held >> m & 1) || chance(g, (g->features & RECURSIVE) && m == 1 ? 60 : 2)) return m;
    }
    return -1;
}

/* A thread that takes a mutex twice must give it back twice: `held` is restored by the caller. */
static unsigned locked(Generator *g, unsigned budget, int depth) {
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

/* --- the emulated kernel --- */

static const char *some_fd(Generator *g) { return g->fd[draw(g, g->nfds)]; }

/* The objects of the kernel are made before there are other threads. */
static void kernel_objects(Generator *g) {
    line(g, "signal(SIGPIPE, SIG_IGN);");
    if (g->features & PIPES) {
        line(g, "pipe(p0);");
        for (unsigned k = 0; k < 2; k++) {
            if (chance(g, 40)) line(g, "fcntl(p0[%u], F_SETFL, O_NONBLOCK);", k);
            g->fd[g->nfds++] = k ? "p0[1]" : "p0[0]";
        }
        if (chance(g, 30)) line(g, "write(p0[1], \"12\", %u);", 1 + draw(g, 2));
    }
    if (g->features & COUNTERS) {
        line(g, "e0 = eventfd(%u, %s%s);", draw(g, 3), chance(g, 40) ? "EFD_NONBLOCK" : "0",
             chance(g, 30) ? " | EFD_SEMAPHORE" : "");
        g->fd[g->nfds++] = "e0";
    }
    if (g->features & SOCKETS) {
        line(g, "socketpair(AF_UNIX, SOCK_STREAM%s, 0, k0);", chance(g, 30) ? " | SOCK_NONBLOCK" : "");
        if (chance(g, 30)) line(g, "write(k0[0], \"12\", %u);", 1 + draw(g, 2));
        g->fd[g->nfds++] = "k0[0]";
        g->fd[g->nfds++] = "k0[1]";
    }
    if (g->features & (FILES | DESCRIPTORS))
        line(g, "f0 = open(\"shared\", O_RDWR | O_CREAT | O_TRUNC%s, 0600);",
             chance(g, 25) ? " | O_APPEND" : "");
    if (g->features & FILES && chance(g, 40))
        line(g, "write(f0, \"123\", 3);"), line(g, "lseek(f0, %u, SEEK_SET);", draw(g, 3));
    if (!g->nfds) g->fd[g->nfds++] = "f0";
    if (g->features & EPOLLS) {
        line(g, "q0 = epoll_create1(0);");
        for (unsigned k = 1 + draw(g, 2); k; k--) {
            const char *how = "";
            if (g->edges) how = chance(g, 50) ? " | EPOLLET" : "";
            line(g, "watch(EPOLL_CTL_ADD, %s, EPOLL%s%s%s);", some_fd(g), chance(g, 75) ? "IN" : "OUT", how,
                 chance(g, 30) ? " | EPOLLONESHOT" : "");
        }
    }
}

/* One system call. */
static unsigned system_call(Generator *g) {
    uint64_t f = g->features;
    unsigned r = draw(g, 2), n = 1 + draw(g, 2);
    const char *timeout = chance(g, 40) ? "0" : (f & TIMED) && chance(g, 60) ? "1" : "-1";
    for (int tries = 0; tries < 50; tries++) {
        switch (draw(g, 10)) {
        case 0:
            if (!(f & PIPES)) break;
            line(g, chance(g, 50) ? "r%u = get(p0[0], %u);" : "r%u = put(p0[1], %u);", r, n);
            return 1;
        case 1:
            if (!(f & COUNTERS)) break;
            if (chance(g, 50))
                line(g, "r%u = take(e0);", r);
            else
                line(g, "r%u = add(e0, %u);", r, n);
            return 1;
        case 2:
            if (!(f & SOCKETS)) break;
            switch (draw(g, 5)) {
            case 0:
                line(g, "r%u = shutdown(k0[%u], SHUT_%s);", r, draw(g, 2),
                     chance(g, 60)   ? "WR"
                     : chance(g, 50) ? "RD"
                                     : "RDWR");
                break;
            case 1:
            case 2: line(g, "r%u = get(k0[%u], %u);", r, draw(g, 2), n); break;
            default: line(g, "r%u = put(k0[%u], %u);", r, draw(g, 2), n);
            }
            return 1;
        case 3:
            if (!(f & POLLS)) break;
            if (chance(g, 50))
                line(g, "r%u = look(%s, POLL%s, -1, 0, %s);", r, some_fd(g), chance(g, 75) ? "IN" : "OUT",
                     timeout);
            else
                line(g, "r%u = look(%s, POLLIN, %s, POLL%s, %s);", r, some_fd(g), some_fd(g),
                     chance(g, 75) ? "IN" : "OUT", timeout);
            return 1;
        case 4:
        case 5:
            if (!(f & EPOLLS)) break;
            if (chance(g, 65)) {
                line(g, "r%u = await(%s);", r, timeout);
                return 1;
            }
            switch (draw(g, 3)) {
            case 0: line(g, "r%u = watch(EPOLL_CTL_DEL, %s, 0);", r, some_fd(g)); break;
            case 1:
                line(g, "r%u = watch(EPOLL_CTL_MOD, %s, EPOLL%s%s);", r, some_fd(g),
                     chance(g, 70) ? "IN" : "OUT", g->edges ? " | EPOLLET" : "");
                break;
            default:
                line(g, "r%u = watch(EPOLL_CTL_ADD, %s, EPOLL%s%s);", r, some_fd(g),
                     chance(g, 70) ? "IN" : "OUT", g->edges && chance(g, 50) ? " | EPOLLET" : "");
            }
            return 1;
        case 6:
            if (!(f & FILES)) break;
            switch (draw(g, 5)) {
            case 0:
                line(g, "r%u = (int)lseek(f0, %u, SEEK_%s);", r, draw(g, 3),
                     chance(g, 40)   ? "SET"
                     : chance(g, 50) ? "CUR"
                                     : "END");
                break;
            case 1:
                line(g, "{ char c = 0; r%u = (int)pread(f0, &c, 1, %u) * 4 + c %% 4; }", r, draw(g, 3));
                break;
            case 2: line(g, "r%u = get(f0, %u);", r, n); break;
            default: line(g, "r%u = put(f0, %u);", r, n);
            }
            return 1;
        case 7:
            if (!(f & DESCRIPTORS)) break;
            switch (draw(g, 4)) {
            case 0: line(g, "r%u = close(r%u);", r, draw(g, 2)); break;
            case 1: line(g, "r%u = dup(%s);", r, some_fd(g)); break;
            case 2:
                line(g, "r%u = open(\"%s\", O_RDWR | O_CREAT, 0600);", r, chance(g, 50) ? "shared" : "other");
                break;
            default: line(g, "{ int d = open(\"/dev/null\", O_RDWR); r%u = d; close(d); }", r);
            }
            return 2;
        case 8:
            if (!(f & INPUT)) break;
            line(g, "r%u = get(0, %u);", r, n);
            return 1;
        default:
            if (g->system.ordered_output && chance(g, 30)) {
                line(g, "write(1, \"%u\", 1);", draw(g, 10));
                return 1;
            }
            if (!(f & CLOSES)) break;
            line(g, "r%u = close(%s);", r, some_fd(g));
            return 2;
        }
    }
    return 0;
}

/* Some operation on one of the objects beyond mutexes and condition variables; 0: none fits. */
static unsigned other_object(Generator *g, unsigned budget, int depth) {
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

static unsigned plain_access(Generator *g) {
    unsigned x = draw(g, g->plain), y = draw(g, g->plain);
    switch (draw(g, 5)) {
    case 0: line(g, "r%u = x%u;", draw(g, 2), x); return 1;
    case 1: line(g, "x%u = %u;", x, 1 + draw(g, 3)); return 1;
    case 2: line(g, "x%u = r%u + %u;", x, draw(g, 2), draw(g, 3)); return 1;
    case 3: line(g, "x%u = x%u + %u;", x, y, 1 + draw(g, 2)); return 2;
    default: line(g, "x%u = x%u * 2 + r%u;", x, x, draw(g, 2)); return 2;
    }
}

static unsigned atomic_access(Generator *g) {
    unsigned a = draw(g, g->atomics);
    switch (draw(g, 5)) {
    case 0: line(g, "r%u = atomic_load(&a%u);", draw(g, 2), a); return 1;
    case 1: line(g, "atomic_store(&a%u, %u);", a, draw(g, 4)); return 1;
    case 2: line(g, "r%u = atomic_fetch_add(&a%u, %u);", draw(g, 2), a, 1 + draw(g, 2)); return 1;
    case 3: line(g, "atomic_store(&a%u, r%u);", a, draw(g, 2)); return 1;
    default:
        line(g, "{ int e = %u; r%u = atomic_compare_exchange_strong(&a%u, &e, %u); }", draw(g, 2), draw(g, 2),
             a, 1 + draw(g, 3));
        return 1;
    }
}

/* Parts of eight bytes, of every width. */
static unsigned part_access(Generator *g) {
    static const char *const names[] = {"au.b[%u]", "au.s[%u]", "au.h[%u]", "au.w"}, *const types[] = {
                                                                                         "char", "short",
                                                                                         "int", "long"};
    unsigned width = draw(g, 4), r = draw(g, 2), value = draw(g, 4);
    char part[20];
    /* Mostly where others are, too. */
    snprintf(part, sizeof part, names[width], draw(g, width == 0 ? 3 : 2));
    switch (draw(g, 5)) {
    case 0: line(g, "r%u = (int)(atomic_load(&%s) & 7);", r, part); break;
    case 1: line(g, "atomic_store(&%s, %u);", part, value); break;
    case 2:
        line(g, "r%u = (int)(atomic_fetch_add(&%s, %u) & 7);", r, part, 1 + value * (width ? 255 : 1));
        break;
    case 3: line(g, "r%u = (int)(atomic_exchange(&%s, %u) & 7);", r, part, value); break;
    default:
        line(g, "{ unsigned %s e = %u; r%u = atomic_compare_exchange_strong(&%s, &e, %u); }", types[width],
             draw(g, 2), r, part, 1 + value);
    }
    return 1;
}

/* An element that a value chooses; now and then outside. */
static unsigned indexed_access(Generator *g) {
    unsigned mask = chance(g, 6) ? 7 : chance(g, 50) ? 3 : 1, r = draw(g, 2);
    g->undefined |= mask == 7;
    if (chance(g, 50))
        line(g, "r%u = xi[r%u & %u];", r, draw(g, 2), mask);
    else
        line(g, "xi[r%u & %u] = %u;", r, mask, 1 + draw(g, 3));
    return 1;
}

/* A block of memory that ends while others may use it, and a local variable that does. */
static unsigned ending_access(Generator *g) {
    static const unsigned places[] = {0, 7, 4090, 5000};
    unsigned at = places[draw(g, 4)];
    switch (draw(g, 7)) {
    case 0: line(g, "free(xp);"); return 1;
    case 1: line(g, "xp[%u] = 1;", at); return 1;
    case 2: line(g, "r%u = xp[%u];", draw(g, 2), at); return 1;
    case 3: line(g, "memset(xp + %u, 2, 9);", at); return 2;
    case 4: line(g, "lend(%u);", at); return 2;
    case 5: line(g, "if (xs) r%u = xs[%u];", draw(g, 2), at); return 2;
    default:
        line(g, "{ char b[12]; memcpy(b, xp + %u, 12); r%u = b[%u]; }", at, draw(g, 2), draw(g, 12));
        return 2;
    }
}

/* What the engine reads or writes without an instruction of the program. */
static unsigned engine_access(Generator *g) {
    unsigned r = draw(g, 2);
    switch (draw(g, g->features & INPUTS ? 5 : 6)) { /* all values of other inputs are enumerated */
    case 0: line(g, "clock_gettime(CLOCK_MONOTONIC, &xt);"); return 2;
    case 1: line(g, "r%u = xt.tv_sec != 0;", r); return 1;
    case 2: line(g, "write(1, (char *)&xn, 1);"); return 1;
    case 3: line(g, "r%u = xn > %u;", r, draw(g, 2) * 100); return 1;
    case 4: line(g, "xn = %u;", draw(g, 3)); return 1;
    /* Cut-offs take states for equal that differ in the names of inputs only: none stays in a variable. */
    default:
        line(g, "heddle_symbolic((char *)&xn, 1, \"z\");"), line(g, "if (xn > 100) set1(); else set0();");
        return 2;
    }
}

static unsigned jump(Generator *g) {
    unsigned mine = g->thread, x = draw(g, g->plain);
    if (chance(g, 25)) {
        g->undefined = true;
        line(g, "r%u = ((volatile char *)&jump%u)[%u] != 0;", draw(g, 2), draw(g, g->children + 1),
             draw(g, 32));
        return 1;
    }
    line(g, "if (setjmp(jump%u) == 0) {", mine);
    g->indent++;
    line(g, "x%u = x%u + 1;", x, draw(g, g->plain));
    if (chance(g, 50)) line(g, "if (x%u != %u)", draw(g, g->plain), draw(g, 3));
    line(g, "longjmp(jump%u, 1);", mine);
    g->indent--;
    line(g, "} else x%u = x%u * 2;", x, x);
    return 3;
}

/* What libraries offer beyond objects; 0: nothing of it is to be used. */
static unsigned more(Generator *g) {
    uint64_t f = g->features;
    for (int tries = 0; tries < 20; tries++) {
        switch (draw(g, 8)) {
        case 0:
            if (f & WIDTHS) return part_access(g);
            break;
        case 1:
            if (f & INDICES) return indexed_access(g);
            break;
        case 2:
            if (!(f & KEYS)) break;
            line(g,
                 chance(g, 60) ? "pthread_setspecific(key, (void *)%ul);"
                               : "r1 = (int)(long)pthread_getspecific(key) + %u;",
                 draw(g, 3));
            return 1;
        case 3:
            if (!(f & EXITS) || !g->thread || chance(g, 50)) break;
            line(g, "if (r%u %s %u) pthread_exit(0);", draw(g, 2), chance(g, 50) ? "==" : "!=", draw(g, 3));
            return 1;
        case 4:
            if (f & JUMPS) return jump(g);
            break;
        case 5:
            if (f & FREES) return ending_access(g);
            break;
        case 6:
            if (f & ENGINE) return engine_access(g);
            break;
        default:
            if (!(f & TYPED) || chance(g, 70)) break;
            line(g, chance(g, 60) ? "pthread_mutex_unlock(&m%u);" : "pthread_mutex_destroy(&m%u);",
                 draw(g, g->mutexes));
            g->undefined = true;
            return 1;
        }
    }
    return 0;
}

static void input(Generator *g) { line(g, "r%u = INPUT%u;", draw(g, 2), g->sites++); }

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

static void assertion(Generator *g) {
    switch (draw(g, 4)) {
    case 0: line(g, "heddle_assert(r%u != %u);", draw(g, 2), 1 + draw(g, 4)); break;
    case 1: line(g, "heddle_assert(r0 <= r1 + %u);", draw(g, 3)); break;
    case 2: line(g, "heddle_assert(x%u < %u);", draw(g, g->plain), 2 + draw(g, 4)); break;
    default: line(g, "heddle_assert(r0 + r1 != %u);", 1 + draw(g, 5)); break;
    }
}

static unsigned statement(Generator *g, unsigned budget, int depth) {
    uint64_t f = g->features;
    line(g, "PAUSE;");
    if ((f & KERNEL) && chance(g, 75)) {
        unsigned used = system_call(g);
        if (used) return used;
    }
    if ((f & (WIDTHS | INDICES | KEYS | EXITS | JUMPS | FREES | ENGINE | TYPED)) && chance(g, 45)) {
        unsigned used = more(g);
        if (used) return used;
    }
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
                if (chance(g, 60)) used += plain_access(g);
                if (chance(g, 30) && (f & ATOMICS)) used += atomic_access(g);
                line(g, "heddle_atomic_end();");
                return (used + 1) / 2;
            }
            break;
        }
    }
    line(g, "r%u++;", draw(g, 2)); /* nothing fits here */
    return 1;
}

static unsigned block(Generator *g, unsigned budget, int depth) {
    unsigned used = 0, most = depth ? 2 : 6;
    for (unsigned k = 0; k < most && used < budget; k++) used += statement(g, budget - used, depth);
    return used;
}

static void create(Generator *g, unsigned child) {
    line(g, "pthread_create(&h%u, 0, thread%u, 0);", child, child);
}

static const char prologue[] =
    "#define _GNU_SOURCE\n"
    "#include <errno.h>\n"
    "#include <fcntl.h>\n"
    "#include <poll.h>\n"
    "#include <pthread.h>\n"
    "#include <signal.h>\n"
    "#include <unistd.h>\n"
    "#include <sys/epoll.h>\n"
    "#include <sys/eventfd.h>\n"
    "#include <sys/socket.h>\n"
    "#include <semaphore.h>\n"
    "#include <setjmp.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#include <time.h>\n"
    "#include <stdatomic.h>\n"
    "#include <stdio.h>\n"
    "#ifdef NATIVE\n"
    "#include <sys/wait.h>\n"
    "static _Thread_local unsigned long pauses;\n"
    "static unsigned long round_number;\n"
    "static void pause_a_little(void) {\n"
    "    if (!pauses) pauses = (round_number * 77 + (unsigned long)&pauses / 64) | 1;\n"
    "    pauses = pauses * 6364136223846793005ul + 1442695040888963407ul;\n"
    "    unsigned long n = pauses >> 33;\n"
    "    if (n % 3 == 0) usleep(n / 3 % 60);\n"
    "}\n"
    "#define PAUSE pause_a_little()\n"
    "#define SHARED _Atomic int\n"
    "#define heddle_assert(c) ((c) ? (void)0 : (dprintf(1, \"assertion %d\\n\", __LINE__), _exit(1)))\n"
    "#define heddle_assume(c) ((c) ? (void)0 : _exit(2))\n"
    "#else\n"
    "#include <heddle/heddle.h>\n"
    "#define PAUSE (void)0\n"
    "#define SHARED int\n"
    "#endif\n"
    "static const struct timespec soon = {1, 0};\n";

/* What a system call returned, as a small number. */
static const char kernel_prologue[] =
    "static int p0[2], k0[2], e0, f0, q0;\n"
    "static int told(long n) { return n >= 0 ? (int)n : errno == EAGAIN ? 20 : errno == EPIPE ? 21 : errno "
    "== EBADF ? 22 : 23; }\n"
    "static int get(int fd, int n) {\n"
    "    char b[4] = {0};\n"
    "    long k = read(fd, b, (unsigned long)n);\n"
    "    return k <= 0 ? told(k) : (b[0] & 7) + 4 * (b[1] & 7);\n"
    "}\n"
    "static int put(int fd, int n) { return told(write(fd, n == 1 ? \"1\" : \"23\", (unsigned long)n)); }\n"
    "static int take(int fd) {\n"
    "    unsigned long n = 0;\n"
    "    long k = read(fd, &n, 8);\n"
    "    return k < 0 ? told(k) : (int)n;\n"
    "}\n"
    "static int add(int fd, unsigned long n) { return told(write(fd, &n, 8)); }\n"
    "static int look(int fd, int events, int other, int others, int timeout) {\n"
    "    struct pollfd p[2] = {{fd, (short)events, 0}, {other, (short)others, 0}};\n"
    "    int n = poll(p, 2, timeout);\n"
    "    return n < 0 ? told(n) : p[0].revents + 64 * p[1].revents;\n"
    "}\n"
    "static int watch(int how, int fd, unsigned events) {\n"
    "    struct epoll_event e = {.events = events, .data.fd = fd};\n"
    "    return epoll_ctl(q0, how, fd, &e) ? errno : 0;\n"
    "}\n"
    "static int await(int timeout) {\n"
    "    struct epoll_event e[4];\n"
    "    int n = epoll_wait(q0, e, 4, timeout), sum = 0;\n"
    "    for (int k = 0; k < n; k++) sum += (int)e[k].events * (e[k].data.fd + 3);\n"
    "    return n < 0 ? told(n) : sum;\n"
    "}\n";

static const char epilogue[] = "#ifdef NATIVE\n"
                               "int main(void) {\n"
                               "    for (int fd = 3; fd < 1000; fd++) close(fd);\n"
                               "    for (round_number = 1; round_number <= RUNS; round_number++) {\n"
                               "        pid_t child = fork();\n"
                               "        int status;\n"
                               "        if (child == 0) {\n"
                               "            ualarm(900000, 0);\n"
                               "            lseek(0, 0, SEEK_SET);\n"
                               "            program();\n"
                               "            _exit(0);\n"
                               "        }\n"
                               "        waitpid(child, &status, 0);\n"
                               "        if (WIFSIGNALED(status)) {\n"
                               "            dprintf(1, \"hang\\n\");\n"
                               "            return 0;\n"
                               "        }\n"
                               "    }\n"
                               "    return 0;\n"
                               "}\n"
                               "#else\n"
                               "int main(void) { return program(); }\n"
                               "#endif\n";

/* One program in sixteen may be large. */
static bool is_large(uint64_t seed) { return seed % 16 == 0; }

/* The text of the program of a seed. */
static void generate(Generator *g, uint64_t seed, uint64_t allowed) {
    *g = (Generator){.random = seed * 0x2545f4914f6cdd1dull};
    g->plain = 1 + draw(g, 2);
    g->atomics = 1 + draw(g, 2);
    g->mutexes = 1 + draw(g, 2);
    bool large = is_large(seed);
    g->children = chance(g, large ? 65 : 80) ? 2 : 3;
    /* Few features at a time make them meet each other more often. */
    uint64_t objects = RWLOCKS | SEMAPHORES | BARRIERS | ONCE | ROBUST | SPIN;
    uint64_t kinds = PLAIN | LOCKS | ATOMICS | CONDITION | objects | (KERNEL & ~(CLOSES | POLLS | EPOLLS));
    bool kernel = (allowed & KERNEL) && (!(allowed & kinds & ~KERNEL) || chance(g, 50));
    do {
        g->features = 0;
        for (uint64_t f = 1; f < ALL_FEATURES; f <<= 1)
            if (chance(g, f == SECTIONS ? 10
                          : f & objects ? (allowed & ~objects & kinds ? 22 : 60)
                          : f == INPUTS || f == ASSUMPTIONS || f == NESTED_CREATE                  ? 30
                          : f & (WIDTHS | INDICES | KEYS | EXITS | JUMPS | FREES | ENGINE | TYPED) ? 12
                          : f & KERNEL ? (f == CLOSES || f == INPUT ? 25 : 35)
                                       : 55))
                g->features |= f;
        if (g->features & CONDITION) g->features |= LOCKS;
        if (g->features & SECTIONS) g->features |= PLAIN;
        if (g->features & TYPED) g->features |= LOCKS;
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
    if (g->features & RECURSIVE) g->mutexes = 2;
    if ((g->features & ONCE) && (g->features & LOCKS) && chance(g, 40))
        g->features |= ONCE_LOCKS; /* its routine takes m0 */

    StrBuf body = {0}, objects_made = {0};
    if (kernel) {
        g->indent++;
        kernel_objects(g);
        g->indent--;
        objects_made = g->text;
        g->text = (StrBuf){0};
    }
    for (unsigned c = 1; c <= g->children; c++) {
        line(g, "static void *thread%u(void *r) {", c);
        g->indent++;
        line(g, "int r0 = 0, r1 = 0;");
        g->held = 0;
        g->thread = c;
        g->reads = g->writes = g->spins = false;
        unsigned budget = g->children == 2 ? (large ? 3 : 2) + draw(g, 3) : 1 + draw(g, 2);
        if (kernel && g->children == 2) budget -= MIN(budget - 2, 2);
        if (c == 1 && (g->features & NESTED_CREATE)) {
            budget--;
            if (chance(g, 50)) budget -= MIN(budget - 1, statement(g, 1, 1));
            create(g, g->children);
        }
        block(g, budget, 0);
        if (c == 1 && (g->features & NESTED_CREATE) && chance(g, 50)) {
            line(g, "pthread_join(h%u, 0);", g->children);
            g->features &= ~(uint64_t)NESTED_CREATE; /* told below by the missing join */
            g->features |= NESTED_JOIN;
        }
        if (kernel)
            line(g, "y%u = r0 * 100 + r1;", c); /* what calls returned is part of the final state */
        else
            line(g, "(void)r0, (void)r1;");
        line(g, "return r;");
        g->indent--;
        line(g, "}");
    }
    g->thread = 0;
    bool nested = g->features & (NESTED_CREATE | NESTED_JOIN);
    line(g, "static int program(void) {");
    g->indent++;
    line(g, "int r0 = 0, r1 = 0;");
    if (kernel) {
        str_add(&g->text, objects_made.data);
        vec_free(&objects_made);
    }
    if (g->features & KEYS) line(g, "pthread_key_create(&key, destroy);");
    if (g->features & FREES) line(g, "xp = calloc(1, %u);", chance(g, 70) ? 5020 : 8), g->undefined = true;
    if (g->features & RECURSIVE) {
        line(g, "pthread_mutexattr_t attr;");
        line(g, "pthread_mutexattr_init(&attr);");
        line(g, "pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);");
        line(g, "pthread_mutex_init(&m1, &attr);");
    }
    if (g->features & TYPED) {
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
    if (g->features & INPUTS && g->sites < MAX_SITES) line(g, "shared_input = INPUT%u;", g->sites++);
    for (unsigned c = 1; c <= g->children - nested; c++) {
        create(g, c);
        if (chance(g, 25)) statement(g, 1, 2);
    }
    unsigned joined = 0;
    for (unsigned c = 1; c <= g->children - nested; c++) {
        if (chance(g, 88)) {
            line(g, "pthread_join(h%u, 0);", c);
            joined |= 1u << c;
            if (chance(g, 15)) statement(g, 1, 2);
        } else if (g->features & DETACH)
            line(g, "pthread_detach(h%u);", c);
    }
    if (g->features & ASSERTIONS && chance(g, 60)) assertion(g);
    if (!g->sites) {
        line(g, "PAUSE;");
        StrBuf format = {0}, values = {0};
        for (unsigned k = 0; k < g->plain; k++)
            str_addf(&format, "x%u=%%d ", k), str_addf(&values, ", v%u", k);
        for (unsigned k = 0; k < g->atomics; k++)
            str_addf(&format, "a%u=%%d ", k), str_addf(&values, ", w%u", k);
        for (unsigned k = 1; k <= g->children && kernel; k++)
            if (joined >> k & 1) str_addf(&format, "y%u=%%d ", k), str_addf(&values, ", y%u", k);
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
    line(g, "(void)r0, (void)r1;");
    if ((g->features & EXITS) && chance(g, 40))
        line(g, "pthread_exit(0);"), g->undefined = true; /* when the last thread ends, so does the process */
    line(g, "return 0;");
    g->indent--;
    line(g, "}");

    /* What it needs is known only now. */
    body = g->text;
    g->text = (StrBuf){0};
    str_add(&g->text, prologue);
    if (kernel) str_add(&g->text, kernel_prologue);
    for (unsigned k = 1; k <= g->children && kernel; k++) line(g, "static int y%u;", k);
    for (unsigned k = 0; k < g->sites; k++) {
        line(g, "#ifdef IN%u", k);
        line(g, "#define INPUT%u IN%u", k, k);
        line(g, "#else");
        if (k % 2)
            line(g, "#define INPUT%u (heddle_uchar(\"in%u\") & %u)", k, k, INPUT_VALUES - 1);
        else
            line(
                g,
                "#define INPUT%u ({ int in = heddle_int(\"in%u\"); heddle_assume(in >= 0 && in < %u); in; })",
                k, k, INPUT_VALUES);
        line(g, "#endif");
    }
    for (unsigned k = 0; k < g->plain; k++) line(g, "static SHARED x%u;", k);
    for (unsigned k = 0; k < g->atomics; k++) line(g, "static atomic_int a%u;", k);
    for (unsigned k = 0; k < g->mutexes; k++)
        line(g, "static pthread_mutex_t m%u%s;", k,
             (k == 0 && g->features & TYPED) || (k == 1 && g->features & RECURSIVE)
                 ? ""
                 : " = PTHREAD_MUTEX_INITIALIZER");
    if (g->features & WIDTHS)
        line(g, "static union { _Atomic unsigned char b[8]; _Atomic unsigned short s[4]; _Atomic unsigned "
                "h[2]; _Atomic unsigned long w; } au;");
    if (g->features & INDICES) line(g, "static SHARED xi[4];");
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
    if (g->features & CONDITION) line(g, "static pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;");
    if (g->features & RWLOCKS) line(g, "static pthread_rwlock_t w0 = PTHREAD_RWLOCK_INITIALIZER;");
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
    if (g->features & INPUTS) line(g, "static SHARED shared_input;");
    for (unsigned c = 1; c <= g->children; c++)
        line(g, "static pthread_t h%u;\nstatic void *thread%u(void *r);", c, c);
    str_add(&g->text, body.data);
    str_add(&g->text, epilogue);
    vec_free(&body);
}

/* --- what an exploration found ----------------------------------------------------------------------- */

typedef struct Hashes {
    uint64_t *data;
    size_t len, cap;
} Hashes;

static int compare_hashes(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void hashes_sort(Hashes *h) {
    if (!h->len) return;
    qsort(h->data, h->len, sizeof *h->data, compare_hashes);
    size_t n = 1;
    for (size_t k = 1; k < h->len; k++)
        if (h->data[k] != h->data[n - 1]) h->data[n++] = h->data[k];
    h->len = n;
}

static void hashes_add(Hashes *h, uint64_t x) {
    vec_push(h, x);
    if (h->len > 65536) {
        size_t before = h->len;
        hashes_sort(h);
        if (h->len > before / 2) vec_reserve(h, before * 4); /* many different ones: sort less often */
    }
}

static bool hashes_equal(const Hashes *a, const Hashes *b) {
    return a->len == b->len && (!a->len || !memcmp(a->data, b->data, a->len * sizeof *a->data));
}

typedef struct Texts {
    char **data;
    size_t len, cap;
} Texts;

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool texts_has(const Texts *t, const char *text) {
    for (size_t k = 0; k < t->len; k++)
        if (!strcmp(t->data[k], text)) return true;
    return false;
}

static void text_list_add(Texts *t, const char *text) {
    if (texts_has(t, text)) return;
    char *copy = xstrdup(text);
    vec_push(t, copy);
}

static void texts_sort(Texts *t) {
    if (t->len) qsort(t->data, t->len, sizeof *t->data, compare_texts);
}

static char *texts_joined(const Texts *t, bool races) {
    StrBuf b = {0};
    str_add(&b, "");
    for (size_t k = 0; k < t->len; k++)
        if (races || strncmp(t->data[k], "race", 4)) str_addf(&b, "  %s\n", t->data[k]);
    return b.data;
}

static void text_list_free(Texts *t) {
    for (size_t k = 0; k < t->len; k++) free(t->data[k]);
    vec_free(t);
}

typedef struct Outcome {
    bool complete, too_large;
    bool all_output; /* which is part of what has to agree */
    bool limited;    /* more time-outs were possible than allowed */
    CampaignStats stats;
    Hashes states;   /* as the engine hashes them */
    Hashes concrete; /* (input values, state), see observe */
    Texts findings, outputs;
    char *error;
    /* For `observe`. */
    unsigned sites;
    int fixed; /* the combination of input values that is compiled in, or -1 */
} Outcome;

static void outcome_free(Outcome *o) {
    vec_free(&o->states);
    vec_free(&o->concrete);
    text_list_free(&o->findings);
    text_list_free(&o->outputs);
    free(o->error);
}

/* The final state where the inputs have the values of `model`: shared variables and how the threads ended. */
static uint64_t concrete_state(Machine *m, const Model *model) {
    uint64_t h = m->exited ? (uint64_t)m->exit_status + 1 : 0;
    for (uint32_t k = 0; k < m->program->nglobals; k++) {
        const Global *g = &m->program->globals[k];
        if (g->library || g->thread_local_ || g->readonly ||
            (g->name[0] != 'x' && g->name[0] != 'a' && g->name[0] != 'y'))
            continue;
        uint64_t value = 0;
        for (uint64_t a = 0; a < g->size && a < 8; a++) {
            const Expr *e = memory_symbolic(m->memory, g->address + a);
            value |=
                (uint64_t)(e ? (uint8_t)expr_eval_trial(m->pool, e, model) : m->memory->base[g->address + a])
                << 8 * a;
        }
        /* A variable that a concrete version of the program never touches is not in it at all. */
        if (value) h += hash_combine(hash_string(g->name), value);
    }
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status == THREAD_UNUSED) continue;
        h += hash_mix(hash_string(t->name) * 31 + t->status);
    }
    return h;
}

static unsigned combinations(unsigned sites) {
    unsigned n = 1;
    while (sites--) n *= INPUT_VALUES;
    return n;
}

static unsigned site_value(unsigned combination, unsigned site) {
    while (site--) combination /= INPUT_VALUES;
    return combination % INPUT_VALUES;
}

/* Which input values lead here, and to which state. */
static void observe(Outcome *o, Machine *m) {
    if (o->fixed >= 0 || !o->sites) {
        hashes_add(&o->concrete, hash_combine((uint64_t)MAX(o->fixed, 0), concrete_state(m, NULL)));
        return;
    }
    for (unsigned c = 0; c < combinations(o->sites); c++) {
        Model *model = NULL;
        for (uint32_t k = 0; k < m->ninputs; k++) {
            const Input *in = m->inputs.data[k];
            uint8_t bytes[8] = {0};
            if (in->name[0] != 'i' || in->name[1] != 'n' || in->size > sizeof bytes)
                base_fatal("unexpected input %s", in->name);
            bytes[0] = (uint8_t)site_value(c, (unsigned)(in->name[2] - '0'));
            Model *next = model_with(model, in, bytes);
            model_unref(model);
            model = next;
        }
        bool possible = true;
        for (uint32_t k = 0; k < m->npath && possible; k++)
            possible = expr_eval_trial(m->pool, m->path.data[k].constraint, model) != 0;
        if (possible) hashes_add(&o->concrete, hash_combine(c, concrete_state(m, model)));
        model_unref(model);
    }
}

static void final_state(void *context, uint64_t hash, Machine *m) {
    Outcome *o = context;
    hashes_add(&o->states, hash);
    observe(o, m);
    if (m->output_len && o->outputs.len < 4096) {
        char text[200];
        snprintf(text, sizeof text, "%.*s", (int)MIN(m->output_len, sizeof text - 1), m->output.data);
        text_list_add(&o->outputs, text);
    }
}

/* Races are compared by variable: which two accesses of it meet first depends on the order of exploration. */
static char *finding_text(const Finding *f) {
    if (strcmp(f->kind, "race")) return finding_key(f);
    const char *from = strchr(f->message, '`'), *to = from ? strchr(from + 1, '`') : NULL;
    if (to) return xasprintf("race|%.*s", (int)(to - from + 1), from);
    return xstrdup("race|memory without a name"); /* at which byte of it depends on the order, too */
}

/* How an exploration goes about it. None of it may change what is found. */
typedef struct Variant {
    const char *name;
    const Strategy *strategy;
    bool cutoffs;
    unsigned alternatives; /* 0: optimal */
    const char *search;
    unsigned jobs;
} Variant;

static const Variant brute_force = {"dfs", &dfs_strategy, false, 0, "dfs", 1},
                     exact = {"optimal", &por_strategy, false, 0, "dfs", 1};

/* The settings that a strategy has, by number; and how many there are. */
static unsigned settings_of(const Strategy *s) {
    return (s->uses_cutoffs ? 2 : 1) * (s->takes_alternatives ? 3 : 1) * (s->search_orders ? 4 : 1) *
           (s->serve ? 2 : 1);
}
static Variant setting(const Strategy *s, unsigned number) {
    static const char *const orders[] = {"dfs", "bfs", "random", "coverage"};
    Variant v = {.strategy = s, .search = "dfs", .jobs = 1};
    if (s->uses_cutoffs) v.cutoffs = number % 2, number /= 2;
    if (s->takes_alternatives) v.alternatives = number % 3, number /= 3;
    if (s->search_orders) v.search = orders[number % 4], number /= 4;
    if (s->serve) v.jobs = 1 + number % 2;
    return v;
}

/* Strategies that are compared with brute force: those that explore everything. */
static bool is_compared(const Strategy *s) { return s->exhaustive && s != &dfs_strategy; }

static char *variant_name(const Variant *v) {
    char degree[20] = "optimal";
    if (v->alternatives) snprintf(degree, sizeof degree, "%u-partial", v->alternatives);
    return v->name ? xstrdup(v->name)
                   : xasprintf("%s, %s%s, order %s, %u workers", v->strategy->name,
                               v->cutoffs ? "cut-offs, " : "", degree, v->search, v->jobs);
}

/* Where all programs run. */
typedef struct Place {
    char *input;   /* the standard input */
    uint64_t most; /* interleavings; programs with more are too large */
    const SystemOptions *system;
} Place;

/* `o` says the sites and the fixed combination of input values before; the outcome is in it then. */
static void explore(const Program *p, const Place *place, Interleave mode, const Variant *how, Outcome *o) {
    static const char *const argv[] = {"program", NULL}, *const environment[] = {NULL};
    *o = (Outcome){
        .sites = o->sites, .fixed = o->fixed, .all_output = place->system->ordered_output && !how->cutoffs};
    bool brute = how->strategy == &dfs_strategy;
    CampaignOptions options = {.explore.strategy = how->strategy->name,
                               .interleave = mode,
                               .explore.cutoffs = how->cutoffs,
                               .explore.alternatives = how->alternatives,
                               .explore.search = how->search,
                               .explore.jobs = how->jobs,
                               .explore.seed = 17,
                               .keep_cheap_steps = true,
                               .explore.max_time = 60,
                               .explore.max_traces = brute ? place->most : 0,
                               .explore.max_memory = 4096,
                               .run.check_race = mode == INTERLEAVE_SYNC,
                               .argc = 1,
                               .argv = argv,
                               .environment = environment,
                               .stdin_path = place->input,
                               .system = place->system,
                               .final_state = final_state,
                               .final_context = o};
    CampaignResult *r = campaign_run(p, &options, NULL);
    o->stats = r->stats;
    o->complete = r->complete;
    o->too_large = r->halt_reason && (!strcmp(r->halt_reason, "traces") || !strcmp(r->halt_reason, "time"));
    if (r->internal_error) o->error = xasprintf("internal error: %s", r->internal_error);
    /* Reasons that are expected to keep the exploration from being complete. */
    bool finished = r->halt_reason && !strcmp(r->halt_reason, "finished");
    for (size_t k = 0; k < r->nincomplete; k++) {
        bool late = place->system->max_timeouts && !strncmp(r->incomplete[k], "more time-outs", 14);
        bool covered =
            how->strategy->events_only && !strncmp(r->incomplete[k], "every event was covered", 23);
        o->limited |= late;
        if (late || covered)
            o->complete = finished;
        else if (!o->error)
            o->error = xasprintf("incomplete: %s", r->incomplete[k]);
    }
    for (size_t k = 0; k < r->nfindings; k++) {
        char *text = finding_text(r->findings[k]);
        text_list_add(&o->findings, text);
        free(text);
    }
    campaign_result_free(r);
    hashes_sort(&o->states);
    hashes_sort(&o->concrete);
    texts_sort(&o->findings);
    texts_sort(&o->outputs);
}

/* --- one program ------------------------------------------------------------------------------------- */

typedef struct Oracle {
    const char *resource;
    char *folder, *source;
    Place place;
    bool talk;
    unsigned settings; /* compared for each program and granularity */
    unsigned
        seldom; /* of so many programs one is compared with native runs, or with all values of its inputs */
    uint64_t programs, compared, skipped, symbolic, native, native_lines, traces, cut_traces, interleavings;
} Oracle;

static Program *load(const Oracle *o, char *const *defines, size_t ndefines) {
    const char *files[] = {o->source};
    ProgramOptions options = {.files = files,
                              .nfiles = 1,
                              .compiler_args = (const char *const *)defines,
                              .ncompiler_args = ndefines,
                              .resource_dir = o->resource,
                              .temp_dir = o->folder};
    char *error = NULL;
    Program *p = program_load(&options, &error);
    if (!p) {
        fprintf(stderr, "oracle: %s\n", error ? error : "the program does not load");
        free(error);
    }
    return p;
}

static char *compare(const char *left, const Outcome *a, const char *right, const Outcome *b, bool races) {
    if (!hashes_equal(&a->states, &b->states))
        return xasprintf("%s reaches %zu final states, %s %zu, not the same ones", left, a->states.len, right,
                         b->states.len);
    if (a->limited != b->limited)
        return xasprintf("%s says that more time-outs were %spossible, %s does not", left,
                         a->limited ? "" : "im", right);
    char *x = texts_joined(&a->outputs, true), *y = texts_joined(&b->outputs, true), *text = NULL;
    if (a->all_output && b->all_output && strcmp(x, y))
        text = xasprintf("outputs differ; %s:\n%s%s:\n%s", left, x, right, y);
    free(x);
    free(y);
    if (text) return text;
    x = texts_joined(&a->findings, races), y = texts_joined(&b->findings, races);
    if (strcmp(x, y)) text = xasprintf("findings differ; %s:\n%s%s:\n%s", left, x, right, y);
    free(x);
    free(y);
    return text;
}

static char *check_por(const Outcome *dfs, const Outcome *por) {
    if (por->error) return xasprintf("por: %s", por->error);
    if (!por->complete) return xstrdup("por did not finish");
    char *text = compare("dfs", dfs, "por", por, true);
    if (text) return text;
    if (dfs->stats.visible_ranges != por->stats.visible_ranges)
        return xasprintf("visible ranges: dfs %llu, por %llu", (unsigned long long)dfs->stats.visible_ranges,
                         (unsigned long long)por->stats.visible_ranges);
    /* Where the first race that a pass meets is one at several addresses, the whole word becomes visible. */
    if (dfs->stats.visible_bytes != por->stats.visible_bytes) return NULL;
    if (por->stats.traces != dfs->stats.configurations)
        return xasprintf("por has %llu traces, there are %llu maximal configurations",
                         (unsigned long long)por->stats.traces,
                         (unsigned long long)dfs->stats.configurations);
    if (por->stats.events != dfs->stats.events)
        return xasprintf("por meets %llu events, dfs %llu", (unsigned long long)por->stats.events,
                         (unsigned long long)dfs->stats.events);
    if (por->stats.redundant)
        return xasprintf("por has %llu redundant runs", (unsigned long long)por->stats.redundant);
    return NULL;
}

/* What is found in every event is found by covering them; what only a whole configuration shows may be
 * missed. */
static char *compare_events(const Outcome *all, const Outcome *other) {
    Texts lists[2] = {{0}, {0}};
    const Outcome *both[2] = {all, other};
    for (int k = 0; k < 2; k++)
        for (size_t j = 0; j < both[k]->findings.len; j++)
            if (strncmp(both[k]->findings.data[j], "deadlock", 8))
                text_list_add(&lists[k], both[k]->findings.data[j]);
    char *x = texts_joined(&lists[0], true), *y = texts_joined(&lists[1], true), *text = NULL;
    if (strcmp(x, y)) text = xasprintf("findings differ; optimal:\n%sthis:\n%s", x, y);
    if (!text && all->stats.visible_bytes == other->stats.visible_bytes &&
        all->stats.events != other->stats.events)
        text = xasprintf("%llu events instead of %llu", (unsigned long long)other->stats.events,
                         (unsigned long long)all->stats.events);
    free(x);
    free(y);
    text_list_free(&lists[0]);
    text_list_free(&lists[1]);
    return text;
}

/* Another way to go about it finds the same findings and final states. */
static char *check_variant(const Program *p, Interleave mode, const Variant *how, unsigned sites,
                           const Outcome *all, Oracle *o) {
    /* How many time-outs led to a state is not part of it: only what does not reach the limit is the same
     * with cut-offs. */
    if (how->cutoffs && all->limited) return NULL;
    Outcome other = {.sites = sites, .fixed = -1};
    explore(p, &o->place, mode, how, &other);
    char *text = other.error                  ? xstrdup(other.error)
                 : !other.complete            ? xstrdup("it did not finish")
                 : how->strategy->events_only ? compare_events(all, &other)
                                              : compare("optimal", all, "this", &other, true);
    /* Without cut-offs each maximal configuration is explored exactly once, and with all excluders nothing
     * else is. */
    if (!text && !how->cutoffs && !how->strategy->events_only &&
        (other.stats.traces != all->stats.traces || other.stats.events != all->stats.events ||
         (how->strategy == &por_strategy && !how->alternatives && other.stats.redundant)))
        text = xasprintf("%llu traces, %llu events, %llu redundant instead of %llu, %llu and 0",
                         (unsigned long long)other.stats.traces, (unsigned long long)other.stats.events,
                         (unsigned long long)other.stats.redundant, (unsigned long long)all->stats.traces,
                         (unsigned long long)all->stats.events);
    if (text) {
        char *name = variant_name(how), *named = xasprintf("%s: %s", name, text);
        free(name);
        free(text);
        text = named;
    }
    if (how->cutoffs) o->cut_traces += other.stats.traces;
    outcome_free(&other);
    return text;
}

/* The symbolic exploration covers exactly what the explorations of each combination of values cover. */
static char *check_inputs(Oracle *o, const Outcome *symbolic, unsigned sites) {
    Outcome all = {0};
    char *text = NULL;
    for (unsigned c = 0; c < combinations(sites) && !text; c++) {
        char *defines[MAX_SITES];
        for (unsigned k = 0; k < sites; k++) defines[k] = xasprintf("-DIN%u=%u", k, site_value(c, k));
        Program *p = load(o, defines, sites);
        for (unsigned k = 0; k < sites; k++) free(defines[k]);
        if (!p) {
            text = xstrdup("a concrete version does not load");
            break;
        }
        Outcome one = {.sites = sites, .fixed = (int)c};
        explore(p, &o->place, INTERLEAVE_SYNC, &exact, &one);
        if (one.error) text = xasprintf("with input values %u: %s", c, one.error);
        for (size_t k = 0; k < one.concrete.len; k++) hashes_add(&all.concrete, one.concrete.data[k]);
        for (size_t k = 0; k < one.findings.len; k++) text_list_add(&all.findings, one.findings.data[k]);
        outcome_free(&one);
        program_free(p);
    }
    hashes_sort(&all.concrete);
    texts_sort(&all.findings);
    if (!text && !hashes_equal(&all.concrete, &symbolic->concrete)) {
        size_t missing = 0, extra = 0, i = 0, j = 0;
        while (i < all.concrete.len || j < symbolic->concrete.len) {
            uint64_t x = i < all.concrete.len ? all.concrete.data[i] : UINT64_MAX,
                     y = j < symbolic->concrete.len ? symbolic->concrete.data[j] : UINT64_MAX;
            missing += x < y;
            extra += y < x;
            i += x <= y;
            j += y <= x;
        }
        text = xasprintf(
            "of %zu pairs (input values, final state) %zu are missing symbolically, and %zu are wrong",
            all.concrete.len, missing, extra);
    }
    char *x = texts_joined(&all.findings, true), *y = texts_joined(&symbolic->findings, true);
    if (!text && strcmp(x, y))
        text = xasprintf("findings differ; all input values one by one:\n%ssymbolically:\n%s", x, y);
    free(x);
    free(y);
    outcome_free(&all);
    return text;
}

/* What the program prints natively is among what was explored. */
static char *check_native(Oracle *o, const Outcome *explored) {
    char *command = xasprintf(
        "cd '%s' && gcc -std=gnu17 -w -O1 -pthread -DNATIVE -DRUNS=%d p.c -o p.exe && ./p.exe <input",
        o->folder, NATIVE_RUNS);
    FILE *out = popen(command, "r");
    free(command);
    if (!out) return xstrdup("the native program cannot be started");
    char text[200], *problem = NULL;
    unsigned lines = 0;
    while (fgets(text, sizeof text, out)) {
        bool known;
        unsigned at;
        lines++;
        const char *told = strstr(text, "assertion ");
        if (told && sscanf(told, "assertion %u", &at) == 1) {
            known = false;
            for (size_t k = 0; k < explored->findings.len; k++) {
                char tail[40];
                snprintf(tail, sizeof tail, ":%u", at);
                known |= !strncmp(explored->findings.data[k], "assertion", 9) &&
                         strstr(explored->findings.data[k], tail);
            }
        } else if (strstr(text, "hang\n")) {
            known = false;
            for (size_t k = 0; k < explored->findings.len; k++)
                known |= !strncmp(explored->findings.data[k], "deadlock", 8);
        } else {
            known = texts_has(&explored->outputs, text);
        }
        if (!known && !problem)
            problem = xasprintf("natively there was an outcome that was not explored: %s", text);
    }
    int status = pclose(out);
    if (!problem && (!WIFEXITED(status) || WEXITSTATUS(status)))
        problem = xasprintf("the native program failed, status %d", status);
    o->native++;
    o->native_lines += lines;
    return problem;
}

/* NULL where all agree, or what differs (the caller frees). */
static char *check(Oracle *o, const Generator *g, const char **mode_name) {
    Program *p = load(o, NULL, 0);
    if (!p) return xstrdup("the program does not load");
    Outcome dfs[2] = {0}, por[2] = {0};
    char *text = NULL;
    bool skipped = false;
    for (int mode = 0; mode < 2 && !text && !skipped; mode++) {
        *mode_name = mode ? "memory" : "sync";
        dfs[mode] = por[mode] = (Outcome){.sites = g->sites, .fixed = -1};
        Interleave interleave = mode ? INTERLEAVE_MEMORY : INTERLEAVE_SYNC;
        explore(p, &o->place, interleave, &brute_force, &dfs[mode]);
        skipped = dfs[mode].too_large;
        if (skipped) break;
        if (dfs[mode].error) {
            text = xasprintf("dfs: %s", dfs[mode].error);
            break;
        }
        explore(p, &o->place, interleave, &exact, &por[mode]);
        if (o->talk)
            printf("%s: %llu interleavings, %llu configurations, %llu events, %llu traces, %zu states, %zu "
                   "findings\n",
                   *mode_name, (unsigned long long)dfs[mode].stats.traces,
                   (unsigned long long)dfs[mode].stats.configurations,
                   (unsigned long long)dfs[mode].stats.events, (unsigned long long)por[mode].stats.traces,
                   por[mode].states.len, por[mode].findings.len);
        text = check_por(&dfs[mode], &por[mode]);
        /* Each program with some of the settings of each strategy; all programs together with all. */
        for (size_t q = 0; q < strategies_count && !text; q++) {
            const Strategy *strategy = strategies[q];
            unsigned all = settings_of(strategy), some = MIN(all, o->settings);
            unsigned first = (unsigned)(o->programs + (mode ? all / 2 / some : 0)) * some;
            for (unsigned k = 0; is_compared(strategy) && k < some && !text; k++) {
                Variant how = setting(strategy, (first + k) % all);
                text = check_variant(p, interleave, &how, g->sites, &por[mode], o);
                o->compared++;
            }
        }
        o->interleavings += dfs[mode].stats.traces;
        o->traces += por[mode].stats.traces;
    }
    if (!text && !skipped) {
        *mode_name = "modes";
        text = compare("sync", &por[0], "memory", &por[1], false);
    }
    bool chosen = o->programs % o->seldom == 0;
    if (!text && !skipped && chosen && g->sites) {
        *mode_name = "inputs";
        o->symbolic++;
        text = check_inputs(o, &por[0], g->sites);
    }
    /* What the real kernel does otherwise: it keeps a file that was closed as long as somebody uses it, and
     * the end of the process cuts output short. */
    bool differs = g->undefined || g->features & CLOSES || g->system.ordered_output ||
                   g->system.fds_per_thread || g->system.max_timeouts;
    if (!text && !skipped && chosen && !g->sites && !(g->features & SECTIONS) && !differs) {
        *mode_name = "native";
        text = check_native(o, &por[0]);
    }
    o->skipped += skipped;
    o->programs += !skipped;
    for (int mode = 0; mode < 2; mode++) {
        outcome_free(&dfs[mode]);
        outcome_free(&por[mode]);
    }
    program_free(p);
    return text;
}

static void write_text(const char *path, const char *head, const char *text) {
    FILE *f = fopen(path, "w");
    if (!f || fputs(head, f) < 0 || fputs(text, f) < 0 || fclose(f)) base_fatal("cannot write %s", path);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: oracle RESOURCE_DIR [FIRST_SEED [COUNT]]\n");
        return 2;
    }
    base_invariants = true;
    const char *scale = getenv("HEDDLE_TEST_SCALE"), *features = getenv("HEDDLE_ORACLE_FEATURES");
    if (!scale && getenv("HEDDLE_LONG")) scale = "long";
    uint64_t count = !scale || !*scale ? 300 : !strcmp(scale, "long") ? 20000 : strtoull(scale, NULL, 10);
    if (features && !*features) features = NULL;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (argc > 3) count = strtoull(argv[3], NULL, 10);
    if (!count) base_fatal("no programs were asked for");
    char folder[] = "/tmp/heddle-oracle-XXXXXX";
    if (!mkdtemp(folder)) base_fatal("cannot make a temporary folder");
    /* An absolute path, or clang takes it relative to where it runs. */
    char *resource = realpath(argv[1], NULL);
    if (!resource) base_fatal("there is no folder %s (build the libc bitcode first)", argv[1]);
    Oracle o = {.resource = resource,
                .folder = folder,
                .source = xasprintf("%s/p.c", folder),
                .talk = count == 1,
                .settings = count == 1 ? UINT32_MAX : 8,
                .seldom = count < 20 ? 1 : 12};
    o.place.input = xasprintf("%s/input", folder);
    write_text(o.place.input, "", "123");
    unsigned failures = 0;
    for (uint64_t n = 0; o.programs + failures < count && n < 4 * count + 20; n++, seed++) {
        Generator g;
        generate(&g, seed, features ? strtoull(features, NULL, 0) : ALL_FEATURES);
        write_text(o.source, "", g.text.data);
        o.place.system = &g.system;
        o.place.most = is_large(seed) || o.talk ? DFS_TRACES : DFS_FEW_TRACES;
        if (o.talk) printf("%s", g.text.data);
        const char *mode = "";
        char *problem = check(&o, &g, &mode);
        bool differs = problem != NULL;
        if (problem) {
            failures++;
            char *path = xasprintf("oracle-%llu-%s.c", (unsigned long long)seed, mode);
            char *head =
                xasprintf("/* oracle: seed %llu, %s: %s */\n", (unsigned long long)seed, mode, problem);
            write_text(path, head, g.text.data);
            printf("seed %llu, %s: %s (see %s)\n", (unsigned long long)seed, mode, problem, path);
            fflush(stdout);
            free(head);
            free(path);
            free(problem);
        }
        vec_free(&g.text);
        if (failures >= 20) break;
        if (count >= 1000 && !differs && o.programs % 500 == 0) {
            printf("%llu programs so far\n", (unsigned long long)o.programs);
            fflush(stdout);
        }
    }
    printf("%llu programs agree in everything, %u do not, %llu were too large; %llu comparisons, %llu "
           "interleavings, %llu "
           "traces, %llu with cut-offs; %llu with inputs; "
           "%llu run natively with %llu outcomes\n",
           (unsigned long long)(o.programs >= failures ? o.programs - failures : 0), failures,
           (unsigned long long)o.skipped, (unsigned long long)o.compared, (unsigned long long)o.interleavings,
           (unsigned long long)o.traces, (unsigned long long)o.cut_traces, (unsigned long long)o.symbolic,
           (unsigned long long)o.native, (unsigned long long)o.native_lines);
    char *clean = xasprintf("rm -rf '%s'", folder);
    if (system(clean)) fprintf(stderr, "oracle: %s could not be removed\n", folder);
    free(clean);
    free(o.place.input);
    free(o.source);
    free(resource);
    return failures || !o.programs;
}
