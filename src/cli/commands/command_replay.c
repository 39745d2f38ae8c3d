/*
 * command_replay.c — heddle replay: builds the program of a test again and runs it on the
 * test's inputs and schedule. Each step is printed if asked. A
 * test in the format of KLEE has inputs only: the program comes from the command line.
 */
#include "cli/commands/test/test_run.h"
#include "cli/commands/klee/klee_options.h"
#include "cli/commands/native/native_replay.h"
#include "cli/commands/opened_test.h"
#include "cli/words.h"
#include "report/test_file/ktest.h"
#include "report/text.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct ReplaySettings {
    bool force, trace, quiet, full_stacks;
    bool native, gdb, rr, valgrind;
    const char *keep;
    const char *cache;
} ReplaySettings;

typedef struct ReplayWords {
    TestSettings
        test; /* of a ktest file; comes first, since its options are those of heddle test */
    ReplaySettings own;
} ReplayWords;

#define AT(field) offsetof(ReplayWords, own.field)

static const Option options[] = {
    {"trace", 0, OPTION_FLAG, AT(trace),
     .help = "Print each step of a thread before its execution.", .group = "Options"},
    {"force", 0, OPTION_FLAG, AT(force),
     .help = "Replay even if the program has changed since the test was written."},
    {"cache", 0, OPTION_STRING, AT(cache), "DIR|off",
     .help = "Folder that caches loaded programs, so that loading one again is fast (default: "
             "heddle in "
             "$XDG_CACHE_HOME or ~/.cache); off: no cache. The folder may be deleted at any time."},
    {"full-stacks", 0, OPTION_FLAG, AT(full_stacks), .help = "Show calls inside libraries, too."},
    {"quiet", 'q', OPTION_FLAG, AT(quiet), .help = "Print only the program's output and errors."},
    {"native", 0, OPTION_FLAG, AT(native),
     .help = "Run the test in a normal process: the program is compiled to machine code, whose "
             "threads take turns by the schedule. Its system calls are real.",
     .group = "In a normal process"},
    {"gdb", 0, OPTION_FLAG, AT(gdb), .help = "The same under gdb."},
    {"rr", 0, OPTION_FLAG, AT(rr), .help = "The same, recorded by rr."},
    {"valgrind", 0, OPTION_FLAG, AT(valgrind), .help = "The same under valgrind."},
    {"keep", 0, OPTION_STRING, AT(keep), "FILE", .help = "Leave the executable in FILE."},
    {0},
};

/* Options of heddle test that have a meaning for a ktest file. */
static const char *const ktest_options[] = {
    "interleave", "volatile",   "checks",          "faults",  "stdout",   "fds",
    "programs",   "max-time",   "max-steps",       "entry",   "plugin",   "env",
    "stdin",      "files",      "symbolic",        "sym-arg", "sym-args", "sym-stdin",
    "sym-files",  "sym-stdout", "no-optimisation", NULL};

const Option *command_replay_options(void) {
    static Option all[ARRAY_LEN(options) + ARRAY_LEN(ktest_options)];
    if (all[0].name) return all;
    size_t n = 0;
    for (const Option *o = options; o->name; o++) all[n++] = *o;
    for (const Option *o = test_options; o->name; o++) {
        if (!is_one_of(o->name, ktest_options)) continue;
        all[n] = *o;
        all[n].group = n + 1 == ARRAY_LEN(options) ? "The program of a ktest file" : NULL;
        n++;
    }
    return all;
}

static void replay_help(void) {
    puts("usage: heddle replay [OPTIONS] TEST\n"
         "       heddle replay [OPTIONS] TEST.ktest FILE... [-- ARGUMENTS]\n"
         "\n"
         "Runs a test that heddle test wrote: the same program on the same inputs with the same "
         "schedule. "
         "The\n"
         "output of the program goes to standard output, what was found to standard error.\n"
         "\n"
         "A test in KLEE's format has inputs and arguments only: FILE... is the program, as for "
         "heddle test,\n"
         "and its threads take turns.");
    options_help(command_replay_options(), stdout);
    puts("\nExit status: 1 the finding occurred again, 0 it did not (as for the test of a path), 2 "
         "bad usage or input (also: "
         "the program "
         "has\n"
         "changed), 4 the run left the schedule.");
}

