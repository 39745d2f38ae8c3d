/*
 * command_test.c — heddle test: from the command line to one campaign, and from its findings to test files,
 * diagnostics and a summary.
 */
#include "cli/cli.h"
#include "cli/test_settings.h"
#include "cli/words.h"
#include "report/coverage.h"
#include "report/progress.h"
#include "report/summary.h"
#include "report/suppress.h"
#include "report/text.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void help(void) {
    puts("usage: heddle test [OPTIONS] FILE... [-- ARGUMENTS]\n"
         "\n"
         "Explores the program made of the FILEs (C sources .c, preprocessed C .i, LLVM 19 bitcode .bc or\n"
         "assembly .ll): all its thread schedules, and all values of the inputs it marks as symbolic. Every\n"
         "failed assertion, memory error, deadlock, data race or misuse of a library call is told once and\n"
         "written as a test that heddle replay runs again. ARGUMENTS are the program's own.");
    options_help(test_options, stdout);
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
    /* What the engine cannot execute is no bug of the program but makes the exploration incomplete. */
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
        if (test_name(e->d_name) || !strcmp(e->d_name, COVERAGE_FILE)) unlinkat(folder, e->d_name, 0);
    closedir(d);
}

/* --- the command --- */

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

/* Writes what was executed, beside the tests, for heddle cover. */
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

static Program *load_sequential(void *context, Sequentialization *s, char **error) {
    return cli_load_sequential(context, s, error);
}

static int explore(TestRun *r, const Program *program) {
    const TestSettings *s = r->settings;
    CampaignOptions o;
    if (!cli_campaign_options(r->build, &o)) return STATUS_USAGE;
    o.explore = s->explore;
    o.sequential = load_sequential;
    o.sequential_context = (void *)(uintptr_t)r->build;
    StringList missing = {0}, assumptions = {0};
    list_missing(program, &missing);
    if (!s->quiet) note_missing(&missing);
    CampaignCallbacks callbacks = {
        .context = r, .found = on_found, .progress = on_progress, .interrupted = on_interrupted};
    progress_start(&r->progress, stderr, !s->quiet, s->explore.max_time, s->explore.max_traces);
    CampaignResult *result = campaign_run(program, &o, &callbacks);
    progress_clear(&r->progress);

    if (r->suppressed) {
        char *count = text_count(r->suppressed, "finding was", "findings were");
        vec_push(&assumptions, joined(r->arena, count, " suppressed"));
        free(count);
    }
    Summary summary = {
        .result = result,
        .strategy = s->explore.strategy,
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

/* What was asked for and the strategy does not have is told. */
static void warn_of_unused(const TestSettings *s) {
    const Strategy *strategy = strategy_named(s->explore.strategy);
    if (s->quiet) return;
    if (s->explore.jobs > 1 && !strategy->serve)
        cli_error("warning: --jobs=%llu: the strategy %s has one worker", (unsigned long long)s->explore.jobs,
                  strategy->name);
    if (s->explore.search && strcmp(s->explore.search, "dfs") != 0 && !strategy->search_orders)
        cli_error("warning: --search=%s: the strategy %s has an order of its own", s->explore.search,
                  strategy->name);
    else if (s->explore.search && strcmp(s->explore.search, "dfs") != 0 && strategy->events_only &&
             strategy->uses_cutoffs && s->explore.cutoffs)
        cli_error(
            "warning: --search=%s: with cut-offs the strategy %s takes events in the order of their size",
            s->explore.search, strategy->name);
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
    warn_of_unused(s);
    char *root = s->files ? realpath(s->files, NULL) : NULL;
    if (root) s->files = arena_strdup(s->made, root);
    free(root);
    TestBuild build;
    test_settings_build(&build, s, &r.checks, files, arguments);
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

int command_test(int argc, char **argv) {
    TestSettings s = test_settings_usual();
    OptionParser parser = {
        .command = "test", .table = test_options, .other = test_other_option, .trailing = true};
    CommandWords words = {0};
    char *error = NULL;
    int status = STATUS_USAGE;
    if (!options_parse(&parser, argc - 1, argv + 1, &s, &words, &error)) {
        cli_error("%s", error);
        free(error);
    } else if (words.help) {
        help();
        status = STATUS_NOTHING;
    } else if (!test_settings_texts(&s)) {
        cli_error("--alternatives=%s: a whole number from 1 on or optimal is needed", s.alternatives);
    } else if (!test_settings_guidance(&s)) {
        cli_error("--guidance=%s: cores, unique, priority or stop are known, each also as no-NAME",
                  s.guidance);
    } else if (!test_settings_bound(&s)) {
        cli_error("--bound=%llu: the strategy %s has at most %d",
                  (unsigned long long)s.explore.interference.bound, s.explore.strategy, SEQUENTIALIZE_MOST);
    } else if (words.positional.len == 0) {
        cli_error("no file to test was given (see heddle test --help)");
    } else {
        status = run(&s, &words.positional, &words.trailing);
    }
    command_words_clear(&words);
    test_settings_clear(&s);
    return status;
}
