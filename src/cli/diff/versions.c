/* versions.c — see versions.h. */
#include "cli/diff/versions.h"
#include "cli/database_wait.h"
#include "cli/guard.h"
#include "cli/diff/settings_hash.h"
#include "cli/diff/versions_internal.h"
#include "cli/commands/test/test_formats.h"
#include "report/summary.h"
#include "report/impact_text.h"
#include "versions/earlier.h"
#include "versions/prune_ops.h"
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* What an event costs, in instructions: about. */
#define EVENT_WORK 200

static void add_finding(CampaignResult *result, Finding *f) {
    result->findings =
        xrealloc(result->findings, (result->nfindings + 1) * sizeof *result->findings);
    result->findings[result->nfindings++] = f;
}

/* --- exploration ------------------------------------------------------------------------------ */

/* Whether the paper's rules are used. Their explorations may lack findings, so no other one may
 * rely on them. */
static bool by_published_rules(const Versions *v) { return !strcmp(v->settings->prune, "paper"); }

/* Names the code of an unchanged instruction as in the old version: by the paper's rules it
 * continues as it did there. */
static bool name_as_in_old(void *versions, const Function *f, const Insn *at, const Insn *call,
                           CodeName *name) {
    const Versions *v = versions;
    const Match *m = v->match;
    uint32_t number = insn_number(f, call ? call : at), old = m->to_old[number];
    if (old == MATCH_NONE || m->new_change[number] != CHANGE_NONE) return false;
    const Function *g = m->old->functions;
    while (g->first_insn + g->code_len <= old) g++;
    const Insn *i = g->code + (old - g->first_insn);
    *name = call ? *code_name_at(v->old_names, g, insn_next_list(i), i)
                 : *code_name_at(v->old_names, g, i, NULL);
    return true;
}

/* Whether no run of the old version ended at an error. That is presumed where it is determined what
 * the change can influence (impact.h): code behind an error that the old version always met depends
 * on nothing that changed, and yet was never executed. An abort that is not told ends runs, too. */
static bool old_ran_on(const Versions *v) {
    bool on = v->run->checks.abort;
    for (size_t k = 0; k < v->findings.len && on; k++) {
        const Test *t = v->findings.data[k].before;
        on = t && !finding_stops(t->finding) && strcmp(t->finding->kind, "deadlock") != 0;
    }
    return on;
}

/* Whether what was explored of the old version may stand for a part of the new one. */
static bool uses_old(const Versions *v) {
    return by_published_rules(v) || !strcmp(v->settings->prune, "scia");
}

/* Whether states of the old version can spare some of the new one. */
static bool uses_states(const Versions *v, const Strategy *strategy) {
    return uses_old(v) && strategy->continues && v->settings->test.explore.cutoffs &&
           !impact_has_contexts(v->program);
}

/* Whether choices that nothing affected by the change depends on may be left out: what is known of
 * the old version is all of it. */
static bool may_leave_out(const Versions *v) {
    return v->old.complete && v->all_again && old_ran_on(v) &&
           !(v->build->run.check_race && v->visible.len);
}

static void adjust(void *versions, CampaignOptions *o) {
    Versions *v = versions;
    /* The results of a version are those of its exploration only. Where it has limited time, what
     * it finds first matters more. */
    o->explore.hunt &= v->sought && v->direction;
    if (v->is_new) o->direction = v->direction;
    o->explores_directed = v->is_new && !v->old.complete;
    if (v->sought) {
        o->explore.seed++; /* other runs than those that were made */
        o->hunts_eagerly = !v->old.complete;
    }
    const Strategy *strategy = strategy_named(o->explore.strategy);
    bool paper = v->is_new && by_published_rules(v);
    o->prune.ops = &prune_ops;
    o->prune.summaries = uses_old(v) && strategy->summarises;
    o->prune.states = v->states = uses_states(v, strategy);
    if (o->prune.summaries || o->prune.states) o->store = &v->store;
    bool judged = may_leave_out(v) && impact_spares(v->impact);
    if (v->impact && v->is_new && strategy->leaves_out && (paper || judged)) {
        o->prune.influences = paper               ? v->impact->forward
                              : o->run.check_race ? v->impact->influences_races
                                                  : v->impact->influences;
        o->prune.affected = v->impact->forward;
        o->prune.paper = paper;
    }
    if (v->impact && paper && strategy->summarises) {
        o->prune.affects = v->impact->backward;
        o->prune.alias = name_as_in_old;
        o->prune.alias_context = v;
    }
    /* Races are found only while the racing bytes are not visible. */
    if (o->run.check_race) return;
    o->visible = v->visible.data;
    o->nvisible = v->visible.len;
}

