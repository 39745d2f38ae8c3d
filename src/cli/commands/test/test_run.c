/* test_run.c — see test_run.h. */
#include "cli/commands/test/test_run.h"
#include "cli/commands/test/test_why.h"
#include "finding/race_groups.h"
#include "cli/commands/test/combinations.h"
#include "cli/commands/klee/klee_options.h"
#include "cli/commands/klee/symbolic_parts.h"
#include "cli/commands/test/test_formats.h"
#include "cli/campaign/session.h"
#include "cli/guard.h"
#include "cli/words.h"
#include "report/coverage.h"
#include "report/test_file/ktest.h"
#include "report/summary.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- reports --- */

static const char *shell_quoted(Arena *arena, const char *s) {
    if (*s &&
        strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:,@%") ==
            strlen(s))
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

static SourcePlace kept_place(Arena *arena, const SourcePlace *p) {
    return (SourcePlace){arena_strdup(arena, p->file), arena_strdup(arena, p->function), p->line,
                         p->column};
}

/* Remembers the cause of a finding that is reported. */
static void note_raced(TestRun *r, const Finding *f) {
    Finding kept = {.kind = arena_strdup(r->arena, f->kind),
                    .variable = f->variable ? arena_strdup(r->arena, f->variable) : NULL,
                    .object = f->object ? arena_strdup(r->arena, f->object) : NULL,
                    .place = kept_place(r->arena, &f->place),
                    .baseline = f->baseline};
    if (f->has_other) kept.other_place = kept_place(r->arena, &f->other_place);
    vec_push(&r->raced, kept);
}

/* Reports a finding. One with the cause of one that was reported before is only counted, or with
 * --all reported in short; but what is new is told where that one is not. Whether it was told. */
static bool tell_finding(TestRun *r, const Finding *f, const char *advice) {
    bool again = false, raced = finding_has_group(f);
    for (size_t k = 0; raced && k < r->raced.len; k++)
        again |= r->raced.data[k].baseline == f->baseline &&
                 findings_have_one_cause(&r->raced.data[k], f);
    if (raced) note_raced(r, f);
    if (!again) {
        text_finding(stderr, &r->style, f, advice);
        test_tell_why(r, f);
    } else if (r->settings->all)
        text_finding_again(stderr, &r->style, f, advice);
    return !again || r->settings->all;
}

/* Explains, at the first race between volatile accesses, how to treat them as atomic. */
static void tell_volatile(TestRun *r, const Finding *f) {
    if (f->volatiles && !r->told_volatile && !r->build->relaxed_volatile)
        fputs("heddle: note: both accesses are to volatile memory, which C does not make atomic; "
              "with "
              "--volatile=relaxed such accesses count as relaxed atomics\n",
              stderr);
    r->told_volatile |= f->volatiles;
}

/* Reports whether an earlier version has the finding. */
static void tell_baseline(const Finding *f) {
    static const char *const remarks[] = {[BASELINE_NEW] = "new: the old version does not have it",
                                          [BASELINE_STILL] =
                                              "still there: the old version has it, too"};
    if (f->baseline) fprintf(stderr, "heddle: note: %s\n", remarks[f->baseline]);
}

static bool wants_ktest(const TestRun *r) { return !strcmp(r->settings->test_format, "ktest"); }

static char *path_test_name(const TestRun *r, uint64_t number) {
    const char *out = r->settings->out;
    return xasprintf("%s%s%06llu-" FINDING_PATH "%s", out, out[strlen(out) - 1] == '/' ? "" : "/",
                     (unsigned long long)number, wants_ktest(r) ? ".ktest" : ".test.json");
}

static bool write_ktest(const TestRun *r, const char *path, const Finding *f, char **error) {
    StringList arguments = {0};
    klee_arguments(r->settings, r->build, &arguments);
    bool fine = ktest_write(path, arguments.data, arguments.len, f, error);
    vec_free(&arguments);
    return fine;
}

/* Reports that a test could not be written: once, as there may be thousands. */
static void tell_unwritten(TestRun *r, char *error) {
    if (!r->write_failed) cli_error("the test could not be written: %s", error);
    r->write_failed = true;
    free(error);
}

/* Writes the test of a path. */
static void test_on_path(void *context, const Finding *f) {
    TestRun *r = context;
    char *path = path_test_name(r, r->paths + 1), *error = NULL;
    bool fine =
        wants_ktest(r) ? write_ktest(r, path, f, &error) : test_write(path, r->build, f, &error);
    if (fine)
        r->paths++;
    else
        tell_unwritten(r, error);
    free(path);
}

/* Writes the inputs of a finding beside its test. */
static void write_ktest_beside(TestRun *r, const Finding *f) {
    static const char suffix[] = ".test.json";
    if (!wants_ktest(r)) return;
    char *path = xasprintf("%.*s.ktest", (int)(strlen(f->test) - (sizeof suffix - 1)), f->test);
    char *error = NULL;
    if (!write_ktest(r, path, f, &error)) tell_unwritten(r, error);
    free(path);
}

/* Removes the tests of paths, which are explored again. */
static void test_on_paths_again(void *context) {
    TestRun *r = context;
    for (; r->paths; r->paths--) {
        char *path = path_test_name(r, r->paths);
        unlink(path);
        free(path);
    }
}

/* Writes the test of a finding again that was reported, since more is known of it now. */
static bool tell_again(TestRun *r, const Finding *f) {
    char *error = NULL;
    bool fine = test_write(f->test, r->build, f, &error);
    if (!fine) cli_error("the test could not be written: %s", error);
    r->write_failed |= !fine;
    free(error);
    write_ktest_beside(r, f);
    return true;
}

/* Whether the check of a finding is off. */
static bool is_off(const TestRun *r, const Finding *f) {
    return !checks_tell(&r->checks, f->kind) ||
           (finding_is_standstill(f) && !checks_tell(&r->checks, "deadlock"));
}

bool test_run_is_suppressed(void *context, const Finding *f) {
    const TestRun *r = context;
    return strcmp(f->kind, "unsupported") != 0 &&
           (is_off(r, f) || (r->suppressions && suppressions_match(r->suppressions, f)));
}

static bool test_on_found(void *context, Finding *f) {
    TestRun *r = context;
    if (f->test) return tell_again(r, f);
    /* An operation that the engine cannot execute is no bug of the program, but makes the
     * exploration incomplete. */
    if (!strcmp(f->kind, "unsupported")) {
        char *place = text_place(&f->place);
        progress_clear(&r->progress);
        if (!r->settings->quiet)
            fprintf(stderr, "%s: warning: not supported: %s\n", place, f->message);
        free(place);
        return false;
    }
    if (r->known && r->known(r->context, f)) return false;
    if (test_run_is_suppressed(r, f)) {
        bool off = is_off(r, f);
        r->suppressed++;
        /* The further steps of the thread are not explored, and nobody learns why, so the
         * exploration is incomplete. An abort that is no error ends the process like other ends. */
        if (finding_stops(f) && !(off && !strcmp(f->kind, "abort"))) {
            char *place = text_place(&f->place),
                 *text =
                     xasprintf("%s an error that is not told (%s at %s: suppressed, or its "
                               "check is off)",
                               f->goes_on ? "not everything was explored behind" : "a run ended at",
                               f->kind, place);
            vec_push(&r->incomplete, arena_strdup(r->arena, text));
            free(text);
            free(place);
        }
        return false;
    }
    r->found++;
    if (!*r->settings->out) { /* no test is to be written */
        progress_clear(&r->progress);
        tell_finding(r, f, NULL);
        tell_volatile(r, f);
        return true;
    }
    char *path = xasprintf("%s%s%04llu-%s.test.json", r->settings->out,
                           r->settings->out[strlen(r->settings->out) - 1] == '/' ? "" : "/",
                           (unsigned long long)r->found, f->kind);
    char *error = NULL;
    progress_clear(&r->progress);
    if (test_write(path, r->build, f, &error)) {
        free(f->test);
        f->test = path;
        write_ktest_beside(r, f);
        guard_hold();
        vec_push(&r->told, arena_strdup(r->arena, path));
        guard_release();
        char *advice = xasprintf("replay with: heddle replay %s", shell_quoted(r->arena, path));
        if (r->remark) f->baseline = r->remark(r->context, f);
        if (f->baseline != BASELINE_STILL || !r->only_new) {
            if (tell_finding(r, f, advice)) tell_baseline(f);
            tell_volatile(r, f);
        }
        free(advice);
    } else {
        tell_finding(r, f, NULL);
        cli_error("the test could not be written: %s", error);
        r->write_failed = true;
        free(error);
        free(path);
    }
    return true;
}

static void test_on_progress(void *context, const CampaignStats *stats, size_t findings) {
    TestRun *r = context;
    (void)findings; /* the campaign also counts suppressed findings */
    guard_hold();
    r->stats = *stats;
    course_add(&r->course, stats, r->found, r->paths, false);
    guard_release();
    stats_add(r->table, stats, r->found, r->paths);
    progress_show(&r->progress, stats, (size_t)r->found);
}

static bool test_on_interrupted(void *context) {
    (void)context;
    return cli_interrupted();
}

/* --- the output folder --- */

bool test_run_folder(const char *path) {
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
        cli_error("%s: cannot write tests to this folder: %s", path, strerror(fine ? errno : e));
        return false;
    }
    return true;
}

