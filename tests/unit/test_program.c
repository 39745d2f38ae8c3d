/* test_program.c — the optimisation of registers keeps every access to memory: a thread makes the same loads
 * and stores of the program's globals, of the same sizes and in the same order, with and without it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "small_program.h"
#include "vm/interpreter/execution.h"

/* Each body is run by a second thread; `g` to `k` are shared. */
static const char *const bodies[] = {
    "g = 1; g = 2; g = 2; h = g + g;",                         /* stores and loads that could be merged */
    "for (int i = 0; i < 5; i++) h += g;",                     /* a load that does not change in the loop */
    "for (int i = 0; i < 4; i++) { h = 7; }",                  /* a store that could be sunk */
    "s.a = 1; s.b = 2; t = s; t = s;",                         /* struct copies */
    "struct pair local = s; local.a++; s = local; s = local;", /* through a local variable */
    "g; *(volatile int *)&h; (void)s.c;",                      /* loads whose value is not used */
    "if (g) h = 1; else h = 2; h = g ? h : 3;",                /* both sides store */
    "int x = g; if (x == 0) { k[0] = g; } k[1] = x;",          /* a load that is known */
    "for (int i = 0; i < 8; i++) k[i] = 0;",                   /* a memset */
    "for (int i = 0; i < 7; i++) k[i] = k[i + 1];",            /* a memmove */
    "memset(k, 1, sizeof k); memcpy(k + 4, k, 16); memmove(k, k + 1, 20);",
    "bump(&g); bump(&h); bump(&g);", /* inlined */
    "int *p = &g; for (int i = 0; i < 3; i++) { (*p)++; p = i & 1 ? &g : &h; }",
    "b.x = 3; b.y = 5; b.x++; h = b.y;",          /* bit-fields */
    "c[1] = 1; c[2] = 2; c[3] = 3; c[0] = c[1];", /* bytes of one word */
    "__atomic_fetch_add(&g, 0, 5); __atomic_load_n(&g, 0); __atomic_exchange_n(&h, 1, 5);",
    "int old = 5; __atomic_compare_exchange_n(&g, &old, 5, 0, 5, 5); __atomic_fetch_or(&g, 0, 5);",
    "d = d + 1.5; d = d; wide = wide * 3; wide = wide;", /* floating point, 128 bits */
    "switch (g) { case 0: h = 1; break; case 1: h = 1; break; default: h = 1; } ",
    "int a = g, b2 = g; h = a - b2; do { g++; } while (g < 4);",
    "static int once; if (!once) once = 1; once = once;",
    "union { int i; float f; } u; u.i = g; h = u.i; g = h; g = g;",
    "struct pair *q = &s; q->a = q->b = q->c; *q = (struct pair){1, 2, 3};",
    "for (int i = 0; i < 3; i++) { if (stop) break; h++; }",
};

static char *source(const char *body) {
    return xasprintf("#include <pthread.h>\n#include <string.h>\n"
                     "struct pair { int a; long b; char c; };\n"
                     "int g, h, k[8], stop;\nstruct pair s, t;\nchar c[8];\ndouble d;\n__int128 "
                     "wide;\nstruct { unsigned x : 5, y : 11; } b;\n"
                     "static void bump(int *p) { *p = *p + 1; }\n"
                     "static void *body(void *arg) { %s\n return arg; }\n"
                     "int main(void) { pthread_t t1; pthread_create(&t1, 0, body, 0); pthread_join(t1, 0); "
                     "(void)bump; return 0; }\n",
                     body);
}

