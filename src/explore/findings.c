/*
 * findings.c — findings of a campaign: each one is replayed before it is reported, and reported
 * once. Findings that only the end of a run shows (deadlocks, endless loops, leaks) are made here.
 */
#include "explore/internal.h"
#include "finding/race_groups.h"
#include "run/standstill.h"
#include "vm/system/interrupt.h"
#include <stdio.h>
#include <stdlib.h>

/* --- reporting -------------------------------------------------------------------------------- */

static void keep_unconfirmed(Exploration *x, const Finding *f, const char *divergence) {
    if (x->unconfirmed) return;
    x->unconfirmed =
        xasprintf("a finding did not replay (%s at %s:%u: %s): %s", f->kind, f->place.file,
                  f->place.line, f->message, divergence ? divergence : "it did not occur again");
}

static bool watch_is_over(void *watch) { return watch_over(watch); }

static uint64_t visible_bytes(const Finding *f) {
    uint64_t n = 0;
    for (size_t k = 0; k < f->nvisible; k++) n += f->visible[k].end - f->visible[k].start;
    return n;
}

/* Whether this occurrence of a known finding shows better which interferences the finding needs:
 * more bytes are visible, or as many and there are fewer interferences. */
static bool needs_less(const Finding *f, const Finding *known) {
    if (!f->interferences || !known->interferences) return false;
    uint64_t seen = visible_bytes(f), before = visible_bytes(known);
    return seen > before || (seen == before && f->ninterferences < known->ninterferences);
}

void replay_result_free(ReplayResult *r) {
    if (!r) return;
    finding_free(r->finding);
    free(r->divergence);
    free(r->output);
    free(r);
}

/* Replaces a reported finding and its test by a better occurrence. */
static void tell_better(FindingList *l, Finding *known, Finding *f) {
    ReplayCallbacks limits = {.context = l->watch, .interrupted = watch_is_over};
    ReplayResult *again = l->options->confirm(l->program, l->options, f, &limits);
    bool fine = again->reproduced;
    replay_result_free(again);
    if (!fine) return;
    Finding old = *known;
    *known = *f;
    *f = old;
    known->test = f->test;
    known->occurrences = f->occurrences;
    known->hunted = f->hunted;
    known->met = f->met;
    f->test = NULL;
    if (known->test && l->callbacks && l->callbacks->found)
        l->callbacks->found(l->callbacks->context, known);
}

/* Whether a finding with the same cause was told, so that this one is hardly ever shown by itself.
 */
static bool has_known_cause(const CampaignResult *r, const Finding *f) {
    for (size_t k = 0; finding_has_group(f) && k < r->nfindings; k++)
        if (findings_have_one_cause(r->findings[k], f)) return true;
    return false;
}

/* Executes a new finding again. False if it does not occur, which is an internal error unless the
 * finding is tentative, or another pass follows. A replay does not stop at branches, so that
 * accesses behind one may come before those of another thread that they race with. With these
 * accesses visible, the next pass meets the finding again, or what it stood for. */
static bool confirm_finding(Exploration *x, Finding *f) {
    FindingList *l = x->findings;
    const CampaignCallbacks *told = l->callbacks;
    ReplayCallbacks limits = {.context = l->watch,
                              .interrupted = watch_is_over,
                              .keeps_schedule =
                                  has_known_cause(l->result, f) ||
                                  (told && told->suppressed && told->suppressed(told->context, f))};
    double started = time_wall();
    ReplayResult *again = l->options->confirm(l->program, l->options, f, &limits);
    if (!again->interrupted && !again->reproduced && f->patience && !f->hunted) {
        /* Replay without parking: the rest of the parked thread's slice may contain an access that
         * races. */
        f->patience = 0;
        replay_result_free(again);
        again = l->options->confirm(l->program, l->options, f, &limits);
    }
    l->result->stats.confirm_seconds += time_wall() - started;
    bool fine = again->interrupted || again->reproduced;
    if (again->interrupted) f->unconfirmed = true;
    if (!fine && !f->tentative && (!f->hunted || !f->patience))
        keep_unconfirmed(x, f, again->divergence);
    replay_result_free(again);
    return fine;
}