/* Whether a name has the form that tests get: NNNN-kind.test.json or NNNN-kind.ktest. */
static bool test_name(const char *s) {
    const char *p = s;
    while (isdigit((unsigned char)*p)) p++;
    if (p - s < 4 || *p != '-') return false;
    const char *kind = ++p;
    while (islower((unsigned char)*p)) p++;
    return p > kind && (!strcmp(p, ".test.json") || !strcmp(p, ".ktest"));
}

void test_run_remove_old(const char *path) {
    DIR *d = opendir(path);
    if (!d) return;
    int folder = dirfd(d);
    for (struct dirent *e; folder >= 0 && (e = readdir(d));)
        if (test_name(e->d_name) || !strcmp(e->d_name, COVERAGE_FILE) ||
            !strcmp(e->d_name, SUMMARY_FILE))
            unlinkat(folder, e->d_name, 0);
    closedir(d);
}

/* --- exploration --- */

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Lists the functions that the program uses and nobody defines, in alphabetical order. A large
 * program need not call every function that it refers to; a call ends the thread. */
static void list_missing(const Program *p, StringList *missing) {
    for (uint32_t k = 0; k < p->nfunctions; k++)
        if (!p->functions[k].code && !p->functions[k].builtin && !p->functions[k].library)
            vec_push(missing, p->functions[k].name);
    if (missing->len) qsort(missing->data, missing->len, sizeof *missing->data, compare_names);
}