/* The accesses as text: kind, variable, offset, size. */
static char *accesses(const char *body, bool no_optimisation, unsigned *count) {
    char *text = source(body);
    Program *p = small_program(text, no_optimisation);
    RunHooks hooks = {0};
    SmallRun s = small_run(p, &hooks);
    run_start(s.run, s.visible, s.nvisible);
    StrBuf out = {0};
    str_add(&out, "");
    int threads[MAX_THREADS];
    *count = 0;
    for (unsigned n; (n = run_enabled(s.run, threads)) > 0;) {
        /* The newest thread goes first: main makes no access of its own meanwhile. */
        int slot = threads[n - 1];
        Operation o = s.run->machine->threads[slot]->pending;
        if (o.kind == OPERATION_LOAD || o.kind == OPERATION_STORE || o.kind == OPERATION_RMW) {
            const Global *g = program_global_at(p, o.object);
            str_addf(&out, "%s %s+%llu %u\n", operation_names[o.kind], g ? g->name : "?",
                     g ? (unsigned long long)(o.object - g->address) : 0ull, o.size);
            ++*count;
        }
        assert_true(run_step(s.run, slot, 0));
    }
    assert_true(s.run->machine->exited);
    small_run_free(&s);
    program_free(p);
    free(text);
    return out.data;
}

static void same_accesses(void **state) {
    (void)state;
    for (size_t k = 0; k < ARRAY_LEN(bodies); k++) {
        unsigned n, m;
        char *plain = accesses(bodies[k], true, &n), *optimised = accesses(bodies[k], false, &m);
        if (strcmp(plain, optimised))
            print_message("%s\nwithout optimisation:\n%swith it:\n%s", bodies[k], plain, optimised);
        assert_string_equal(plain, optimised);
        assert_int_equal(n, m);
        assert_true(n > 0);
        free(plain);
        free(optimised);
    }
}

/* A value that is found to be a constant only when it is taken apart is one in a register, too. */
static void constants(void **state) {
    (void)state;
    Program *p = small_program("int main(int n, char **a) { return n + (a != 0); }", false);
    RunHooks hooks = {0};
    SmallRun s = small_run(p, &hooks);
    run_start(s.run, s.visible, s.nvisible);
    Machine *m = s.run->machine;
    Thread *t = m->threads[0];
    const Expr *e = expr_zext(m->pool, expr_read_le(m->pool, expr_input(m->pool, "in", 1), 0, 1), 64);
    /* A square is even where its root is. */
    for (unsigned k = 0; k < 40; k++)
        e = expr_binary(m->pool, EXPR_ADD, expr_binary(m->pool, EXPR_MUL, e, e),
                        expr_const(m->pool, 64, k + 3));
    const Expr *square = expr_binary(m->pool, EXPR_MUL, e, e),
               *more = expr_binary(m->pool, EXPR_AND, expr_binary(m->pool, EXPR_XOR, square, e),
                                   expr_const(m->pool, 64, 1));
    assert_false(expr_is_const(more));
    set_reg_expr(m, t, 0, more);
    assert_null(reg_expr(t, 0));
    assert_int_equal(frame_regs(t)[0], 0);
    small_run_free(&s);
    program_free(p);
}

/* What is not there is told, not executed. */
static void look_ups(void **state) {
    (void)state;
    Program *p = small_program(
        "int x = 3; const int y = 4; int f(void) { return x; }\nint main(void) { return f() + y; }", false);
    const Global *x = NULL;
    for (uint32_t k = 0; k < p->nglobals; k++)
        if (!strcmp(p->globals[k].name, "x")) x = &p->globals[k];
    if (!x) abort();
    assert_false(x->readonly);
    assert_false(x->library);
    assert_int_equal(x->size, 4);
    assert_ptr_equal(program_global_at(p, x->address + 3), x);
    assert_null(program_function_at(p, 0));
    assert_null(program_function_at(p, FUNCTION_BASE - 1));
    assert_null(program_function_at(p, FUNCTION_BASE + 1));
    assert_null(program_function_at(p, FUNCTION_BASE + (uint64_t)p->nfunctions * FUNCTION_STEP));
    assert_ptr_equal(program_function_at(p, FUNCTION_BASE), &p->functions[0]);
    program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_accesses), cmocka_unit_test(constants),
                                       cmocka_unit_test(look_ups)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
