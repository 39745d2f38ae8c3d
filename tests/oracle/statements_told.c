/*
 * statements_told.c — statements that decide by what the system tells: what is in the standard output and its
 * file, what time it is, random numbers, how a thread was made.
 */
#include "statements.h"
#include <stdio.h>

/* --- the standard output ------------------------------------------------------------------------------- */

#define OUT "\"out\", O_RDWR | O_CREAT"

void print_declarations(Generator *g) {
    line(g, "static int file;");
    line(g, "static int shown(int k) { char c = 0; return pread(file, &c, 1, k) == 1 ? c %% 16 : 0; }");
}

/* What stdout is from the beginning: what it was, or a file. */
void print_preparations(Generator *g) {
    g->undefined = true;
    switch (draw(g, 6)) {
    case 0: line(g, "freopen(\"out\", \"w+\", stdout);"); break;
    case 1: line(g, "close(1), open(" OUT " | O_TRUNC, 0600);"); break;
    case 2: line(g, "dup2(open(" OUT ", 0600), 1);"); break;
    case 3: line(g, "freopen(\"out\", \"a\", stdout);"); break;
    default: break;
    }
    if (chance(g, 30)) line(g, "setvbuf(stdout, 0, _IO%sBF, 0);", chance(g, 60) ? "N" : "L");
    line(g, "file = open(" OUT ", 0600);");
}

/* Puts 1, 2 or 3 characters that say who printed them. */
static unsigned print(Generator *g) {
    char c = (char)('1' + g->thread * 2);
    switch (draw(g, 8)) {
    case 0: line(g, "printf(\"%c%%d\", r%u & 1);", c, draw(g, 2)); break;
    case 1: line(g, "fputs(\"%c%c\", stdout);", c, c + 1); break;
    case 2: line(g, "puts(\"%c\");", c); break;
    case 3: line(g, "fwrite(\"%c\", 1, 1, stdout);", c); break;
    case 4: line(g, "write(1, \"%c\", 1);", c); break;
    case 5: line(g, "if (r%u %s 0) putchar('%c');", draw(g, 2), chance(g, 50) ? "==" : "!=", c); break;
    default: line(g, "putchar('%c');", c); break;
    }
    return 1;
}

/* A value that says something about the stream. */
static const char *look(Generator *g) {
    static const char *const looks[] = {"(int)ftell(stdout)",
                                        "(int)ftello(stdout)",
                                        "(int)__fpending(stdout)",
                                        "(int)lseek(1, 0, SEEK_CUR)",
                                        "shown(0)",
                                        "shown(1)",
                                        "(fflush(stdout) ? 5 : shown(0))",
                                        "(fflush(stdout) ? 2 : 0)",
                                        "(ferror(stdout) ? 2 : 0)",
                                        "fwide(stdout, 0)"};
    return looks[draw(g, ARRAY_LEN(looks))];
}

unsigned print_statement(Generator *g) {
    unsigned r = draw(g, 2), n = draw(g, 3), x = draw(g, g->plain);
    switch (draw(g, 20)) {
    case 0:
    case 1:
    case 2: line(g, "r%u = %s;", r, look(g)); return 1;
    case 3: line(g, "x%u = %s;", x, look(g)); return 2;
    case 4:
    case 5: line(g, "if (%s > %u) x%u = %u;", look(g), n, x, 1 + draw(g, 3)); return 2;
    case 6: line(g, "r%u = fflush(stdout) != 0;", r); return 1;
    case 7: line(g, "clearerr(stdout);"); return 1;
    case 8: line(g, "r%u = fwide(stdout, %d) > 0;", r, chance(g, 50) ? 1 : -1); return 1;
    case 9: line(g, "r%u = close(1);", r); return 1;
    case 10: line(g, "r%u = open(" OUT ", 0600);", r); return 1;
    case 11:
        line(g, chance(g, 50) ? "rewind(stdout);" : "setvbuf(stdout, 0, _IO%sBF, 0);",
             chance(g, 50) ? "N" : "F");
        return 1;
    case 12: line(g, "r%u = fputwc(L'%u', stdout) == WEOF;", r, draw(g, 10)); return 1;
    case 13: line(g, "dup2(file, 1);"); return 1;
    default: return print(g);
    }
}

