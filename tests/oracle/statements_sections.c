/*
 * statements_sections.c — atomic sections for which it matters that they are whole: they write several
 * variables, and decide in them and behind them by what they read.
 */
#include "statements.h"

void section_declarations(Generator *g) { line(g, "static int met[99];"); }

/* Something that only this place does, if the registers say so. */
static void section_decision(Generator *g) {
    unsigned place = g->thread * 16 + g->decisions++ % 16, one = draw(g, 2);
    if (chance(g, 30))
        line(g, "if (r%u == %u && r%u == %u) met[%u] = 1;", one, draw(g, 4), !one, draw(g, 3), place);
    else
        line(g, "if (r%u %s %u) met[%u] = 1;", one, chance(g, 70) ? "==" : ">", draw(g, 4), place);
}

static void section_access(Generator *g) {
    if (chance(g, 12)) line(g, "if (r%u == %u)", draw(g, 2), draw(g, 3));
    switch (draw(g, 8)) {
    case 0:
    case 1:
    case 2: line(g, "r%u = x%u;", draw(g, 2), draw(g, g->plain)); break;
    case 3:
        if (g->features & ATOMICS) {
            line(g, "r%u = atomic_fetch_add(&a%u, %u);", draw(g, 2), draw(g, g->atomics), 1 + draw(g, 2));
            break;
        }
        /* fallthrough */
    case 4: line(g, "x%u = r%u + %u;", draw(g, g->plain), draw(g, 2), draw(g, 2)); break;
    default: line(g, "x%u = %u;", draw(g, g->plain), 1 + draw(g, 3)); break;
    }
}

/* What is read is looked at, or assumed to be something. */
static void section_look(Generator *g) {
    unsigned reg = draw(g, 2);
    line(g, "r%u = x%u;", reg, draw(g, g->plain));
    if ((g->features & ASSUMPTIONS) && chance(g, 40))
        line(g, "heddle_assume(r%u %s %u);", reg, chance(g, 70) ? "==" : "!=", draw(g, 4));
    else if ((g->features & ASSERTIONS) && chance(g, 30))
        line(g, "heddle_assert(r%u != %u);", reg, 1 + draw(g, 3));
    else
        line(g, "if (r%u == %u) met[%u] = 1;", reg, 1 + draw(g, 3), g->thread * 16 + g->decisions++ % 16);
}

void sectioned(Generator *g) {
    for (unsigned n = g->children > 2 ? 1 : 1 + draw(g, 3) % 2 + chance(g, 15); n; n--) {
        if (chance(g, 20)) section_access(g);
        bool locks = (g->features & LOCKS) && chance(g, 15);
        if (locks) line(g, "pthread_mutex_lock(&m0);");
        line(g, "heddle_atomic_begin();");
        for (unsigned k = 1 + draw(g, 4); k; k--) {
            if (chance(g, 70))
                section_access(g);
            else
                section_look(g);
        }
        line(g, "heddle_atomic_end();");
        if (locks) line(g, "pthread_mutex_unlock(&m0);");
        for (unsigned k = draw(g, 2); k; k--) section_decision(g);
        if (chance(g, 30)) section_look(g);
    }
}
