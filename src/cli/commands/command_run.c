/*
 * command_run.c — heddle run: one run of a program, as if it had been started natively, but with
 * all checks. Its output and its exit status are the program's.
 */
#include "cli/commands/test/test_run.h"
#include "cli/commands/test/unseen_files.h"
#include "cli/words.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The default of --max-steps for a single run. */
#define STEPS_USUAL (1u << 28)

typedef struct RunWords {
    TestSettings test; /* comes first, since its options are those of heddle test */
    const char *schedule;
} RunWords;

static const Option more_options[] = {
    {"schedule", 0, OPTION_CHOICE, offsetof(RunWords, schedule), NULL, "fair|random", NULL, NULL, 0,
     "Which thread runs next: the one whose turn it is by the time that all took so far (the "
     "default), or a random one (see --seed).",
     .group = "Options"},
    {0},
};

/* Options of heddle test that have a meaning for one run. */
static const char *const shared_options[] = {
    "all",          "full-stacks", "seed",       "volatile",        "checks",   "keep-going",
    "faults",       "stdout",      "fds",        "programs",        "max-time", "max-memory",
    "max-timeouts", "max-steps",   "max-sleeps", "max-signals",     "entry",    "plugin",
    "env",          "stdin",       "files",      "symbolic",        "sym-arg",  "sym-args",
    "sym-stdin",    "sym-files",   "sym-stdout", "no-optimisation", "cache",    "out",
    "suppressions", "quiet",       NULL};

const Option *command_run_options(void) {
    static Option all[ARRAY_LEN(shared_options) + ARRAY_LEN(more_options)];
    if (all[0].name) return all;
    size_t n = 0;
    for (const Option *o = more_options; o->name; o++) all[n++] = *o;
    for (const Option *o = test_options; o->name; o++) {
        if (!is_one_of(o->name, shared_options)) continue;
        all[n] = *o;
        if (!strcmp(o->name, "out"))
            all[n].help =
                "Write findings as tests to this folder, for heddle replay (default: write none).";
        if (!strcmp(o->name, "stdin"))
            all[n].help = "File that the program reads as standard input (default: the standard "
                          "input of heddle, "
                          "unless that is a terminal).";
        if (!strcmp(o->name, "seed")) all[n].help = "Seed of --schedule=random.";
        if (!strcmp(o->name, "max-steps"))
            all[n].help = "Let each thread do at most N visible operations (default: 268435456).";
        if (!strcmp(o->name, "max-timeouts"))
            all[n].help =
                "Let each thread run out of time in at most N system calls (default: no limit).";
        if (!strcmp(o->name, "max-signals"))
            all[n].help = "Let each timer expire at most N times: 0 for none (default: unlimited).";
        n++;
    }
    return all;
}

static void run_help(void) {
    puts("usage: heddle run [OPTIONS] PROGRAM... [-- ARGUMENTS]\n"
         "\n"
         "Runs the program once in the engine, with all checks of heddle test. Its output goes "
         "directly to\n"
         "standard output and standard error. Standard input is read to its end before the program "
         "starts.\n"
         "The exit status is the program's. PROGRAM is a file that heddle test takes.\n");
    options_help(command_run_options(), stdout);
    puts("\nC compiler options are treated as by heddle test.\n"
         "\n"
         "Exit status: that of the program; 1 a bug was found (reported on standard error), 2 bad "
         "usage or\n"
         "input, 3 the run did not reach its end because of a limit or an unsupported feature "
         "(reported on\n"
         "standard error), 4 internal error.");
}

static void pass_output(void *context, unsigned descriptor, const uint8_t *bytes, size_t n) {
    bool *failed = context;
    for (size_t done = 0; done < n && !*failed;) {
        ssize_t k = write(descriptor == 2 ? 2 : 1, bytes + done, n - done);
        if (k > 0) done += (size_t)k;
        if (k < 0 && errno != EINTR) {
            cli_error("cannot write to standard output: %s", strerror(errno));
            *failed = true;
        }
    }
}

/* Copies the standard input to a file, since findings are executed again. s->stdin_path is set to
 * it; it stays NULL if there is no input to read. False after an error message. */
static bool keep_input(TestSettings *s) {
    if (s->stdin_path || isatty(0)) return true;
    const char *folder = *s->out ? s->out : cli_temp_dir();
    if (!folder) return false;
    const char *path = joined(s->made, folder, "/stdin");
    FILE *to = fopen(path, "wb");
    char bytes[65536];
    ssize_t n = 0;
    bool fine = to;
    while (fine && ((n = read(0, bytes, sizeof bytes)) > 0 || (n < 0 && errno == EINTR)))
        fine = n < 0 || fwrite(bytes, 1, (size_t)n, to) == (size_t)n;
    /* A closed input is one without bytes. */
    if (n < 0 && errno != EBADF && errno != EISDIR) fine = false;
    if (to && fclose(to) != 0) fine = false;
    if (!fine) cli_error("cannot copy standard input to %s: %s", path, strerror(errno));
    s->stdin_path = path;
    return fine;
}

