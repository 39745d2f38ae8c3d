/*
 * test_impact_random.c — random concurrent programs, of which one line is changed: both versions are executed
 * with the same priorities of threads, and what lines outside of the forward set of the change write must be
 * the same. One statement is one line, so that lines stand for instructions.
 *
 * HEDDLE_IMPACT_SEED and HEDDLE_IMPACT_COUNT choose others; HEDDLE_LONG makes more of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "impact/impact.h"
#include "report/impact_text.h"
#include "small_program.h"

/* --- programs ---------------------------------------------------------------------------------------- */

#define MOST_LINES 200
#define LINE_LENGTH 160

typedef struct Text {
    char line[MOST_LINES][LINE_LENGTH];
    bool simple[MOST_LINES]; /* a statement that another may stand for */
    int n;
    uint64_t random;
    int loops, depth;
    bool in_function, in_main;
} Text;

static unsigned below(Text *t, unsigned n) { return (unsigned)(next_random(&t->random) % n); }

static void add(Text *t, bool simple, const char *format, ...) PRINTF_LIKE(3, 4);
static void add(Text *t, bool simple, const char *format, ...) {
    va_list ap;
    assert_true(t->n < MOST_LINES);
    va_start(ap, format);
    vsnprintf(t->line[t->n], LINE_LENGTH, format, ap);
    va_end(ap);
    t->simple[t->n++] = simple;
}

/* An operand of an expression, in `out` (24 bytes). */
static void operand(Text *t, char *out) {
    switch (below(t, 10)) {
    case 0: snprintf(out, 24, "%uu", below(t, 9)); break;
    case 1: snprintf(out, 24, "*p%u", below(t, 3)); break;
    case 2: snprintf(out, 24, "array[%u]", below(t, 4)); break;
    case 3: snprintf(out, 24, "array[g%u & 3]", below(t, 6)); break;
    case 4: snprintf(out, 24, "s%u.x", below(t, 2)); break;
    case 5: snprintf(out, 24, "*s%u.q", below(t, 2)); break;
    case 6: snprintf(out, 24, "node->%s", below(t, 2) ? "x" : "next->x"); break;
    case 7:
    case 8: snprintf(out, 24, "g%u", below(t, 6)); break;
    default: snprintf(out, 24, "l%u", below(t, 2)); break;
    }
}

/* An expression in `out` (64 bytes). */
static void expression(Text *t, char *out) {
    static const char *const operators[] = {"+", "-", "^", "*", "&", "|"};
    char a[24], b[24];
    operand(t, a);
    operand(t, b);
    if (below(t, 3))
        snprintf(out, 64, "%s %s %s", a, operators[below(t, ARRAY_LEN(operators))], b);
    else
        snprintf(out, 64, "%s", a);
}

static void simple_statement(Text *t, char *out) {
    char e[64], f[64];
    expression(t, e);
    expression(t, f);
    switch (below(t, 13)) {
    case 0:
    case 1:
    case 2: snprintf(out, LINE_LENGTH - 8, "g%u = %s;", below(t, 6), e); break;
    case 3: snprintf(out, LINE_LENGTH - 8, "*p%u = %s;", below(t, 3), e); break;
    case 4: snprintf(out, LINE_LENGTH - 8, "p%u = &g%u;", below(t, 3), below(t, 6)); break;
    case 5: snprintf(out, LINE_LENGTH - 8, "p%u = &array[(%s) & 3];", below(t, 3), e); break;
    case 6: snprintf(out, LINE_LENGTH - 8, "array[(%s) & 3] = %s;", e, f); break;
    case 7: snprintf(out, LINE_LENGTH - 8, "s%u.%s;", below(t, 2), below(t, 2) ? "x += 1" : "q = p0"); break;
    case 8: snprintf(out, LINE_LENGTH - 8, "*s%u.q = %s;", below(t, 2), e); break;
    case 9: snprintf(out, LINE_LENGTH - 8, below(t, 2) ? "node = node->next;" : "node->x = %s;", e); break;
    case 10: snprintf(out, LINE_LENGTH - 8, below(t, 2) ? "memcpy(&s1, &s0, sizeof s0);" : "s0 = s1;"); break;
    case 11: snprintf(out, LINE_LENGTH - 8, "l%u = %s;", below(t, 2), e); break;
    default:
        if (t->in_function)
            snprintf(out, LINE_LENGTH - 8, "g%u++;", below(t, 6));
        else if (below(t, 2))
            snprintf(out, LINE_LENGTH - 8, "g%u = f%u(%s);", below(t, 6), below(t, 2), e);
        else
            snprintf(out, LINE_LENGTH - 8, "g%u = table[(%s) & 1](%s);", below(t, 6), e, f);
    }
}

/* A condition, in `out` (LINE_LENGTH - 8 bytes). */
static void condition(Text *t, char *out) {
    static const char *const comparisons[] = {"<", "==", "!=", "&", ">"};
    char e[64], o[24];
    expression(t, e);
    operand(t, o);
    snprintf(out, LINE_LENGTH - 8, "(%s) %s %s", e, comparisons[below(t, ARRAY_LEN(comparisons))], o);
}

