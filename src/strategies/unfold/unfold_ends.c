/*
 * unfold_ends.c — deadlocks and hangs of a program all of whose events are covered: the prefix is
 * searched for configurations that end in one (strategies/unfold/maximal/maximal.h). Each of these
 * is run, so that only deadlocks and hangs that occurred are reported.
 */
#include "strategies/unfold/maximal/maximal.h"
#include "run/standstill.h"
#include "strategies/unfold/unfold.h"
#include <stdlib.h>

/* The search is given up after this number of configurations that did not end as expected. */
#define MAX_REFUSED 1000

/* Forbids the branches of a configuration that are infeasible together: the path could be executed
 * up to the branch `failed`. Of the branches before it, only those count that share inputs with it,
 * directly or through other branches. */
static void forbid_branches(Unfold *u, Maximal *x, PrefixId failed) {
    const Machine *m = u->run->machine;
    VEC(PrefixId) ids = {0};
    VEC(const Expr *) open = {0};
    bool *taken = xcalloc(m->nconstraints + 1, sizeof *taken);
    vec_push(&ids, failed);
    /* Another worker may have met the branch. */
    vec_push(&open,
             expr_import(m->pool, prefix_event(&u->all->prefix, failed)->action->op.condition));
    while (open.len) {
        const Expr *e = vec_pop(&open);
        for (uint32_t k = 0; k < m->nconstraints; k++) {
            const PathConstraint *c = &m->constraints.data[k];
            if (taken[k] || !expr_connected(m->pool, e, c->constraint)) continue;
            taken[k] = true;
            vec_push(&open, c->constraint);
            if (c->step)
                vec_push(&ids,
                         u->path.data[history_own(&u->run->history, (uint32_t)c->thread, c->step)
                                          ->position]);
        }
    }
    maximal_forbid(x, ids.data, ids.len);
    free(taken);
    vec_free(&ids);
    vec_free(&open);
}

/* Whether the run, extended from `length` events, ended as the prefix predicted. */
static bool is_as_wanted(Unfold *u, MaximalGoal goal, size_t length) {
    const EventList *path = &u->run->history.path;
    /* Others go on beside a circle, and those that go round do so. */
    if (goal == MAXIMAL_CIRCLE) return run_end(u->run) == RUN_DEADLOCK;
    if (goal == MAXIMAL_ROUND) return run_goes_round(u->run);
    for (size_t k = length; k < path->len; k++)
        if (path->data[k]->action.op.kind != OPERATION_PROCESS_EXIT) return false;
    return goal == MAXIMAL_LOOPING || run_end(u->run) == RUN_DEADLOCK;
}

/* The event of a configuration at which its execution failed; 0: none. */
static PrefixId failed_event(Unfold *u, const Prefix *p, const PrefixId *last, size_t length) {
    size_t top = u->scratch.top;
    PrefixId *list = scratch_take(&u->scratch, (length + 1) * sizeof *list);
    size_t n = unfold_list(u, p, last, list);
    PrefixId failed = u->path.len < n ? list[u->path.len] : 0;
    u->scratch.top = top;
    return failed;
}

/* The result of running an answer of the prefix. */
typedef enum AnswerFate {
    ANSWER_AS_WANTED,
    ANSWER_IMPOSSIBLE, /* its branches are infeasible together */
    ANSWER_OTHERWISE,  /* its end is not of the kind that was asked for */
    ANSWER_UNKNOWN     /* the solver cannot decide one of its branches */
} AnswerFate;

static AnswerFate run_answer(Unfold *u, const Prefix *p, MaximalGoal goal, const Target *t,
                             PrefixId *failed) {
    size_t length = prefix_size(p, t->last);
    if (!unfold_go_to(u, t)) {
        *failed = failed_event(u, p, t->last, length);
        bool branch = *failed && prefix_event(p, *failed)->action->op.kind == OPERATION_BRANCH;
        return branch ? ANSWER_IMPOSSIBLE : ANSWER_OTHERWISE;
    }
    if (!unfold_extend(u)) return ANSWER_UNKNOWN;
    return is_as_wanted(u, goal, length) ? ANSWER_AS_WANTED : ANSWER_OTHERWISE;
}

bool unfold_meet_ends(Unfold *u) {
    unfold_enter(u);
    const Prefix p = *unfold_look(u); /* as it is before the runs */
    unfold_leave(u);
    Maximal *x = maximal_new(&p);
    Target t = {.nlast = p.nthreads, .choice = {-1, 0}};
    t.last = xcalloc(t.nlast + 1, sizeof *t.last);
    unsigned refused = 0;
    MaximalGoal goal = 0;
    bool covered = true; /* as before */
    while (goal < MAXIMAL_GOALS && covered && refused < MAX_REFUSED && !campaign_stop(u->c)) {
        PrefixId failed = 0;
        if (maximal_next(x, goal, t.last) != MAXIMAL_FOUND) {
            goal++;
            continue;
        }
        AnswerFate fate = run_answer(u, &p, goal, &t, &failed);
        covered = u->all->prefix.events.len == p.events.len && !u->all->ntargets;
        if (!covered) break;
        switch (fate) {
        case ANSWER_AS_WANTED: maximal_met(x); break;
        case ANSWER_IMPOSSIBLE: forbid_branches(u, x, failed); break;
        case ANSWER_OTHERWISE:
            maximal_refuse(x);
            refused++;
            break;
        case ANSWER_UNKNOWN: refused = MAX_REFUSED;
        }
    }
    if (refused >= MAX_REFUSED)
        campaign_incomplete(u->c, "every event was covered, but not every deadlock was looked for");
    maximal_free(x);
    target_free(&t);
    return covered;
}
