/*
 * versions_findings.c — findings of two versions: which of the new version's findings the old one
 * has, too, and which of the old version's occur in the new one.
 */
#include "cli/diff/same_finding.h"
#include "cli/diff/versions_internal.h"
#include "cli/guard.h"
#include <stdlib.h>

/* Whether the old version has the finding; if so, notes that the new one has it, too. */
static bool versions_meet(Versions *v, const Finding *f) {
    bool met = false;
    for (size_t k = 0; k < v->findings.len; k++) {
        OldFinding *x = &v->findings.data[k];
        if (x->before && same_finding(v->match, x->before->finding, f)) met = x->met = true;
    }
    return met;
}

Baseline versions_on_remark(void *versions, const Finding *f) {
    Versions *v = versions;
    char *key = stored_finding_key(f), *error = NULL, *place = text_place(&f->place),
         *test = test_text(v->build, f);
    StoredFinding s = {key, f->kind, f->message, place, test, strlen(test)};
    if (v->version && !database_add_finding(v->database, v->version, &s, &error))
        versions_complain(v, error);
    bool met = v->is_new && versions_meet(v, f);
    free(key);
    free(place);
    free(test);
    if (!v->is_new) return BASELINE_NONE;
    if (met)
        v->still++;
    else
        v->new_findings++;
    return met ? BASELINE_STILL : BASELINE_NEW;
}

static bool on_stop(void *context) {
    (void)context;
    return cli_interrupted();
}

/* A finding of the old version that is executed in the new one. */
typedef struct Replaying {
    const Match *match;
    const Finding *old;
} Replaying;

static bool is_replayed(void *replaying, const Finding *f) {
    const Replaying *r = replaying;
    return same_finding(r->match, r->old, f);
}

static bool versions_has_told(const Versions *v, const Finding *f) {
    char *key = finding_key(f);
    bool told = false;
    for (size_t k = 0; k < v->told.len && !told; k++) told = !strcmp(v->told.data[k], key);
    free(key);
    return told;
}

/* Executes a finding of the old version in the new one, and reports it if it occurs there. The
 * finding that occurs may have the same text at another place. Then it is reported, but the old one
 * was not met. */
static void replay_one(Versions *v, const CampaignOptions *o, OldFinding *x) {
    char *error = NULL;
    Test *t =
        x->before ? test_parse(x->test, x->test_size, "a test in the database", &error) : NULL;
    free(error);
    if (!t) return;
    Replaying replaying = {v->match, x->before->finding};
    ReplayCallbacks callbacks = {
        .context = &replaying, .interrupted = on_stop, .wanted = is_replayed, .across = true};
    ReplayResult *again = campaign_replay(v->program, o, t->finding, &callbacks);
    if (again->reproduced) {
        t->finding->program_hash = v->program->hash;
        finding_swap_places(t->finding, again->finding);
        x->met |= same_finding(v->match, x->before->finding, t->finding);
        if (!versions_has_told(v, t->finding) && test_run_tell(v->run, t->finding)) {
            vec_push(&v->told, finding_key(t->finding));
            vec_push(&v->again, t->finding);
            t->finding = NULL;
        }
    }
    replay_result_free(again);
    test_destroy(t);
}

/* Replays all of them before the new version is explored. */
void versions_replay_old(Versions *v) {
    CampaignOptions o;
    if (!cli_campaign_options(v->build, NULL, &o)) return;
    v->all_again = v->all_known;
    for (size_t k = 0; k < v->findings.len && !cli_interrupted(); k++) {
        replay_one(v, &o, &v->findings.data[k]);
        v->all_again &= v->findings.data[k].met;
    }
    if (cli_interrupted()) v->all_again = false;
    cli_campaign_options_free(&o);
}

bool versions_on_known(void *versions, const Finding *f) {
    const Versions *v = versions;
    bool known = versions_has_told(v, f);
    /* A deadlock lacks a thread that ended at a state of the old version. */
    for (size_t k = 0; k < v->again.len && !known; k++) known = finding_covers(v->again.data[k], f);
    return known;
}

/* --- a first look ----------------------------------------------------------------------------- */

/* So many runs, and hunting before them, show most of the bugs that a short exploration finds. */
#define SOUGHT_RUNS 300
/* The work of hunting: a part of that of exploring the old version, so that it costs little where
 * everything can be explored. */
#define SOUGHT_PART 8
#define SOUGHT_LEAST 10000000ull
#define SOUGHT_MOST 400000000ull

static bool versions_on_sought(void *versions, Finding *f) {
    Versions *v = versions;
    if (versions_on_known(v, f) || !test_run_tell(v->run, f)) return false;
    vec_push(&v->told, finding_key(f));
    return true;
}

void versions_seek(Versions *v, double seconds) {
    CampaignOptions o;
    if (!cli_campaign_options(v->build, NULL, &o)) return;
    o.explore = v->settings->test.explore;
    o.explore.max_time = seconds;
    o.explore.max_traces = SOUGHT_RUNS;
    o.direction = v->direction;
    if (v->direction)
        o.hunts_first = v->old.complete && v->old_work
                            ? MIN(MAX(v->old_work / SOUGHT_PART, SOUGHT_LEAST), SOUGHT_MOST)
                            : SOUGHT_MOST;
    CampaignCallbacks callbacks = {
        .context = v, .found = versions_on_sought, .interrupted = on_stop};
    CampaignResult *result = campaign_run(v->program, &o, &callbacks);
    for (size_t k = 0; k < result->nfindings; k++) vec_push(&v->again, result->findings[k]);
    result->nfindings = 0;
    v->sought_runs = v->direction ? result->stats.hunt_runs : 0;
    campaign_result_free(result);
    cli_campaign_options_free(&o);
}
