/* test_settings.c — the options of heddle test, and their parts that a test file repeats. See
 * test_settings.h. */
#include "cli/commands/test/test_settings.h"
#include "cli/commands/klee/klee_options.h"
#include "cli/commands/klee/symbolic_parts.h"
#include "explore/strategy.h"
#include "solver/solver.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* No bound was given. */
#define BOUND_USUAL UINT64_MAX

#define AT(field) offsetof(TestSettings, field)

/* Returns "por (its description; the default), dfs (…), …"; the caller frees. */
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
     "Where threads may be interleaved: sync: at synchronisation operations (the default; "
     "unsynchronised "
     "conflicting accesses are data races); memory: at every access to shared memory, where none "
     "is a data race."},
    {"volatile", 0, OPTION_CHOICE, AT(volatile_accesses), NULL, "race|relaxed", NULL, NULL, 0,
     "How accesses to volatile memory are treated: race: like others, so unordered ones are data "
     "races (the "
     "default, as in C); relaxed: as relaxed atomics."},
    {"stop-at-first", 0, OPTION_FLAG, AT(explore.stop_at_first), .help = "Stop at the first bug."},
    {"checks", 0, OPTION_STRING, AT(checks), "LIST",
     .help =
         "Comma-separated checks to switch on or, as no-NAME, off. On by default: assertion, "
         "memory, race, "
         "deadlock, api, abort, arithmetic, hang, unreachable and uninitialised (memory that "
         "was never "
         "written decides a branch or an address, or is passed to a system call). Off by "
         "default: overflow "
         "(signed) and leak. none and all are the empty and the full set. Without memory and race, "
         "threads go on behind "
         "invalid accesses: a read gives any value, a write is dropped."},
    {"keep-going", 0, OPTION_CHOICE, AT(keep_going), NULL, "none|benign|all", NULL, NULL, 0,
     "Behind which findings threads go on. Always: races. benign (the default): also mistakes "
     "whose "
     "effect in libc and the machine is known, such as an object that is initialised twice, a "
     "destroyed mutex that is used, a signed overflow. all: also invalid accesses: a read gives "
     "any "
     "value, a write is dropped. none: only races. The summary names what was assumed.",
     .setting = 11, .usual = "benign"},
    {"seed", 0, OPTION_COUNT, AT(explore.seed), "N",
     .help = "Seed of the strategy random, of hunting and of --search=random."},
    {"solver", 0, OPTION_CHOICE, AT(explore.solver), NULL, NULL, NULL, solver_names, 0,
     "The constraint solver: bit-blasting with CaDiCaL (sat), Z3 (z3), the one and then the other "
     "(auto), or both, where a difference ends the process (check)."},
    {"symmetry", 0, OPTION_CHOICE, AT(symmetry), NULL, "on|off", NULL, NULL, 0,
     "por with cut-offs and one worker: whether to use the symmetry of four or more threads with "
     "the same "
     "routine and argument (default: on). If such threads are in the same state, only one order of "
     "their "
     "next operations is explored."},
    {"cutoffs", 0, OPTION_CHOICE, AT(cutoffs), NULL, "on|off", NULL, NULL, 0,
     "por and unfold: whether a thread stops where it reaches a state that a smaller history "
     "reached before "
     "(default: on; non-terminating programs with finitely many states are then explored "
     "completely)."},
    {"alternatives", 0, OPTION_STRING, AT(alternatives), "K|optimal",
     .help = "por: number of explored events that an alternative is guaranteed to exclude "
             "(default: 2). With "
             "a larger number, alternatives take longer to find and fewer runs are redundant; with "
             "optimal, "
             "none is."},
    {"spurious-wakeups", 0, OPTION_FLAG, AT(run.spurious_wakeups),
     .help = "Let every wait on a condition variable also return without a notification, not only "
             "those where that could make a difference."},
    {"no-spurious-wakeups", 0, OPTION_FLAG, AT(run.no_spurious_wakeups),
     .help = "Let no wait on a condition variable return without a notification."},
    {"search", 0, OPTION_CHOICE, AT(explore.search), NULL, "dfs|bfs|random|coverage", NULL, NULL, 0,
     "Search order: depth first (the default and the fastest), breadth first, random (see --seed), "
     "or first what follows runs that executed new code, each branch of the program in its turn. "
     "Every order explores everything."},
    {"hunt", 0, OPTION_CHOICE, AT(hunt), NULL, "on|off", NULL, NULL, 0,
     "Whether single runs beside a systematic exploration look for bugs that are easy to find "
     "(default: on). "
     "They take a tenth of the work and do not change what is explored."},
    {"bound", 0, OPTION_COUNT, AT(explore.interference.bound), "K", .max = 1000,
     .help = "Maximal number of reads of other threads' writes: with interference, to cover a "
             "branch (default: 5; system calls on what others changed count, too); with "
             "sequential, to reach an error (default: 3, at most 16)."},
    {"guidance", 0, OPTION_STRING, AT(guidance), "LIST",
     .help = "interference: what it uses, all on; no-NAME switches one off for comparisons, where "
             "the search explores alone: cores (only reads in the unsat core get an interference), "
             "unique (no scenario twice), priority (new coverage first), stop (at full coverage); "
             "no-search: all orders of events are explored alone."},
    {"jobs", 'j', OPTION_COUNT, AT(explore.jobs), "N", .positive = true, .max = 64,
     .help = "por, unfold, contextual: number of parallel workers (default: 1)."},
    {"db", 0, OPTION_STRING, AT(db), "FILE|URI",
     .help = "Keep the exploration in a database, so that it goes on where it was if it is ended: "
             "by the "
             "same command, heddle resume or heddle work. A file (SQLite), or postgresql://... for "
             "several "
             "machines. It explores by por. Files of the program are kept as they are when it "
             "begins."},
    {"faults", 0, OPTION_COUNT, AT(faults), "N", .max = 1u << 20,
     .help = "Let up to N system calls and allocations of a run fail, in all combinations "
             "(default: 0).",
     .setting = 4},
    {"stdout", 0, OPTION_CHOICE, AT(stdout_mode), NULL, "independent|ordered", NULL, NULL, 0,
     "Whether writes of different threads to standard output and error are ordered, that is, "
     "depend on each "
     "other (default: independent).",
     .setting = 3, .usual = "independent"},
    {"fds", 0, OPTION_CHOICE, AT(fds), NULL, "posix|per-thread", NULL, NULL, 0,
     "How file descriptors are numbered: posix: the lowest free one (the default; threads that "
     "open or close "
     "files depend on each other); per-thread: separately for each thread.",
     .setting = 2, .usual = "posix"},
    {"programs", 0, OPTION_CHOICE, AT(programs), NULL, "absent|refused", NULL, NULL, 0,
     "What happens where the program starts another one: absent: it is not there (the default; "
     "exec fails with ENOENT, and a child that was to become it has ended); refused: no process "
     "can "
     "be made (fork fails with EAGAIN).",
     .setting = 12, .usual = "absent"},

    {"max-time", 0, OPTION_SECONDS, AT(explore.max_time), "SECONDS", .positive = true,
     .help = "Stop after this time, which includes loading the program.", .group = "Limits"},
    {"max-memory", 0, OPTION_COUNT, AT(explore.max_memory), "MIB", .positive = true,
     .max = 1u << 30,
     .help = "Stop when this much memory is used (default: half of the machine's memory)."},
    {"max-traces", 0, OPTION_COUNT, AT(explore.max_traces), "N", .positive = true,
     .help = "Stop after this number of complete runs."},
    {"max-timeouts", 0, OPTION_COUNT, AT(max_timeouts), "N", .max = 1u << 20,
     .help = "Let at most N system calls of each thread time out in a run (poll, epoll_wait, …; "
             "default: 3; "
             "0: no limit).",
     .setting = 5},
    {"max-steps", 0, OPTION_COUNT, AT(max_steps), "N", .positive = true, .max = 1u << 28,
     .help = "Let each thread execute at most N visible operations in a run (default: 20000).",
     .setting = 7},
    {"max-threads", 0, OPTION_COUNT, AT(max_threads), "N", .positive = true, .max = 1000,
     .help =
         "Explore only executions in which each thread makes at most N threads that it does not "
         "join, up to a depth of N (default: no limit; auto bounds programs that make threads "
         "without end by 1, 2, 3, 4, 6, 8, …).",
     .setting = 10},
    {"max-sleeps", 0, OPTION_COUNT, AT(max_sleeps), "N", .positive = true, .max = 1u << 20,
     .help =
         "Let each thread sleep at most N times in a run, for polling loops (default: no limit).",
     .setting = 6},
    {"max-signals", 0, OPTION_COUNT, AT(max_signals), "N", .max = 1u << 20, .unlimited = true,
     .help = "Let each timer (timer_create, alarm, setitimer) expire at most N times in a run: 0 "
             "for none, unlimited for no limit (default: 3).",
     .setting = 9},
    {"solver-timeout", 0, OPTION_COUNT, AT(explore.solver_limit_ms), "MS", .max = 1u << 31,
     .help = "Limit of one solver query, in solver steps that correspond to about MS milliseconds "
             "on an idle "
             "machine (default: 10000; 0: none)."},

    {"entry", 0, OPTION_STRING, AT(entry), "FUNCTION",
     .help = "Start at this function instead of main.", .group = "The program under test"},
    {"plugin", 0, OPTION_STRINGS, AT(plugins), "[NAME=]FILE",
     .help =
         "A file that the program loads with dlopen, by this name or by that of the file with "
         ".so for .c, .bc, .o, .a and the like: a C file, bitcode, or what heddle cc built. May "
         "be repeated."},
    {"env", 0, OPTION_STRINGS, AT(environment), "NAME=VALUE",
     .help = "Set a variable of the program's environment, which is empty by default. May be "
             "repeated."},
    {"stdin", 0, OPTION_STRING, AT(stdin_path), "FILE",
     .help = "File that the program reads as standard input (default: nothing)."},
    {"files", 0, OPTION_STRING, AT(files), "DIR",
     .help = "Folder that the program sees as its root; its changes stay in its own state and "
             "never reach "
             "the folder (default: an empty one).",
     .setting = 1},
    {"symbolic", 0, OPTION_STRINGS, AT(symbolic), "WHAT:SIZE[@OFFSET]",
     .help = "Make SIZE bytes of the program's data an input: of stdin, argN (its N-th argument), "
             "env:NAME or "
             "file:PATH. The rest of --stdin and --files stays as given. The rest of an argument "
             "or variable "
             "stays if OFFSET is given; otherwise it consists of the SIZE bytes only. random: the "
             "random "
             "bytes that the program draws. May be repeated.",
     .setting = 8},
    {"sym-arg", 0, OPTION_WORDS, AT(sym_args), "LEN",
     .help =
         "As KLEE's: one more argument, behind those given, of up to LEN bytes that are inputs. "
         "May be repeated."},
    {"sym-args", 0, OPTION_WORDS, AT(sym_args), "MIN MAX LEN",
     .help = "As KLEE's: from MIN to MAX more arguments of up to LEN bytes. May be repeated."},
    {"sym-stdin", 0, OPTION_COUNT, AT(sym_stdin), "N", .positive = true, .max = 1u << 20,
     .help = "As KLEE's: a standard input of N bytes that are inputs."},
    {"sym-files", 0, OPTION_WORDS, AT(sym_files), "COUNT LEN",
     .help = "As KLEE's: COUNT files A, B, ... of LEN bytes that are inputs, in the root folder."},
    {"sym-stdout", 0, OPTION_FLAG, AT(sym_stdout),
     .help = "Accepted as KLEE's: output is always kept apart for each run."},
    {"no-optimisation", 0, OPTION_FLAG, AT(no_optimisation),
     .help = "Run the code as compiled, without register optimisation."},
    {"cache", 0, OPTION_STRING, AT(cache), "DIR|off",
     .help = "Folder that caches loaded programs, so that loading one again is fast (default: "
             "heddle in "
             "$XDG_CACHE_HOME or ~/.cache); off: no cache. The folder may be deleted at any time."},

    {"out", 0, OPTION_STRING, AT(out), "DIR",
     .help = "Folder for the tests (default: heddle-out/). Tests of an earlier run are replaced.",
     .group = "Output"},
    {"summary", 0, OPTION_STRING, AT(summary), "FILE", .help = "Write a JSON summary."},
    {"stats", 0, OPTION_STRING, AT(stats), "FILE",
     .help = "Write a table (CSV) with a line each second and one at the end: time, runs, events, "
             "queries and what answered them, coverage, memory."},
    {"sarif", 0, OPTION_STRING, AT(sarif), "FILE",
     .help = "Write the findings in SARIF 2.1.0, with what each thread did."},
    {"junit", 0, OPTION_STRING, AT(junit), "FILE",
     .help = "Write a JUnit report: a test case for the program, with a failure for each finding."},
    {"witness", 0, OPTION_STRING, AT(witness), "FILE",
     .help = "Write the violation witness of SV-COMP (GraphML) of the first assertion that fails."},
    {"annotations", 0, OPTION_CHOICE, AT(annotations), NULL, "github", NULL, NULL, 0,
     "Print each finding on standard output as GitHub Actions shows it beside the line."},
    {"exact-counts", 0, OPTION_FLAG, AT(explore.exact_counts),
     .help = "Count all distinct events exactly, with 16 bytes each; without this option, more "
             "than a million "
             "events are estimated from a sample."},
    {"suppressions", 0, OPTION_STRING, AT(suppressions), "FILE",
     .help = "Findings to suppress, one per line: kind:function-or-file[:line] or race:variable, "
             "with shell "
             "patterns; # begins a comment."},
    {"all", 0, OPTION_FLAG, AT(all),
     .help =
         "Print every pair of accesses that race. Otherwise those with the cause of an earlier "
         "pair, on the same variable or with the same copy of an object, are counted; tests are "
         "written of all. Pairs that would be ordered if the accesses to another word that races "
         "were atomic are counted with that one, and have no tests."},
    {"full-stacks", 0, OPTION_FLAG, AT(full_stacks),
     .help = "Show calls inside libraries, too (default: the one that the program made)."},
    {"quiet", 'q', OPTION_FLAG, AT(quiet), .help = "Print only findings and errors."},
    {"echo-output", 0, OPTION_FLAG, AT(echo_output),
     .help = "Print what the program wrote in the last complete run, and its exit status."},
    {"exit-status", 0, OPTION_FLAG, AT(exit_status),
     .help = "With --echo-output: exit with the program's status if nothing was found and the "
             "exploration is "
             "complete."},
    {"tests", 0, OPTION_CHOICE, AT(tests), NULL, "bugs|new-coverage|all", NULL, NULL, 0,
     "Which tests to write: bugs: of findings (the default); new-coverage: also of each path "
     "without "
     "an error that covered a new line or side of a branch; all: of each path without an error. "
     "With "
     "these two, auto explores by por alone."},
    {"test-format", 0, OPTION_CHOICE, AT(test_format), NULL, "json|ktest", NULL, NULL, 0,
     "Format of the tests: json (the default); ktest: KLEE's, which ktest-tool reads, with inputs "
     "but no schedule: instead of the tests of paths, and beside those of findings."},
    {"format", 0, OPTION_CHOICE, AT(format), NULL, "json", "ktest", NULL, 0,
     "Accepted; --test-format is what chooses the format of the tests."},
    {"dump-code", 0, OPTION_OPTIONAL, AT(dump_code), "FUNCTION",
     .help = "Print the decoded code of the program (or of one function) and exit."},
    {0},
};

