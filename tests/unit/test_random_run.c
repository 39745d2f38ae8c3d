/* Random runs: the mean of their weights is the number of maximal configurations, whatever was learned; and
 * what is concluded from weights. */
#include "explore/limits/estimate.h"
#include "strategies/por/estimate/random_run.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "small_program.h"

#define HEAD                                                                                 \
    "#include <pthread.h>\n#include <stdatomic.h>\n#include <heddle/heddle.h>\n"             \
    "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n" \
    "static atomic_int x, y, raced;\nstatic pthread_t t[9];\n"
#define MAIN(n)                                                                                         \
    "int main(void) { for (long k = 0; k < " #n "; k++) pthread_create(&t[k], 0, thread, (void *)k);\n" \
    "for (int k = 0; k < " #n "; k++) pthread_join(t[k], 0); return 0; }\n"

typedef struct Sample {
    const char *text;
    double configurations;
} Sample;

static const Sample samples[] = {
    /* All orders on one mutex. */
    {HEAD
     "static void *thread(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return p; }" MAIN(5),
     120},
    /* Twice each. */
    {HEAD "static void *thread(void *p) { for (int k = 0; k < 2; k++) { pthread_mutex_lock(&m);"
          "pthread_mutex_unlock(&m); } return p; }" MAIN(3),
     90},
    /* Independent pairs. */
    {HEAD "static void *thread(void *p) { pthread_mutex_t *o = (long)p % 2 ? &m : &n; pthread_mutex_lock(o);"
          "pthread_mutex_unlock(o); return p; }" MAIN(4),
     4},
    /* One writer, readers. */
    {HEAD "static void *thread(void *p) { if (p) return (void *)(long)x; x = 1; return p; }" MAIN(6), 32},
    /* One lock within another one. */
    {HEAD "static void *thread(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n);"
          "pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return p; }" MAIN(4),
     24},
    /* An input each, and two stores. */
    {HEAD "static void *thread(void *p) { char in = 0; heddle_symbolic(&in, 1, p ? \"a\" : \"b\");"
          "if (in) x = 1; y = 1; return p; }" MAIN(2),
     2 * (1 + 1 + 1) + 4},
};

static void weights_are_right(void **state) {
    (void)state;
    for (size_t k = 0; k < ARRAY_LEN(samples); k++) {
        Program *p = small_program(samples[k].text, false);
        RunHooks hooks = {0};
        SmallRun s = small_run(p, &hooks);
        run_start(s.run, s.visible, s.nvisible);
        RandomRuns runs = {.run = s.run, .random = k, .longest = 1000};
        WeightSums all = {0};
        for (int n = 0; n < 4000; n++) {
            RandomEnd end = random_run(&runs);
            assert_int_not_equal(end, RANDOM_GIVEN_UP);
            if (end != RANDOM_LEARNT) weights_add(&all, end == RANDOM_COMPLETE ? exp(runs.log_weight) : 0);
        }
        double mean = all.sum / all.n, deviation = sqrt(all.squares / all.n - mean * mean) / sqrt(all.n);
        if (fabs(mean - samples[k].configurations) > 5 * deviation + 1e-6)
            print_message("%s\n%g configurations instead of %g, deviation %g\n", samples[k].text, mean,
                          samples[k].configurations, deviation);
        assert_true(fabs(mean - samples[k].configurations) <= 5 * deviation + 1e-6);
        assert_true(deviation < mean / 10);
        random_runs_free(&runs);
        small_run_free(&s);
        program_free(p);
    }
}

static void shares(void **state) {
    (void)state;
    WeightSums within = {0}, beyond = {0};
    for (int k = 0; k < 20; k++) weights_add(&within, 1000);
    for (int k = 0; k < 80; k++) weights_add(&beyond, 1000);
    Estimate e = estimate_share(200, 100, &within, &beyond, false);
    assert_true(fabs(e.share - 0.2) < 1e-9 && e.low > 0.1 && e.low < 0.2 && e.high > 0.2 && e.high < 0.35);
    double low, high, left = estimate_seconds(&e, 10, &low, &high);
    assert_true(fabs(left - 40) < 1e-9 && low < left && high > left);
    char *text = estimate_text(&e, 10);
    assert_non_null(strstr(text, "about 20 % explored ("));
    assert_non_null(strstr(text, ", 40 s left ("));
    free(text);
    /* Far fewer runs are needed with cut-offs: what they stand for is the share. */
    e = estimate_share(10, 100, &within, &beyond, true);
    assert_true(fabs(e.share - 0.2) < 1e-9 && e.low < 0.1 && e.high > 0.4);
    e = estimate_share(500, 100, &within, &within, false);
    assert_true(e.low <= e.share && e.share <= e.high && e.high <= 1);
    /* Nothing is said after few runs, or where none has a weight. */
    WeightSums none = {0};
    assert_true(estimate_share(200, 7, &within, &beyond, false).share <= 0);
    assert_true(estimate_share(200, 50, &none, &none, false).share <= 0);
    e = estimate_share(200, 100, &within, &none, false);
    assert_true(e.share > 0.9 && e.high >= 1 && e.low < e.share);
    e = estimate_of_total(500, 100, &within);
    assert_true(e.share > 0 && e.low <= e.share && e.share <= e.high && e.high <= 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(weights_are_right), cmocka_unit_test(shares)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
