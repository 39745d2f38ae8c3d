/*
 * command_show.c — heddle show: explains a test without running the program: the finding, its
 * inputs, the steps of the threads side by side, and where they interfere.
 */
#include "cli/cli.h"
#include "cli/commands/show_format.h"
#include "cli/commands/show_summary.h"
#include "report/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct ShowSettings {
    uint64_t width;
    bool summary, why, full_stacks;
    const char *format, *cache;
} ShowSettings;

static const Option options[] = {
    {"width", 0, OPTION_COUNT, offsetof(ShowSettings, width), "COLUMNS", .max = 10000,
     .help = "Width of the output (default: the terminal's, or 100).", .group = "Options"},
    {"full-stacks", 0, OPTION_FLAG, offsetof(ShowSettings, full_stacks),
     .help = "Show calls inside libraries, too."},
    {"summary", 0, OPTION_FLAG, offsetof(ShowSettings, summary),
     .help = "List the tests of a folder with their inputs, as text and as numbers."},
    {"why", 0, OPTION_FLAG, offsetof(ShowSettings, why),
     .help = "Say why it fails: the program is built, and each order of two operations is reversed "
             "in a run of its own, for 5 seconds at most. The orders without which it passes are "
             "told, and pairs of changes where none alone suffices."},
    {"format", 0, OPTION_CHOICE, offsetof(ShowSettings, format), NULL, SHOW_FORMATS, NULL, NULL, 0,
     "text: for people (the default). Formats for which the program is built and the test "
     "executed: "
     "dot: the events and their causes, for Graphviz; perfetto: a track for each thread with its "
     "locks and dependences, for Perfetto and chrome://tracing."},
    {"cache", 0, OPTION_STRING, offsetof(ShowSettings, cache), "DIR|off",
     .help = "With these formats: folder that caches loaded programs, as for heddle test."},
    {0},
};

const Option *command_show_options(void) { return options; }

static void show_help(void) {
    puts("usage: heddle show [OPTIONS] TEST\n"
         "       heddle show --why TEST\n"
         "       heddle show --format=dot TEST | dot -Tsvg > FILE\n"
         "       heddle show --summary FOLDER\n"
         "\n"
         "Explains a test that heddle test wrote: what was found and where, the inputs, the steps "
         "of the "
         "threads\n"
         "side by side. `<- step N` marks a step on an object that another thread last used in "
         "step N.");
    options_help(options, stdout);
}

static void words(const char *name, char *const *list, size_t n) {
    if (!n) return;
    printf("  %s:", name);
    for (size_t i = 0; i < n; i++) printf(" %s", list[i]);
    putchar('\n');
}

static void show(const Test *t, const TextStyle *style) {
    const Finding *f = t->finding;
    const TestBuild *b = &t->build;
    const char *bold = style->colour ? "\033[1m" : "", *plain = style->colour ? "\033[0m" : "";
    text_headline(stdout, style, f);
    printf("\n%sProgram%s\n", bold, plain);
    printf("  folder: %s\n", b->directory);
    words("files", b->files, b->nfiles);
    words("plugins", b->plugins, b->nplugins);
    words("compiler options", b->compiler, b->ncompiler);
    if (strcmp(b->entry, "main")) printf("  entry: %s\n", b->entry);
    if (b->narguments > 1) words("arguments", b->arguments + 1, b->narguments - 1);
    words("environment", b->environment, b->nenvironment);
    if (b->stdin_path) printf("  standard input: %s\n", b->stdin_path);
    printf("  interleaved at: %s; found by the strategy %s\n",
           strcmp(b->interleave, "memory") ? "synchronisation" : "shared memory accesses",
           b->strategy);
    printf("\n%sInputs%s\n", bold, plain);
    if (f->ninputs)
        text_inputs(stdout, f, "  ");
    else
        puts("  none");
    if (f->variable || f->access.depth || f->other_access.depth)
        printf("\n%sAccesses%s\n", bold, plain);
    text_accesses(stdout, style, f, "  ");
    if (f->ninterferences) printf("\n%sInterferences%s\n", bold, plain);
    text_needs(stdout, f, "  ");
    printf("\n%sSteps%s\n", bold, plain);
    text_columns(stdout, style, f);
    size_t *previous = text_interferences(f), count = 0;
    for (size_t i = 0; i < f->nschedule; i++) count += previous[i] != 0;
    free(previous);
    if (f->nschedule)
        printf("  %zu of %zu steps use an object last used by another thread.\n", count,
               f->nschedule);
    if (f->nthreads) printf("\n%sThreads at the end%s\n", bold, plain);
    text_threads(stdout, style, f);
    if (f->output_len) {
        printf("\n%sOutput of the program%s\n", bold, plain);
        for (size_t at = 0, n; at < f->output_len; at += n + 1) {
            const char *line = f->output + at, *end = memchr(line, '\n', f->output_len - at);
            n = end ? (size_t)(end - line) : f->output_len - at;
            printf("  ");
            fwrite(line, 1, n, stdout);
            putchar('\n');
        }
    }
    fflush(stdout);
}

static int show_file(void *settings, const char *path) {
    const ShowSettings *s = settings;
    char *error = NULL;
    if (s->summary) return show_summary(path);
    if (s->why && s->format) {
        cli_error("--why and --format do not go together");
        return STATUS_USAGE;
    }
    if (s->why) return show_format(SHOW_WHY, path, s->cache);
    if (show_format_runs(s->format)) return show_format(s->format, path, s->cache);
    Test *t = test_read(path, &error);
    if (!t) {
        cli_error("%s", error);
        free(error);
        return STATUS_USAGE;
    }
    TextStyle style = text_style(stdout);
    style.full_stacks = s->full_stacks;
    if (s->width) style.width = (unsigned)s->width;
    /* Source lines are shown if they can be found; the rest does not need the folder. */
    if (chdir(t->build.directory) != 0)
        cli_error("note: the folder %s does not exist; no source lines are shown",
                  t->build.directory);
    show(t, &style);
    test_destroy(t);
    return STATUS_NOTHING;
}

int command_show(int argc, char **argv) {
    ShowSettings s = {0};
    static const OneFileCommand command = {"show", "one test", options, show_help, show_file};
    return cli_one_file(&command, argc, argv, &s);
}