const Option *command_test_options(void) { return test_options; }

int test_other_option(void *settings, int argc, char **argv, int *i, char **error) {
    TestSettings *s = settings;
    if ((*error = klee_option_hint(argv[*i]))) return -1;
    return compiler_option(argc, argv, i, &s->compiler, s->made, error);
}

ExploreSettings test_settings_usual_exploration(void) {
    return (ExploreSettings){.strategy = strategies[0]->name,
                             .solver_limit_ms = 10000,
                             .interference = {.bound = BOUND_USUAL,
                                              .cores = true,
                                              .no_duplicates = true,
                                              .priority = true,
                                              .stop_covered = true}};
}

TestSettings test_settings_usual(void) {
    return (TestSettings){.explore = test_settings_usual_exploration(),
                          .interleave = "sync",
                          .volatile_accesses = "race",
                          .cutoffs = "on",
                          .hunt = "on",
                          .symmetry = "on",
                          .alternatives = ALTERNATIVES_USUAL,
                          .keep_going = "benign",
                          .out = "heddle-out/",
                          .tests = "bugs",
                          .test_format = "json",
                          .fds = "posix",
                          .stdout_mode = "independent",
                          .programs = "absent",
                          .max_timeouts = 3,
                          .max_signals = 3,
                          .made = arena_new()};
}