/* With the lock held: counts occurrences of a finding in this pass. */
static void count_occurrences(Exploration *x, size_t finding, uint64_t more) {
    while (x->occurred.len <= finding) vec_push(&x->occurred, 0);
    x->occurred.data[finding] += more;
}

static void report_alone(Exploration *x, Finding *f) {
    FindingList *l = x->findings;
    char *key = finding_key(f);
    for (size_t k = 0; k < l->keys.len; k++)
        if (!strcmp(l->keys.data[k], key)) {
            Finding *known = l->found.data[k];
            /* Occurrences in a hunt do not count once the exploration has met the finding. */
            if (!f->hunted && (!known->hunted || known->met)) known->occurrences++;
            known->met |= !f->hunted;
            if (!f->hunted) count_occurrences(x, k, 1);
            if (needs_less(f, known)) tell_better(l, known, f);
            free(key);
            finding_free(f);
            return;
        }
    const Ledger *ledger = l->options->ledger;
    bool stored = ledger && ledger->has_finding(ledger->context, key);
    if (!stored && !confirm_finding(x, f)) {
        free(key);
        finding_free(f);
        return;
    }
    vec_push(&l->keys, key);
    vec_push(&l->found, f);
    if (!f->hunted) count_occurrences(x, l->found.len - 1, 1);
    bool told =
        !l->callbacks || !l->callbacks->found || l->callbacks->found(l->callbacks->context, f);
    if (told) {
        CampaignResult *r = l->result;
        r->findings = xrealloc(r->findings, (r->nfindings + 1) * sizeof *r->findings);
        r->findings[r->nfindings++] = f;
        if (l->options->explore.stop_at_first) {
            atomic_store(&l->enough, true);
            r->halt_reason = "first bug";
        }
    }
}

void campaign_report(Campaign *c, Finding *f) {
    const CampaignOptions *o = c->shared->options;
    f->hunted = c->hunting || c->shared->seeks;
    f->tentative = c->shared->seeks;
    if (c->describe && !f->interferences) c->describe(c->describe_context, f);
    if (c->declines && c->declines(c->describe_context, f)) {
        finding_free(f);
        return;
    }
    if (o->failing) o->failing(o->watching_context, c->run, f);
    if (o->prune.summaries) {
        char *key = finding_key(f);
        vec_push(&c->reported, strcmp(f->kind, "race") ? hash_string(key) : REPORTED_RACE);
        free(key);
    }
    FindingList *l = c->shared->findings;
    pthread_mutex_lock(&l->lock);
    report_alone(c->shared, f);
    pthread_mutex_unlock(&l->lock);
    if (campaign_has_enough(c)) campaign_halt(c, "first bug");
}

static bool list_has_key(char *const *keys, size_t n, const char *key) {
    for (size_t k = 0; k < n; k++)
        if (!strcmp(keys[k], key)) return true;
    return false;
}

void campaign_report_following(Campaign *c, Finding *f) {
    FindingList *l = c->shared->findings;
    const CampaignCallbacks *told = l->callbacks;
    char *key = finding_key(f);
    if (c->shared->options->prune.summaries) vec_push(&c->reported, REPORTED_RACE);
    finding_forget_run(f);
    pthread_mutex_lock(&l->lock);
    if (list_has_key(l->following_keys.data, l->following_keys.len, key) ||
        (told && told->suppressed && told->suppressed(told->context, f))) {
        finding_free(f);
        free(key);
    } else {
        vec_push(&l->following, f);
        vec_push(&l->following_keys, key);
    }
    pthread_mutex_unlock(&l->lock);
}

static bool is_told_key(const FindingList *l, const char *key) {
    for (size_t k = 0; k < l->keys.len; k++) {
        if (strcmp(l->keys.data[k], key) != 0) continue;
        for (size_t j = 0; j < l->result->nfindings; j++)
            if (l->result->findings[j] == l->found.data[k]) return true;
    }
    return false;
}

