/* summary.c — the verdict on a campaign and its plain lines. See summary.h. */
#include "report/summary.h"
#include "report/advice.h"
#include "finding/race_groups.h"
#include <stdlib.h>

bool summary_is_complete(const Summary *s) {
    const CampaignResult *r = s->result;
    return r->complete && !r->nincomplete && !s->nincomplete;
}

const char *summary_verdict(const Summary *s) {
    if (s->result->nfindings) return "bug";
    return summary_is_complete(s) && !s->result->internal_error ? "safe" : "incomplete";
}

const char *summary_proved_for(const Summary *s) {
    return summary_is_complete(s) ? s->result->any_threads : NULL;
}

bool summary_complete_at_bound(const Summary *s) {
    const CampaignResult *r = s->result;
    bool finished = r->halt_reason && !strcmp(r->halt_reason, "finished");
    return r->nbounds && finished && !r->nincomplete && !s->nincomplete && !r->internal_error;
}

const char *summary_incomplete(const Summary *s) {
    return summary_complete_at_bound(s)
               ? "no bug found; the exploration is complete at its bound only"
               : "no bug found, but not everything was explored";
}

const char *summary_halt_text(const char *reason) {
    static const struct {
        const char *reason, *text;
    } texts[] = {
        {"time", "the time limit was reached"},      {"memory", "the memory limit was reached"},
        {"traces", "the limit of runs was reached"}, {"first bug", "it stopped at the first bug"},
        {"interrupted", "it was interrupted"},
    };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        if (!strcmp(texts[i].reason, reason)) return texts[i].text;
    return reason;
}

EventGroups summary_event_groups(const CampaignStats *c) {
    EventGroups g = {0};
    for (unsigned k = 0; k < OPERATION_KINDS; k++) g.of[operation_groups[k]] += c->kind_events[k];
    return g;
}

static void told(FILE *out, const char *prefix, char *const *texts, size_t n) {
    for (size_t i = 0; i < n; i++) fprintf(out, "heddle: %s%s\n", prefix, texts[i]);
}

/* Prints `before` and " 1,234 things". */
static void put_count(FILE *out, const char *before, uint64_t n, const char *one,
                      const char *many) {
    char *text = text_count(n, one, many);
    fprintf(out, "%s%s", before, text);
    free(text);
}

/* Prints which errors of a thread interfered by another one are excluded, or were reported. */
static void text_pair(FILE *out, const SequentialStats *s, const SequentialLevel *first) {
    uint64_t paths = 0, bugs = 0;
    int64_t complete = -1;
    for (size_t k = 0; k < s->nlevels; k++) {
        const SequentialLevel *l = &s->level[k];
        if (l->thread != first->thread || l->other != first->other) continue;
        paths += l->paths;
        bugs += l->bugs;
        if (l->complete && complete + 1 == l->couplings) complete++;
    }
    fprintf(out, "\nheddle: thread %s, reading what thread %s wrote:", first->names[0],
            first->names[1]);
    put_count(out, " ", bugs, "bug", "bugs");
    put_count(out, " in ", paths, "path", "paths");
    if (complete < 0) return;
    fprintf(out, ", no %serror with at most %lld non-local read%s", bugs ? "other " : "",
            (long long)complete, complete == 1 ? "" : "s");
}

static void text_pairs(FILE *out, const SequentialStats *s) {
    for (size_t k = 0; k < s->nlevels; k++)
        if (s->level[k].couplings == 0) text_pair(out, s, &s->level[k]);
}

static void put_share(FILE *out, const char *before, const StrategyShare *x, const char *did) {
    fprintf(out, "%s%s%s: %.0f%% of the work", before, x->strategy, did, 100 * x->work);
    if (x->states)
        put_count(out, ", ", x->states, "state", "states");
    else
        put_count(out, ", ", x->traces, "trace", "traces");
}