void test_settings_clear(TestSettings *s) {
    vec_free(&s->compiler);
    vec_free(&s->environment);
    vec_free(&s->plugins);
    vec_free(&s->symbolic);
    vec_free(&s->sym_args);
    vec_free(&s->sym_files);
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
    s->explore.path_tests = !strcmp(s->tests, "all")            ? PATHS_ALL
                            : !strcmp(s->tests, "new-coverage") ? PATHS_NEW
                                                                : PATHS_NONE;
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
        bool is_off; /* if the flag is set */
    } all[] = {{"cores", &g->cores, false},
               {"unique", &g->no_duplicates, false},
               {"priority", &g->priority, false},
               {"stop", &g->stop_covered, false},
               {"search", &g->only_orders, true}};
    for (const char *p = s->guidance; p && *p;) {
        size_t n = strcspn(p, ","), no = strncmp(p, "no-", 3) ? 0 : 3, k = 0;
        while (k < ARRAY_LEN(all) &&
               (strlen(all[k].name) != n - no || strncmp(all[k].name, p + no, n - no)))
            k++;
        if (k == ARRAY_LEN(all)) return false;
        *all[k].flag = !no != all[k].is_off;
        p += n + (p[n] == ',');
    }
    return true;
}

static char **copy_list(const char *const *data, size_t n) {
    char **out = xcalloc(n + 1, sizeof *out);
    for (size_t i = 0; i < n; i++) out[i] = xstrdup(data[i]);
    return out;
}

