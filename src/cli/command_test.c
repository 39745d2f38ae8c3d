/*
 * command_test.c — heddle test: from the command line to one campaign, and from its findings to test files,
 * diagnostics and a summary.
 */
#include "cli/cli.h"
#include "cli/words.h"
#include "report/coverage.h"
#include "report/progress.h"
#include "report/summary.h"
#include "report/suppress.h"
#include "report/text.h"
#include "solver/solver.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct TestSettings {
    const char *strategy, *interleave, *cutoffs, *alternatives, *search, *solver, *stdout_mode, *fds, *files,
        *tests, *format;
    const char *checks, *entry, *out, *summary, *suppressions, *stdin_path, *dump_code;
    double max_time;
    uint64_t max_memory, max_traces, seed, solver_timeout, jobs, faults, max_timeouts, max_sleeps, max_steps;
    unsigned degree; /* of alternatives; 0: optimal */
    bool spurious;
    bool stop_at_first, exact_counts, quiet, echo_output, exit_status, no_optimisation;
    StringList environment, symbolic;
    StringList compiler; /* filled by the hook */
    Arena *made;
} TestSettings;

#define AT(field) offsetof(TestSettings, field)

static const Option options[] = {
    {"strategy", 0, OPTION_CHOICE, AT(strategy), "NAME", NULL,
     "unfold|contextual|dpor|interference|sequential|por|dfs|random", strategy_names, 0,
     "How to explore: por (unfolding and partial-order reduction, the default), dfs (every interleaving), "
     "random.",
     "Exploration"},
    {"interleave", 0, OPTION_CHOICE, AT(interleave), NULL, "sync|memory", NULL, NULL, 0,
     "What threads may be interleaved at: synchronisation (the default; unsynchronised accesses are data "
     "races) or every access to shared memory."},
    {"stop-at-first", 0, OPTION_FLAG, AT(stop_at_first), .help = "Stop at the first bug."},
    {"checks", 0, OPTION_STRING, AT(checks), "LIST",
     .help = "Checks to switch on or, as no-NAME, off, with commas between: assertion, memory, race, "
             "deadlock, api, abort, arithmetic, hang, "
             "unreachable (on by default), overflow (signed), leak. none and all are the empty and the full "
             "set."},
    {"seed", 0, OPTION_COUNT, AT(seed), "N", .help = "Seed of the random strategy and of --search=random."},
    {"solver", 0, OPTION_CHOICE, AT(solver), NULL, NULL, NULL, solver_names, 0, "The constraint solver."},
    {"cutoffs", 0, OPTION_CHOICE, AT(cutoffs), NULL, "on|off", NULL, NULL, 0,
     "por: whether a thread stops where it leads to a state that a smaller history led to before (the "
     "default; "
     "programs without end over finitely many states are then explored completely)."},
    {"alternatives", 0, OPTION_STRING, AT(alternatives), "K|optimal",
     .help = "por: how many explored events an alternative must exclude for certain (default: 2; more cost "
             "more to "
             "find and lead to fewer redundant runs, optimal to none)."},
    {"spurious-wakeups", 0, OPTION_FLAG, AT(spurious),
     .help = "Let waits on condition variables also return without a notification."},
    {"search", 0, OPTION_CHOICE, AT(search), NULL, "dfs|bfs|random|coverage", NULL, NULL, 0,
     "Which part of the exploration comes next: depth first (the default, and the fastest), breadth first, "
     "at random "
     "(see --seed), or what follows runs that executed new code. All of it is explored in any order."},
    {"bound", 0, OPTION_LATER, 0, "K"},
    {"jobs", 'j', OPTION_COUNT, AT(jobs), "N", .positive = true, .max = 64,
     .help = "Number of workers that explore together (default: 1)."},
    {"faults", 0, OPTION_COUNT, AT(faults), "N", .max = 1u << 20,
     .help = "Let up to N system calls and allocations of a run fail, each a choice (default: 0).",
     .setting = 4},
    {"stdout", 0, OPTION_CHOICE, AT(stdout_mode), NULL, "independent|ordered", NULL, NULL, 0,
     "Whether the order of writes to the standard output and error of different threads counts (default: "
     "no).",
     .setting = 3, .usual = "independent"},
    {"fds", 0, OPTION_CHOICE, AT(fds), NULL, "posix|per-thread", NULL, NULL, 0,
     "How file descriptors are numbered: the lowest free one (the default; threads that open or close files "
     "depend on "
     "each other), or by thread.",
     .setting = 2, .usual = "posix"},

    {"max-time", 0, OPTION_SECONDS, AT(max_time), "SECONDS", .positive = true,
     .help = "Stop after this time.", .group = "Limits"},
    {"max-memory", 0, OPTION_COUNT, AT(max_memory), "MIB", .positive = true, .max = 1u << 30,
     .help = "Stop when this much memory is used (default: half of the machine's)."},
    {"max-traces", 0, OPTION_COUNT, AT(max_traces), "N", .positive = true,
     .help = "Stop after this number of complete runs."},
    {"max-timeouts", 0, OPTION_COUNT, AT(max_timeouts), "N", .max = 1u << 20,
     .help = "Let each thread run out of time in at most N system calls of a run (poll, epoll_wait, …; "
             "default: 3; 0: no "
             "limit).",
     .setting = 5},
    {"max-steps", 0, OPTION_COUNT, AT(max_steps), "N", .positive = true, .max = 1u << 28,
     .help = "Let each thread do at most N visible operations in a run (default: 20000).", .setting = 7},
    {"max-sleeps", 0, OPTION_COUNT, AT(max_sleeps), "N", .positive = true, .max = 1u << 20,
     .help = "Let each thread sleep at most N times in a run: for loops that poll (default: no limit).",
     .setting = 6},
    {"solver-timeout", 0, OPTION_COUNT, AT(solver_timeout), "MS", .max = 1u << 31,
     .help = "Limit of one solver query, in steps that take about so many milliseconds on an idle machine "
             "(default: "
             "10000; 0: none)."},

    {"entry", 0, OPTION_STRING, AT(entry), "FUNCTION", .help = "Start here instead of at main.",
     .group = "The program under test"},
    {"env", 0, OPTION_STRINGS, AT(environment), "NAME=VALUE",
     .help = "Put a variable into the program's environment, which is empty otherwise. May be repeated."},
    {"stdin", 0, OPTION_STRING, AT(stdin_path), "FILE",
     .help = "What the program reads from its standard input (default: nothing)."},
    {"files", 0, OPTION_STRING, AT(files), "DIR",
     .help = "The folder that the program sees as its root; what it changes stays in its own state (default: "
             "an empty one).",
     .setting = 1},
    {"symbolic", 0, OPTION_STRINGS, AT(symbolic), "WHAT:SIZE[@OFFSET]",
     .help = "Make SIZE bytes of the program's data an input: of stdin, argN (its N-th argument), env:NAME, "
             "file:PATH. What "
             "--stdin and --files give stays around them. May be repeated.",
     .setting = 8},
    {"no-optimisation", 0, OPTION_FLAG, AT(no_optimisation),
     .help = "TestRun the code as compiled, without the optimisation of registers."},

    {"out", 0, OPTION_STRING, AT(out), "DIR",
     .help = "Folder for the tests (default heddle-out/). Tests of an earlier run in it are replaced.",
     .group = "Output"},
    {"summary", 0, OPTION_STRING, AT(summary), "FILE", .help = "Write a JSON summary."},
    {"exact-counts", 0, OPTION_FLAG, AT(exact_counts),
     .help = "Count all distinct events one by one, for 16 bytes each; without it, from a million on, by a "
             "sample."},
    {"suppressions", 0, OPTION_STRING, AT(suppressions), "FILE",
     .help = "Findings not to tell: a line kind:function-or-file[:line] each, with shell patterns; # begins "
             "a comment."},
    {"quiet", 'q', OPTION_FLAG, AT(quiet), .help = "Tell findings and errors only."},
    {"echo-output", 0, OPTION_FLAG, AT(echo_output),
     .help = "Print what the program wrote in the last complete run, and its exit status."},
    {"exit-status", 0, OPTION_FLAG, AT(exit_status),
     .help = "With --echo-output: where nothing was found and the exploration is complete, exit as the "
             "program did."},
    {"tests", 0, OPTION_CHOICE, AT(tests), NULL, "bugs", "all|new-coverage", NULL, 0,
     "Which tests to write."},
    {"format", 0, OPTION_CHOICE, AT(format), NULL, "json", "ktest", NULL, 0, "Format of the tests."},
    {"dump-code", 0, OPTION_OPTIONAL, AT(dump_code), "FUNCTION",
     .help = "Print the decoded code of the program (or one function) and exit."},
    {0},
};

