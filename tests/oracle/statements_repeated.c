/*
 * statements_repeated.c — assertions of few texts at many places, which only these tell apart. Each is under
 * a condition that no other one of the program has, on a value of its own that nothing else is computed of,
 * and in no block: which of them is which is known of two versions of a program then. A comment names it.
 */
#include "statements.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CLAIMS 15

const char repeated_mark[] = "/* id_";

unsigned repeated_claims(const char *text) {
    unsigned n = 0;
    while ((text = strstr(text, repeated_mark))) {
        unsigned id = (unsigned)strtoul(text += strlen(repeated_mark), NULL, 10);
        n = MAX(n, id + 1);
    }
    return n;
}

static const char *repeated_text(Generator *g) {
    static const char *const texts[] = {"assert(0)", "assert(a0 != 1)", "heddle_assert(0)",
                                        "heddle_assert(a0 != 1)"};
    unsigned all = ARRAY_LEN(texts) / (g->asserts ? 2 : 1);
    const char *text = texts[chance(g, 70) ? g->claims_of % all : draw(g, all)];
    if (*text == 'a') g->undefined = true; /* natively it ends the process another way */
    return text;
}

unsigned repeated_assertion(Generator *g) {
    static const char *const relations[] = {"==", ">", "!="};
    unsigned id = g->claims;
    if (id >= MOST_CLAIMS) return 0;
    g->claims++;
    line(g, "if (atomic_load(&aq) %s %u) %s; %s%u */", relations[id % 3], id / 3 + 1, repeated_text(g),
         repeated_mark, id);
    return 1;
}

unsigned repeated_statement(Generator *g, int depth) {
    switch (draw(g, 5)) {
    case 0: line(g, "atomic_fetch_add(&aq, 1);"); return 1;
    case 1: line(g, "atomic_store(&aq, %u);", draw(g, 6)); return 1;
    default: return depth ? 0 : repeated_assertion(g);
    }
}
