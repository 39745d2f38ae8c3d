/* test_settings.c — the options of heddle test, and what of them a test file repeats. See test_settings.h. */
#include "cli/commands/test_settings.h"
#include "explore/strategy.h"
#include "solver/solver.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* Where no bound was given. */
#define BOUND_USUAL UINT64_MAX

#define AT(field) offsetof(TestSettings, field)

/* "por (what it does; the default), dfs (…), …" */
static char *strategies_help(void) {
    StrBuf b = {0};
    for (size_t k = 0; k < strategies_count; k++)
        str_addf(&b, "%s%s (%s%s)", k ? ", " : "", strategies[k]->name, strategies[k]->help,
                 k ? "" : "; the default");
    str_addc(&b, '.');
    return b.data;
}

const Option test_options[] = {
    {"strategy", 0, OPTION_CHOICE, AT(explore.strategy), "NAME", NULL, NULL, strategy_names, 0,
     "How to explore: ", strategies_help, "Exploration"},
    {"interleave", 0, OPTION_CHOICE, AT(interleave), NULL, "sync|memory", NULL, NULL, 0,
     "What threads may be interleaved at: synchronisation (the default; unsynchronised accesses are data "
     "races) or every access to shared memory."},
    {"volatile", 0, OPTION_CHOICE, AT(volatile_accesses), NULL, "race|relaxed", NULL, NULL, 0,
     "What accesses to volatile memory are: like others, so that unordered ones are data races (the default, "
     "as C has it), or relaxed atomics."},
    {"stop-at-first", 0, OPTION_FLAG, AT(explore.stop_at_first), .help = "Stop at the first bug."},
    {"checks", 0, OPTION_STRING, AT(checks), "LIST",
     .help =
         "Checks to switch on or, as no-NAME, off, with commas between: assertion, memory, race, "
         "deadlock, api, abort, arithmetic, hang, unreachable, uninitialised (memory that was never written "
         "decides a branch or an address, or leaves by a system call) (on by default), overflow (signed), "
         "leak. none and all are the empty and the full set."},
    {"seed", 0, OPTION_COUNT, AT(explore.seed), "N",
     .help = "Seed of the random strategy, of hunting and of --search=random."},
    {"solver", 0, OPTION_CHOICE, AT(explore.solver), NULL, NULL, NULL, solver_names, 0,
     "The constraint solver."},
    {"symmetry", 0, OPTION_CHOICE, AT(symmetry), NULL, "on|off", NULL, NULL, 0,
     "por with cut-offs and one worker: whether threads that nothing tells apart (the same routine and "
     "argument), four and more, stand for each other where they are in the same state: of what they do "
     "next, only one order is explored (the default)."},
    {"cutoffs", 0, OPTION_CHOICE, AT(cutoffs), NULL, "on|off", NULL, NULL, 0,
     "por and unfold: whether a thread stops where it leads to a state that a smaller history led to before "
     "(the "
     "default; "
     "programs without end over finitely many states are then explored completely)."},
    {"alternatives", 0, OPTION_STRING, AT(alternatives), "K|optimal",
     .help = "por: how many explored events an alternative must exclude for certain (default: 2; more cost "
             "more to "
             "find and lead to fewer redundant runs, optimal to none)."},
    {"spurious-wakeups", 0, OPTION_FLAG, AT(run.spurious_wakeups),
     .help =
         "Let all waits on condition variables also return without a notification, not only those that are "
         "not in a loop which looks at the condition again."},
    {"no-spurious-wakeups", 0, OPTION_FLAG, AT(run.no_spurious_wakeups),
     .help = "Let no wait on a condition variable return without a notification."},
    {"search", 0, OPTION_CHOICE, AT(explore.search), NULL, "dfs|bfs|random|coverage", NULL, NULL, 0,
     "Which part of the exploration comes next: depth first (the default, and the fastest), breadth first, "
     "at random "
     "(see --seed), or what follows runs that executed new code. All of it is explored in any order."},
    {"hunt", 0, OPTION_CHOICE, AT(hunt), NULL, "on|off", NULL, NULL, 0,
     "Whether runs beside a systematic exploration look for what is easy to find, with a tenth of the work "
     "(the default; they change nothing of what is explored)."},
    {"bound", 0, OPTION_COUNT, AT(explore.interference.bound), "K", .max = 1000,
     .help =
         "interference: the most reads of other threads' writes that covering a branch may need (default: "
         "5); sequential: that an error may need (default: 3, at most 16)."},
    {"guidance", 0, OPTION_STRING, AT(guidance), "LIST",
     .help =
         "interference: what makes it faster, to be switched off, as no-NAME, for comparisons: cores (only "
         "reads that are to blame are interfered), unique (no scenario twice), priority (new coverage "
         "first), "
         "stop (at full coverage)."},
    {"jobs", 'j', OPTION_COUNT, AT(explore.jobs), "N", .positive = true, .max = 64,
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

    {"max-time", 0, OPTION_SECONDS, AT(explore.max_time), "SECONDS", .positive = true,
     .help = "Stop after this time, whatever is being done: loading counts, too.", .group = "Limits"},
    {"max-memory", 0, OPTION_COUNT, AT(explore.max_memory), "MIB", .positive = true, .max = 1u << 30,
     .help = "Stop when this much memory is used (default: half of the machine's)."},
    {"max-traces", 0, OPTION_COUNT, AT(explore.max_traces), "N", .positive = true,
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
    {"max-signals", 0, OPTION_COUNT, AT(max_signals), "N", .max = 1u << 20,
     .help = "Let each timer (timer_create, alarm, setitimer) expire at most N times in a run (default: 3; "
             "0: no limit).",
     .setting = 9},
    {"solver-timeout", 0, OPTION_COUNT, AT(explore.solver_limit_ms), "MS", .max = 1u << 31,
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
             "file:PATH. What --stdin and --files give stays around them, and of an argument or a variable "
             "what is given where OFFSET is (else they consist of the SIZE bytes). random: random bytes that "
             "the program draws. May be repeated.",
     .setting = 8},
    {"no-optimisation", 0, OPTION_FLAG, AT(no_optimisation),
     .help = "Run the code as compiled, without the optimisation of registers."},
    {"cache", 0, OPTION_STRING, AT(cache), "DIR|off",
     .help = "Where loaded programs are kept, so that the next load of the same one is short (default: "
             "heddle in $XDG_CACHE_HOME or ~/.cache); off: nowhere. The folder may be deleted at any time."},

    {"out", 0, OPTION_STRING, AT(out), "DIR",
     .help = "Folder for the tests (default heddle-out/). Tests of an earlier run in it are replaced.",
     .group = "Output"},
    {"summary", 0, OPTION_STRING, AT(summary), "FILE", .help = "Write a JSON summary."},
    {"exact-counts", 0, OPTION_FLAG, AT(explore.exact_counts),
     .help = "Count all distinct events one by one, for 16 bytes each; without it, from a million on, by a "
             "sample."},
    {"suppressions", 0, OPTION_STRING, AT(suppressions), "FILE",
     .help = "Findings not to tell: a line kind:function-or-file[:line] or race:variable each, with shell "
             "patterns; # begins a comment."},
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

const Option *command_test_options(void) { return test_options; }

int test_other_option(void *settings, int argc, char **argv, int *i, char **error) {
    TestSettings *s = settings;
    return compiler_option(argc, argv, i, &s->compiler, s->made, error);
}

TestSettings test_settings_usual(void) {
    return (TestSettings){.explore = {.strategy = strategies[0]->name,
                                      .solver_limit_ms = 10000,
                                      .interference = {.bound = BOUND_USUAL,
                                                       .cores = true,
                                                       .no_duplicates = true,
                                                       .priority = true,
                                                       .stop_covered = true}},
                          .interleave = "sync",
                          .volatile_accesses = "race",
                          .cutoffs = "on",
                          .hunt = "on",
                          .symmetry = "on",
                          .alternatives = ALTERNATIVES_USUAL,
                          .out = "heddle-out/",
                          .fds = "posix",
                          .stdout_mode = "independent",
                          .max_timeouts = 3,
                          .max_signals = 3,
                          .made = arena_new()};
}

void test_settings_clear(TestSettings *s) {
    vec_free(&s->compiler);
    vec_free(&s->environment);
    vec_free(&s->symbolic);
    arena_free(s->made);
}

bool test_settings_bound(TestSettings *s) {
    bool sequential = !strcmp(s->explore.strategy, "sequential");
    uint64_t *bound = &s->explore.interference.bound;
    s->bound_given = *bound != BOUND_USUAL;
    if (!s->bound_given) *bound = sequential ? 3 : 5;
    return !sequential || *bound <= SEQUENTIALIZE_MOST;
}

bool test_settings_texts(TestSettings *s) {
    const char *text = s->alternatives;
    s->explore.hunt = strcmp(s->hunt, "off") != 0;
    s->explore.cutoffs = strcmp(s->cutoffs, "off") != 0;
    s->explore.symmetry = strcmp(s->symmetry, "off") ? SYMMETRY_USUAL : 0;
    s->explore.alternatives = 0; /* "optimal" */
    if (!strcmp(text, "optimal")) return true;
    if (!*text || strlen(text) > 6 || strspn(text, "0123456789") != strlen(text)) return false;
    s->explore.alternatives = (unsigned)strtoul(text, NULL, 10);
    return s->explore.alternatives > 0;
}

bool test_settings_guidance(TestSettings *s) {
    InterferenceSettings *g = &s->explore.interference;
    const struct {
        const char *name;
        bool *flag;
    } all[] = {{"cores", &g->cores},
               {"unique", &g->no_duplicates},
               {"priority", &g->priority},
               {"stop", &g->stop_covered}};
    for (const char *p = s->guidance; p && *p;) {
        size_t n = strcspn(p, ","), no = strncmp(p, "no-", 3) ? 0 : 3, k = 0;
        while (k < ARRAY_LEN(all) && (strlen(all[k].name) != n - no || strncmp(all[k].name, p + no, n - no)))
            k++;
        if (k == ARRAY_LEN(all)) return false;
        *all[k].flag = !no;
        p += n + (p[n] == ',');
    }
    return true;
}

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
        const Option *o = test_options;
        while (o->name && o->setting != place) o++;
        if (!o->name) break;
        add_settings(&all, o, s);
    }
    b->system = (char **)all.data;
    b->nsystem = all.len;
}

void test_settings_build(TestBuild *b, const TestSettings *s, const Checks *checks, const StringList *files,
                         const StringList *arguments) {
    *b = (TestBuild){
        .directory = realpath(".", NULL),
        .files = copy_list(files->data, files->len),
        .nfiles = files->len,
        .compiler = copy_list(s->compiler.data, s->compiler.len),
        .ncompiler = s->compiler.len,
        .entry = xstrdup(s->entry ? s->entry : "main"),
        .no_optimisation = s->no_optimisation,
        .relaxed_volatile = !strcmp(s->volatile_accesses, "relaxed"),
        .interleave = xstrdup(s->interleave),
        .strategy = xstrdup(s->explore.strategy),
        .run = s->run,
        .arguments = xcalloc(arguments->len + 2, sizeof(char *)),
        .narguments = arguments->len + 1,
        .environment = copy_list(s->environment.data, s->environment.len),
        .nenvironment = s->environment.len,
        .stdin_path = s->stdin_path ? xstrdup(s->stdin_path) : NULL,
    };
    b->run.check_overflow = checks->overflow;
    b->run.check_leak = checks->leak;
    b->run.check_uninitialised = checks->uninitialised && !strategy_named(s->explore.strategy)->all_written;
    b->run.check_race = checks->race_given ? checks->race : !strcmp(s->interleave, "sync");
    fill_system(b, s);
    b->arguments[0] = program_name(files->data[0]);
    for (size_t i = 0; i < arguments->len; i++) b->arguments[i + 1] = xstrdup(arguments->data[i]);
}