const Option *command_test_options(void) { return options; }

static int other_option(void *settings, int argc, char **argv, int *i, char **error) {
    TestSettings *s = settings;
    return compiler_option(argc, argv, i, &s->compiler, s->made, error);
}

static void help(void) {
    puts("usage: heddle test [OPTIONS] FILE... [-- ARGUMENTS]\n"
         "\n"
         "Explores the program made of the FILEs (C sources .c, preprocessed C .i, LLVM 19 bitcode .bc or\n"
         "assembly .ll): all its thread schedules, and all values of the inputs it marks as symbolic. Every\n"
         "failed assertion, memory error, deadlock, data race or misuse of a library call is told once and\n"
         "written as a test that heddle replay runs again. ARGUMENTS are the program's own.");
    options_help(options, stdout);
    puts(
        "\nOptions of the C compiler: -I -D -U -include -isystem -std= and those that change the meaning of\n"
        "the program are passed on; -O -g -W -l -L -pthread and the like are accepted and ignored.\n"
        "--include=DIR and --define=MACRO are -I and -D.\n"
        "\n"
        "Exit status: 0 explored completely and nothing found, 1 something found, 2 bad usage or input,\n"
        "3 stopped at a limit and nothing found, 4 internal error.");
}

/* --- telling --- */

typedef struct TestRun {
    const TestSettings *settings;
    const TestBuild *build;
    Checks checks;
    Suppressions *suppressions;
    TextStyle style;
    Progress progress;
    uint64_t found, suppressed;
    StringList incomplete;
    Arena *arena;
    bool write_failed;
} TestRun;

