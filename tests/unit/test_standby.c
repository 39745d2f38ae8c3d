/* test_standby.c — steps that are taken back and taken again many times: they lead to the same states, and
 * what is kept of them does not grow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "small_program.h"
#include "vm/state/fingerprint.h"

#define TIMES 20

/* Frames that are entered and left, a list that grows (an input), heap blocks and locks. */
static const char text[] =
    "#include <heddle/heddle.h>\n#include <pthread.h>\n#include <stdlib.h>\n"
    "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic int sum, *block;\n"
    "static int deep(int n) {\n    int own = n;\n    pthread_mutex_lock(&m);\n    sum += own;\n"
    "    pthread_mutex_unlock(&m);\n    if (n) own += deep(n - 1);\n"
    "    if (heddle_bool(\"b\")) sum++;\n    return own;\n}\n"
    "int main(void) {\n    block = malloc(16);\n    *block = deep(6);\n    pthread_mutex_lock(&m);\n"
    "    free(block);\n    pthread_mutex_unlock(&m);\n    return sum;\n}\n";

static void going_to_and_fro_changes_nothing(void **state) {
    (void)state;
    Program *p = small_program(text, true);
    RunHooks hooks = {0};
    SmallRun s = small_run(p, &hooks);
    Run *r = s.run;
    r->standby = standby_new();
    r->keep_cheap_steps = true;
    run_start(r, s.visible, s.nvisible);
    standby_limit(r->standby, &r->history, 64 << 20);
    size_t begin = memory_trail_length(r->machine->memory);
    int threads[8];
    uint32_t outcomes[MAX_OUTCOMES];
    while (run_enabled(r, threads)) {
        run_outcomes(r, threads[0], outcomes);
        assert_true(run_take(r, threads[0], outcomes[0]));
    }
    size_t steps = r->history.path.len, first = 0;
    assert_true(steps > 25);
    uint64_t last = run_final_hash(r);
    ChoiceList path = {0};
    run_choices(r, &path);
    for (unsigned n = 0; n < TIMES; n++) {
        run_undo_keep(r, n % 3 ? steps * n / TIMES : 0);
        if (n % 3 == 0) assert_int_equal(memory_trail_length(r->machine->memory), begin);
        assert_int_equal(run_go_to(r, path.data, path.len), steps);
        assert_true(run_final_hash(r) == last && !run_enabled(r, threads));
        size_t length = memory_trail_length(r->machine->memory);
        if (!n) first = length;
        assert_int_equal(length, first);
    }
    vec_free(&path);
    small_run_free(&s);
    program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(going_to_and_fro_changes_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