static void statements(Text *t, int n);

static void statement(Text *t) {
    char text[LINE_LENGTH - 8];
    unsigned kind = t->depth < 2 ? below(t, 14) : 13;
    t->depth++;
    condition(t, text);
    if (kind == 0) {
        add(t, false, "if (%s) {", text);
        statements(t, 2);
        add(t, false, "}");
    } else if (kind == 1) {
        add(t, false, "if (%s) {", text);
        statements(t, 1);
        add(t, false, "} else {");
        statements(t, 1);
        add(t, false, "}");
    } else if (kind == 2) {
        int loop = t->loops++;
        if (below(t, 2))
            add(t, false, "for (unsigned i%d = 0; i%d < %u; i%d++) {", loop, loop, 1 + below(t, 3), loop);
        else
            add(t, false, "for (unsigned i%d = 0; i%d < (g%u & 3); i%d++) {", loop, loop, below(t, 6), loop);
        statements(t, 2);
        if (!below(t, 3)) add(t, false, "if (%s) break;", text);
        add(t, false, "}");
    } else if (kind == 3) {
        add(t, false, "switch (g%u & 3) {", below(t, 6));
        add(t, false, "case 0:");
        statements(t, 1);
        add(t, true, "break;");
        add(t, false, "case 1:");
        statements(t, 1);
        add(t, false, "}");
    } else if (kind == 4 && !below(t, 2)) {
        const char *end = t->in_function ? "return 7;" : t->in_main ? "exit(3);" : "pthread_exit(0);";
        add(t, false, "if (%s) %s", text, end);
    } else {
        simple_statement(t, text);
        add(t, true, "%s", text);
    }
    t->depth--;
}

static void statements(Text *t, int n) {
    for (int k = 0; k < n; k++) statement(t);
}

static Text *random_text(uint64_t seed) {
    Text *t = xcalloc(1, sizeof *t);
    t->random = seed * 77777 + 1;
    add(t, false, "#include <pthread.h>");
    add(t, false, "#include <stdlib.h>");
    add(t, false, "#include <string.h>");
    for (int k = 0; k < 6; k++) add(t, false, "unsigned g%d = %u;", k, below(t, 5));
    add(t, false, "unsigned array[4] = {1, 2, 3, 4}, *p0 = &g%u, *p1 = &g%u, *p2 = array;", below(t, 6),
        below(t, 6));
    add(t, false, "struct s { unsigned x, *q; } s0 = {1, &g0}, s1 = {2, &array[1]};");
    add(t, false, "struct node { struct node *next; unsigned x; } *node;");
    for (int k = 0; k < 2; k++) {
        add(t, false, "__attribute__((noinline)) unsigned f%d(unsigned l0) { unsigned l1 = 2;", k);
        t->in_function = true;
        statements(t, 3);
        t->in_function = false;
        add(t, false, "return l0 + l1; }");
    }
    add(t, false, "unsigned (*table[2])(unsigned) = {f0, f1};");
    for (int k = 0; k < 2; k++) {
        add(t, false, "void *thread%d(void *argument) { unsigned l0 = 1, l1 = 2;", k);
        statements(t, 6);
        add(t, false, "return 0; }");
    }
    add(t, false, "int main(void) { pthread_t t[2]; unsigned l0 = 1, l1 = 2;");
    t->in_main = true;
    add(t, false, "struct node *first = calloc(1, sizeof *first), *second = calloc(1, sizeof *second);");
    add(t, false, "first->next = second; second->next = first; node = first;");
    statements(t, 3);
    add(t, false, "pthread_create(&t[0], 0, thread0, 0);");
    statements(t, 2);
    add(t, false, "pthread_create(&t[1], 0, thread1, 0);");
    statements(t, 2);
    add(t, false, "pthread_join(t[0], 0);");
    statements(t, 1);
    add(t, false, "pthread_join(t[1], 0);");
    statements(t, 3);
    add(t, false, "return 0; }");
    return t;
}

/* Another statement, or none, or another condition, in one line; which. */
static int change_line(Text *t, uint64_t seed) {
    t->random = seed * 5551 + 9;
    int k;
    do k = (int)below(t, (unsigned)t->n);
    while (!t->simple[k] && strncmp(t->line[k], "if (", 4) != 0 &&
           strncmp(t->line[k], "unsigned g", 10) != 0);
    char text[LINE_LENGTH - 8];
    t->in_function = true;
    t->in_main = false;
    if (!strncmp(t->line[k], "unsigned g", 10)) {
        t->line[k][12] = (char)('5' + below(t, 3));
        char name = t->line[k][10];
        snprintf(t->line[k], LINE_LENGTH, "unsigned g%c = %u;", name, 5 + below(t, 3));
    } else if (!t->simple[k]) {
        bool block = strstr(t->line[k], ") {") != NULL;
        condition(t, text);
        snprintf(t->line[k], LINE_LENGTH, block ? "if (%s) {" : ";", text);
    } else if (below(t, 5)) {
        simple_statement(t, text);
        snprintf(t->line[k], LINE_LENGTH, "%s", text);
    } else
        snprintf(t->line[k], LINE_LENGTH, ";");
    return k + 1;
}

