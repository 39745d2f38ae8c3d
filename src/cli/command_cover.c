/*
 * command_cover.c — heddle cover: what a campaign executed, as a tracefile of lcov.
 */
#include "cli/cli.h"
#include "report/coverage.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef struct Settings {
    const char *output;
} Settings;

static const Option options[] = {
    {"output", 'o', OPTION_STRING, offsetof(Settings, output), "FILE",
     .help = "Write to FILE instead of standard output.", .group = "Options"},
    {0},
};

const Option *command_cover_options(void) { return options; }

static void help(void) {
    puts("usage: heddle cover [OPTIONS] FOLDER\n"
         "\n"
         "Prints which lines, functions and branches of the program's sources were executed in the "
         "exploration\n"
         "whose tests are in FOLDER (the --out of heddle test), as a tracefile that lcov and genhtml read:\n"
         "  heddle cover -o program.info heddle-out && genhtml --branch-coverage -o html program.info");
    options_help(options, stdout);
}

static int run(const Settings *s, const char *folder) {
    struct stat st;
    if (stat(folder, &st) != 0 || !S_ISDIR(st.st_mode)) {
        cli_error("%s: %s", folder,
                  errno == ENOENT ? strerror(errno) : "not a folder that heddle test wrote to");
        return STATUS_USAGE;
    }
    char *path = xasprintf("%s/" COVERAGE_FILE, folder), *error = NULL;
    Coverage *c = coverage_read(path, &error);
    FILE *out = c && s->output ? fopen(s->output, "w") : stdout;
    bool fine = false;
    if (!c) {
        cli_error("%s", error);
    } else {
        if (out) coverage_lcov(out, c);
        fine = out && !ferror(out) && (out == stdout ? fflush(out) : fclose(out)) == 0;
        if (!fine) cli_error("%s: %s", s->output ? s->output : "standard output", strerror(errno));
    }
    coverage_free(c);
    free(error);
    free(path);
    return fine ? STATUS_NOTHING : STATUS_USAGE;
}

int command_cover(int argc, char **argv) {
    Settings s = {0};
    StringList folders = {0};
    OptionParser parser = {.command = "cover", .table = options};
    bool want_help;
    char *error = NULL;
    int status = STATUS_USAGE;
    if (!options_parse(&parser, argc - 1, argv + 1, &s, &folders, NULL, &want_help, &error)) {
        cli_error("%s", error);
        free(error);
    } else if (want_help) {
        help();
        status = STATUS_NOTHING;
    } else if (folders.len != 1) {
        cli_error("heddle cover takes one folder (see heddle cover --help)");
    } else {
        status = run(&s, folders.data[0]);
    }
    vec_free(&folders);
    return status;
}