static bool run_on_found(void *context, Finding *f) { return test_run_tell(context, f); }

static bool run_command_on_interrupted(void *context) {
    (void)context;
    return cli_interrupted();
}

/* Reports why the run did not show everything that the program does. */
static void tell_reasons(const TestRun *r, const CampaignResult *result) {
    for (size_t k = 0; k < result->nincomplete; k++)
        cli_error("the run is not complete because: %s", result->incomplete[k]);
    for (size_t k = 0; k < r->incomplete.len; k++)
        cli_error("the run is not complete because: %s", r->incomplete.data[k]);
    if (strcmp(result->halt_reason, "traces") != 0 && strcmp(result->halt_reason, "finished") != 0)
        cli_error("the run was stopped: %s", result->halt_reason);
    else if (!r->found && !result->exited && !result->nincomplete && !r->incomplete.len)
        cli_error("the run did not reach the end of the program");
}

/* Reports what the run did not do as a machine does. What else its verdict rests on is about other
 * runs. */
static void tell_deviations(const CampaignResult *result) {
    for (size_t k = 0; k < result->ndeviations; k++)
        cli_error("warning: %s", result->deviations[k]);
}

static int run_execute(TestRun *r, const Program *program) {
    CampaignOptions o;
    bool failed = false;
    if (!cli_campaign_options(r->build, NULL, &o)) return STATUS_USAGE;
    o.explore = r->settings->explore;
    o.output = pass_output;
    o.output_context = &failed;
    o.random_schedule = !strcmp(((const RunWords *)r->settings)->schedule, "random");
    CampaignCallbacks callbacks = {.context = r,
                                   .found = run_on_found,
                                   .suppressed = test_run_is_suppressed,
                                   .interrupted = run_command_on_interrupted};
    CampaignResult *result = campaign_run(program, &o, &callbacks);
    int status = STATUS_LIMIT;
    if (result->internal_error) {
        cli_error("internal error: %s", result->internal_error);
        status = STATUS_INTERNAL;
    } else if (r->found) {
        status = STATUS_FOUND;
    } else if (result->exited && !result->nincomplete && !r->incomplete.len) {
        status = failed ? STATUS_USAGE : result->exit_status & 0xff;
    }
    if (status == STATUS_LIMIT || status == STATUS_FOUND) tell_reasons(r, result);
    if (!r->settings->quiet) tell_deviations(result);
    campaign_result_free(result);
    cli_campaign_options_free(&o);
    return status;
}

/* Adds a setting that only a single run needs. */
static void add_setting(TestBuild *b, const char *setting) {
    b->system = xrealloc(b->system, (b->nsystem + 1) * sizeof *b->system);
    b->system[b->nsystem++] = xstrdup(setting);
}

static int run_files(RunWords *w, const StringList *files, const StringList *arguments) {
    TestSettings *s = &w->test;
    TestRun r;
    int status = STATUS_USAGE;
    if (!test_run_begin(&r, s) || (*s->out && !test_run_folder(s->out)) || !keep_input(s)) {
        test_run_end(&r);
        return status;
    }
    if (*s->out) test_run_remove_old(s->out);
    TestBuild build;
    test_settings_build(&build, s, &r.checks, files, arguments);
    if (!s->quiet) warn_of_unseen_files(s, arguments);
    add_setting(&build, "waits=woken");
    add_setting(&build, "time=real");
    if (strcmp(w->schedule, "random")) add_setting(&build, "signals=main");
    r.build = &build;
    cli_catch_signals();
    char *cache = cli_cache_folder(s->cache);
    Program *program = cli_load_program(&build, cache);
    free(cache);
    if (program) status = run_execute(&r, program);
    program_free(program);
    test_build_clear(&build);
    test_run_end(&r);
    return status;
}

static int run_with_words(RunWords *w, const CommandWords *words) {
    if (!test_run_settings(&w->test)) return STATUS_USAGE;
    if (words->positional.len) return run_files(w, &words->positional, &words->trailing);
    cli_error("no program to run given (see heddle run --help)");
    return STATUS_USAGE;
}

int command_run(int argc, char **argv) {
    RunWords w = {.test = test_settings_usual(), .schedule = "fair"};
    OptionParser parser = {.command = "run",
                           .table = command_run_options(),
                           .other = test_other_option,
                           .trailing = true};
    CommandWords words = {0};
    int status;
    TestSettings *s = &w.test;
    s->out = "";
    s->max_steps = STEPS_USUAL;
    s->max_timeouts = 0;
    s->max_signals = OPTION_UNLIMITED;
    s->hunt = s->cutoffs = "off";
    s->explore.strategy = single_strategy.name;
    s->explore.max_traces = 1;
    if (cli_parse(&parser, run_help, argc, argv, &w, &words, &status))
        status = run_with_words(&w, &words);
    command_words_clear(&words);
    test_settings_clear(s);
    return status;
}