typedef struct ReplaySession {
    const ReplaySettings *settings;
    const Finding *finding; /* of the test */
    TextStyle style;
    bool given_up;
    size_t thread_width, steps;
} ReplaySession;

static bool on_step(void *context, size_t number, const ScheduleStep *s) {
    ReplaySession *r = context;
    (void)number; /* steps are counted from 1 here, as in heddle show */
    r->steps++;
    if (!r->settings->trace) return true;
    char *what = text_step(r->finding, s), *place = text_place(&s->place),
         *thread = text_thread(r->finding, s->thread);
    r->thread_width = MAX(r->thread_width, strlen(thread));
    fprintf(stderr, "%5zu  %-*s  %s  at %s%s%s\n", r->steps, (int)r->thread_width, thread, what,
            place, s->place.function && *s->place.function ? " in " : "",
            s->place.function ? s->place.function : "");
    free(what);
    free(place);
    free(thread);
    return true;
}

static bool replay_on_interrupted(void *context) {
    ReplaySession *r = context;
    r->given_up |= cli_interrupted();
    return r->given_up;
}

/* Reports the end of a path, which had no finding before. */
static int tell_path(const ReplaySession *r, const ReplayResult *result) {
    if (result->finding) {
        if (!r->settings->quiet) text_finding(stderr, &r->style, result->finding, NULL);
        cli_error(result->steps_beyond ? "the path goes on to this finding behind the test's end"
                                       : "the path has a finding");
        return STATUS_FOUND;
    }
    if (r->settings->quiet) return STATUS_NOTHING;
    char *steps = text_count(result->steps, "step", "steps");
    if (result->exited)
        fprintf(stderr, "heddle: the program ended with exit status %d, without a finding (%s)\n",
                result->exit_status & 0xff, steps);
    else
        fprintf(stderr, "heddle: the path ended without a finding (%s)\n", steps);
    free(steps);
    return STATUS_NOTHING;
}

static int tell_replay(const ReplaySession *r, Test *test, const ReplayResult *result) {
    bool quiet = r->settings->quiet;
    if (result->output) fwrite(result->output, 1, result->output_len, stdout);
    fflush(stdout);
    if (r->given_up) {
        cli_error("stopped by the user after %llu steps", (unsigned long long)result->steps);
        return STATUS_LIMIT;
    }
    if (result->divergence) {
        cli_error("the run left the schedule of the test: %s", result->divergence);
        return STATUS_INTERNAL;
    }
    if (finding_is_path(test->finding)) return tell_path(r, result);
    if (result->reproduced) {
        if (!quiet) {
            finding_take_accesses(result->finding, test->finding);
            text_finding(stderr, &r->style, result->finding ? result->finding : test->finding,
                         NULL);
            fprintf(stderr, "heddle: the finding occurred again (%llu steps)\n",
                    (unsigned long long)result->steps);
        }
        return STATUS_FOUND;
    }
    if (result->finding) {
        if (!quiet) text_finding(stderr, &r->style, result->finding, NULL);
        cli_error("a finding other than the test's occurred (the test's is %s: %s)",
                  test->finding->kind, test->finding->message);
        return STATUS_FOUND;
    }
    if (!quiet)
        fprintf(stderr,
                "heddle: the finding did not occur; the program ended with exit status %d (%llu "
                "steps)\n",
                result->exit_status, (unsigned long long)result->steps);
    return STATUS_NOTHING;
}

/* Runs a test on its program, and reports how that ended. */
static int follow_test(const ReplaySettings *s, Test *test, const Program *program) {
    ReplaySession r = {.settings = s, .finding = test->finding, .style = text_style(stderr)};
    r.style.full_stacks = s->full_stacks;
    CampaignOptions o;
    if (!cli_campaign_options(&test->build, NULL, &o)) return STATUS_USAGE;
    const char *tool = s->gdb ? "gdb" : s->rr ? "rr" : s->valgrind ? "valgrind" : NULL;
    if (s->native || tool || s->keep) {
        NativeSettings native = {.tool = tool, .keep = s->keep, .quiet = s->quiet};
        int status = native_replay(&native, test, program, &o);
        cli_campaign_options_free(&o);
        return status;
    }
    ReplayCallbacks callbacks = {
        .context = &r, .step = on_step, .interrupted = replay_on_interrupted};
    ReplayResult *result = campaign_replay(program, &o, test->finding, &callbacks);
    int status = tell_replay(&r, test, result);
    replay_result_free(result);
    cli_campaign_options_free(&o);
    return status;
}