void print_end(Generator *g) {
    if (chance(g, 60)) line(g, "r0 = fflush(stdout) != 0;");
    if (chance(g, 70)) line(g, "x0 += 8 * (shown(0) + 16 * shown(1) + 256 * shown(2));");
    if (chance(g, 40)) line(g, "x0 += %s;", look(g));
}

/* --- time ------------------------------------------------------------------------------------------------
 */

#define CLOCK(id) "struct timespec t; clock_gettime(CLOCK_" id ", &t);" NANOSECONDS
#define NANOSECONDS " return t.tv_sec * 1000000000 + t.tv_nsec;"

/* What tells it, in nanoseconds. */
static const struct {
    bool coarse;       /* not below seconds */
    const char *body;  /* of a function */
    const char *timer; /* how it is set going, where it is one that runs down */
} clocks[] = {
    {.body = CLOCK("PROCESS_CPUTIME_ID")},
    {.body = CLOCK("MONOTONIC")},
    {.body = CLOCK("REALTIME")},
    {.body = CLOCK("BOOTTIME")},
    {.body = CLOCK("MONOTONIC_RAW")},
    {.body = "struct timespec t; timespec_get(&t, TIME_UTC);" NANOSECONDS},
    {.body = "struct timeval t; gettimeofday(&t, 0); return t.tv_sec * 1000000000 + t.tv_usec * 1000;"},
    {true, "return time(0) * 1000000000;", 0},
    {.body = "return clock() * 1000;"},
    {true, "struct tms t; return times(&t) * 10000000;", 0},
    {.body = "return (long)__builtin_ia32_rdtsc();"},
    {.body = "unsigned a, d; __asm__ volatile(\"rdtsc\" : \"=a\"(a), \"=d\"(d)); return (long)((unsigned "
             "long)d << 32 | a);"},
    {.body = "struct timespec t; long r; __asm__ volatile(\"syscall\" : \"=a\"(r) : \"a\"(228), \"D\"(2), "
             "\"S\"(&t) : \"rcx\", \"r11\", \"memory\");" NANOSECONDS},
    {.body = "struct timespec t; syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);" NANOSECONDS},
    {.body = "struct itimerspec t; timer_gettime(timer, &t); return 1000000000000 - t.it_value.tv_sec * "
             "1000000000 - t.it_value.tv_nsec;",
     .timer = "struct itimerspec t = {.it_value.tv_sec = 1000}; timer_settime(timer, 0, &t, 0);"},
    {.body = "struct itimerval t; getitimer(ITIMER_REAL, &t); return 1000000000000 - t.it_value.tv_sec * "
             "1000000000 - t.it_value.tv_usec * 1000;",
     .timer = "struct itimerval t = {.it_value.tv_sec = 1000}; setitimer(ITIMER_REAL, &t, 0);"},
};

/* Each program knows one clock only. */
void time_declarations(Generator *g) {
    static const char *const sleeps[] = {"nanosleep(&t, 0);", "clock_nanosleep(CLOCK_MONOTONIC, 0, &t, 0);",
                                         "usleep((unsigned)(t.tv_sec * 1000000 + t.tv_nsec / 1000));"};
    unsigned which = draw(g, ARRAY_LEN(clocks));
    bool whole = clocks[which].coarse || chance(g, 50);
    line(g, "#define UNIT %s", whole ? "1000000000l" : "1000000l");
    line(g, "static sem_t xm;\nstatic timer_t timer;\nstatic long begun;");
    line(g, "static void pass(long n) { struct timespec t = {n / 1000000000, n %% 1000000000}; %s }",
         whole && chance(g, 40) ? "sleep((unsigned)t.tv_sec);" : sleeps[draw(g, ARRAY_LEN(sleeps))]);
    line(g, "static void doze0(void) { pass(UNIT); }\nstatic void doze1(void) { pass(2 * UNIT); }");
    line(g, "static long now(void) { %s }", clocks[which].body);
    line(g, "static int seconds(void) { return (int)((now() - begun) / UNIT); }");
    line(g, "static void set_going(void) { %s }", clocks[which].timer ? clocks[which].timer : "");
}