static json_t *gone_findings(const Versions *v) {
    json_t *all = json_array();
    for (size_t k = 0; k < v->findings.len; k++) {
        const OldFinding *x = &v->findings.data[k];
        if (x->met) continue;
        json_array_append_new(all, json_pack("{s:s, s:s, s:s}", "kind", x->kind, "message",
                                             x->message, "place", x->place));
    }
    return all;
}

static json_t *visible_ranges(const CampaignResult *result) {
    json_t *all = json_array();
    for (size_t k = 0; k < result->nvisible; k++)
        json_array_append_new(all, json_pack("[I, I]", (json_int_t)result->visible[k].start,
                                             (json_int_t)result->visible[k].end));
    return all;
}

/* Finishes the version in the database. Returns the members for the summary. */
static char *ended(void *versions, const Program *program, CampaignResult *result) {
    Versions *v = versions;
    (void)program;
    for (size_t k = 0; v->is_new && k < v->again.len; k++) add_finding(result, v->again.data[k]);
    v->again.len = 0;
    /* Findings that were not reported or not written are unknown to a reader of the database. */
    bool complete = result->complete && !v->run->incomplete.len && !v->run->write_failed;
    char *error = NULL;
    json_t *kept =
        json_pack("{s:o, s:I}", "visible", visible_ranges(result), "work",
                  (json_int_t)(result->stats.instructions + EVENT_WORK * result->stats.events));
    char *text = json_dumps(kept, JSON_COMPACT);
    StrBuf why = {0};
    str_add(&why, "");
    for (size_t k = 0; k < result->nincomplete; k++) str_addf(&why, "%s\n", result->incomplete[k]);
    for (size_t k = 0; k < result->nbounds; k++) str_addf(&why, "%s\n", result->bounds[k]);
    for (size_t k = 0; k < v->run->incomplete.len; k++)
        str_addf(&why, "%s\n", v->run->incomplete.data[k]);
    if (!result->complete && !result->nincomplete && !result->nbounds)
        str_addf(&why, "stopped: %s\n", result->halt_reason);
    VersionInfo info = {.id = v->version,
                        .complete = complete,
                        .verdict = result->nfindings ? "bug"
                                   : complete        ? "safe"
                                                     : "incomplete",
                        .incomplete = why.data,
                        .result = text};
    /* An interrupted exploration continues from what it kept when it is requested again. */
    if (v->version && strcmp(result->halt_reason, "interrupted") != 0 &&
        !database_finish(v->database, &info, &error))
        versions_complain(v, error);
    vec_free(&why);
    free(text);
    json_decref(kept);
    /* If the old exploration was incomplete, the new one has left out nothing that it would have
     * shown. The verdict says so. */
    if (v->is_new && !v->old.complete)
        vec_push(&v->run->incomplete, "the exploration of the old version was not complete");
    if (v->is_new && !v->all_known)
        vec_push(&v->run->incomplete,
                 "a finding of the old version cannot be read from the database");
    v->whole = result->complete;
    v->relative = result->complete && !result->internal_error && !v->run->incomplete.len &&
                  !v->run->write_failed;
    json_t *more = json_pack(
        "{s:s, s:{s:s, s:s, s:b}, s:I, s:I, s:I, s:f, s:f, s:I}", "prune", v->settings->prune,
        "old", "name", v->old_name, "verdict", v->is_new ? v->old.verdict : "", "complete",
        v->is_new && v->old.complete, "summaries_read", (json_int_t)result->prune.read,
        "summaries_kept", (json_int_t)result->prune.kept, "summaries_dropped",
        (json_int_t)result->prune.dropped, "storing_seconds", result->prune.seconds,
        "analysis_seconds", v->analysis, "db_bytes", (json_int_t)database_bytes(v->database));
    if (v->is_new) {
        json_object_set_new(more, "findings_new", json_integer((json_int_t)v->new_findings));
        json_object_set_new(more, "findings_still", json_integer((json_int_t)v->still));
        json_object_set_new(more, "findings_gone", gone_findings(v));
        json_object_set_new(more, "directed_runs", json_integer((json_int_t)v->sought_runs));
    }
    char *members = json_dumps(more, 0);
    json_decref(more);
    return members;
}

/* --- both versions ---------------------------------------------------------------------------- */