/* Prints what each of several strategies did, the one whose statistics are printed first. */
static void text_shares(FILE *out, const CampaignResult *r, bool finished) {
    if (r->nshares < 2) return;
    unsigned counts = !strcmp(r->share[1].strategy, r->strategy);
    put_share(out, "\nheddle: ", &r->share[counts],
              finished ? " reached its end first" : " got further");
    for (unsigned k = 0; k < r->nshares; k++)
        if (k != counts) put_share(out, "; ", &r->share[k], "");
}

/* Prints the cost of the exploration, the events, and how the runs ended: one line each. */
static void text_statistics(FILE *out, const CampaignResult *r, bool finished) {
    const CampaignStats *c = &r->stats;
    EventGroups groups = summary_event_groups(c);
    if (finished)
        fprintf(out, "heddle: finished after %.2f s", c->seconds);
    else
        fprintf(out, "heddle: halted (%s) after %.2f s", r->halt_reason, c->seconds);
    put_count(out, ", ", (c->rss_bytes + (1u << 19)) >> 20, "MiB", "MiB");
    put_count(out, ", ", c->instructions, "instruction", "instructions");
    put_count(out, ", ", c->threads_max, "thread", "threads");
    put_count(out, ", ", c->queries, "solver query", "solver queries");
    if (c->branches_total)
        fprintf(out, ", branches %.0f%%",
                100.0 * (double)c->branches_covered / (double)c->branches_total);
    put_count(out, c->events_sampled ? "\nheddle: about " : "\nheddle: ", c->events,
              "event:", "events:");
    put_count(out, " ", groups.of[GROUP_MUTEX], "mutex", "mutex");
    put_count(out, ", ", groups.of[GROUP_CONDITION], "condition variable", "condition variable");
    put_count(out, ", ", groups.of[GROUP_MEMORY], "memory", "memory");
    put_count(out, ", ", groups.of[GROUP_SYMBOLIC], "symbolic", "symbolic");
    put_count(out, ", ", groups.of[GROUP_OTHER], "other", "other");
    put_count(out, "; ", c->cutoffs, "cut-off", "cut-offs");
    put_count(out, "\nheddle: ", c->traces, "trace:", "traces:");
    put_count(out, " ", c->paths_exit, "exit", "exit");
    put_count(out, ", ", c->paths_error, "error", "error");
    put_count(out, ", ", c->paths_cutoff, "cut-off", "cut-off");
    if (c->paths_assume) put_count(out, ", ", c->paths_assume, "stopped", "stopped");
    put_count(out, "; ", c->redundant, "redundant run", "redundant runs");
    if (c->pruned) put_count(out, ", ", c->pruned, "run ended early", "runs ended early");
    put_count(out, ", ", c->restarts, "restart", "restarts");
    if (c->explored > 0 && !r->complete) {
        Estimate e = stats_estimate(c);
        char *text = estimate_text(&e, c->pass_seconds);
        fprintf(out, "\nheddle: by an estimate %s", text);
        free(text);
    }
    if (c->hunt_runs) {
        put_count(out, "\nheddle: hunting: ", c->hunt_runs, "run", "runs");
        put_count(out, ", ", c->hunt_instructions, "instruction", "instructions");
    }
    if (c->pct_depth) {
        put_count(out, "\nheddle: random priorities: ", c->pct_threads, "thread", "threads");
        put_count(out, ", at most ", c->pct_steps, "step", "steps");
        fprintf(out, " a run, depths up to %llu", (unsigned long long)c->pct_depth);
    }
    if (c->prefix_events) {
        put_count(out, "\nheddle: ", c->prefix_events, "event kept", "events kept");
        put_count(out, " in ", c->prefix_bytes / c->prefix_events, "byte each", "bytes each");
        fprintf(out, "; possible extensions took %.2f s of all workers' time",
                c->extension_seconds);
    }
    text_shares(out, r, finished);
    for (size_t k = 0; k < r->interference.nlevels; k++) {
        const InterferenceLevel *l = &r->interference.level[k];
        put_count(out, "\nheddle: ", k, "interference:", "interferences:");
        put_count(out, " ", l->candidates, "candidate", "candidates");
        put_count(out, ", ", l->realizable, "realizable", "realizable");
        put_count(out, ", ", l->covered, "side of a branch covered first",
                  "sides of branches covered first");
        fprintf(out, ", %.2f s", l->seconds);
    }
    text_pairs(out, &r->sequential);
    if (c->steps_replayed + c->steps_standby) {
        put_count(out, "\nheddle: returning to postponed subtrees: ", c->steps_standby,
                  "step from standby states", "steps from standby states");
        put_count(out, ", ", c->steps_replayed, "executed again", "executed again");
        put_count(out, "; ", c->standby_dropped, "dropped for lack of memory",
                  "dropped for lack of memory");
    }
    fputc('\n', out);
}