static void note_missing(const StringList *missing) {
    if (!missing->len) return;
    fprintf(stderr, "heddle: note: the program uses %s without a definition:",
            missing->len == 1 ? "a function" : "functions");
    for (size_t k = 0; k < missing->len; k++)
        fprintf(stderr, "%s %s", k ? "," : "", missing->data[k]);
    fputc('\n', stderr);
}

/* Writes the coverage beside the tests, for heddle cover. */
static bool keep_coverage(const TestRun *r, const Program *program, const CampaignResult *result) {
    char *resource = cli_resource_dir(),
         *headers = xasprintf("%s/include/", resource ? resource : ""), *error = NULL;
    char *path = xasprintf("%s/" COVERAGE_FILE, r->settings->out);
    Coverage *c = coverage_of(program, result->cover, r->build->directory, headers);
    if (result->degrees) coverage_add_degrees(c, program, result->cover, result->degrees, headers);
    bool fine = coverage_write(path, c, &error);
    if (!fine) cli_error("the coverage could not be written: %s", error);
    coverage_free(c);
    free(error);
    free(path);
    free(headers);
    free(resource);
    return fine;
}

/* Writes the summary beside the tests, for heddle report. */
static bool keep_summary(const TestRun *r, const Summary *summary) {
    char *path = xasprintf("%s/" SUMMARY_FILE, r->settings->out), *error = NULL;
    bool fine = summary_write(path, summary, &error);
    if (!fine) cli_error("the summary could not be written: %s", error);
    free(error);
    free(path);
    return fine;
}

/* Prints the output of the program in the last complete run. Returns the exit status, which is the
 * program's if that was requested. */
static int echo_output(const TestSettings *s, const CampaignResult *result, int status) {
    if (result->output) fwrite(result->output, 1, result->output_len, stdout);
    fflush(stdout);
    if (result->exited)
        fprintf(stderr, "heddle: the program ended with exit status %d\n", result->exit_status);
    else
        fprintf(stderr, "heddle: no run reached the end of the program\n");
    if (s->exit_status && status == STATUS_NOTHING && result->exited)
        return result->exit_status & 0xff;
    return status;
}

static void tell_paths(const TestRun *r) {
    if (!r->paths) return;
    char *count = text_count(r->paths, "test of a path", "tests of paths");
    fprintf(stderr, "heddle: %s in %s\n", count, r->settings->out);
    free(count);
}

