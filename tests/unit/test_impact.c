/* test_impact.c — what changed between two versions of a program, and what that may influence. Lines are
 * known by a comment in them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "impact/direction.h"
#include "impact/impact.h"
#include "report/impact_text.h"
#include "small_program.h"

/* --- two versions ------------------------------------------------------------------------------------ */

typedef struct Versions {
    char *text; /* of NEW */
    Program *old, *new;
    Match *match;
    Impact *impact;
} Versions;

/* The program with the first `from` in it replaced. */
static char *replaced(const char *text, const char *from, const char *to) {
    const char *at = strstr(text, from);
    assert_non_null(at);
    return xasprintf("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

static Versions compare(const char *old, const char *new) {
    Versions v = {.text = xstrdup(new), .old = small_program(old, false), .new = small_program(new, false)};
    v.match = match_programs(v.old, v.new);
    v.impact = impact_of(v.old, v.new, v.match, NULL);
    return v;
}

static Versions change(const char *text, const char *from, const char *to) {
    char *new = replaced(text, from, to);
    Versions v = compare(text, new);
    free(new);
    return v;
}

static void versions_free(Versions *v) {
    impact_free(v->impact);
    match_free(v->match);
    program_free(v->old);
    program_free(v->new);
    free(v->text);
}

/* Whether an instruction of the line with this comment in it is in the set. */
static bool in_set(const Versions *v, const uint8_t *set, const char *comment) {
    const char *at = strstr(v->text, comment);
    assert_non_null(at);
    uint32_t line = 1;
    unsigned any = 0;
    for (const char *c = v->text; c < at; c++) line += *c == '\n';
    bool found = false;
    for (uint32_t n = 0; n < v->new->nfunctions; n++) {
        const Function *f = &v->new->functions[n];
        for (uint32_t k = 0; !f->library && k < f->code_len; k++) {
            if (v->new->locs[f->loc[k]].line != line) continue;
            any++;
            found |= set[f->first_insn + k];
        }
    }
    if (!any) {
        print_message("no code at %s\n", comment);
        fail();
    }
    return found;
}

static void is_in(const Versions *v, const uint8_t *set, const char *const *comments, bool wanted) {
    for (; *comments; comments++)
        if (in_set(v, set, *comments) != wanted) {
            print_message("%s is %s\n", *comments, wanted ? "not in the set" : "in the set");
            impact_print_explanation(v->match, v->impact, stdout);
            fail();
        }
}
#define IN(v, set, ...) is_in(&(v), (v).impact->set, (const char *const[]){__VA_ARGS__, NULL}, true)
#define OUT(v, set, ...) is_in(&(v), (v).impact->set, (const char *const[]){__VA_ARGS__, NULL}, false)

static bool is_empty(const Versions *v) {
    for (uint32_t k = 0; k < v->impact->ninsns; k++)
        if (v->impact->changed[k] || v->impact->forward[k] || v->impact->backward[k] ||
            v->impact->influences[k])
            return false;
    return !v->impact->everything && !v->match->any;
}

/* --- the paper's figures ------------------------------------------------------------------------------- */

#define THREADS "#include <pthread.h>\n#include <stdlib.h>\n#include <assert.h>\n"

/* Figure 1: of two threads that share x and y, one writes another value to x. */
static void figure_1(void **state) {
    (void)state;
    static const char text[] = THREADS "int x, y = 1, ra, rb;\n"
                                       "void *one(void *p) {\n"
                                       "  ra = x; /*a=x*/\n"
                                       "  y = 3; /*y=*/\n"
                                       "  return 0; }\n"
                                       "void *two(void *p) {\n"
                                       "  x = 1; /*x=*/\n"
                                       "  rb = y; /*b=y*/\n"
                                       "  return 0; }\n"
                                       "int main(void) { pthread_t t, u;\n"
                                       "  pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);\n"
                                       "  pthread_join(t, 0); pthread_join(u, 0);\n"
                                       "  if (ra > 5) abort(); /*seen*/\n"
                                       "  return 0; }\n";
    Versions v = change(text, "x = 1;", "x = 2;");
    IN(v, changed, "/*x=*/");
    OUT(v, changed, "/*a=x*/", "/*y=*/", "/*b=y*/");
    IN(v, forward, "/*x=*/", "/*a=x*/", "/*seen*/");
    OUT(v, forward, "/*y=*/", "/*b=y*/");
    OUT(v, influences, "/*y=*/", "/*b=y*/");
    assert_false(v.impact->everything);
    versions_free(&v);
}

/* Figure 4: z is what one thread decides by x and y, and the other asserts something of y. */
static void figure_4(void **state) {
    (void)state;
    static const char text[] = THREADS "int x, y, z, w;\n"
                                       "void *one(void *p) {\n"
                                       "  z = x; /*z=x*/\n"
                                       "  y = x + 1; /*y=*/\n"
                                       "  return 0; }\n"
                                       "int main(void) { pthread_t t;\n"
                                       "  pthread_create(&t, 0, one, 0);\n"
                                       "  x = 1; /*x=*/\n"
                                       "  int result = 7;\n"
                                       "  if (x) { /*if x*/\n"
                                       "    if (y == 2) /*if y*/\n"
                                       "      z = 5; /*z=5*/\n"
                                       "    else\n"
                                       "      w = 6; /*w=6*/\n"
                                       "  }\n"
                                       "  return z + w; } /*end*/\n";
    Versions v = change(text, "y == 2", "y == 3");
    IN(v, changed, "/*if y*/");
    IN(v, forward, "/*z=5*/", "/*w=6*/", "/*end*/");
    OUT(v, forward, "/*z=x*/", "/*y=*/", "/*x=*/", "/*if x*/");
    IN(v, backward, "/*if x*/", "/*y=*/", "/*x=*/");
    OUT(v, backward, "/*z=x*/", "/*z=5*/", "/*w=6*/");
    versions_free(&v);
}

/* Figure 5: what a thread writes is not seen by what comes before its creation. */
static void figure_5(void **state) {
    (void)state;
    static const char text[] = THREADS "int x, early, late;\n"
                                       "void *two(void *p) {\n"
                                       "  x = 3; /*x=*/\n"
                                       "  return 0; }\n"
                                       "int main(void) { pthread_t t;\n"
                                       "  early = x; /*early*/\n"
                                       "  pthread_create(&t, 0, two, 0);\n"
                                       "  late = x; /*late*/\n"
                                       "  return early; }\n";
    Versions v = change(text, "x = 3;", "x = 4;");
    IN(v, forward, "/*x=*/", "/*late*/");
    OUT(v, forward, "/*early*/");
    versions_free(&v);
}

/* Figure 6: the wheel brake system, a sequential program. */
static void figure_6(void **state) {
    (void)state;
    static const char text[] = "int press[3], meter[2], sum;\n"
                               "void update(int pos, int bswitch, int cmd) {\n"
                               "  if (pos <= 0) /*n2*/\n"
                               "    cmd = 1; /*n3*/\n"
                               "  else if (pos == 1) /*n4*/\n"
                               "    cmd = sum; /*n5*/\n"
                               "  if (bswitch == 0) /*n10*/\n"
                               "    meter[0] = 1; /*n11*/\n"
                               "  else if (bswitch == 1) /*n12*/\n"
                               "    meter[1] = 2; /*n13*/\n"
                               "  if (cmd == 2) /*n15*/\n"
                               "    press[0] = 9; /*n16*/\n"
                               "  else if (cmd == 3) /*n17*/\n"
                               "    press[1] = 25; /*n18*/\n"
                               "  else\n"
                               "    press[2] = 50; /*n19*/\n"
                               "}\n"
                               "int main(int argc, char **argv) {\n"
                               "  update(argc, argc + 1, argc + 2);\n"
                               "  return 0; }\n";
    Versions v = change(text, "pos <= 0", "pos == 0");
    IN(v, changed, "/*n2*/");
    IN(v, forward, "/*n15*/", "/*n16*/", "/*n18*/", "/*n19*/");
    OUT(v, forward, "/*n10*/", "/*n11*/", "/*n13*/");
    OUT(v, influences, "/*n11*/", "/*n13*/");
    versions_free(&v);
}

/* --- what is no change --------------------------------------------------------------------------------- */

#define PLAIN                                                                                  \
    THREADS "struct s { int a; char *t; } table[3] = {{1, \"one\"}, {2, \"two\"}};\n"          \
            "int counter;\n"                                                                   \
            "static int sum(const struct s *list, int n) {\n"                                  \
            "  int all = 0;\n"                                                                 \
            "  for (int i = 0; i < n; i++) all += list[i].a + list[i].t[0];\n"                 \
            "  assert(all != 77);\n"                                                           \
            "  return all; }\n"                                                                \
            "int main(int argc, char **argv) {\n"                                              \
            "  int local[4] = {argc}, sizes[2] = {2, 3};\n"                                    \
            "  switch (argc) { case 1: counter = 1; break; case 5: counter = sizes[argc]; }\n" \
            "  return sum(table, 2) + local[argc & 3]; }\n"

static void same(void **state) {
    (void)state;
    Versions v = compare(PLAIN, PLAIN);
    assert_true(is_empty(&v));
    versions_free(&v);
    v = compare(PLAIN, "/* another beginning */\n\n\n" PLAIN);
    assert_true(is_empty(&v));
    versions_free(&v);
    v = change(PLAIN, "int all = 0;", "\n\n int all = 0; /* of all */");
    assert_true(is_empty(&v));
    versions_free(&v);
    /* Strings, globals and functions in another order. */
    v = change(PLAIN, "int counter;\n",
               "int counter;\nint unused_before; const char *unused = \"unused\";\n");
    assert_int_equal(v.impact->nchanged, 0);
    versions_free(&v);
    char *renamed = replaced(PLAIN, "int local[4]", "int renamed[4]"),
         *both = replaced(renamed, "local[argc", "renamed[argc");
    v = compare(PLAIN, both);
    assert_true(is_empty(&v));
    versions_free(&v);
    free(renamed);
    free(both);
}

static void functions(void **state) {
    (void)state;
    static const char text[] = "int g, h;\n"
                               "__attribute__((noinline)) int f(int x) { return x + g; } /*f*/\n"
                               "int main(int argc, char **argv) {\n"
                               "  h = f(argc); /*call*/\n"
                               "  return 0; }\n";
    Versions v =
        change(text, "int main", "__attribute__((noinline)) int k(int x) { return x * 3; }\nint main");
    uint32_t added = 0;
    for (uint32_t n = 0; n < v.new->nfunctions; n++) added += v.match->new_function[n] == CHANGE_ADDED;
    assert_int_equal(added, 1);
    OUT(v, forward, "/*f*/", "/*call*/");
    versions_free(&v);
    char *more =
        replaced(text, "int main", "__attribute__((noinline)) int k(int x) { return x * 3; }\nint main");
    v = compare(more, text);
    uint32_t deleted = 0;
    for (uint32_t n = 0; n < v.old->nfunctions; n++) deleted += v.match->old_function[n] == CHANGE_DELETED;
    assert_int_equal(deleted, 1);
    OUT(v, forward, "/*f*/", "/*call*/");
    versions_free(&v);
    free(more);
}

/* --- soundness ----------------------------------------------------------------------------------------- */

/* One thing is changed: the line with `seen` in it must be in `forward`, that with `unseen` must not be. */
static const struct {
    const char *name, *text, *from, *to;
    const char *seen, *unseen;
} cases[] = {
    {"a pointer",
     "int a, b, r, q; int main(int c, char **v) {\n int *p = c > 1 ? &a : &b;\n"
     "*p = 1;\n r = b; /*s*/\n q = c; /*u*/\n return 0; }\n",
     "*p = 1", "*p = 2", "/*s*/", "/*u*/"},
    {"a pointer in memory",
     "int a, r, q; int *volatile p; int main(int c, char **v) {\n p = &a;\n *p = 1;\n r = a; /*s*/\n"
     " q = c; /*u*/\n return 0; }\n",
     "*p = 1", "*p = 2", "/*s*/", "/*u*/"},
    {"a function pointer",
     "int r, q, k; __attribute__((noinline)) int f(int x) { return x + 1; }\n"
     "__attribute__((noinline)) int g(int x) { return k; } int (*volatile h)(int) = f;\n"
     "int main(int c, char **v) {\n if (c > 3) h = g;\n r = h(c); /*s*/\n q = c; /*u*/\n return 0; }\n",
     "x + 1", "x + 2", "/*s*/", "/*u*/"},
    {"an array",
     "int a[10], r, q; int main(int c, char **v) {\n a[c] = 1;\n r = a[3]; /*s*/\n q = c; /*u*/\n"
     " return 0; }\n",
     "a[c] = 1", "a[c] = 2", "/*s*/", "/*u*/"},
    {"an index below the array",
     "int z[200], a[30], r, q; int main(int c, char **v) {\n a[(long)c - 25] = 1;\n r = a[3]; /*s*/\n"
     " q = z[3]; /*u*/\n return 0; }\n",
     "] = 1", "] = 2", "/*s*/", "/*u*/"},
    {"an index far below the array",
     "int z[2000], a[30], r, q; int main(int c, char **v) {\n (a - 500)[c] = 1;\n r = a[3]; /*s*/\n"
     " q = z[3]; /*u*/\n return 0; }\n",
     "[c] = 1", "[c] = 2", "/*s*/", "/*u*/"},
    {"fields",
     "struct { int a, b; } s; int r, q; int main(int c, char **v) {\n s.a = c;\n s.b = c;\n"
     " r = s.a; /*s*/\n q = s.b; /*u*/\n return 0; }\n",
     "s.a = c", "s.a = c + 1", "/*s*/", "/*u*/"},
    {"the heap",
     "#include <stdlib.h>\nint r, q; int main(int c, char **v) {\n int *p = malloc(4), *o = malloc(4);\n"
     " *p = 1;\n *o = 2;\n r = *p; /*s*/\n q = *o; /*u*/\n return 0; }\n",
     "*p = 1", "*p = 3", "/*s*/", "/*u*/"},
    {"a list",
     "#include <stdlib.h>\nstruct n { struct n *next; int x; } *head; int r, q, other;\n"
     "int main(int c, char **v) {\n for (int i = 0; i < 3; i++) {\n struct n *e = calloc(1, sizeof *e);\n"
     " e->x = i;\n e->next = head; head = e; }\n q = other; /*u*/\n r = head->x; /*s*/\n return 0; }\n",
     "e->x = i", "e->x = i + 1", "/*s*/", "/*u*/"},
    {"memcpy",
     "#include <string.h>\nstruct s { long a; int *p; char t[40]; } x, y; int k, r, q;\n"
     "int main(int c, char **v) {\n x.p = &k; memcpy(&y, &x, sizeof x);\n *y.p = 1;\n r = k; /*s*/\n"
     " q = c; /*u*/\n return 0; }\n",
     "*y.p = 1", "*y.p = 2", "/*s*/", "/*u*/"},
    {"an exit in a function",
     "#include <stdlib.h>\nint r, q; __attribute__((noinline)) void check(int c) { if (c > 1) exit(1); }\n"
     "int main(int c, char **v) {\n q = c; /*u*/\n check(c);\n r = 1; /*s*/\n return 0; }\n",
     "c > 1", "c > 2", "/*s*/", "/*u*/"},
    {"recursion",
     "int r, q; __attribute__((noinline)) int f(int n) { return n < 1 ? 1 : n * f(n - 1); }\n"
     "int main(int c, char **v) {\n r = f(c); /*s*/\n q = c; /*u*/\n return 0; }\n",
     "? 1 :", "? 2 :", "/*s*/", "/*u*/"},
    {"a loop that waits",
     "volatile int flag; int r, q; int main(int c, char **v) {\n q = c; /*u*/\n while (!flag) ;\n"
     " r = 1; /*s*/\n return 0; }\n",
     "while (!flag)", "while (flag < 2)", "/*s*/", "/*u*/"},
    {"a loop that counts",
     "int a[9], r, q, n; int main(int c, char **v) {\n for (int i = 0; i < 5; i++) a[i] = n; /*s*/\n"
     " q = c; /*u*/\n return 0; }\n",
     "i < 5", "i < 6", "/*s*/", "/*u*/"},
    {"a break less",
     "int r, q, s; int main(int c, char **v) {\n switch (c) {\n case 1: s = 1; break;\n"
     " case 2: r = 1; /*s*/\n }\n q = c; /*u*/\n return 0; }\n",
     "break;", "", "/*s*/", "/*u*/"},
    {"sides exchanged",
     "int r, q; int main(int c, char **v) {\n int x, y; if (c > 1) { x = 1; y = 2; } else { x = 2; y = 1; }\n"
     " r = x; /*s*/\n q = c; /*u*/\n return y == 9; }\n",
     "r = x", "r = y", "/*s*/", "/*u*/"},
    {"a value at the beginning",
     "int k = 1, other = 1, r, q; int main(int c, char **v) {\n r = k; /*s*/\n q = other; /*u*/\n return 0; "
     "}\n",
     "k = 1,", "k = 2,", "/*s*/", "/*u*/"},
    {"a string behind a pointer",
     "const char *name = \"one\"; int r, q; int main(int c, char **v) {\n r = name[1]; /*s*/\n q = c; /*u*/\n"
     " return 0; }\n",
     "\"one\"", "\"two\"", "/*s*/", "/*u*/"},
    {"setjmp",
     "#include <setjmp.h>\njmp_buf j; int r, q; __attribute__((noinline)) void f(int c) {\n"
     " if (c > 1) longjmp(j, 1); }\nint main(int c, char **v) {\n q = c; /*u*/\n if (setjmp(j))\n"
     " r = 1; /*s*/\n else f(c);\n return 0; }\n",
     "c > 1", "c > 2", "/*s*/", NULL},
    {"a pointer in pieces",
     "int k, r, q; char from[8], to[8]; int main(int c, char **v) {\n int *p = &k;\n"
     " __builtin_memcpy(from, &p, 8); for (int i = 0; i < 8; i++) to[i] = from[i];\n int *o;\n"
     " __builtin_memcpy(&o, to, 8);\n *o = 1;\n r = k; /*s*/\n q = c; /*u*/\n return 0; }\n",
     "*o = 1", "*o = 2", "/*s*/", "/*u*/"},
    {"a pointer with a bit in it",
     "int k, r, q; unsigned long bits; int main(int c, char **v) {\n bits = (unsigned long)&k | 1;\n"
     " int *o = (int *)(bits & ~3ul);\n *o = 1;\n r = k; /*s*/\n q = c; /*u*/\n return 0; }\n",
     "*o = 1", "*o = 2", "/*s*/", "/*u*/"},
    {"a store that is gone",
     "int k, r, q; int main(int c, char **v) {\n k = c;\n r = k; /*s*/\n q = c; /*u*/\n return 0; }\n",
     "k = c;", ";", "/*s*/", "/*u*/"},
};

static void influence(void **state) {
    (void)state;
    for (size_t k = 0; k < ARRAY_LEN(cases); k++) {
        Versions v = change(cases[k].text, cases[k].from, cases[k].to);
        bool seen = in_set(&v, v.impact->forward, cases[k].seen),
             unseen = cases[k].unseen && in_set(&v, v.impact->forward, cases[k].unseen);
        if (!seen || unseen) {
            print_message("%s: %s\n%s", cases[k].name, seen ? "not precise" : "not sound", v.text);
            impact_print_explanation(v.match, v.impact, stdout);
        }
        assert_true(seen);
        assert_false(unseen);
        assert_true(v.impact->nchanged > 0 || cases[k].to[0] == ';' || !cases[k].to[0]);
        versions_free(&v);
    }
}

/* --- precision ----------------------------------------------------------------------------------------- */

#define LOCKED                                                                                \
    THREADS "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int data, seen, statistics, k;\n" \
            "void *worker(void *p) {\n"                                                       \
            "  pthread_mutex_lock(&m); /*lock*/\n"                                            \
            "  data++; /*data*/\n"                                                            \
            "  pthread_mutex_unlock(&m);\n"                                                   \
            "  k = 1; /*k*/\n"                                                                \
            "  statistics++; /*statistics*/\n"                                                \
            "  return 0; }\n"                                                                 \
            "int main(void) { pthread_t t;\n"                                                 \
            "  pthread_create(&t, 0, worker, 0);\n"                                           \
            "  pthread_mutex_lock(&m);\n"                                                     \
            "  seen = data; /*seen*/\n"                                                       \
            "  pthread_mutex_unlock(&m);\n"                                                   \
            "  pthread_join(t, 0);\n"                                                         \
            "  return k; }\n"

static void synchronisation(void **state) {
    (void)state;
    Versions v = change(LOCKED, "data++", "data += 2");
    assert_false(v.impact->everything);
    IN(v, forward, "/*seen*/");
    IN(v, influences, "/*lock*/");
    OUT(v, influences, "/*statistics*/", "/*k*/");
    versions_free(&v);
    v = change(LOCKED, "k = 1", "k = 2");
    assert_false(v.impact->everything);
    OUT(v, forward, "/*seen*/", "/*data*/", "/*statistics*/");
    versions_free(&v);
    v = change(LOCKED, "  pthread_mutex_unlock(&m);\n  k", "  k");
    assert_true(v.impact->everything);
    IN(v, influences, "/*statistics*/", "/*k*/", "/*seen*/");
    versions_free(&v);
    v = change(LOCKED, "pthread_join(t, 0);", "");
    assert_true(v.impact->everything);
    versions_free(&v);
}

/* --- texts --------------------------------------------------------------------------------------------- */

static void texts(void **state) {
    (void)state;
    static const char text[] = "int g = 1, h;\n"
                               "int main(int argc, char **argv) {\n"
                               "  h = 1;\n"
                               "  h = g;\n"
                               "  return 0; }\n";
    char *first = replaced(text, "g = 1", "g = 2"), *second = replaced(first, "  h = 1;", "");
    Versions v = compare(text, second);
    char *list, *lines;
    size_t n;
    FILE *out = open_memstream(&list, &n);
    impact_print_list(v.match, out);
    fclose(out);
    assert_non_null(strstr(list, "modified  main  "));
    assert_non_null(strstr(list, "modified  g\n"));
    out = open_memstream(&lines, &n);
    impact_print_explanation(v.match, v.impact, out);
    fclose(out);
    assert_non_null(strstr(lines, "     4: changed, forward, backward, influences\n"));
    assert_non_null(strstr(lines, "(old version)\n     3: deleted\n"));
    free(list);
    free(lines);
    versions_free(&v);
    free(first);
    free(second);
}

/* --- the direction of a change ------------------------------------------------------------------------ */

#define WAY                                                       \
    "#include <pthread.h>\n"                                      \
    "#include <stdlib.h>\n"                                       \
    "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"     \
    "static int x, y, z;\n"                                       \
    "int __VERIFIER_nondet_int(void);\n"                          \
    "static __attribute__((noinline)) void put(int n) {\n"        \
    "    pthread_mutex_lock(&m);\n"                               \
    "    x += n; /* put */\n"                                     \
    "    pthread_mutex_unlock(&m); /* unlock */\n"                \
    "}\n"                                                         \
    "static void *other(void *p) {\n"                             \
    "    y++; /* other */\n"                                      \
    "    return p;\n"                                             \
    "}\n"                                                         \
    "static void *thread(void *p) {\n"                            \
    "    int n = __VERIFIER_nondet_int();\n"                      \
    "    if (n == 7) /* decides */\n"                             \
    "        put(n); /* calls */\n"                               \
    "    else\n"                                                  \
    "        z = n; /* else */\n"                                 \
    "    return p;\n"                                             \
    "}\n"                                                         \
    "int main(void) {\n"                                          \
    "    pthread_t t, u;\n"                                       \
    "    pthread_create(&t, NULL, thread, NULL); /* creates */\n" \
    "    pthread_create(&u, NULL, other, NULL);\n"                \
    "    return 0; /* ends */\n"                                  \
    "}\n"

/* The least distance of an instruction in the line with this comment. */
static uint32_t distance_at(const Versions *v, const Direction *d, const char *comment) {
    uint32_t line = 1, least = DIRECTION_FAR;
    for (const char *c = v->text, *at = strstr(v->text, comment); c < at; c++) line += *c == '\n';
    for (uint32_t n = 0; n < v->new->nfunctions; n++) {
        const Function *f = &v->new->functions[n];
        for (uint32_t k = 0; !f->library && k < f->code_len; k++)
            if (v->new->locs[f->loc[k]].line == line) least = MIN(least, d->distance[f->first_insn + k]);
    }
    return least;
}

/* Whether a place in the line with this comment is close. */
static bool close_at(const Versions *v, const Direction *d, const char *comment) {
    uint32_t line = 1;
    bool any = false;
    for (const char *c = v->text, *at = strstr(v->text, comment); c < at; c++) line += *c == '\n';
    for (uint32_t n = 1; n < v->new->nlocs; n++)
        any |= v->new->locs[n].line == line &&strstr(v->new->locs[n].file, "runtime") == NULL && d->close[n];
    return any;
}

/* What is deleted may be all that was inlined of a function. */
static void direction_of_what_was_inlined(void **state) {
    (void)state;
    const char *text = "static int x, y;\n"
                       "static inline __attribute__((always_inline)) void more(void) { y++; }\n"
                       "int main(void) {\n"
                       "    x++; /* before */\n"
                       "    more();\n"
                       "    return x; /* behind */\n"
                       "}\n";
    Versions v = change(text, "    more();", "    ;");
    Direction *d = direction_of(v.match);
    assert_non_null(d);
    assert_int_equal(distance_at(&v, d, "/* before */"), 0);
    assert_true(close_at(&v, d, "/* behind */"));
    direction_free(d);
    versions_free(&v);
}

/* What orders threads is seen in the change itself, without an analysis. */
static void order_is_everything(void **state) {
    (void)state;
    Versions v = change(WAY, "    pthread_mutex_unlock(&m);", "    ;");
    assert_true(impact_is_everything(v.match));
    assert_true(v.impact->everything);
    versions_free(&v);
    v = change(WAY, "x += n;", "x -= n;");
    assert_false(impact_is_everything(v.match));
    versions_free(&v);
}

static void direction_leads_to_the_change(void **state) {
    (void)state;
    Versions v = change(WAY, "x += n;", "x -= n;");
    Direction *d = direction_of(v.match);
    assert_non_null(d);
    assert_int_equal(distance_at(&v, d, "/* put */"), 0);
    assert_true(distance_at(&v, d, "/* calls */") < distance_at(&v, d, "/* decides */"));
    assert_true(distance_at(&v, d, "/* decides */") < distance_at(&v, d, "/* creates */"));
    assert_int_equal(distance_at(&v, d, "/* else */"), DIRECTION_FAR);
    assert_int_equal(distance_at(&v, d, "/* other */"), DIRECTION_FAR);
    assert_int_equal(distance_at(&v, d, "/* ends */"), DIRECTION_FAR);
    assert_true(close_at(&v, d, "/* unlock */"));
    assert_false(close_at(&v, d, "/* other */"));
    direction_free(d);
    versions_free(&v);
}

/* What was deleted was at the places beside it. */
static void direction_of_what_is_deleted(void **state) {
    (void)state;
    Versions v = change(WAY, "    y++;", "    ;");
    Direction *d = direction_of(v.match);
    assert_non_null(d);
    assert_true(distance_at(&v, d, "/* creates */") != DIRECTION_FAR);
    assert_int_equal(distance_at(&v, d, "/* put */"), DIRECTION_FAR);
    direction_free(d);
    versions_free(&v);
    v = change(WAY, "n == 7", "n == 7");
    assert_null(direction_of(v.match));
    versions_free(&v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_1),
        cmocka_unit_test(figure_4),
        cmocka_unit_test(figure_5),
        cmocka_unit_test(figure_6),
        cmocka_unit_test(same),
        cmocka_unit_test(functions),
        cmocka_unit_test(influence),
        cmocka_unit_test(synchronisation),
        cmocka_unit_test(texts),
        cmocka_unit_test(direction_of_what_was_inlined),
        cmocka_unit_test(order_is_everything),
        cmocka_unit_test(direction_leads_to_the_change),
        cmocka_unit_test(direction_of_what_is_deleted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