/* The names of what the races are on, each once, at most a few. */
static void put_raced_names(FILE *out, const RaceGroup *g) {
    enum { MOST = 4 };
    const char *names[MOST];
    size_t n = 0, more = 0;
    for (size_t k = 0; k < g->following.len; k++) {
        const Finding *f = g->following.data[k];
        const char *name = f->variable ? f->variable : f->object ? f->object : "memory";
        size_t j = 0;
        while (j < n && strcmp(names[j], name)) j++;
        if (j < n) continue;
        if (n == MOST)
            more++;
        else
            names[n++] = name;
    }
    for (size_t k = 0; k < n; k++) {
        fputs(!k ? "" : k + 1 < n || more ? ", " : " and ", out);
        text_clean(out, names[k]);
    }
    if (more) fputs(" and others", out);
}

/* Prints which races follow from those of a group. */
static void text_following(FILE *out, const RaceGroup *g) {
    if (!g->following.len) return;
    const char *name = g->variable ? g->variable : "it";
    put_count(out, "heddle: ", g->following.len, "pair", "pairs");
    fputs(" of accesses to ", out);
    put_raced_names(out, g);
    fputs(g->following.len == 1 ? " follows from the race on " : " follow from the race on ", out);
    text_clean(out, name);
    fputs(", and would be ordered if it were atomic (--all prints each)\n", out);
}

/* Prints that several findings are uses of one object after its end. */
static void text_uses(FILE *out, const RaceGroup *g) {
    char *name = finding_object_name(g->variable);
    fputs("heddle: one object, ", out);
    text_clean(out, name);
    put_count(out, ": used afterwards at ", g->members.len, "place", "places");
    put_count(out, " (", g->occurrences, "occurrence; ", "occurrences; ");
    fputs("--all prints each)\n", out);
    free(name);
}

/* Prints a line for each cause of several findings. */
static void text_races(FILE *out, const CampaignResult *r) {
    RaceGroups groups = {0};
    race_groups_make(r->findings, r->nfindings, &groups);
    race_groups_add_following(&groups, r->findings, r->following, r->nfollowing);
    for (size_t k = 0; k < groups.len; k++) {
        const RaceGroup *g = &groups.data[k];
        if (g->uses && g->members.len > 1) text_uses(out, g);
        if (!g->uses && g->members.len > 1) {
            fputs(g->parts ? "heddle: parts of one object, " : "heddle: one variable, ", out);
            text_clean(out, g->variable);
            put_count(out, ": ", g->members.len, "pair of accesses races",
                      "pairs of accesses race");
            put_count(out, " (", g->occurrences, "occurrence; ", "occurrences; ");
            fputs("--all prints each)\n", out);
        }
        text_following(out, g);
    }
    race_groups_free(&groups);
}

void summary_following(FILE *out, const TextStyle *style, const Summary *s) {
    const CampaignResult *r = s->result;
    RaceGroups groups = {0};
    race_groups_make(r->findings, r->nfindings, &groups);
    race_groups_add_following(&groups, r->findings, r->following, r->nfollowing);
    for (size_t k = 0; k < groups.len; k++)
        for (size_t i = 0; i < groups.data[k].following.len; i++)
            text_finding_following(out, style, groups.data[k].following.data[i],
                                   r->findings[groups.data[k].members.data[0]]);
    race_groups_free(&groups);
}