/* Reports and writes the result of an exploration. Returns the exit status, given the one of the
 * verdict. */
static int tell_test_run(const TestRun *r, const Program *program, const Summary *summary,
                         int status) {
    const TestSettings *s = r->settings;
    const CampaignResult *result = summary->result;
    if (s->echo_output) status = echo_output(s, result, status);
    if (s->all) summary_following(stderr, &r->style, summary);
    bool kept = !result->cover || keep_coverage(r, program, result);
    if (*s->out) kept &= keep_summary(r, summary);
    if (!kept && (status == STATUS_NOTHING || status == STATUS_BOUND)) status = STATUS_USAGE;
    if (!s->quiet) {
        summary_text(stderr, &r->style, summary);
        tell_paths(r);
    } else if (!r->silent && (status == STATUS_LIMIT || status == STATUS_BOUND))
        summary_reasons(stderr, summary);
    char *error = NULL;
    if (s->summary && !summary_write(s->summary, summary, &error)) {
        cli_error("the summary could not be written: %s", error);
        free(error);
        if (status != STATUS_FOUND) status = STATUS_USAGE;
    }
    if (!formats_write(s, summary) && status != STATUS_FOUND) status = STATUS_USAGE;
    if (result->internal_error) {
        cli_error("internal error: %s", result->internal_error);
        status = STATUS_INTERNAL;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        cli_error("cannot write to standard output: %s", strerror(errno));
        if (status == STATUS_NOTHING || status == STATUS_BOUND) status = STATUS_USAGE;
    }
    return status;
}

static Program *load_sequential(void *context, Sequentialization *s, char **error) {
    const TestRun *r = context;
    char *cache = cli_cache_folder(r->settings->cache);
    Program *p = cli_load_sequential(r->build, s, SEQUENTIAL_RUNTIME, cache, error);
    free(cache);
    return p;
}

bool test_run_tell(TestRun *r, Finding *f) { return test_on_found(r, f); }

/* Completes the table of --stats. False after an error message. */
static bool end_table(TestRun *r, const CampaignResult *result) {
    char *error = NULL;
    bool fine = stats_end(r->table, &result->stats, r->found, r->paths, &error);
    r->table = NULL;
    if (!fine) cli_error("the statistics could not be written: %s", error);
    free(error);
    return fine;
}

int test_run_result(TestRun *r, const Program *program, CampaignResult *result) {
    const TestSettings *s = r->settings;
    StringList missing = {0}, assumptions = {0};
    if (program) list_missing(program, &missing);
    char *more = r->ended ? r->ended(r->context, program, result) : NULL;
    if (r->suppressed) {
        char *count = text_count(r->suppressed, "finding was", "findings were");
        vec_push(&assumptions, joined(r->arena, count, " suppressed"));
        free(count);
    }
    course_add(&r->course, &result->stats, r->found, r->paths, true);
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
        .path_tests = r->paths,
        .suppressed = r->suppressed,
        .missing = missing.data,
        .nmissing = missing.len,
        .course = r->course.lines.data,
        .ncourse = r->course.lines.len,
        .more = more,
    };
    const char *verdict = summary_verdict(&summary);
    int status = !strcmp(verdict, "bug")               ? STATUS_FOUND
                 : !strcmp(verdict, "safe")            ? STATUS_NOTHING
                 : summary_complete_at_bound(&summary) ? STATUS_BOUND
                                                       : STATUS_LIMIT;
    status = tell_test_run(r, program, &summary, status);
    if ((!end_table(r, result) || r->write_failed) &&
        (status == STATUS_NOTHING || status == STATUS_BOUND))
        status = STATUS_USAGE;
    free(more);
    campaign_result_free(result);
    vec_free(&assumptions);
    vec_free(&missing);
    return status;
}

int test_run_give_up(void *run, const char *reason, const char *doing) {
    TestRun *r = run;
    CampaignResult *result = xcalloc(1, sizeof *result);
    result->halt_reason = reason;
    result->stats = r->stats;
    result->incomplete = xcalloc(1, sizeof *result->incomplete);
    result->incomplete[result->nincomplete++] = xasprintf("it was ended while %s", doing);
    result->findings = xcalloc(r->told.len + 1, sizeof *result->findings);
    for (size_t k = 0; k < r->told.len; k++) {
        char *error = NULL;
        Test *t = test_read(r->told.data[k], &error);
        free(error);
        if (!t) continue;
        free(t->finding->test);
        t->finding->test = xstrdup(r->told.data[k]);
        result->findings[result->nfindings++] = t->finding;
    }
    r->ended = NULL;
    return test_run_result(r, r->program, result);
}

