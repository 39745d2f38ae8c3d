/*
 * command_cover.c — heddle cover: the code that a campaign executed, as a tracefile of lcov.
 */
#include "cli/cli.h"
#include "report/coverage.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef struct CoverSettings {
    const char *output;
    bool interferences;
} CoverSettings;

static const Option options[] = {
    {"output", 'o', OPTION_STRING, offsetof(CoverSettings, output), "FILE",
     .help = "Write to FILE instead of standard output.", .group = "Options"},
    {"interferences", 0, OPTION_FLAG, offsetof(CoverSettings, interferences),
     .help = "Print how many reads of other threads' writes each line and each side of a branch "
             "needs, of those that need one (after --strategy=interference)."},
    {0},
};

const Option *command_cover_options(void) { return options; }

static void cover_help(void) {
    puts("usage: heddle cover [OPTIONS] FOLDER\n"
         "\n"
         "Prints which lines, functions and branches of the program's sources were executed in the "
         "exploration\n"
         "whose tests are in FOLDER (the --out of heddle test), as a tracefile that lcov and "
         "genhtml read:\n"
         "  heddle cover -o program.info heddle-out && genhtml --branch-coverage -o html "
         "program.info");
    options_help(options, stdout);
}

static int cover_folder(void *settings, const char *folder) {
    const CoverSettings *s = settings;
    struct stat st;
    bool missing = stat(folder, &st) != 0;
    if (missing && errno == ENOENT) {
        cli_error("%s: %s", folder, strerror(errno));
        return STATUS_USAGE;
    }
    if (missing || !S_ISDIR(st.st_mode)) {
        cli_error("%s: not an output folder of heddle test", folder);
        return STATUS_USAGE;
    }
    char *path = xasprintf("%s/" COVERAGE_FILE, folder), *error = NULL;
    Coverage *c = coverage_read(path, &error);
    bool lacks = c && s->interferences && !c->degrees, fine = false;
    FILE *out = c && !lacks && s->output ? fopen(s->output, "w") : stdout;
    if (!c) {
        cli_error("%s", error);
    } else if (lacks) {
        cli_error("%s: interferences were not counted (explore with --strategy=interference)",
                  folder);
    } else {
        if (out && s->interferences) coverage_interferences(out, c);
        if (out && !s->interferences) coverage_lcov(out, c);
        fine = out && !ferror(out) && (out == stdout ? fflush(out) : fclose(out)) == 0;
        if (!fine) cli_error("%s: %s", s->output ? s->output : "standard output", strerror(errno));
    }
    coverage_free(c);
    free(error);
    free(path);
    return fine ? STATUS_NOTHING : STATUS_USAGE;
}

int command_cover(int argc, char **argv) {
    CoverSettings s = {0};
    static const OneFileCommand command = {"cover", "one folder", options, cover_help,
                                           cover_folder};
    return cli_one_file(&command, argc, argv, &s);
}