static const char *shell_quoted(Arena *arena, const char *s) {
    if (*s &&
        strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:,@%") == strlen(s))
        return s;
    StrBuf b = {0};
    str_addc(&b, '\'');
    for (; *s; s++) {
        if (*s == '\'')
            str_add(&b, "'\\''");
        else
            str_addc(&b, *s);
    }
    str_addc(&b, '\'');
    char *out = arena_strdup(arena, b.data);
    vec_free(&b);
    return out;
}

static bool on_found(void *context, Finding *f) {
    TestRun *r = context;
    /* What the engine cannot execute is no bug of the program: it makes the exploration incomplete. */
    if (!strcmp(f->kind, "unsupported")) {
        char *place = text_place(&f->place);
        progress_clear(&r->progress);
        if (!r->settings->quiet) fprintf(stderr, "%s: warning: not supported: %s\n", place, f->message);
        free(place);
        return false;
    }
    bool off = !checks_tell(&r->checks, f->kind);
    if (off || (r->suppressions && suppressions_match(r->suppressions, f))) {
        r->suppressed++;
        /* What the thread would have done afterwards was not explored, and nobody is told why. An abort that
         * is no error is an end of the process like others. */
        if (finding_stops(f) && !(off && !strcmp(f->kind, "abort"))) {
            char *place = text_place(&f->place),
                 *text = xasprintf(
                     "a run ended at an error that is not told (%s at %s: suppressed, or its check is off)",
                     f->kind, place);
            vec_push(&r->incomplete, arena_strdup(r->arena, text));
            free(text);
            free(place);
        }
        return false;
    }
    r->found++;
    char *path = xasprintf("%s%s%04llu-%s.test.json", r->settings->out,
                           r->settings->out[strlen(r->settings->out) - 1] == '/' ? "" : "/",
                           (unsigned long long)r->found, f->kind);
    char *error = NULL;
    progress_clear(&r->progress);
    if (test_write(path, r->build, f, &error)) {
        free(f->test);
        f->test = path;
        char *advice = xasprintf("replay with: heddle replay %s", shell_quoted(r->arena, path));
        text_finding(stderr, &r->style, f, advice);
        free(advice);
    } else {
        text_finding(stderr, &r->style, f, NULL);
        cli_error("the test was not written: %s", error);
        r->write_failed = true;
        free(error);
        free(path);
    }
    return true;
}

static void on_progress(void *context, const CampaignStats *stats, size_t findings) {
    TestRun *r = context;
    (void)findings; /* the campaign also counts what was suppressed */
    progress_show(&r->progress, stats, (size_t)r->found);
}

static bool on_interrupted(void *context) {
    (void)context;
    return cli_interrupted();
}

/* --- the output folder --- */

static bool make_folders(const char *path) {
    char *copy = xstrdup(path);
    for (char *s = copy + 1; *s; s++)
        if (*s == '/' && s[1]) {
            *s = 0;
            mkdir(copy, 0777);
            *s = '/';
        }
    bool fine = mkdir(copy, 0777) == 0 || errno == EEXIST;
    int e = errno;
    free(copy);
    struct stat st;
    if (fine && stat(path, &st) == 0 && !S_ISDIR(st.st_mode)) {
        cli_error("%s: not a folder", path);
        return false;
    }
    if (!fine || access(path, W_OK | X_OK) != 0) {
        cli_error("%s: cannot write tests there: %s", path, strerror(fine ? errno : e));
        return false;
    }
    return true;
}

/* Whether a name is one that we give to tests: NNNN-kind.test.json. */
static bool test_name(const char *s) {
    const char *p = s;
    while (isdigit((unsigned char)*p)) p++;
    if (p - s < 4 || *p != '-') return false;
    const char *kind = ++p;
    while (islower((unsigned char)*p)) p++;
    return p > kind && !strcmp(p, ".test.json");
}

static void remove_old_tests(const char *path) {
    DIR *d = opendir(path);
    if (!d) return;
    int folder = dirfd(d);
    for (struct dirent *e; folder >= 0 && (e = readdir(d));)
        if (test_name(e->d_name)) unlinkat(folder, e->d_name, 0);
    closedir(d);
}

/* --- the command --- */

static char **copy_list(const char *const *data, size_t n) {
    char **out = xcalloc(n + 1, sizeof *out);
    for (size_t i = 0; i < n; i++) out[i] = xstrdup(data[i]);
    return out;
}

/* The program's own name, as argv[0]: the first file's without folder and suffix. */
static char *program_name(const char *file) {
    const char *slash = strrchr(file, '/');
    char *name = xstrdup(slash ? slash + 1 : file);
    char *dot = strrchr(name, '.');
    if (dot && dot != name) *dot = 0;
    return name;
}

/* Appends the settings of one option, where they are not the usual ones. */
static void add_settings(StringList *all, const Option *o, const TestSettings *s) {
    const void *at = (const char *)s + o->offset;
    if (o->type == OPTION_STRINGS) {
        const StringList *list = at;
        for (size_t k = 0; k < list->len; k++) vec_push(all, xasprintf("%s=%s", o->name, list->data[k]));
    } else if (o->type == OPTION_COUNT) {
        uint64_t n = *(const uint64_t *)at;
        if (n) vec_push(all, xasprintf("%s=%llu", o->name, (unsigned long long)n));
    } else {
        const char *value = *(const char *const *)at;
        if (value && !(o->usual && !strcmp(value, o->usual)))
            vec_push(all, xasprintf("%s=%s", o->name, value));
    }
}

/* The settings of the system that are not the usual ones. */
static void fill_system(TestBuild *b, const TestSettings *s) {
    StringList all = {0};
    for (unsigned place = 1;; place++) {
        const Option *o = options;
        while (o->name && o->setting != place) o++;
        if (!o->name) break;
        add_settings(&all, o, s);
    }
    b->system = (char **)all.data;
    b->nsystem = all.len;
}

static void fill_build(TestBuild *b, const TestSettings *s, const Checks *checks, const StringList *files,
                       const StringList *arguments) {
    *b = (TestBuild){
        .directory = realpath(".", NULL),
        .files = copy_list(files->data, files->len),
        .nfiles = files->len,
        .compiler = copy_list(s->compiler.data, s->compiler.len),
        .ncompiler = s->compiler.len,
        .entry = xstrdup(s->entry ? s->entry : "main"),
        .no_optimisation = s->no_optimisation,
        .interleave = xstrdup(s->interleave),
        .strategy = xstrdup(s->strategy),
        .check_overflow = checks->overflow,
        .check_leak = checks->leak,
        .check_race = checks->race_given ? checks->race : !strcmp(s->interleave, "sync"),
        .spurious_wakeups = s->spurious,
        .arguments = xcalloc(arguments->len + 2, sizeof(char *)),
        .narguments = arguments->len + 1,
        .environment = copy_list(s->environment.data, s->environment.len),
        .nenvironment = s->environment.len,
        .stdin_path = s->stdin_path ? xstrdup(s->stdin_path) : NULL,
    };
    fill_system(b, s);
    b->arguments[0] = program_name(files->data[0]);
    for (size_t i = 0; i < arguments->len; i++) b->arguments[i + 1] = xstrdup(arguments->data[i]);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Functions that the program uses and nobody defines, in alphabetical order. A large program need not call
 * all that it refers to: calling one ends the thread. */
static void list_missing(const Program *p, StringList *missing) {
    for (uint32_t k = 0; k < p->nfunctions; k++)
        if (!p->functions[k].code && !p->functions[k].builtin && !p->functions[k].library)
            vec_push(missing, p->functions[k].name);
    if (missing->len) qsort(missing->data, missing->len, sizeof *missing->data, compare_names);
}

static void note_missing(const StringList *missing) {
    if (!missing->len) return;
    fprintf(stderr, "heddle: note: %s defined nowhere:",
            missing->len == 1 ? "a function that the program uses is"
                              : "functions that the program uses are");
    for (size_t k = 0; k < missing->len; k++) fprintf(stderr, "%s %s", k ? "," : "", missing->data[k]);
    fputc('\n', stderr);
}

/* What was executed, beside the tests: heddle cover reads it. */
static bool keep_coverage(const TestRun *r, const Program *program, const CampaignResult *result) {
    char *resource = cli_resource_dir(), *headers = xasprintf("%s/include/", resource ? resource : ""),
         *error = NULL;
    char *path = xasprintf("%s/" COVERAGE_FILE, r->settings->out);
    Coverage *c = coverage_of(program, result->cover, r->build->directory, headers);
    bool fine = coverage_write(path, c, &error);
    if (!fine) cli_error("the coverage was not written: %s", error);
    coverage_free(c);
    free(error);
    free(path);
    free(headers);
    free(resource);
    return fine;
}

/* The settings of the campaign that are none of the program's. */
static void limit_campaign(CampaignOptions *o, const TestSettings *s) {
    o->max_time = s->max_time;
    o->max_memory = s->max_memory << 20;
    o->max_traces = s->max_traces;
    o->stop_at_first = s->stop_at_first;
    o->seed = s->seed;
    o->solver_limit_ms = (unsigned)s->solver_timeout;
    o->solver = s->solver;
    o->cutoffs = strcmp(s->cutoffs, "off") != 0;
    o->alternatives = s->degree;
    o->exact_counts = s->exact_counts;
    o->jobs = (unsigned)s->jobs;
    o->search = s->search;
}

/* What the program wrote in the last complete run. The exit status is the program's where that was asked for.
 */
static int echo_output(const TestSettings *s, const CampaignResult *result, int status) {
    if (result->output) fwrite(result->output, 1, result->output_len, stdout);
    fflush(stdout);
    if (result->exited)
        fprintf(stderr, "heddle: the program ended with exit status %d\n", result->exit_status);
    else
        fprintf(stderr, "heddle: no run came to the end of the program\n");
    if (s->exit_status && status == STATUS_NOTHING && result->exited) return result->exit_status & 0xff;
    return status;
}

/* Tells and writes what was explored; the exit status, given the one that the verdict has. */
static int tell(const TestRun *r, const Program *program, const Summary *summary, int status) {
    const TestSettings *s = r->settings;
    const CampaignResult *result = summary->result;
    if (s->echo_output) status = echo_output(s, result, status);
    if (result->cover && !keep_coverage(r, program, result) && status == STATUS_NOTHING)
        status = STATUS_USAGE;
    if (!s->quiet)
        summary_text(stderr, &r->style, summary);
    else if (status == STATUS_LIMIT)
        summary_reasons(stderr, summary);
    char *error = NULL;
    if (s->summary && !summary_write(s->summary, summary, &error)) {
        cli_error("the summary was not written: %s", error);
        free(error);
        if (status == STATUS_NOTHING || status == STATUS_LIMIT) status = STATUS_USAGE;
    }
    if (result->internal_error) {
        cli_error("internal error: %s", result->internal_error);
        status = STATUS_INTERNAL;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        cli_error("standard output cannot be written: %s", strerror(errno));
        if (status == STATUS_NOTHING) status = STATUS_USAGE;
    }
    return status;
}

static int explore(TestRun *r, const Program *program) {
    const TestSettings *s = r->settings;
    CampaignOptions o;
    if (!cli_campaign_options(r->build, &o)) return STATUS_USAGE;
    limit_campaign(&o, s);
    StringList missing = {0}, assumptions = {0};
    list_missing(program, &missing);
    if (!s->quiet) note_missing(&missing);
    CampaignCallbacks callbacks = {
        .context = r, .found = on_found, .progress = on_progress, .interrupted = on_interrupted};
    progress_start(&r->progress, stderr, !s->quiet, s->max_time, s->max_traces);
    CampaignResult *result = campaign_run(program, &o, &callbacks);
    progress_clear(&r->progress);

    if (r->suppressed) {
        char *count = text_count(r->suppressed, "finding was", "findings were");
        vec_push(&assumptions, joined(r->arena, count, " suppressed"));
        free(count);
    }
    Summary summary = {
        .result = result,
        .strategy = s->strategy,
        .interleave = s->interleave,
        .directory = r->build->directory,
        .files = (const char *const *)r->build->files,
        .nfiles = r->build->nfiles,
        .incomplete = r->incomplete.data,
        .nincomplete = r->incomplete.len,
        .assumptions = assumptions.data,
        .nassumptions = assumptions.len,
        .suppressed = r->suppressed,
        .missing = missing.data,
        .nmissing = missing.len,
    };
    const char *verdict = summary_verdict(&summary);
    int status = !strcmp(verdict, "bug")    ? STATUS_FOUND
                 : !strcmp(verdict, "safe") ? STATUS_NOTHING
                                            : STATUS_LIMIT;
    status = tell(r, program, &summary, status);
    campaign_result_free(result);
    cli_campaign_options_free(&o);
    vec_free(&assumptions);
    vec_free(&missing);
    return status;
}

static int run(TestSettings *s, const StringList *files, const StringList *arguments) {
    TestRun r = {.settings = s, .style = text_style(stderr), .arena = s->made};
    char *error = NULL;
    if (!checks_parse(&r.checks, s->checks, &error) ||
        (s->suppressions && !(r.suppressions = suppressions_read(s->suppressions, &error)))) {
        cli_error("%s", error);
        free(error);
        return STATUS_USAGE;
    }
    for (size_t i = 0; i < s->environment.len; i++) {
        const char *e = s->environment.data[i];
        if (*e == '=' || !strchr(e, '=')) {
            cli_error("--env=%s: NAME=VALUE is needed", e);
            suppressions_free(r.suppressions);
            return STATUS_USAGE;
        }
    }
    if (s->stdin_path && access(s->stdin_path, R_OK) != 0) {
        cli_error("%s: %s", s->stdin_path, strerror(errno));
        suppressions_free(r.suppressions);
        return STATUS_USAGE;
    }
    char *root = s->files ? realpath(s->files, NULL) : NULL;
    if (root) s->files = arena_strdup(s->made, root);
    free(root);
    TestBuild build;
    fill_build(&build, s, &r.checks, files, arguments);
    r.build = &build;
    int status = STATUS_USAGE;
    cli_catch_signals();
    Program *program = cli_load_program(&build);
    if (program && s->dump_code) {
        if (program_dump(program, *s->dump_code ? s->dump_code : NULL, stdout))
            status = STATUS_NOTHING;
        else
            cli_error("--dump-code=%s: the program has no code of a function with this name", s->dump_code);
    } else if (program && make_folders(s->out)) {
        remove_old_tests(s->out);
        status = explore(&r, program);
    }
    program_free(program);
    test_build_clear(&build);
    suppressions_free(r.suppressions);
    vec_free(&r.incomplete);
    return status;
}

/* "optimal" is 0. */
static bool parse_degree(const char *text, unsigned *degree) {
    *degree = 0;
    if (!strcmp(text, "optimal")) return true;
    if (!*text || strlen(text) > 6 || strspn(text, "0123456789") != strlen(text)) return false;
    *degree = (unsigned)strtoul(text, NULL, 10);
    return *degree > 0;
}

int command_test(int argc, char **argv) {
    TestSettings s = {.strategy = "por",
                      .interleave = "sync",
                      .cutoffs = "on",
                      .alternatives = "2",
                      .out = "heddle-out/",
                      .fds = "posix",
                      .stdout_mode = "independent",
                      .max_timeouts = 3,
                      .solver_timeout = 10000,
                      .made = arena_new()};
    OptionParser parser = {.command = "test", .table = options, .other = other_option, .trailing = true};
    CommandWords words = {0};
    char *error = NULL;
    int status = STATUS_USAGE;
    if (!options_parse(&parser, argc - 1, argv + 1, &s, &words, &error)) {
        cli_error("%s", error);
        free(error);
    } else if (words.help) {
        help();
        status = STATUS_NOTHING;
    } else if (!parse_degree(s.alternatives, &s.degree)) {
        cli_error("--alternatives=%s: a whole number from 1 on or optimal is needed", s.alternatives);
    } else if (words.positional.len == 0) {
        cli_error("no file to test was given (see heddle test --help)");
    } else {
        status = run(&s, &words.positional, &words.trailing);
    }
    command_words_clear(&words);
    vec_free(&s.compiler);
    vec_free(&s.environment);
    vec_free(&s.symbolic);
    arena_free(s.made);
    return status;
}