/* Counts the findings, those with one cause as one. */
static size_t number_of_causes(const CampaignResult *r) {
    RaceGroups groups = {0};
    race_groups_make(r->findings, r->nfindings, &groups);
    size_t n = r->nfindings;
    for (size_t k = 0; k < groups.len; k++) n -= groups.data[k].members.len - 1;
    race_groups_free(&groups);
    return n;
}

static void told_incomplete(FILE *out, const Summary *s) {
    told(out, "not complete because: ", s->result->incomplete, s->result->nincomplete);
    told(out, "not complete because: ", (char *const *)s->incomplete, s->nincomplete);
    told(out,
         summary_complete_at_bound(s) ? "complete at its bound: "
                                      : "its bound, had it been reached: ",
         s->result->bounds, s->result->nbounds);
    uint32_t n = s->result->threads_explored;
    if (summary_proved_for(s)) {
        fprintf(out, "heddle: explored completely for %s\n", summary_proved_for(s));
        return;
    }
    if (s->result->not_any_threads)
        fprintf(out, "heddle: not proved for any number of threads: %s\n",
                s->result->not_any_threads);
    if (n)
        fprintf(out,
                "heddle: explored completely for up to %u threads: executions in which each thread "
                "makes at most %u threads that it does not join, up to a depth of %u\n",
                n, n, n);
}

void summary_reasons(FILE *out, const Summary *s) {
    const char *reason = s->result->halt_reason;
    if (reason && strcmp(reason, "finished"))
        fprintf(out, "heddle: not complete because: %s\n", summary_halt_text(reason));
    told_incomplete(out, s);
}

void summary_text(FILE *out, const TextStyle *style, const Summary *s) {
    const CampaignResult *r = s->result;
    const char *verdict = summary_verdict(s);
    const char *bold = style->colour ? "\033[1m" : "", *plain = style->colour ? "\033[0m" : "";
    bool finished = !r->halt_reason || !strcmp(r->halt_reason, "finished");
    bool complete = summary_is_complete(s);
    told(out, "warning: ", r->warnings, r->nwarnings);
    if (!strcmp(verdict, "bug")) {
        size_t causes = number_of_causes(r);
        char *bugs = text_count(causes, "bug", "bugs");
        bool stops = false;
        for (size_t k = 0; k < r->nfindings; k++) stops |= finding_stops(r->findings[k]);
        fprintf(out, "%sheddle: %s found%s;%s %s%s\n", bold, bugs,
                causes < r->nfindings ? " at several places" : "", plain,
                complete ? stops ? "everything was explored up to where threads stop at errors"
                                 : "everything was explored"
                : summary_complete_at_bound(s) ? "the exploration is complete at its bound only"
                : finished                     ? "the exploration is not complete"
                                               : "not everything was explored: ",
                complete || finished ? "" : summary_halt_text(r->halt_reason));
        free(bugs);
        text_races(out, r);
    } else if (!strcmp(verdict, "safe")) {
        fprintf(out, "%sheddle: no bug found;%s everything was explored\n", bold, plain);
    } else if (summary_complete_at_bound(s)) {
        fprintf(out, "%sheddle: no bug found;%s the exploration is complete at its bound\n", bold,
                plain);
    } else {
        fprintf(out, "%sheddle: no bug found,%s but not everything was explored%s%s\n", bold, plain,
                finished ? "" : ": ", finished ? "" : summary_halt_text(r->halt_reason));
    }
    told_incomplete(out, s);
    const char *advice = advice_for(r);
    if (advice) fprintf(out, "heddle: advice: %s\n", advice);
    told(out, "this rests on: ", r->assumptions, r->nassumptions);
    told(out, "this rests on: ", (char *const *)s->assumptions, s->nassumptions);
    text_statistics(out, r, finished);
    fflush(out);
}