void finding_list_end(FindingList *l) {
    CampaignResult *r = l->result;
    const Ledger *ledger = l->options->ledger;
    for (size_t k = 0; k < l->following.len; k++) {
        Finding *f = l->following.data[k];
        bool own = list_has_key(l->keys.data, l->keys.len, l->following_keys.data[k]),
             told = !own && is_told_key(l, f->follows);
        if (!own && !told && !(ledger && ledger->has_finding(ledger->context, f->follows)))
            texts_add(&r->incomplete, &r->nincomplete,
                      "a race would be ordered but for another one, which could not be told");
        if (!told) {
            finding_free(f);
            continue;
        }
        r->following = xrealloc(r->following, (r->nfollowing + 1) * sizeof(Finding *));
        r->following[r->nfollowing++] = f;
    }
    l->following.len = 0;
}

bool campaign_is_suppressed(Campaign *c, const Finding *f) {
    FindingList *l = c->shared->findings;
    char *key = finding_key(f);
    bool suppressed = false;
    pthread_mutex_lock(&l->lock);
    for (size_t k = 0; k < l->keys.len; k++) {
        if (strcmp(l->keys.data[k], key) != 0) continue;
        suppressed = true;
        for (size_t j = 0; j < l->result->nfindings; j++)
            suppressed &= l->result->findings[j] != l->found.data[k];
    }
    pthread_mutex_unlock(&l->lock);
    free(key);
    return suppressed;
}

/* Holds back a deadlock that was met beside a cut-off. Threads that wait for each other are a
 * deadlock, but more threads may be blocked in the end. It is reported at the end unless another
 * deadlock covers it. */
static void hold_deadlock(Campaign *c, Finding *f) {
    FindingList *l = c->shared->findings;
    bool known = false;
    pthread_mutex_lock(&l->lock);
    for (size_t k = 0; k < l->held.len && !known; k++)
        known = finding_covers(l->held.data[k], f) && finding_covers(f, l->held.data[k]);
    if (!known) vec_push(&l->held, f);
    pthread_mutex_unlock(&l->lock);
    if (known) finding_free(f);
}

void campaign_report_held(Campaign *c) {
    FindingList *l = c->shared->findings;
    for (size_t k = 0; k < l->held.len; k++) {
        Finding *f = l->held.data[k];
        bool covered = false;
        for (size_t j = 0; j < l->found.len && !covered; j++)
            covered = finding_covers(l->found.data[j], f);
        for (size_t j = 0; j < l->held.len && !covered; j++)
            covered = j != k && l->held.data[j] && finding_covers(l->held.data[j], f);
        if (covered) {
            finding_free(f);
            l->held.data[k] = NULL;
        }
    }
    for (size_t k = 0; k < l->held.len; k++)
        if (l->held.data[k]) campaign_report(c, l->held.data[k]);
    vec_free(&l->held);
}

void finding_list_init(FindingList *l) { pthread_mutex_init(&l->lock, NULL); }

void finding_list_free(FindingList *l) {
    for (size_t k = 0; k < l->found.len; k++) {
        bool told = false;
        for (size_t j = 0; j < l->result->nfindings; j++)
            told |= l->result->findings[j] == l->found.data[k];
        if (!told) finding_free(l->found.data[k]);
        free(l->keys.data[k]);
    }
    for (size_t k = 0; k < l->following.len; k++) finding_free(l->following.data[k]);
    for (size_t k = 0; k < l->following_keys.len; k++) free(l->following_keys.data[k]);
    vec_free(&l->following);
    vec_free(&l->following_keys);
    vec_free(&l->found);
    vec_free(&l->keys);
    pthread_mutex_destroy(&l->lock);
}

/* --- findings behind which threads go on ------------------------------------------------------ */

