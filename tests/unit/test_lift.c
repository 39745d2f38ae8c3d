/* test_lift.c — slices that are lifted: what they leave behind depends on all that they read, and is what
 * executing them leaves. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "versions/summaries/lift.h"
#include "small_program.h"

static const char text[] = "#include <heddle/heddle.h>\n"
                           "#include <pthread.h>\n"
                           "#include <stdatomic.h>\n"
                           "int x = 1, y;\n"
                           "atomic_int z = 5;\n"
                           "static void *other(void *r) {\n"
                           "    heddle_atomic_begin();\n"
                           "    y = x * 2 + z;\n"
                           "    heddle_atomic_end();\n"
                           "    return r;\n"
                           "}\n"
                           "int main(void) {\n"
                           "    pthread_t h;\n"
                           "    pthread_create(&h, 0, other, 0);\n"
                           "    pthread_join(h, 0);\n"
                           "    return y;\n"
                           "}\n";

static uint64_t global_named(const Program *p, const char *name) {
    for (uint32_t k = 0; k < p->nglobals; k++)
        if (!strcmp(p->globals[k].name, name)) return p->globals[k].address;
    fail();
    return 0;
}

static void step_until(Run *r, int thread, OperationKind kind) {
    const Machine *m = r->machine;
    while (m->threads[thread]->pending.kind != kind) assert_true(run_step(r, thread, 0));
}

/* Whether a value depends on the word of memory at an address. */
static bool depends_on(ExprPool *pool, const Lifter *l, const Expr *value, uint64_t address) {
    const ExprInputs *in = expr_inputs(pool, value);
    for (uint32_t k = 0; k < in->len; k++) {
        const Symbol *s = lifter_symbol(l, in->input[k]);
        if (s && !s->is_register && s->word == address >> 3) return true;
    }
    return false;
}

/* Accesses of an atomic section to visible memory are no events, so that they are part of its slice. */
static void sections_depend_on_what_they_read(void **state) {
    (void)state;
    Program *p = small_program(text, false);
    for (int visible = 0; visible < 2; visible++) {
        SmallRun r = small_run(p, &(RunHooks){0});
        CodeNames *names = code_names_new(p);
        Lifter *l = lifter_new(r.run->machine, names);
        run_start(r.run, r.visible, visible ? r.nvisible : 0);
        step_until(r.run, 0, OPERATION_JOIN);
        step_until(r.run, 1, OPERATION_SECTION);
        Transfer t = {0};
        assert_true(lift_slice(l, 1, 0, &t));
        uint64_t y = global_named(p, "y");
        const Expr *value = NULL;
        for (size_t k = 0; k < t.outputs.len; k++) {
            const Symbol *s = lifter_symbol(l, t.outputs.data[k].symbol);
            if (!s->is_register && s->word == y >> 3) value = t.outputs.data[k].value;
        }
        assert_non_null(value);
        assert_true(depends_on(r.pool, l, value, global_named(p, "x")));
        assert_true(depends_on(r.pool, l, value, global_named(p, "z")));
        const Expr *then = lifter_evaluate(l, value);
        assert_true(run_step(r.run, 1, 0));
        assert_ptr_equal(then, lifter_actual(l, &(Symbol){.word = y >> 3}));
        transfer_clear(&t);
        lifter_free(l);
        code_names_free(names);
        small_run_free(&r);
    }
    program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sections_depend_on_what_they_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