static void split(const char *list, Arena *arena, StringList *out) {
    while (*list) {
        size_t n = strcspn(list, ",");
        char *one = xasprintf("%.*s", (int)n, list);
        if (n) vec_push(out, arena_strdup(arena, one));
        free(one);
        list += n + (list[n] == ',');
    }
}

/* Sets the build of one version, the `old` or the new one; argv[0] is the same for all versions. */
static void make_build(const Versions *v, TestBuild *b, const TestRun *r, const char *name,
                       bool old, const StringList *arguments, const char *layout) {
    StringList files = {0};
    split(name, v->arena, &files);
    if (!files.len) vec_push(&files, name);
    TestSettings s = v->settings->test;
    if (old && v->settings->old_plugins.len) s.plugins = v->settings->old_plugins;
    test_settings_build(b, &s, &r->checks, &files, arguments);
    b->run.check_uninitialised = false; /* stored states do not say which bytes were written */
    free(b->arguments[0]);
    b->arguments[0] = xstrdup("program");
    b->layout = xstrdup(layout);
    vec_free(&files);
}

static bool begin_version(Versions *v, const char *name, const Program *program,
                          const TestBuild *b) {
    char *layout = program_layout_text(program), *error = NULL;
    VersionInfo info = {.name = name,
                        .program_hash = program->hash,
                        .settings_hash = v->settings_hash,
                        .lineage = v->lineage,
                        .layout = layout,
                        .layout_size = strlen(layout) + 1,
                        .created = (int64_t)time(NULL)};
    v->version = database_begin(v->database, &info, &error);
    v->program = program;
    v->build = b;
    free(layout);
    return v->version || versions_complain(v, error);
}

static char *folder_of_old(const Versions *v) {
    const char *out = v->settings->test.out;
    return xasprintf("%s%sold", out, out[strlen(out) - 1] == '/' ? "" : "/");
}

/* Whether the old version is known only up to a limit that there is none of now. */
static bool is_known_in_part(const Versions *v) {
    const ExploreSettings *e = &v->settings->test.explore;
    return !v->old.complete && !strncmp(v->old.incomplete, "stopped: ", strlen("stopped: ")) &&
           strncmp(v->old.incomplete, "stopped: memory", strlen("stopped: memory")) != 0 &&
           !e->max_time && !e->max_traces && !e->stop_at_first;
}

/* Explores the old version if the database does not have it. False on failure, with the exit status
 * in *status. */
static bool know_old(Versions *v, TestRun *r, const TestBuild *b, const Program *program,
                     int *status) {
    const char *known = "was not explored with these settings";
    char *error = NULL;
    if (database_find(v->database, program->hash, v->settings_hash, VERSION_FINISHED, v->arena,
                      &v->old, &error)) {
        v->lineage = v->old.lineage;
        if (!is_known_in_part(v)) return versions_read_old(v);
        known = "was explored up to a limit";
    }
    if (error) return versions_complain(v, error);
    TestSettings s = v->settings->test;
    char *out = folder_of_old(v);
    s.out = out;
    s.summary = NULL;
    formats_none(&s);
    if (!s.quiet)
        fprintf(stderr, "heddle: %s %s before; it is explored first\n", v->old_name, known);
    TestRun first = *r;
    first.told = first.incomplete = (StringList){0};
    first.raced.data = NULL;
    first.raced.len = first.raced.cap = 0;
    first.course = (StatsCourse){0};
    first.settings = &s;
    first.build = b;
    first.adjust = adjust;
    first.remark = versions_on_remark;
    first.ended = ended;
    first.context = v;
    v->run = &first;
    bool fine = test_run_folder(out) && begin_version(v, v->old_name, program, b);
    if (fine) {
        test_run_remove_old(out);
        /* At least as much time is left for the new version. */
        *status = test_run_explore(&first, program, guard_left() / 2);
        fine = *status != STATUS_INTERNAL && *status != STATUS_USAGE && !cli_interrupted() &&
               !v->stored_badly;
        if (!fine && cli_interrupted()) *status = STATUS_LIMIT;
    }
    free(out);
    vec_free(&first.incomplete);
    vec_free(&first.raced);
    vec_free(&first.told);
    course_clear(&first.course);
    v->run = NULL;
    if (!fine) return false;
    if (!database_find(v->database, program->hash, v->settings_hash, VERSION_FINISHED, v->arena,
                       &v->old, &error))
        return versions_complain(v, error);
    return versions_read_old(v);
}