SeenFinding *seen_finding(const SeenFindings *s, uint64_t places) {
    for (size_t k = 0; k < s->len; k++)
        if (s->data[k].places == places) return &s->data[k];
    return NULL;
}

void seen_findings_free(SeenFindings *s) {
    for (size_t k = 0; k < s->len; k++) free(s->data[k].key);
    vec_free(s);
}

static void settle(Exploration *e, SeenFindings *s) {
    const FindingList *l = e->findings;
    for (size_t k = 0; k < s->len; k++) {
        SeenFinding *x = &s->data[k];
        for (size_t j = 0; x->again && j < l->keys.len; j++) {
            if (strcmp(l->keys.data[j], x->key) != 0) continue;
            l->found.data[j]->occurrences += x->again;
            count_occurrences(e, j, x->again);
        }
        x->again = 0;
    }
}

void campaign_settle_seen(Campaign *c) {
    FindingList *l = c->shared->findings;
    pthread_mutex_lock(&l->lock);
    settle(c->shared, &c->seen_races);
    settle(c->shared, &c->seen_mistakes);
    pthread_mutex_unlock(&l->lock);
}

void campaign_forget_occurrences(Campaign *c) {
    Exploration *x = c->shared;
    FindingList *l = x->findings;
    pthread_mutex_lock(&l->lock);
    for (size_t k = 0; k < x->occurred.len; k++) {
        l->found.data[k]->occurrences -= x->occurred.data[k];
        x->occurred.data[k] = 0;
    }
    free(x->unconfirmed);
    x->unconfirmed = NULL;
    pthread_mutex_unlock(&l->lock);
}

void campaign_forget_unconfirmed(Campaign *c) {
    FindingList *l = c->shared->findings;
    pthread_mutex_lock(&l->lock);
    free(c->shared->unconfirmed);
    c->shared->unconfirmed = NULL;
    pthread_mutex_unlock(&l->lock);
}

void campaign_tell_unconfirmed(Campaign *c) {
    Exploration *x = c->shared;
    FindingList *l = x->findings;
    pthread_mutex_lock(&l->lock);
    if (l->result->internal_error || c->grown)
        free(x->unconfirmed);
    else
        l->result->internal_error = x->unconfirmed;
    x->unconfirmed = NULL;
    pthread_mutex_unlock(&l->lock);
}

void campaign_count_seen(Campaign *c) {
    campaign_settle_seen(c);
    seen_findings_free(&c->seen_races);
    seen_findings_free(&c->seen_following);
    seen_findings_free(&c->seen_mistakes);
    hash_set_free(&c->asked);
}

/* Returns a hash that tells mistakes apart at least as finding_key does. */
static uint64_t mistake_places(const Run *r, const Fault *fault) {
    uint32_t locs[64];
    const char *functions[64];
    const Machine *m = r->machine;
    unsigned n = machine_stack_locs(m, m->threads[fault->thread], locs, functions, 64);
    uint64_t h = hash_combine(hash_string(fault->kind), hash_string(fault->message));
    for (unsigned k = 0; k < n; k++) h = hash_combine(h, locs[k]);
    return h;
}

/* Whether a mistake that was reported before is only counted. What knows more of a finding than its
 * run, or needs each of them, has them all described. */
static bool counts_seen_mistakes(const Campaign *c) {
    const CampaignOptions *o = c->shared->options;
    return !c->describe && !o->failing && !o->prune.summaries;
}

/* --- findings at the moment of an error ------------------------------------------------------- */

void campaign_fault(void *context, Run *r, const Fault *fault) {
    Campaign *c = context;
    if (!strcmp(fault->kind, "unsupported"))
        texts_add(&c->result->incomplete, &c->result->nincomplete, fault->message);
    if (c->again) return;
    bool counted = fault->goes_on && counts_seen_mistakes(c);
    uint64_t places = counted ? mistake_places(r, fault) : 0;
    SeenFinding *seen = counted ? seen_finding(&c->seen_mistakes, places) : NULL;
    if (seen) {
        seen->again++;
        return;
    }
    Finding *f = describe_fault(r, fault);
    if (counted)
        vec_push(&c->seen_mistakes, ((SeenFinding){.places = places, .key = finding_key(f)}));
    campaign_report(c, f);
}