/* Returns the program's own name, for argv[0]: the first file's, without folder and suffix. */
static char *program_name(const char *file) {
    const char *slash = strrchr(file, '/');
    char *name = xstrdup(slash ? slash + 1 : file);
    char *dot = strrchr(name, '.');
    if (dot && dot != name) *dot = 0;
    return name;
}

/* Appends the settings of one option that differ from the default. */
static void add_settings(StringList *all, const Option *o, const TestSettings *s) {
    const void *at = (const char *)s + o->offset;
    if (o->type == OPTION_STRINGS) {
        const StringList *list = at;
        for (size_t k = 0; k < list->len; k++)
            vec_push(all, xasprintf("%s=%s", o->name, list->data[k]));
    } else if (o->type == OPTION_COUNT) {
        uint64_t n = *(const uint64_t *)at;
        if (o->unlimited ? n != OPTION_UNLIMITED : n)
            vec_push(all, xasprintf("%s=%llu", o->name, (unsigned long long)n));
    } else {
        const char *value = *(const char *const *)at;
        if (value && !(o->usual && !strcmp(value, o->usual)))
            vec_push(all, xasprintf("%s=%s", o->name, value));
    }
}

/* Sets the system's settings that differ from the default. */
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

void test_settings_build(TestBuild *b, const TestSettings *s, const Checks *checks,
                         const StringList *files, const StringList *arguments) {
    *b = (TestBuild){
        .directory = realpath(".", NULL),
        .files = copy_list(files->data, files->len),
        .nfiles = files->len,
        .plugins = copy_list(s->plugins.data, s->plugins.len),
        .nplugins = s->plugins.len,
        .compiler = copy_list(s->compiler.data, s->compiler.len),
        .ncompiler = s->compiler.len,
        .entry = xstrdup(s->entry ? s->entry : "main"),
        .no_optimisation = s->no_optimisation,
        .relaxed_volatile = !strcmp(s->volatile_accesses, "relaxed"),
        .interleave = xstrdup(s->interleave),
        .strategy = xstrdup(s->explore.strategy),
        .run = s->run,
        .narguments = arguments->len + 1 + symbolic_parts_arguments(s),
        .environment = copy_list(s->environment.data, s->environment.len),
        .nenvironment = s->environment.len,
        .stdin_path = s->stdin_path ? xstrdup(s->stdin_path) : NULL,
    };
    b->arguments = xcalloc(b->narguments + 1, sizeof(char *));
    b->run.check_overflow = checks->overflow;
    b->run.check_leak = checks->leak;
    b->run.check_uninitialised =
        checks->uninitialised && !strategy_first(strategy_named(s->explore.strategy))->all_written;
    b->run.check_race = checks->race_given ? checks->race : !strcmp(s->interleave, "sync");
    fill_system(b, s);
    symbolic_parts_add(b, s, arguments->len);
    /* Where races are looked for, they may be what an invalid access comes from. */
    if (!checks->memory && !b->run.check_race) symbolic_parts_set(b, "behind-errors=any");
    b->arguments[0] = program_name(files->data[0]);
    for (size_t i = 0; i + 1 < b->narguments; i++)
        b->arguments[i + 1] = xstrdup(i < arguments->len ? arguments->data[i] : "");
}
