/*
 * findings.c — findings of a campaign: each one is replayed before it is reported, and reported
 * once. Findings that only the end of a run shows (deadlocks, endless loops, leaks) are made here.
 */
#include "explore/internal.h"
#include "replay/shorten.h"
#include <stdio.h>
#include <stdlib.h>

/* --- reporting -------------------------------------------------------------------------------- */

static void internal_error(Campaign *c, const Finding *f, const char *divergence) {
    if (c->result->internal_error) return;
    c->result->internal_error =
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

/* Replaces a reported finding and its test by a better occurrence. */
static void tell_better(Campaign *c, Finding *known, Finding *f) {
    ReplayCallbacks limits = {.context = c->watch, .interrupted = watch_is_over};
    ReplayResult *again = campaign_confirm(c->program, c->options, f, &limits);
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
    if (known->test && c->callbacks && c->callbacks->found)
        c->callbacks->found(c->callbacks->context, known);
}

static void report_alone(Campaign *c, Finding *f) {
    char *key = finding_key(f);
    for (size_t k = 0; k < c->keys.len; k++)
        if (!strcmp(c->keys.data[k], key)) {
            Finding *known = c->found.data[k];
            /* Occurrences in a hunt do not count once the exploration has met the finding. */
            if (!f->hunted && (!known->hunted || known->met)) known->occurrences++;
            known->met |= !f->hunted;
            if (needs_less(f, known)) tell_better(c, known, f);
            free(key);
            finding_free(f);
            return;
        }
    ReplayCallbacks limits = {.context = c->watch, .interrupted = watch_is_over};
    double started = time_wall();
    ReplayResult *again = campaign_confirm(c->program, c->options, f, &limits);
    if (!again->interrupted && !again->reproduced && f->patience && !f->hunted) {
        /* Replay without parking: the rest of the parked thread's slice may contain an access that
         * races. */
        f->patience = 0;
        replay_result_free(again);
        again = campaign_confirm(c->program, c->options, f, &limits);
    }
    c->result->stats.confirm_seconds += time_wall() - started;
    if (again->interrupted)
        f->unconfirmed = true;
    else if (!again->reproduced) {
        if (!f->hunted || !f->patience) internal_error(c, f, again->divergence);
        replay_result_free(again);
        free(key);
        finding_free(f);
        return;
    }
    replay_result_free(again);
    vec_push(&c->keys, key);
    vec_push(&c->found, f);
    bool told =
        !c->callbacks || !c->callbacks->found || c->callbacks->found(c->callbacks->context, f);
    if (told) {
        CampaignResult *r = c->result;
        r->findings = xrealloc(r->findings, (r->nfindings + 1) * sizeof *r->findings);
        r->findings[r->nfindings++] = f;
        if (c->options->explore.stop_at_first) {
            c->halt = true;
            r->halt_reason = "first bug";
        }
    }
}

void campaign_report(Campaign *c, Finding *f) {
    f->hunted = c->hunting;
    if (c->describe && !f->interferences) c->describe(c->describe_context, f);
    if (c->options->failing) c->options->failing(c->options->watching_context, c->run, f);
    if (c->options->prune.summaries) {
        char *key = finding_key(f);
        vec_push(&c->reported, strcmp(f->kind, "race") ? hash_string(key) : REPORTED_RACE);
        free(key);
    }
    if (c->workers) workers_lock(c->workers);
    report_alone(c->root, f);
    if (c->workers) {
        c->halt |= c->root->halt;
        workers_unlock(c->workers);
        if (c->halt) workers_stop(c->workers);
    }
}

/* Holds back a deadlock that was met beside a cut-off. Threads that wait for each other are a
 * deadlock, but more threads may be blocked in the end. It is reported at the end unless another
 * deadlock covers it. */
static void hold_deadlock(Campaign *c, Finding *f) {
    Campaign *root = c->root;
    bool known = false;
    if (c->workers) workers_lock(c->workers);
    for (size_t k = 0; k < root->held.len && !known; k++)
        known = finding_covers(root->held.data[k], f) && finding_covers(f, root->held.data[k]);
    if (!known) vec_push(&root->held, f);
    if (c->workers) workers_unlock(c->workers);
    if (known) finding_free(f);
}

void campaign_report_held(Campaign *c) {
    for (size_t k = 0; k < c->held.len; k++) {
        Finding *f = c->held.data[k];
        bool covered = false;
        for (size_t j = 0; j < c->found.len && !covered; j++)
            covered = finding_covers(c->found.data[j], f);
        for (size_t j = 0; j < c->held.len && !covered; j++)
            covered = j != k && c->held.data[j] && finding_covers(c->held.data[j], f);
        if (covered) {
            finding_free(f);
            c->held.data[k] = NULL;
        }
    }
    for (size_t k = 0; k < c->held.len; k++)
        if (c->held.data[k]) campaign_report(c, c->held.data[k]);
    vec_free(&c->held);
}

void campaign_fault(void *context, Run *r, const Fault *fault) {
    Campaign *c = context;
    if (!strcmp(fault->kind, "unsupported"))
        texts_add(&c->result->incomplete, &c->result->nincomplete, fault->message);
    campaign_report(c, describe_fault(r, fault));
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

/* Reports threads that loop for ever because no thread is left that could change what they read. */
static bool report_hangs(Campaign *c) {
    Run *r = c->run;
    const Machine *m = r->machine;
    bool any = false;
    if (r->ncutoffs) return false;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && m->threads[k]->status == THREAD_STOPPED && !m->threads[k]->looping)
            return false;
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
    /* The set of deadlocked threads distinguishes deadlocks: threads that wait only because of a
     * cut-off are not part of it. */
    for (uint32_t k = 0, n = 0; k < m->nslots; k++) {
        if (!m->threads[k] || m->threads[k]->status == THREAD_UNUSED) continue;
        ThreadReport *t = &f->threads[n++];
        if (stuck[k] || !t->status || strncmp(t->status, "blocked: ", 9)) continue;
        char *status = xasprintf("for now %s", t->status + 9);
        free(t->status);
        t->status = status;
    }
    free(stuck);
    if (r->ncutoffs && !c->options->explore.stop_at_first)
        hold_deadlock(c, f);
    else
        campaign_report(c, f);
}

bool campaign_check_end(Campaign *c, RunEnd end) {
    const Machine *m = c->run->machine;
    bool hangs = !c->restart && !m->exited && report_hangs(c);
    if (end == RUN_DEADLOCK) report_deadlock(c);
    return hangs || end == RUN_DEADLOCK || has_failed(m);
}
