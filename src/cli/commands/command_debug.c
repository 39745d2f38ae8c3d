/*
 * command_debug.c — heddle debug: goes through a test forwards and backwards, by words or for an
 * editor. The program is built as for heddle replay, and once more without optimisation and with
 * what a debugger needs of its variables.
 */
#include "cli/commands/opened_test.h"
#include "debug/dap.h"
#include "debug/words.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct DebugSettings {
    bool dap, force, optimised;
    uint64_t port;
    const char *cache;
} DebugSettings;

#define AT(field) offsetof(DebugSettings, field)

static const Option options[] = {
    {"dap", 0, OPTION_FLAG, AT(dap),
     .help =
         "Speak the Debug Adapter Protocol on standard input and output, for an editor. TEST may "
         "come from the editor (\"test\" of its launch request).",
     .group = "Options"},
    {"port", 0, OPTION_COUNT, AT(port), "N",
     .help = "With --dap: wait for one editor on this port of the loopback address instead."},
    {"optimised", 0, OPTION_FLAG, AT(optimised),
     .help = "Run the code that was explored. Local variables are not shown, and lines are not "
             "always in order."},
    {"force", 0, OPTION_FLAG, AT(force),
     .help = "Go on even if the program has changed since the test was written."},
    {"cache", 0, OPTION_STRING, AT(cache), "DIR|off",
     .help = "Folder that caches loaded programs (see heddle replay --help)."},
    {0},
};

const Option *command_debug_options(void) { return options; }

static void debug_help(void) {
    puts("usage: heddle debug [OPTIONS] TEST\n"
         "\n"
         "Goes through a test that heddle test wrote, forwards and backwards: lines, calls, "
         "breakpoints,\n"
         "watched values, threads, locks. It begins at the finding; `back` takes a line back, "
         "`help` lists\n"
         "the commands. With --dap an editor does the same (docs/debugging.md).");
    options_help(options, stdout);
    puts("\nExit status: 0; 2 bad usage or input (also: the program has changed), 4 the run left "
         "the "
         "schedule.");
}

/* A test that is open, and all that belongs to it. */
typedef struct DebugTarget {
    const DebugSettings *settings;
    char *folder; /* the current one at the beginning */
    OpenedTest opened;
    Program *plain; /* the code for debuggers, NULL: the session runs the code that was explored */
    CampaignOptions options;
    bool has_options;
    DebugSession *session;
    int status;
} DebugTarget;

static void close_target(DebugTarget *t) {
    session_free(t->session);
    if (t->has_options) cli_campaign_options_free(&t->options);
    program_free(t->plain);
    opened_test_clear(&t->opened);
    *t = (DebugTarget){.settings = t->settings, .folder = t->folder, .status = t->status};
}

/* Opens the session on the code for debuggers, or where that cannot follow the schedule, on the
 * code that was explored. */
static void open_session(DebugTarget *t, char **error) {
    const Program *explored = t->opened.program;
    Test *test = t->opened.test;
    char *why = NULL;
    if (!t->settings->optimised) {
        char *layout = program_layout_text(explored);
        t->plain = cli_load_debugged(&test->build, layout, t->opened.cache);
        free(layout);
    }
    if (t->plain) t->session = session_new(t->plain, &t->options, test, true, &why);
    if (t->session) return;
    program_free(t->plain);
    t->plain = NULL;
    if (why)
        cli_error("local variables are not shown: without optimisation the program leaves the "
                  "schedule of the test: %s",
                  why);
    free(why);
    t->session = session_new(explored, &t->options, test, false, error);
    if (!t->session) t->status = STATUS_INTERNAL;
}

/* Opens a test. NULL with one line in *error (the caller frees), which is NULL if it was told. */
static DebugSession *open_test(void *context, const char *path, char **error) {
    DebugTarget *t = context;
    *error = NULL;
    close_target(t);
    t->status = STATUS_USAGE;
    if (t->folder && chdir(t->folder) != 0) {
        *error = xasprintf("%s: %s", t->folder, strerror(errno));
        return NULL;
    }
    if (!opened_test_begin(&t->opened, path, t->settings->cache, error)) return NULL;
    if (t->opened.changed && !t->settings->force) {
        *error = xasprintf("%s: the program has changed since this test was written; use --force "
                           "to go on anyway",
                           path);
        return NULL;
    }
    t->has_options = cli_campaign_options(&t->opened.test->build, NULL, &t->options);
    if (!t->has_options) return NULL;
    t->status = STATUS_NOTHING;
    open_session(t, error);
    if (t->session) t->session->folder = t->folder;
    return t->session;
}

static bool debug_interrupted(void *context) {
    (void)context;
    return cli_interrupted();
}

static int debug_words(DebugTarget *t, const char *path) {
    char *error = NULL;
    if (!open_test(t, path, &error)) {
        if (error) cli_error("%s", error);
        free(error);
        return t->status;
    }
    t->session->interrupted = debug_interrupted;
    debug_by_words(t->session, stdin, isatty(STDIN_FILENO));
    return STATUS_NOTHING;
}

static int debug_target(DebugTarget *t, const CommandWords *words) {
    const DebugSettings *s = t->settings;
    if (words->positional.len > 1 || (!words->positional.len && !s->dap)) {
        cli_error("debug takes one test (see heddle debug --help)");
        return STATUS_USAGE;
    }
    if (s->port && !s->dap) {
        cli_error("--port needs --dap");
        return STATUS_USAGE;
    }
    const char *path = words->positional.len ? words->positional.data[0] : NULL;
    cli_catch_signals();
    int status = s->dap ? debug_adapter(open_test, t, path, (unsigned)MIN(s->port, UINT16_MAX + 1))
                        : debug_words(t, path);
    close_target(t);
    return status;
}

int command_debug(int argc, char **argv) {
    DebugSettings s = {0};
    OptionParser parser = {.command = "debug", .table = options};
    CommandWords words = {0};
    int status;
    DebugTarget t = {.settings = &s, .folder = get_current_dir_name()};
    if (cli_parse(&parser, debug_help, argc, argv, &s, &words, &status))
        status = debug_target(&t, &words);
    free(t.folder);
    command_words_clear(&words);
    return status;
}
