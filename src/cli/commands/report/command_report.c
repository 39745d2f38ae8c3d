/*
 * command_report.c — heddle report: the tests, the coverage and the verdict in a folder of heddle
 * test as one HTML file.
 */
#include "base/digest.h"
#include "cli/cli.h"
#include "cli/commands/report/report_folder.h"
#include "cli/commands/report/report_runs.h"
#include "report/text.h"
#include "report/write_file.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SECONDS_FOR_WHY 10

typedef struct ReportSettings {
    const char *output, *stats, *cache;
    double why;
} ReportSettings;

static const Option options[] = {
    {"output", 'o', OPTION_STRING, offsetof(ReportSettings, output), "FILE",
     .help = "Write to FILE (default: report.html in the folder).", .group = "Options"},
    {"stats", 0, OPTION_STRING, offsetof(ReportSettings, stats), "FILE",
     .help = "Draw the curves of this table of heddle test --stats (default: the course that the "
             "summary in the folder has, in fewer steps)."},
    {"why", 0, OPTION_SECONDS, offsetof(ReportSettings, why), "SECONDS",
     .help = "Look for the reasons of findings, as heddle show --why does, for so long for all of "
             "them together (default: 10; 0: not at all)."},
    {"cache", 0, OPTION_STRING, offsetof(ReportSettings, cache), "DIR|off",
     .help = "Folder that caches loaded programs, as for heddle test."},
    {0},
};

const Option *command_report_options(void) { return options; }

static void report_help(void) {
    puts("usage: heddle report [OPTIONS] FOLDER\n"
         "\n"
         "Writes one HTML page, which needs no network, about the exploration whose tests are in "
         "FOLDER (the --out\n"
         "of heddle test): the findings by cause, each with a timeline of its threads beside the "
         "source; coverage;\n"
         "statistics over time; the verdict and what it rests on. The program is built, and each "
         "test executed.\n"
         "  heddle report heddle-out -o report.html");
    options_help(options, stdout);
    puts("\nExit status: 0 the page was written; 2 bad usage or input: also where a file of the "
         "folder is damaged,\n"
         "and the page has the others; 3 interrupted; 4 a test is not followed by its program, "
         "and the page has only\n"
         "its schedule.");
}

/* Returns a name of a file as it is from the root: tests change the current folder. */
static char *from_root(const char *path) {
    char *folder = *path == '/' ? NULL : getcwd(NULL, 0),
         *all = folder ? xasprintf("%s/%s", folder, path) : xstrdup(path);
    free(folder);
    return all;
}

static bool report_write(const PageInput *in, const char *path) {
    char *text = page_text(in), *error = NULL;
    bool fine = write_atomically(path, text, strlen(text), &error);
    if (!fine) cli_error("%s", error);
    free(error);
    free(text);
    return fine;
}

/* Prints what was written, and of how many tests. */
static void tell_page(const PageInput *in, const char *path) {
    char *count = text_count(in->tests.len, "finding", "findings");
    fprintf(stderr, "heddle: %s in %s\n", count, path);
    free(count);
}

/* Makes the page of what was read. Returns the exit status. */
static int report_make(PageInput *in, const ReportSettings *s, const char *output,
                       unsigned damaged) {
    char *path = from_root(output), *cache = cli_cache_folder(s->cache);
    unsigned diverged = report_run_tests(&in->tests, cache, s->why);
    int status = STATUS_USAGE;
    if (cli_interrupted()) {
        cli_error("interrupted; no page was written");
        status = STATUS_LIMIT;
    } else if (report_write(in, path)) {
        tell_page(in, output);
        status = diverged ? STATUS_INTERNAL : damaged ? STATUS_USAGE : STATUS_NOTHING;
    }
    free(cache);
    free(path);
    return status;
}

static int report_of_folder(void *settings, const char *folder) {
    const ReportSettings *s = settings;
    PageInput in = {0};
    unsigned damaged = 0;
    size_t length = 0;
    int status = STATUS_USAGE;
    char *beside = xasprintf("%s/report.html", folder);
    cli_catch_signals();
    if (s->stats && !(in.course = file_contents(s->stats, &length)))
        cli_error("%s: %s", s->stats, strerror(errno));
    else if (report_folder_read(folder, &in, &damaged))
        status = report_make(&in, s, s->output ? s->output : beside, damaged);
    page_input_clear(&in);
    free(beside);
    return status;
}

int command_report(int argc, char **argv) {
    ReportSettings s = {.why = SECONDS_FOR_WHY};
    static const OneFileCommand command = {"report", "one folder", options, report_help,
                                           report_of_folder};
    return cli_one_file(&command, argc, argv, &s);
}