/* --- findings at the end of a run ------------------------------------------------------------- */

void campaign_check_leaks(Campaign *c) {
    Machine *m = c->run->machine;
    for (uint32_t k = 0; k < m->nslots; k++) {
        Thread *t = m->threads[k];
        for (uint32_t b = 0; t && b < t->heap->nblocks; b++) {
            const Block *x = &t->blocks[b];
            if (x->state != 1 || !x->loc || !m->program->locs[x->loc].line) continue;
            char *text = describe_leak(x);
            campaign_report(c, describe_run(c->run, "leak", text, (int)k, x->loc));
            free(text);
        }
    }
}

/* Whether a thread at the end of a run could go on: behind a limit or an error, after a time-out of
 * which a limit keeps it, or for a signal. */
static bool could_go_on(const Machine *m, const Thread *t) {
    if (t->status == THREAD_STOPPED) return !t->looping;
    const Operation *o = &t->pending;
    return t->status == THREAD_READY &&
           ((o->kind == OPERATION_KERNEL && o->flags & OPERATION_TIMED) ||
            interrupt_is_there(m, t));
}

/* Reports threads that loop for ever because no thread is left that could change what they read. */
static bool report_hangs(Campaign *c) {
    Run *r = c->run;
    const Machine *m = r->machine;
    bool any = false;
    if (r->ncutoffs) return false;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && could_go_on(m, m->threads[k])) return false;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && m->threads[k]->status == THREAD_STOPPED) {
            any = true;
            campaign_report(c, describe_run(r, "hang", machine_hang_text, (int)k,
                                            machine_loc(m, m->threads[k])));
        }
    return any;
}

static bool has_failed(const Machine *m) {
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && m->threads[k]->status == THREAD_STOPPED && m->threads[k]->failed)
            return true;
    return false;
}

static void report_deadlock(Campaign *c) {
    Run *r = c->run;
    Machine *m = r->machine;
    bool *stuck = xcalloc(m->nslots + 1, sizeof *stuck);
    int first;
    run_deadlocked(r, stuck);
    char *text = describe_deadlock(m, stuck, &first);
    Finding *f = describe_run(r, "deadlock", text, first, m->threads[first]->pending.loc);
    free(text);
    free(stuck);
    if (run_is_partial(r) && !c->shared->options->explore.stop_at_first)
        hold_deadlock(c, f);
    else
        campaign_report(c, f);
}

#define MOST_ASKED (1u << 20)

/* Reports threads that wait by looking for what no thread is left to do. Where all go on for ever
 * no cut-off ended one of them. */
static bool report_standstill(Campaign *c) {
    Run *r = c->run;
    const Machine *m = r->machine;
    uint32_t loc;
    /* Many runs end in the same few states. */
    if (!r->ncutoffs) return false;
    if (c->asked.len > MOST_ASKED) hash_set_clear(&c->asked);
    uint64_t state = run_end_state(r) | 1;
    if (hash_set_has(&c->asked, state)) return false;
    int thread = run_stands_still(r, &loc);
    if (!m->stop_now) hash_set_add(&c->asked, state);
    if (thread < 0) return false;
    bool silent = m->threads[thread]->status == THREAD_STOPPED;
    campaign_report(
        c, describe_run(r, "hang", silent ? machine_hang_text : STANDSTILL_MESSAGE, thread, loc));
    return true;
}

bool campaign_check_end(Campaign *c, RunEnd end) {
    const Machine *m = c->run->machine;
    bool hangs = !c->restart && !m->exited && report_hangs(c);
    if (!hangs && !c->restart) hangs = report_standstill(c);
    if (end == RUN_DEADLOCK) report_deadlock(c);
    return hangs || end == RUN_DEADLOCK || has_failed(m);
}