void time_preparations(Generator *g) {
    g->undefined = true;
    line(g, "timer_create(CLOCK_MONOTONIC, &(struct sigevent){.sigev_notify = SIGEV_NONE}, &timer);");
    line(g, "signal(SIGALRM, SIG_IGN);");
    line(g, "set_going();");
    if (chance(g, 80)) line(g, "begun = now();");
    line(g, "x0 = seconds();");
    line(g, "sem_init(&xm, 0, 0);");
}

unsigned time_passes(Generator *g) {
    unsigned r = draw(g, 2), x = draw(g, g->plain), n = draw(g, 3), which = draw(g, 2);
    unsigned reads = g->features & WAITS ? 0 : 5;
    switch (draw(g, 4 + reads)) {
    case 0: line(g, "doze%u();", which); return 1;
    case 1: line(g, "if (r%u %s %u) doze%u();", r, chance(g, 50) ? "==" : "!=", n, which); return 1;
    case 2: line(g, "sleep(%u);", n); return 1;
    case 3: line(g, "r%u = x%u; if (r%u > %u) doze%u();", r, x, r, n, which); return 2;
    case 4: line(g, "r%u = seconds();", r); return 1;
    case 5: line(g, "x%u = seconds();", x); return 1;
    case 6: line(g, "if (seconds() > %u) x%u = %u;", n, x, 1 + draw(g, 3)); return 1;
    case 7:
        if (chance(g, 40)) {
            line(g, "set_going();");
            return 1;
        }
        line(g, "if (seconds() %s %u) atomic_store(&a%u, %u);", chance(g, 50) ? "==" : ">", n,
             draw(g, g->atomics), 1 + draw(g, 3));
        return 1;
    default: line(g, "x%u += seconds() > %u ? 5 : 0;", x, n); return 2;
    }
}

/* --- random numbers --------------------------------------------------------------------------------------
 */

static const char *const draws[] = {
    "getrandom(&n, sizeof n, 0);", "getentropy(&n, sizeof n);", "read(urandom, &n, sizeof n);",
    "int f = open(\"/dev/urandom\", O_RDONLY); read(f, &n, sizeof n); close(f);",
    "syscall(SYS_getrandom, &n, sizeof n, GRND_NONBLOCK);"};

void random_declarations(Generator *g) {
    line(g, "static int urandom;\n#ifdef NATIVE\n#define NUMBER _Atomic unsigned long\n#else\n#define NUMBER "
            "unsigned long\n#endif\nstatic NUMBER xr0, xr1;");
    for (unsigned k = 0; k < 2; k++)
        line(g, "static unsigned long drawn%u(void) { unsigned long n = 0; %s return n; }", k,
             draws[draw(g, ARRAY_LEN(draws))]);
}

void random_preparations(Generator *g) {
    line(g, "urandom = open(\"/dev/urandom\", O_RDONLY);");
    if (chance(g, 30)) line(g, "xr%u = drawn%u();", draw(g, 2), draw(g, 2));
}

