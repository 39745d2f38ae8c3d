/* show_format.c — see show_format.h. */
#include "cli/commands/show_format.h"
#include "cli/commands/opened_test.h"
#include "replay/configuration.h"
#include "report/formats/run/dot.h"
#include "report/formats/run/perfetto.h"
#include "report/formats/run/text_why.h"
#include "report/text.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool show_interrupted(void *context) {
    (void)context;
    return cli_interrupted();
}

/* The seconds in which reasons are looked for. */
#define MOST_SECONDS 5

/* Prints why the finding of the test occurs. NULL, or one line about what is wrong. */
static char *print_why(const Test *test, const Program *program, const CampaignOptions *o) {
    char *error = NULL;
    WhyLimits limits = {
        .seconds = MOST_SECONDS, .pair_work = WHY_PAIR_WORK, .interrupted = show_interrupted};
    Why *w = why_of_test(program, o, test->finding, &limits, &error);
    if (!w) return error;
    TextStyle style = text_style(stdout);
    text_headline(stdout, &style, test->finding);
    fputc('\n', stdout);
    text_why(stdout, w, test->finding, "");
    why_free(w);
    return NULL;
}

/* Prints the run in a format. NULL, or one line about what is wrong. */
static char *print_format(const char *format, const Test *test, const Program *program,
                          const CampaignOptions *o) {
    ReplayCallbacks callbacks = {.interrupted = show_interrupted};
    char *error = NULL;
    Configuration *c = configuration_of_test(program, o, test->finding, &callbacks, &error);
    if (!c) return error;
    char *text =
        !strcmp(format, "dot") ? dot_text(c, test->finding) : perfetto_text(c, test->finding);
    configuration_free(c);
    fputs(text, stdout);
    free(text);
    return NULL;
}

/* Executes the test and prints it. */
static int show_run(const char *format, const char *path, const Test *test,
                    const Program *program) {
    CampaignOptions o;
    if (!cli_campaign_options(&test->build, NULL, &o)) return STATUS_USAGE;
    char *error = !strcmp(format, SHOW_WHY) ? print_why(test, program, &o)
                                            : print_format(format, test, program, &o);
    cli_campaign_options_free(&o);
    if (error) {
        cli_error("%s: %s", path, error);
        free(error);
        return cli_interrupted() ? STATUS_LIMIT : STATUS_INTERNAL;
    }
    if (fflush(stdout) == 0 && !ferror(stdout)) return STATUS_NOTHING;
    cli_error("cannot write to standard output: %s", strerror(errno));
    return STATUS_USAGE;
}

bool show_format_runs(const char *format) { return format && strcmp(format, "text") != 0; }

int show_format(const char *format, const char *path, const char *cache) {
    char *error;
    OpenedTest o;
    int status = STATUS_USAGE;
    cli_catch_signals();
    if (!opened_test_begin(&o, path, cache, &error)) {
        if (error) cli_error("%s", error);
        free(error);
    } else if (o.changed) {
        cli_error("%s: the program has changed since this test was written", path);
    } else {
        status = show_run(format, path, o.test, o.program);
    }
    opened_test_clear(&o);
    return status;
}