/* Whether the analysis has taken too long: at most a quarter of the time is for finding out what
 * need not be explored. */
static bool has_taken_long(void *until) {
    const double *end = until;
    return cli_interrupted() || (*end > 0 && time_wall() > *end);
}

/* Determines what the change can influence, where that is used. */
static void find_influence(Versions *v, const Program *old, const Program *new) {
    const DiffSettings *d = v->settings;
    double started = time_wall(),
           until = guard_left() > 0 && !d->explain ? started + guard_left() / 4 : 0;
    Stop stop = {has_taken_long, &until};
    if (!strcmp(d->prune, "none") && !d->explain) return;
    /* Nothing is spared then, so what the analysis would say is of no use. */
    if (!d->explain && !by_published_rules(v) && impact_is_everything(v->match)) return;
    v->impact = impact_of(old, new, v->match, &stop);
    if (!v->impact && !d->test.quiet)
        fputs("heddle: note: the impact analysis of the change exceeded the time limit; nothing is "
              "pruned\n",
              stderr);
    v->analysis += time_wall() - started;
}

/* An instruction of a program that is so large costs the analysis of its influence as much as the
 * exploration about so many. Smaller ones are analysed in no time. */
#define LARGE_PROGRAM 5000
#define INFLUENCE_WORK 400

/* Whether determining what the change can influence may pay off: most states of the old version do
 * not hold in the new one anyway, and exploring the old one took longer. */
static bool influence_pays(Versions *v, const Program *new) {
    const Strategy *strategy = strategy_named(v->settings->test.explore.strategy);
    if (by_published_rules(v)) return true;
    if (!strategy->leaves_out || !may_leave_out(v)) return false;
    v->states = uses_states(v, strategy);
    if (v->states && earlier_most_hold(new, &v->store)) return false;
    bool pays = new->ninsns <= LARGE_PROGRAM || v->old_work / INFLUENCE_WORK >= new->ninsns;
    if (!pays && !v->settings->test.quiet)
        fputs("heddle: note: what the change can influence is not determined: in a program of this "
              "size that takes longer than exploring it\n",
              stderr);
    return pays;
}

/* Exploring so much of a version, or so much for each of its instructions, takes no longer than
 * looking for new findings first, for which it is to be known where the change is. */
#define QUICK_WORK 1000000
#define QUICK_WORK_EACH 40

/* Whether new findings are looked for before it is known what the change can influence: there is
 * little time, and all of the old version was not explored in a moment. */
static bool seeks_first(const Versions *v) {
    uint64_t quick = MAX(QUICK_WORK, (uint64_t)v->program->ninsns * QUICK_WORK_EACH);
    return v->settings->test.explore.max_time > 0 && !v->settings->explain &&
           !by_published_rules(v) && !(v->old.complete && v->old_work <= quick);
}

/* Determines where the new version changed, where that comes first: little time is given, or too
 * little was for the old version. */
static void find_direction(Versions *v) {
    if (by_published_rules(v) || (!seeks_first(v) && v->old.complete)) return;
    double started = time_wall();
    v->direction = direction_of(v->match);
    v->analysis += time_wall() - started;
}

/* Determines the changes. False: nothing is to be explored. */
static bool analyse(Versions *v, const Program *old, const Program *new) {
    const DiffSettings *d = v->settings;
    double started = time_wall();
    v->match = match_programs(old, new);
    v->old_names = code_names_new(old);
    v->analysis = time_wall() - started;
    if (d->explain) find_influence(v, old, new);
    if (d->list) impact_print_list(v->match, stdout);
    if (d->explain && v->impact) impact_print_explanation(v->match, v->impact, stdout);
    return !d->list && !d->explain;
}

static void tell_gone(const Versions *v) {
    for (size_t k = 0; k < v->findings.len; k++) {
        const OldFinding *x = &v->findings.data[k];
        if (!x->met)
            fprintf(stderr, "heddle: %s: %s: %s: %s\n", v->whole ? "gone" : "not met again",
                    x->place, x->kind, x->message);
    }
}

static void tell_rest(const Versions *v) {
    char when[64] = "";
    time_t created = (time_t)v->old.created;
    struct tm local;
    if (localtime_r(&created, &local)) strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    tell_gone(v);
    if (v->new_findings || v->still)
        fprintf(stderr, "heddle: findings: %" PRIu64 " new, %" PRIu64 " still there\n",
                v->new_findings, v->still);
    if (v->relative)
        fprintf(stderr, "heddle: complete relative to the exploration of %s at %s\n", v->old_name,
                when);
    uint64_t bytes = database_bytes(v->database);
    if (bytes > v->settings->most_mib << 20)
        fprintf(stderr, "heddle: note: the database has %" PRIu64 " MiB, more than --db-limit\n",
                bytes >> 20);
}