static char *joined(const Text *t) {
    StrBuf out = {0};
    for (int k = 0; k < t->n; k++) str_addf(&out, "%s\n", t->line[k]);
    return out.data;
}

/* --- runs -------------------------------------------------------------------------------------------- */

/* What a line wrote, one write after the other. */
typedef struct Writes {
    VEC(uint64_t) of[MOST_LINES + 1];
} Writes;

static void writes_free(Writes *w) {
    for (size_t k = 0; k < ARRAY_LEN(w->of); k++) vec_free(&w->of[k]);
    free(w);
}

/* A number for the value: of a pointer by what it points to. */
static uint64_t meaning(const Program *p, uint64_t value) {
    const Global *g =
        value >= GLOBALS_BASE && value < GLOBALS_BASE + p->image_size ? program_global_at(p, value) : NULL;
    return g ? hash_combine(hash_string(g->name), value - g->address) : value;
}

/* The threads run by priority: the first in this order that can, where the others wait. */
static Writes *execute(const Program *p, const int *order) {
    RunHooks hooks = {0};
    SmallRun s = small_run(p, &hooks);
    Writes *w = xcalloc(1, sizeof *w);
    run_start(s.run, s.visible, s.nvisible);
    int threads[MAX_THREADS];
    for (unsigned n, steps = 0; (n = run_enabled(s.run, threads)) > 0 && steps < 100000; steps++) {
        int slot = -1;
        for (int k = 0; k < 3 && slot < 0; k++)
            for (unsigned q = 0; q < n; q++)
                if (threads[q] == order[k]) slot = threads[q];
        if (slot < 0) slot = threads[0];
        Operation o = s.run->machine->threads[slot]->pending;
        assert_true(run_step(s.run, slot, 0));
        if (o.kind != OPERATION_STORE) continue;
        uint64_t value = 0;
        memcpy(&value, s.run->machine->memory->base + o.object, o.size);
        const Global *g = program_global_at(p, o.object);
        uint32_t line = p->locs[o.loc].line;
        if (!g || g->library || line > MOST_LINES) continue;
        uint64_t written = hash_combine(hash_string(g->name), o.object - g->address);
        vec_push(&w->of[line], hash_combine(written, meaning(p, value)));
    }
    small_run_free(&s);
    return w;
}

/* Takes away the lines that have an instruction in the set. */
static void take_away(const Program *p, const uint8_t *set, bool *untouched) {
    for (uint32_t n = 0; n < p->nfunctions; n++) {
        const Function *f = &p->functions[n];
        for (uint32_t k = 0; !f->library && k < f->code_len; k++)
            if (set[f->first_insn + k] && p->locs[f->loc[k]].line <= MOST_LINES)
                untouched[p->locs[f->loc[k]].line] = false;
    }
}

/* Where a process may end early what is left out is no influence. */
static bool agree(const Writes *a, const Writes *b, int line, bool early) {
    size_t n = a->of[line].len, m = b->of[line].len, both = MIN(n, m);
    if (n != m && !early) return false;
    return !both || !memcmp(a->of[line].data, b->of[line].data, both * sizeof(uint64_t));
}

static unsigned check_program(uint64_t seed, unsigned *outside) {
    static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};
    Text *t = random_text(seed);
    char *old_text = joined(t);
    int changed = change_line(t, seed);
    char *new_text = joined(t);
    Program *old = small_program(old_text, false), *new = small_program(new_text, false);
    Match *m = match_programs(old, new);
    Impact *i = impact_of(old, new, m, NULL);
    bool untouched[MOST_LINES + 1], early = strstr(old_text, "exit(3)") != NULL;
    unsigned wrong = 0;
    memset(untouched, true, sizeof untouched);
    untouched[changed] = false;
    take_away(new, i->forward, untouched);
    take_away(old, m->old_change, untouched);
    for (size_t o = 0; o < ARRAY_LEN(orders); o++) {
        Writes *a = execute(old, orders[o]), *b = execute(new, orders[o]);
        for (int line = 1; line <= t->n; line++) {
            if (!untouched[line] || !(a->of[line].len + b->of[line].len)) continue;
            ++*outside;
            if (agree(a, b, line, early)) continue;
            if (!wrong++)
                print_message("seed %llu: line %d writes something else: %s\n", (unsigned long long)seed,
                              line, t->line[line - 1]);
        }
        writes_free(a);
        writes_free(b);
    }
    impact_free(i);
    match_free(m);
    program_free(old);
    program_free(new);
    free(old_text);
    free(new_text);
    free(t);
    return wrong;
}

static uint64_t asked(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static void influence_is_found(void **state) {
    (void)state;
    uint64_t seed = asked("HEDDLE_IMPACT_SEED", 1),
             n = asked("HEDDLE_IMPACT_COUNT", getenv("HEDDLE_LONG") ? 2000 : 20);
    unsigned wrong = 0, outside = 0;
    for (uint64_t k = 0; k < n; k++) wrong += check_program(seed + k, &outside) != 0;
    assert_int_equal(wrong, 0);
    assert_true(outside > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(influence_is_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
