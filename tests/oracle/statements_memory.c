/*
 * statements_memory.c — statements that access memory (plain, atomic, by parts, by index, while it ends), and
 * what libraries do with it: thread-specific data, jumps, what the engine reads and writes.
 */
#include "statements.h"
#include <stdio.h>
#include <stdlib.h>

unsigned plain_access(Generator *g) {
    unsigned x = draw(g, g->plain), y = draw(g, g->plain);
    switch (draw(g, 5)) {
    case 0: line(g, "r%u = x%u;", draw(g, 2), x); return 1;
    case 1: line(g, "x%u = %u;", x, 1 + draw(g, 3)); return 1;
    case 2: line(g, "x%u = r%u + %u;", x, draw(g, 2), draw(g, 3)); return 1;
    case 3: line(g, "x%u = x%u + %u;", x, y, 1 + draw(g, 2)); return 2;
    default: line(g, "x%u = x%u * 2 + r%u;", x, x, draw(g, 2)); return 2;
    }
}

unsigned atomic_access(Generator *g) {
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

/* Main gets a block that another thread frees once more only where it knows of that: `again` tells. */
void unwritten_declarations(Generator *g) {
    line(g, "static int *xu;\nstatic char *_Atomic given;\nstatic unsigned long was;");
    line(g, "static int again(void) {\n    int n = 0;\n    for (int k = 0; k < 12; k++) {\n"
            "        char *q = malloc(24);\n        n |= (unsigned long)q == was;\n        free(q);\n"
            "    }\n    return n;\n}");
}

void unwritten_preparations(Generator *g) {
    line(g, "xu = malloc(4 * sizeof *xu);");
    line(g, "given = malloc(24), was = (unsigned long)given;");
    g->undefined = true;
}

void unwritten_in_main(Generator *g) {
    if (g->gives_back) {
        for (unsigned k = 1 + draw(g, 3); k; k--) give_back(g);
        line(g, "heddle_assert(!again());");
        return;
    }
    if (chance(g, 40)) return;
    unsigned a = draw(g, g->atomics);
    for (unsigned k = 1 + draw(g, 2); k; k--)
        line(g,
             g->features & LOCKS && chance(g, 60) ? "pthread_mutex_lock(&m0); pthread_mutex_unlock(&m0);"
                                                  : "r1 = atomic_load(&a%u);",
             a);
    line(g, "if (again()) r0 = 9;");
}

/* Whether a thread knows of a free is told by the order of mutexes alone, which is forgotten at once. */
unsigned give_back(Generator *g) {
    unsigned m = draw(g, 2);
    if (g->thread && (!g->gave || chance(g, 15))) {
        bool locks = chance(g, 75);
        g->gave = true;
        if (locks) line(g, "pthread_mutex_lock(&m%u);", m);
        line(g, "free(atomic_exchange(&given, 0));");
        if (locks) line(g, "pthread_mutex_unlock(&m%u);", m);
        return 1 + 2 * locks;
    }
    line(g, "pthread_mutex_lock(&m%u); pthread_mutex_unlock(&m%u);", m, m);
    return 2;
}

unsigned unwritten_access(Generator *g) {
    unsigned at = draw(g, 4), r = draw(g, 2), x = draw(g, g->plain);
    switch (draw(g, 14)) {
    case 10:
        if (g->features & LOCKS && !(g->held & 1) && chance(g, 60)) {
            line(g, "pthread_mutex_lock(&m0); free(atomic_exchange(&given, 0)); pthread_mutex_unlock(&m0);");
            return 3;
        }
        line(g, "free(atomic_exchange(&given, 0));");
        return 1;
    case 11:
    case 12: line(g, "r%u = again();", r); return 1;
    case 13: line(g, "if (again()) x%u = %u;", x, 1 + draw(g, 3)); return 1;
    case 0: line(g, "xu[%u] = %u;", at, draw(g, 3)); return 1;
    case 1: line(g, "xu[%u] = r%u;", at, r); return 1;
    case 2: line(g, "r%u = xu[%u];", r, at); return 1;
    case 3: line(g, "if (xu[%u] > %u) x%u = %u;", at, draw(g, 2), x, 1 + draw(g, 3)); return 2;
    case 4: line(g, "memcpy(xu + %u, (char *)xu + %u, 4);", at, draw(g, 13)); return 2;
    case 5: line(g, "((char *)xu)[%u] = %u;", draw(g, 16), draw(g, 2)); return 1;
    case 6: line(g, "x%u = xu[%u] & %u;", x, at, draw(g, 3)); return 2;
    case 7: line(g, "{ int l; if (r%u) l = x%u; r%u = l; }", r, x, draw(g, 2)); return 1;
    case 8: line(g, "if (r%u %s r%u) x%u++;", r, chance(g, 50) ? "!=" : "<", 1 - r, x); return 2;
    default: line(g, "memset(xu + %u, 0, %u);", draw(g, 3), 1 + draw(g, 8)); return 1;
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

void local_declarations(Generator *g) {
    line(g, "static _Thread_local int l0 = %u;", draw(g, 4));
    line(g, "static _Thread_local %s l1 = %u;", chance(g, 50) ? "int" : "signed char", draw(g, 4));
    line(g, "static int *xl;");
}

/* A variable that each thread has, and one thread's that another one uses. */
static unsigned local_access(Generator *g) {
    unsigned r = draw(g, 2), x = draw(g, g->plain), l = draw(g, 2);
    switch (draw(g, 9)) {
    case 0: line(g, "r%u = l%u;", r, l); return 1;
    case 1: line(g, "l%u = x%u;", l, x); return 1;
    case 2: line(g, "x%u = l%u + %u;", x, l, draw(g, 3)); return 1;
    case 3: line(g, "l%u += %u;", l, 1 + draw(g, 2)); return 1;
    case 4: line(g, "if (l%u > %u) x%u = %u;", l, draw(g, 3), x, 1 + draw(g, 3)); return 1;
    case 5: line(g, "l%u = r%u;", l, r); return 1;
    case 6: line(g, "x%u = x%u + l%u;", x, x, l); return 2;
    case 7:
        if (g->features & WAITS) return line(g, "l%u = r%u;", l, r), 1; /* builds differ in its address */
        g->undefined = true;                                            /* the thread may be over */
        line(g, "xl = &l0;");
        return 1;
    default: line(g, chance(g, 70) ? "if (xl) r%u = *xl;" : "if (xl) *xl = r%u;", r); return 2;
    }
}

void struct_declarations(Generator *g) {
    static const char *const types[] = {"int", "signed char", "short"};
    StrBuf members = {0};
    bool alike = chance(g, 60);
    unsigned type = draw(g, 3);
    for (unsigned k = 0; k < g->members; k++)
        str_addf(&members, " %s %c;", types[alike ? type : draw(g, 3)], 'a' + k);
    line(g, "struct several {%s };\nstatic struct several xv0 = {%u, %u}, xv1;", members.data, draw(g, 3),
         draw(g, 3));
    vec_free(&members);
}

/* A struct as a whole, or a member of it. */
static unsigned struct_access(Generator *g) {
    unsigned r = draw(g, 2), x = draw(g, g->plain), v = draw(g, 2);
    char m = (char)('a' + draw(g, g->members)), n = (char)('a' + draw(g, g->members));
    g->undefined = true; /* it may be copied by pieces, in any order */
    bool locks = (g->features & LOCKS) && !(g->held & 1) && chance(g, 60);
    const char *lock = locks ? "pthread_mutex_lock(&m0); " : "",
               *unlock = locks ? " pthread_mutex_unlock(&m0);" : "";
    unsigned used = 1 + locks;
    switch (draw(g, 9)) {
    case 0: line(g, "%sxv%u = xv%u;%s", lock, v, !v, unlock); return used + 1;
    case 1: line(g, "%smemcpy(&xv%u, &xv%u, sizeof xv0);%s", lock, v, !v, unlock); return used + 1;
    case 2:
        line(g, "%sxv%u = (struct several){%u, %u};%s", lock, v, draw(g, 3), draw(g, 3), unlock);
        return used;
    case 3: line(g, "%s{ struct several l = xv%u; r%u = l.%c + l.%c; }%s", lock, v, r, m, n, unlock); break;
    case 4: line(g, "%sr%u = xv%u.%c;%s", lock, r, v, m, unlock); break;
    case 5: line(g, "%sxv%u.%c = %u;%s", lock, v, m, 1 + draw(g, 3), unlock); break;
    case 6: line(g, "%sxv%u.%c++;%s", lock, v, m, unlock); break;
    case 7: line(g, "if (xv%u.%c != xv%u.%c) x%u = %u;", v, m, v, n, x, 1 + draw(g, 3)); return 2;
    default: line(g, "r%u = xv%u.%c;", r, v, m); return 1;
    }
    return used;
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

/* A mistake with an object: unlocking, destroying or initialising a mutex when it may be in use, or a key
 * that does not exist. */
static void misuse(Generator *g) {
    static const char *const calls[] = {"pthread_mutex_unlock(&m%u);", "pthread_mutex_destroy(&m%u);",
                                        "pthread_mutex_init(&m%u, 0);",
                                        "pthread_setspecific((pthread_key_t)%u + 90, &m0);"};
    unsigned what = draw(g, 10);
    line(g, calls[what < 5 ? 0 : what < 8 ? 1 : what < 9 ? 2 : 3], draw(g, g->mutexes));
}

unsigned more(Generator *g) {
    uint64_t f = g->features;
    for (int tries = 0; tries < 20; tries++) {
        switch (draw(g, 11)) {
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
        case 7:
            if (f & LOCALS) return local_access(g);
            break;
        case 8:
            if (f & STRUCTS) return struct_access(g);
            break;
        case 9:
            if (f & ATTRIBUTES) return attribute_statement(g);
            break;
        default:
            if (!(f & TYPED) || chance(g, 50)) break;
            misuse(g);
            g->undefined = true;
            return 1;
        }
    }
    return 0;
}
