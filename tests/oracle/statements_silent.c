/*
 * statements_silent.c — loops that do nothing visible for a while, and then go on: what tells their rounds
 * apart is a count in a register or in memory, which may lie far away or return to what it was, an expression
 * over an input, the time, or what another thread does. All of them end, so none of them is a hang.
 */
#include "statements.h"

void silent_declarations(Generator *g) {
    line(g, "static _Thread_local unsigned char digits[4];");
    line(g, "static _Thread_local unsigned char far[400][64];");
    line(g, "static _Thread_local jmp_buf back;");
    line(g, "static _Thread_local volatile unsigned jumps, sum;");
    /* Rounds that the compiler does not foresee. */
    line(g, "static unsigned hidden(unsigned n) { __asm__ volatile(\"\" : \"+r\"(n)); return n; }");
    /* In a register: a count, and a sequence with a long cycle. */
    line(g, "static unsigned count(unsigned most) {\n    unsigned n = 0;\n"
            "    while (hidden(n) < most) n++;\n    return n;\n}");
    line(g, "static unsigned cycle(unsigned from) {\n    unsigned n = from & 255, rounds = 0;\n"
            "    do n = (hidden(n) * 5 + 3) & 255, rounds += n == 7; while (n != (from & 255));\n"
            "    return rounds;\n}");
    /* In memory: a number of several digits, of which most rounds change the first one only. */
    line(g, "static unsigned odometer(unsigned base, unsigned until) {\n    for (;;) {\n"
            "        unsigned k = 0;\n"
            "        while (k < 3 && ++digits[k] == base) digits[k++] = 0;\n"
            "        if (digits[2] == until) break;\n    }\n"
            "    digits[2] = 0;\n    return until;\n}");
    /* The same on the heap, given back in each round, and in more lines than are compared. */
    line(g, "static unsigned heap(unsigned most) {\n    unsigned n = 0, *p;\n    do {\n"
            "        p = malloc(40);\n        *p = hidden(n) + 1;\n        n = *p;\n        free(p);\n"
            "    } while (n < most);\n    return n;\n}");
    line(g, "static unsigned blocks(unsigned most) {\n    char *first = malloc(40), *p;\n"
            "    do p = malloc(40); while ((unsigned long)(p - first) / 16 < hidden(most));\n"
            "    return (unsigned)((p - first) / 16);\n}");
    line(g, "static unsigned wide(unsigned most) {\n    for (unsigned k = 0; k < 400; k++) far[k][0] = 0;\n"
            "    for (unsigned n = 0;; n = (n + 1) %% 400)\n"
            "        if (++far[n][0] == 2 && n == hidden(most)) return n;\n}");
    /* By jumps, with all else as before. */
    line(g, "static unsigned jump(unsigned most) {\n    jumps = 0;\n    setjmp(back);\n"
            "    if (++jumps < most) longjmp(back, 1);\n    return jumps;\n}");
    /* By recursion, and by a value that is computed and thrown away. */
    line(g, "static unsigned deep(unsigned n) { return hidden(n) ? 1 + deep(n - 1) : 0; }");
    line(g, "static unsigned floats(unsigned most) {\n    double x = 0;\n"
            "    while (x < hidden(most)) x += 0.5;\n    return (unsigned)x;\n}");
}

/* A loop whose rounds differ by an expression over an input, in a register or in memory: nothing else tells
 * how far it is, and what is known of the input says when it ends. */
static void silent_over_input(Generator *g, unsigned most) {
    line(g, "if (shared_input >= 0 && shared_input < 4) {");
    g->indent++;
    if (chance(g, 50))
        line(g, "unsigned v = (unsigned)shared_input;\nwhile (v < hidden(%u)) v++;", most);
    else
        line(g, "sum = (unsigned)shared_input;\nwhile (sum < hidden(%u)) sum = sum + 1;", most);
    line(g, "r%u = 1;", draw(g, 2));
    g->indent--;
    line(g, "}");
}

unsigned silent_statement(Generator *g) {
    unsigned most = 2 + draw(g, 300), r = draw(g, 2), a = draw(g, g->atomics);
    if (g->features & PASSES && chance(g, 35)) {
        /* A clock that stands still ends no loop; one that goes on after so many rounds does. */
        line(g, "for (int k = 0, now = seconds(); seconds() == now && k < (int)hidden(%u); k++)", most);
        g->indent++;
        line(g, "if (k == %u) doze%u();", draw(g, most + 20), draw(g, 2));
        g->indent--;
        return 1;
    }
    switch (draw(g, 12)) {
    case 0: line(g, "r%u = count(%u) == %u;", r, most, most); return 0;
    case 1: line(g, "r%u = (int)cycle(%u);", r, most); return 0;
    case 2: line(g, "r%u = (int)odometer(%u, %u);", r, 3 + draw(g, 8), 1 + draw(g, 2)); return 0;
    case 3: line(g, "r%u = heap(%u) == %u;", r, most, most); return 0;
    case 4: line(g, "r%u = wide(%u) == %u;", r, most % 400, most % 400); return 0;
    case 5: line(g, "r%u = jump(%u) == %u;", r, most, most); return 0;
    case 6: line(g, "r%u = deep(%u) == %u;", r, most, most); return 0;
    case 7: line(g, "r%u = floats(%u) == %u;", r, most, most); return 0;
    case 8:
        if (!g->shares_input) return silent_statement(g);
        silent_over_input(g, 5 + most);
        return 2;
    case 9: /* what others do decides how long */
        line(g, "for (unsigned k = 0; x%u == %u && k < hidden(%u); k++) r%u = (int)(k & 1);",
             draw(g, g->plain), draw(g, 2), 2 + draw(g, 3), r);
        return 2;
    case 10: /* only the allocator is elsewhere */
        line(g, "r%u = blocks(%u) >= %u;", r, most, most);
        g->undefined = true; /* natively blocks may lie otherwise */
        return 0;
    default: /* how many rounds there are depends on what it finds */
        line(g, "r%u = count(atomic_load(&a%u) == %u ? %u : %u) == %u;", r, a, draw(g, 2), most, most + 100,
             most);
        return 1;
    }
}