int test_run_explore(TestRun *r, const Program *program, double seconds) {
    const TestSettings *s = r->settings;
    CampaignOptions o;
    if (!cli_campaign_options(r->build, r->kept, &o)) return STATUS_USAGE;
    o.explore = s->explore;
    o.explore.max_time = seconds;
    o.leaves_memory = r->leaves_memory;
    o.sequential = load_sequential;
    o.sequential_context = r;
    if (r->adjust) r->adjust(r->context, &o);
    StringList missing = {0};
    list_missing(program, &missing);
    if (!s->quiet) note_missing(&missing);
    vec_free(&missing);
    CampaignCallbacks callbacks = {.context = r,
                                   .found = test_on_found,
                                   .suppressed = test_run_is_suppressed,
                                   .path = *s->out ? test_on_path : NULL,
                                   .paths_again = test_on_paths_again,
                                   .progress = test_on_progress,
                                   .interrupted = test_on_interrupted};
    progress_start(&r->progress, stderr, !s->quiet, seconds, s->explore.max_traces);
    guard_hold();
    r->program = program;
    guard_release();
    char *error = NULL;
    if (s->stats && !(r->table = stats_begin(s->stats, &error))) {
        cli_error("the statistics could not be written: %s", error);
        free(error);
        cli_campaign_options_free(&o);
        return STATUS_USAGE;
    }
    guard_doing("it was explored", test_run_give_up, r);
    int failed = 0;
    CampaignResult *result = r->session ? session_run(r->session, program, &o, &callbacks, &failed)
                                        : campaign_run(program, &o, &callbacks);
    guard_doing(NULL, NULL, NULL);
    progress_clear(&r->progress);
    int status = failed ? failed : test_run_result(r, program, result);
    cli_campaign_options_free(&o);
    return status;
}

bool test_run_begin(TestRun *r, TestSettings *s) {
    char *error = NULL;
    *r = (TestRun){.settings = s, .style = text_style(stderr), .arena = s->made};
    r->style.full_stacks = s->full_stacks;
    if (!checks_parse(&r->checks, s->checks, &error) ||
        (s->suppressions && !(r->suppressions = suppressions_read(s->suppressions, &error)))) {
        cli_error("%s", error);
        free(error);
        return false;
    }
    for (size_t i = 0; i < s->environment.len; i++) {
        const char *e = s->environment.data[i];
        if (*e == '=' || !strchr(e, '=')) {
            cli_error("--env=%s: expected NAME=VALUE", e);
            return false;
        }
    }
    if (s->stdin_path && access(s->stdin_path, R_OK) != 0) {
        cli_error("%s: %s", s->stdin_path, strerror(errno));
        return false;
    }
    if (!s->quiet) warn_of_combinations(s, &r->checks);
    char *root = s->files ? realpath(s->files, NULL) : NULL;
    if (root) s->files = arena_strdup(s->made, root);
    free(root);
    return true;
}

void test_run_end(TestRun *r) {
    suppressions_free(r->suppressions);
    vec_free(&r->incomplete);
    vec_free(&r->raced);
    vec_free(&r->told);
    course_clear(&r->course);
}

bool test_run_settings(TestSettings *s) {
    char *error = NULL;
    if (!symbolic_parts_fine(s, &error)) {
        cli_error("%s", error);
        free(error);
        return false;
    }
    if (s->run.spurious_wakeups && s->run.no_spurious_wakeups)
        cli_error("--spurious-wakeups and --no-spurious-wakeups cannot be combined");
    else if (!test_settings_texts(s))
        cli_error("--alternatives: '%s' is neither a whole number from 1 to 999999 nor optimal",
                  s->alternatives);
    else if (!test_settings_guidance(s))
        cli_error("--guidance=%s: expected a list of cores, unique, priority and stop, each also "
                  "as no-NAME",
                  s->guidance);
    else if (!test_settings_bound(s))
        cli_error("--bound: %llu is out of range (with %s at most %d)",
                  (unsigned long long)s->explore.interference.bound, s->explore.strategy,
                  SEQUENTIALIZE_MOST);
    else
        return true;
    return false;
}