/* Reports the result if no executed code differs: the results of the old version hold. */
static int versions_carry_over(Versions *v, TestRun *r, const Program *program) {
    CampaignResult *result = xcalloc(1, sizeof *result);
    result->complete = v->old.complete && v->all_again;
    result->halt_reason = cli_interrupted() ? "interrupted" : "finished";
    if (!v->all_again && v->all_known && !cli_interrupted())
        vec_push(&r->incomplete, "a finding of the old version did not occur again");
    if (!v->settings->test.quiet)
        fprintf(stderr, "heddle: no executed code has changed; nothing is explored\n");
    return test_run_result(r, program, result);
}

/* Reports the result if what was found before the exploration is enough. */
static int versions_stop_early(TestRun *r, const Program *program) {
    CampaignResult *result = xcalloc(1, sizeof *result);
    result->halt_reason = "first bug";
    return test_run_result(r, program, result);
}

/* Whether one finding is enough and was found: a new one where only these count. */
static bool has_enough(const Versions *v) {
    return v->settings->test.explore.stop_at_first &&
           (v->new_findings || (v->still && strcmp(v->settings->fail_on, "new") != 0));
}

/* The exit status where only new findings count. */
static int status_of_new(const Versions *v, int status) {
    if (status != STATUS_FOUND || strcmp(v->settings->fail_on, "new") || v->new_findings)
        return status;
    return v->relative ? STATUS_NOTHING : STATUS_LIMIT;
}

static int compare_new(Versions *v, TestRun *r, const TestBuild *b, const Program *old,
                       const Program *program, const char *name) {
    v->is_new = true;
    r->build = b;
    r->adjust = adjust;
    r->remark = versions_on_remark;
    r->only_new = !strcmp(v->settings->fail_on, "new");
    r->ended = ended;
    r->context = v;
    if (!test_run_folder(v->settings->test.out)) return STATUS_USAGE;
    test_run_remove_old(v->settings->test.out);
    v->run = r;
    int status;
    bool same = program->hash == v->old.program_hash;
    v->build = b;
    v->program = program;
    v->version = 0;
    if (!same && !begin_version(v, name, program, b)) return STATUS_USAGE;
    if (!same) find_direction(v);
    guard_doing("findings of the old version were executed in the new one", test_run_give_up, r);
    versions_replay_old(v);
    if (!same && seeks_first(v)) {
        guard_doing("new findings were looked for", test_run_give_up, r);
        versions_seek(v, guard_left() / 4);
        v->sought = true;
    }
    guard_doing("it was looked for what the change can influence", test_run_give_up, r);
    if (!same && !has_enough(v) && influence_pays(v, program)) find_influence(v, old, program);
    guard_doing(NULL, NULL, NULL);
    r->known = versions_on_known;
    if (same)
        status = versions_carry_over(v, r, program);
    else if (has_enough(v))
        status = versions_stop_early(r, program);
    else
        status = test_run_explore(r, program, guard_left());
    if (!v->settings->test.quiet) tell_rest(v);
    return status_of_new(v, status);
}

