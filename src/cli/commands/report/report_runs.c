/* report_runs.c — see report_runs.h. */
#include "cli/commands/report/report_runs.h"
#include "cli/cli.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* Reasons are looked for in shorter runs only, for at most so many seconds each. */
#define MOST_EVENTS_FOR_WHY 2000
#define MOST_SECONDS_FOR_WHY 5

/* The program of the test before, which the next one mostly has, too. */
typedef struct BuiltProgram {
    char *key; /* of the build */
    Program *program;
} BuiltProgram;

static bool report_interrupted(void *context) {
    (void)context;
    return cli_interrupted();
}

/* Returns what decides which program a test has: everything but the strategy that found it. */
static char *key_of_build(const TestBuild *build) {
    static char none[] = "";
    TestBuild copy = *build;
    copy.strategy = none;
    return test_build_text(&copy);
}

/* Returns the program of a test, whose folder becomes the current one; NULL with a note. */
static const Program *built_program(BuiltProgram *b, PageTest *t, const char *cache) {
    const TestBuild *build = &t->test->build;
    if (chdir(build->directory) != 0) {
        t->note = xasprintf("the test's folder %s: %s", build->directory, strerror(errno));
        return NULL;
    }
    char *key = key_of_build(build);
    if (!b->key || strcmp(b->key, key) != 0) {
        free(b->key);
        program_free(b->program);
        b->key = key;
        b->program = cli_load_program(build, cache);
    } else {
        free(key);
    }
    if (!b->program)
        t->note = xstrdup("the program could not be built");
    else if (b->program->hash != t->test->finding->program_hash)
        t->note = xstrdup("the program has changed since the test was written");
    return t->note ? NULL : b->program;
}

/* Looks for the reasons of a finding that has been executed, where orders can be reversed. */
static void find_reasons(PageTest *t, const Program *program, const CampaignOptions *o,
                         double seconds) {
    char *error = NULL;
    if (seconds <= 0 || !strcmp(t->test->finding->kind, "race") || t->run->n > MOST_EVENTS_FOR_WHY)
        return;
    WhyLimits limits = {.seconds = MIN(seconds, MOST_SECONDS_FOR_WHY),
                        .pair_work = WHY_PAIR_WORK,
                        .interrupted = report_interrupted};
    t->why = why_of_test(program, o, t->test->finding, &limits, &error);
    free(error);
}

/* Executes a test. False if its program does not follow it. */
static bool report_run_test(PageTest *t, const Program *program, double seconds) {
    CampaignOptions o;
    ReplayCallbacks callbacks = {.interrupted = report_interrupted};
    char *error = NULL;
    if (!cli_campaign_options(&t->test->build, NULL, &o)) {
        t->note = xstrdup("a setting of the test is not known");
        return true;
    }
    t->run = configuration_of_test(program, &o, t->test->finding, &callbacks, &error);
    if (t->run)
        find_reasons(t, program, &o, seconds);
    else
        t->note = error;
    cli_campaign_options_free(&o);
    return t->run || cli_interrupted();
}

unsigned report_run_tests(PageTests *tests, const char *cache, double seconds) {
    BuiltProgram built = {0};
    unsigned diverged = 0;
    double spent = 0;
    for (size_t k = 0; k < tests->len && !cli_interrupted(); k++) {
        PageTest *t = &tests->data[k];
        const Program *program = built_program(&built, t, cache);
        double start = time_wall();
        if (program && !report_run_test(t, program, seconds - spent)) {
            cli_error("%s: %s", t->name, t->note);
            diverged++;
        }
        spent += time_wall() - start;
    }
    program_free(built.program);
    free(built.key);
    return diverged;
}