/* Whether two numbers are the same can be compared with native runs; what one is cannot. */
unsigned random_statement(Generator *g) {
    unsigned r = draw(g, 2), x = draw(g, g->plain), xr = draw(g, 2), way = draw(g, 2), bit = draw(g, 8);
    const char *same = chance(g, 50) ? "==" : "!=";
    switch (draw(g, 10)) {
    case 0:
    case 1: line(g, "xr%u = drawn%u();", xr, way); return 1;
    case 2: line(g, "drawn%u();", way); return 1;
    case 3: line(g, "if (r%u %s %u) drawn%u();", r, same, draw(g, 3), way); return 1;
    case 4: line(g, "r%u = xr0 %s xr1;", r, same); return 2;
    case 5: line(g, "if (xr%u %s drawn%u()) x%u = %u;", xr, same, way, x, 1 + draw(g, 3)); return 2;
    case 6: line(g, "xr%u = xr%u;", xr, !xr); return 2;
    case 7: line(g, "x%u = xr0 %s xr1 ? %u : 0;", x, same, 1 + draw(g, 3)); return 2;
    case 8:
        g->undefined = true;
        line(g, "r%u = (int)(drawn%u() >> %u & 1);", r, way, bit);
        return 1;
    default:
        g->undefined = true;
        line(g, "if (drawn%u() >> %u & 1) x%u = %u;", way, bit, x, 1 + draw(g, 3));
        return 1;
    }
}

/* --- attributes of threads -------------------------------------------------------------------------------
 */

#define STACK 131072

void attribute_declarations(Generator *g) {
    line(g, "static pthread_attr_t made;");
    line(
        g,
        "static int was_made(pthread_t t, int size) {\n    pthread_attr_t a;\n    int state = 0;\n    size_t "
        "n = "
        "0;\n    if (pthread_getattr_np(t, &a)) return 2;\n    pthread_attr_getdetachstate(&a, &state);\n    "
        "pthread_attr_getstacksize(&a, &n);\n    pthread_attr_destroy(&a);\n    return size ? n == %u : "
        "state "
        "== PTHREAD_CREATE_DETACHED;\n}",
        STACK);
}

void attribute_preparations(Generator *g) { line(g, "pthread_attr_init(&made);"); }

static void set_attribute(Generator *g, bool detached) {
    if (chance(g, 60))
        line(g, "pthread_attr_setdetachstate(&made, PTHREAD_CREATE_%s);", detached ? "DETACHED" : "JOINABLE");
    else
        line(g, "pthread_attr_setstacksize(&made, %u);", chance(g, 50) ? STACK : 2 * STACK);
}

void create_with_attributes(Generator *g, unsigned child, unsigned routine) {
    bool detached = chance(g, 30);
    line(g, "pthread_attr_setdetachstate(&made, PTHREAD_CREATE_%s);", detached ? "DETACHED" : "JOINABLE");
    if (chance(g, 50)) set_attribute(g, detached);
    line(g, "pthread_create(&h%u, &made, thread%u, 0);", child, routine);
    if (detached) g->detached |= 1u << child;
}

unsigned attribute_statement(Generator *g) {
    unsigned r = draw(g, 2), x = draw(g, g->plain), size = draw(g, 2), of = draw(g, g->handles + 1);
    char who[20] = "pthread_self()";
    if (of && !(g->detached >> of & 1)) snprintf(who, sizeof who, "h%u", of);
    if (*who == 'h') g->undefined = true; /* it may be detached, and over */
    if (!g->thread) g->undefined = true;  /* a file is opened to find the stack of main */
    if (size) g->undefined = true;        /* stacks are used again for smaller ones */
    switch (draw(g, 7)) {
    case 0:
    case 1: line(g, "r%u = was_made(%s, %u);", r, who, size); return 2;
    case 2:
    case 3: line(g, "if (was_made(%s, %u)) x%u = %u;", who, size, x, 1 + draw(g, 3)); return 2;
    case 4:
        if (g->thread) g->undefined = true;
        set_attribute(g, false);
        return 1;
    case 5:
        g->undefined = true;
        line(g, "{ int d = 0; pthread_attr_getdetachstate(&made, &d); r%u = d; }", r);
        return 1;
    default:
        if (!g->thread || !(g->features & DETACH)) return 0;
        g->undefined = true; /* joining it afterwards is a mistake */
        line(g, "pthread_detach(pthread_self());");
        return 1;
    }
}