static int compare(Versions *v, TestRun *r, const char *old, const char *new,
                   const StringList *arguments) {
    VersionInfo newest = {0};
    char *error = NULL;
    TestBuild b, c;
    make_build(v, &b, r, old, true, arguments, "");
    v->settings_hash =
        hash_combine(settings_hash(&b, &v->settings->test, &r->checks), by_published_rules(v));
    if (cli_interrupted()) {
        cli_error("interrupted before anything was explored");
        test_build_clear(&b);
        return STATUS_LIMIT;
    }
    bool any =
        database_find(v->database, 0, v->settings_hash, VERSION_ANY, v->arena, &newest, &error);
    if (!any && error) {
        versions_complain(v, error);
        test_build_clear(&b);
        return STATUS_USAGE;
    }
    if (any) {
        free(b.layout);
        b.layout = xstrdup(newest.layout_size ? newest.layout : "");
    }
    int status = STATUS_USAGE;
    char *cache = cli_cache_folder(v->settings->test.cache);
    r->build = &b;
    guard_doing("the versions were loaded", test_run_give_up, r);
    Program *first = cli_load_program(&b, cache), *second = NULL;
    if (first) {
        v->lineage = first->follows_layout ? newest.lineage : first->hash | 1;
        char *layout = program_layout_text(first);
        make_build(v, &c, r, new, false, arguments, layout);
        free(layout);
        second = cli_load_program(&c, cache);
        guard_doing("it was looked for what changed and what that can influence", test_run_give_up,
                    r);
        bool goes_on = !second || analyse(v, first, second);
        guard_doing(NULL, NULL, NULL);
        if (!goes_on)
            status = v->settings->explain && !v->impact ? STATUS_LIMIT : STATUS_NOTHING;
        else if (second && know_old(v, r, &b, first, &status)) {
            if (!second->follows_layout) v->lineage = second->hash | 1;
            status = compare_new(v, r, &c, first, second, new);
        }
        test_build_clear(&c);
    }
    free(cache);
    guard_doing(NULL, NULL, NULL);
    v->build = r->build = NULL;
    v->program = NULL;
    impact_free(v->impact);
    direction_free(v->direction);
    match_free(v->match);
    code_names_free(v->old_names);
    program_free(first);
    program_free(second);
    test_build_clear(&b);
    return status;
}

/* Makes the folder of the database, which is beside the output folder, if it does not exist. */
static bool make_parent(const char *path) {
    const char *name = strrchr(path, '/');
    if (!name || name == path) return true;
    char *folder = xasprintf("%.*s", (int)(name - path), path);
    bool fine = access(folder, F_OK) == 0 || test_run_folder(folder);
    free(folder);
    return fine;
}

/* Opens the database, and waits for a server that is away. NULL after an error message; *away: it
 * stayed away. */
static Database *open_database(const DiffSettings *d, const char *path, bool *away) {
    DatabaseWait wait = database_wait_begin(d->test.explore.max_time, d->test.quiet);
    char *error = NULL, *shown = database_shown_address(path);
    double since = time_wall();
    Database *database;
    while (!(database = database_open(path, away, &error)) && *away &&
           database_wait(&wait, shown, since)) {
        free(error);
        error = NULL;
    }
    if (!database) cli_error("%s", error);
    free(error);
    free(shown);
    return database;
}

int versions_compare(DiffSettings *d, const char *old, const char *new,
                     const StringList *arguments) {
    Versions v = {.settings = d, .arena = arena_new(), .old_name = old};
    TestRun r;
    char *error = NULL, *path = NULL;
    int status = STATUS_USAGE;
    bool fine = test_run_begin(&r, &d->test), away = false;
    double begin = time_wall(), limit = d->test.explore.max_time;
    cli_catch_signals();
    if (fine) {
        size_t n = strlen(d->test.out);
        while (n > 1 && d->test.out[n - 1] == '/') n--;
        path = d->database ? xstrdup(d->database) : xasprintf("%.*s.db", (int)n, d->test.out);
        if (d->database || make_parent(path)) v.database = open_database(d, path, &away);
        if (away) status = STATUS_LIMIT;
    }
    guard_begin(limit > 0 ? MAX(limit - (time_wall() - begin), 0.01) : 0);
    if (v.database) {
        v.store = (ExploreStore){&v, versions_load_chunks, versions_save_chunk, d->most_mib << 20};
        status = compare(&v, &r, old, new, arguments);
        uint64_t dropped = 0;
        if (!database_shrink(v.database, d->most_mib << 20, 16, &dropped, &error))
            versions_complain(&v, error);
        if (dropped && !d->test.quiet)
            fprintf(stderr,
                    "heddle: note: %" PRIu64
                    " old versions were deleted from the database to limit its size\n",
                    dropped);
        if (v.stored_badly && status == STATUS_NOTHING) status = STATUS_USAGE;
    }
    guard_end();
    database_close(v.database);
    for (size_t k = 0; k < v.findings.len; k++) {
        OldFinding *x = &v.findings.data[k];
        if (x->before) test_destroy(x->before);
        free(x->kind);
        free(x->message);
        free(x->place);
        free(x->test);
    }
    for (size_t k = 0; k < v.told.len; k++) free(v.told.data[k]);
    for (size_t k = 0; k < v.again.len; k++) finding_free(v.again.data[k]);
    vec_free(&v.told);
    vec_free(&v.again);
    vec_free(&v.findings);
    vec_free(&v.visible);
    free(path);
    test_run_end(&r);
    arena_free(v.arena);
    return status;
}