static int replay(void *settings, const char *path) {
    const ReplaySettings *s = &((const ReplayWords *)settings)->own;
    char *error;
    OpenedTest o;
    int status = STATUS_USAGE;
    cli_catch_signals();
    if (!opened_test_begin(&o, path, s->cache, &error)) {
        if (error) cli_error("%s", error);
        free(error);
    } else if (o.changed && !s->force) {
        cli_error(
            "%s: the program has changed since this test was written (hash %016llx, then %016llx); "
            "use --force to replay it anyway",
            path, (unsigned long long)o.program->hash,
            (unsigned long long)o.test->finding->program_hash);
    } else {
        if (o.changed && !s->quiet)
            fprintf(stderr,
                    "heddle: warning: the program has changed since this test was written\n");
        status = follow_test(s, o.test, o.program);
    }
    opened_test_clear(&o);
    return status;
}

/* --- tests in the format of KLEE --- */

/* Runs the program of the files on the inputs of a ktest file. Its arguments are those given, else
 * those of the file. */
static int replay_ktest(ReplayWords *w, Ktest *k, const StringList *files,
                        const StringList *given) {
    TestRun r;
    StringList arguments = {0};
    if (!given->len && k->narguments)
        klee_take_arguments(&w->test, k->arguments + 1, k->narguments - 1, &arguments);
    bool fine = test_run_settings(&w->test);
    if (fine && !test_run_begin(&r, &w->test)) {
        test_run_end(&r);
        fine = false;
    }
    if (!fine) {
        vec_free(&arguments);
        return STATUS_USAGE;
    }
    Test test = {.finding = k->path};
    test_settings_build(&test.build, &w->test, &r.checks, files, given->len ? given : &arguments);
    cli_catch_signals();
    char *cache = cli_cache_folder(w->own.cache);
    Program *program = cli_load_program(&test.build, cache);
    free(cache);
    if (program) k->path->program_hash = program->hash;
    int status = program ? follow_test(&w->own, &test, program) : STATUS_USAGE;
    program_free(program);
    test_build_clear(&test.build);
    vec_free(&arguments);
    test_run_end(&r);
    return status;
}

static int replay_ktest_words(ReplayWords *w, const CommandWords *words) {
    const char *path = words->positional.data[0];
    StringList files = {words->positional.data + 1, words->positional.len - 1, 0};
    char *error = NULL;
    Ktest *k = ktest_read(path, &error);
    int status = STATUS_USAGE;
    if (!k) {
        cli_error("%s", error);
        free(error);
    } else if (!files.len) {
        cli_error("%s: a ktest file does not say which program it is of; give its files behind it",
                  path);
    } else {
        status = replay_ktest(w, k, &files, &words->trailing);
    }
    ktest_free(k);
    return status;
}

static int command_replay_ktest(ReplayWords *w, int argc, char **argv) {
    OptionParser parser = {.command = "replay",
                           .table = command_replay_options(),
                           .other = test_other_option,
                           .trailing = true};
    CommandWords words = {0};
    int status;
    if (cli_parse(&parser, replay_help, argc, argv, w, &words, &status)) {
        w->test.quiet = w->own.quiet;
        status = replay_ktest_words(w, &words);
    }
    command_words_clear(&words);
    return status;
}

int command_replay(int argc, char **argv) {
    ReplayWords w = {.test = test_settings_usual()};
    static const OneFileCommand command = {"replay", "one test", options, replay_help, replay};
    int first = 1;
    while (first < argc && *argv[first] == '-') first++;
    bool is_ktest = first < argc && ktest_is(argv[first]);
    int status =
        is_ktest ? command_replay_ktest(&w, argc, argv) : cli_one_file(&command, argc, argv, &w);
    test_settings_clear(&w.test);
    return status;
}
