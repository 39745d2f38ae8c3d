/*
 * maximal.c — see maximal.h. The variable of an event has its number; those of ends (ends.h) say
 * that the event is the newest of its thread.
 *
 * Whether a blocked thread could go on is stated by who keeps it waiting: for what threads hold,
 * for threads that are joined, for sleepers that a notification woke, and by sums for semaphores
 * and barriers. For system calls it is stated once an answer has it wrong: the event that could
 * follow is in the prefix, with its causes. So are events that exclude each other (exclusions.c),
 * at first, and cycles (cycles.c).
 */
#include "strategies/unfold/maximal/maximal.h"
#include "strategies/unfold/maximal/cycles.h"
#include "strategies/unfold/maximal/ends.h"
#include "strategies/unfold/maximal/exclusions.h"
#include "strategies/unfold/maximal/sums.h"
#include <stdlib.h>

/* What a group of literals has in common. */
enum {
    GROUP_HOLDERS = 1,
    GROUP_CIRCLE_HOLDERS,
    GROUP_STAYING,
    GROUP_CIRCLE_THREAD,
    GROUP_NOTIFIERS,
    GROUP_PLACE
};

/* A variable that implies that one of these literals holds. */
typedef struct Group {
    unsigned kind;
    uint64_t key;
    int variable;
    Literals members;
} Group;

struct Maximal {
    const Prefix *p;
    Sat *sat; /* NULL: nothing was asked yet that needs it */
    Ends ends;
    uint32_t *end_of; /* by event: which end it is + 1; 0: none */
    int *newest;      /* by end: its variable */
    int *circling;    /* by end: the variable of it being part of the circle; 0: never */
    int *passing;     /* by end: … of its thread not being blocked there, but about to do what is a
                         cut-off; 0: it is blocked, or does not go on */
    int goal[MAXIMAL_GOALS];
    VEC(Group) groups;
    Index by_key;    /* the numbers of groups */
    Literals *first; /* by thread: events that nothing of it comes before */
    Literals clause;
    bool excluded; /* what commonly excludes each other was stated */
    MaximalGoal asked;
    PrefixId *last; /* the last answer, by thread */
    bool *passes;   /* … and whether the thread is about to do what is a cut-off */
};

/* --- clauses ---------------------------------------------------------------------------------- */

static void say(Maximal *x, int literal) { vec_push(&x->clause, literal); }
static void end_clause(Maximal *x) {
    sat_add(x->sat, x->clause.data, x->clause.len);
    x->clause.len = 0;
}

static bool is_used(const Prefix *p, PrefixId id) {
    return !prefix_is_cut(p, id) && prefix_event(p, id)->action->op.kind != OPERATION_PROCESS_EXIT;
}

static Group *maximal_group(Maximal *x, unsigned kind, uint64_t key) {
    uint64_t hash = hash_mix(hash_combine(key, kind));
    uint32_t at = index_find(&x->by_key, hash, n,
                             x->groups.data[n].kind == kind && x->groups.data[n].key == key);
    if (at != INDEX_NONE) return &x->groups.data[at];
    Group g = {.kind = kind, .key = key, .variable = sat_variable(x->sat)};
    index_add(&x->by_key, hash, (uint32_t)x->groups.len);
    vec_push(&x->groups, g);
    return &vec_last(&x->groups);
}

static void add_member(Maximal *x, unsigned kind, uint64_t key, int literal) {
    Group *g = maximal_group(x, kind, key);
    vec_push(&g->members, literal);
}

static int group(Maximal *x, unsigned kind, uint64_t key) {
    return maximal_group(x, kind, key)->variable;
}

/* States that each event has its causes. */
static void state_causes(Maximal *x, PrefixId id) {
    const PrefixEvent *e = prefix_event(x->p, id), *past = prefix_event(x->p, e->previous);
    uint32_t own = (uint32_t)e->action->thread;
    if (!is_used(x->p, id)) sat_clause(x->sat, -(int)id);
    if (e->previous) sat_clause(x->sat, -(int)id, (int)e->previous);
    for (uint32_t u = 0; u < e->nlast; u++) {
        PrefixId cause = u == own ? 0 : e->last[u];
        if (cause && !(e->previous && prefix_last(past, u) == cause))
            sat_clause(x->sat, -(int)id, (int)cause);
    }
}

/* States that at most one of the successors of an event in its thread is present, and exactly one
 * if the event is no end. */
static void state_followers(Maximal *x, PrefixId id) {
    const PrefixEvent *e = prefix_event(x->p, id);
    uint32_t end = x->end_of[id];
    Literals followers = {0};
    for (PrefixId c = e->first_child; c; c = prefix_event(x->p, c)->sibling)
        if (is_used(x->p, c)) vec_push(&followers, (int)c);
    sat_at_most_one(x->sat, followers.data, followers.len);
    int newest = 0;
    if (end && !followers.len)
        newest = (int)id;
    else if (end) {
        newest = sat_variable(x->sat);
        sat_clause(x->sat, -newest, (int)id);
        for (size_t k = 0; k < followers.len; k++) sat_clause(x->sat, -newest, -followers.data[k]);
    }
    if (end) x->newest[end - 1] = newest;
    if (newest != (int)id) {
        say(x, -(int)id);
        if (newest) say(x, newest);
        for (size_t k = 0; k < followers.len; k++) say(x, followers.data[k]);
        end_clause(x);
    }
    vec_free(&followers);
}

/* States that a created thread starts. */
static void state_starts(Maximal *x) {
    const Prefix *p = x->p;
    Literals *starts = xcalloc(p->events.len, sizeof *starts); /* by the event that creates */
    for (PrefixId id = 1; id < p->events.len; id++) {
        const PrefixEvent *e = prefix_event(p, id);
        if (!is_used(p, id)) continue;
        if (!e->previous) vec_push(&x->first[e->action->thread], (int)id);
        PrefixId creation = prefix_creation(p, id);
        if (creation) vec_push(&starts[creation], (int)id);
    }
    for (PrefixId id = 1; id < p->events.len; id++) {
        if (!starts[id].len) continue;
        say(x, -(int)id);
        for (size_t k = 0; k < starts[id].len; k++) say(x, starts[id].data[k]);
        end_clause(x);
        vec_free(&starts[id]);
    }
    for (uint32_t t = 0; t < p->nthreads; t++)
        sat_at_most_one(x->sat, x->first[t].data, x->first[t].len);
    free(starts);
}

/* --- who waits for whom ----------------------------------------------------------------------- */

/* Puts an end into the groups of those that others may wait for. */
static void group_end(Maximal *x, size_t k) {
    const End *e = &x->ends.list.data[k];
    const PrefixEvent *y = prefix_event(x->p, e->id);
    uint64_t thread = (uint64_t)y->action->thread;
    if (e->circles) x->circling[k] = sat_variable(x->sat);
    if (e->kind == END_CUT)
        x->passing[k] = x->newest[k];
    else if (e->cut)
        x->passing[k] = sat_variable(x->sat);
    if (x->passing[k] && x->passing[k] != x->newest[k])
        sat_clause(x->sat, -x->passing[k], x->newest[k]);
    if (x->passing[k] && x->circling[k]) sat_clause(x->sat, -x->passing[k], -x->circling[k]);
    for (uint32_t j = 0; j < e->nheld; j++) {
        uint64_t key = ends_held(&x->ends, e)[j].key;
        add_member(x, GROUP_HOLDERS, key, x->newest[k]);
        if (e->circles) add_member(x, GROUP_CIRCLE_HOLDERS, key, x->circling[k]);
    }
    if (end_goes_nowhere(e)) add_member(x, GROUP_STAYING, thread, x->newest[k]);
    if (e->circles) add_member(x, GROUP_CIRCLE_THREAD, thread, x->circling[k]);
}

/* Notifications wake those that are asleep among their causes. */
static void group_notifications(Maximal *x) {
    const Prefix *p = x->p;
    for (PrefixId id = 1; id < p->events.len; id++) {
        const PrefixEvent *e = prefix_event(p, id);
        const Operation *o = &e->action->op;
        bool one = o->kind == OPERATION_SIGNAL && e->action->outcome;
        if (!is_used(p, id) || (!one && o->kind != OPERATION_BROADCAST)) continue;
        for (uint32_t u = 0; u < e->nlast; u++) {
            PrefixId w = e->last[u];
            if (!w || u == (uint32_t)e->action->thread || (one && u + 1 != e->action->outcome))
                continue;
            const Action *sleep = prefix_event(p, w)->action;
            if (operation_sleeps(sleep) && sleep->op.object == o->object)
                add_member(x, GROUP_NOTIFIERS, w, (int)id);
        }
    }
}

/* Begins a clause on what has to be there where a thread waits. */
static void say_wait(Maximal *x, int here, int passes) {
    say(x, -here);
    if (passes) say(x, passes);
}

/* A blocked end, or (`circle`) its part of one, implies that somebody keeps its thread waiting. */
static void state_wait(Maximal *x, size_t k, bool circle) {
    const End *e = &x->ends.list.data[k];
    const PrefixEvent *y = prefix_event(x->p, e->id);
    int here = circle ? x->circling[k] : x->newest[k], passes = circle ? 0 : x->passing[k];
    if (y->pending->kind == OPERATION_JOIN) {
        uint64_t other = (uint64_t)(uint32_t)y->pending->target;
        say_wait(x, here, passes);
        say(x, group(x, circle ? GROUP_CIRCLE_THREAD : GROUP_STAYING, other));
        end_clause(x);
        return;
    }
    bool slept = operation_sleeps(y->action);
    if (slept && (circle || y->pending->kind == OPERATION_TIMEOUT)) {
        say_wait(x, here, passes);
        say(x, group(x, GROUP_NOTIFIERS, e->id));
        end_clause(x);
    }
    if (!e->nwaits) return;
    int keeps[HOLD_WAITS];
    for (uint32_t j = 0; j < e->nwaits; j++)
        keeps[j] = group(x, circle ? GROUP_CIRCLE_HOLDERS : GROUP_HOLDERS, e->waits[j].key);
    if (slept && !circle && y->pending->kind == OPERATION_WAKE) {
        /* Nobody notified it, or it cannot have the mutex. */
        const Literals *by = &maximal_group(x, GROUP_NOTIFIERS, e->id)->members;
        for (size_t j = 0; j < by->len; j++) {
            say_wait(x, here, passes);
            say(x, -by->data[j]);
            say(x, keeps[0]);
            end_clause(x);
        }
        return;
    }
    say_wait(x, here, passes);
    for (uint32_t j = 0; j < e->nwaits; j++) say(x, keeps[j]);
    end_clause(x);
}

static void state_ends(Maximal *x) {
    for (size_t k = 0; k < x->ends.list.len; k++) group_end(x, k);
    group_notifications(x);
    for (size_t k = 0; k < x->ends.list.len; k++) {
        if (x->ends.list.data[k].kind == END_BLOCKED) state_wait(x, k, false);
        if (!x->circling[k]) continue;
        sat_clause(x->sat, -x->circling[k], x->newest[k]);
        state_wait(x, k, true);
    }
}

/* --- goals ------------------------------------------------------------------------------------ */

/* Ends where a thread is not over that show in a finding are told apart by their places. */
static bool end_has_place(const End *e) {
    return e->kind != END_OVER && e->kind != END_STOPPED && e->kind != END_CUT;
}

static uint64_t end_place(const Maximal *x, const End *e) {
    const PrefixEvent *y = prefix_event(x->p, e->id);
    uint64_t thread = e->kind == END_EXITING ? (uint64_t)y->action->thread + 1 : 0;
    return hash_combine(hash_combine(y->place, e->kind), thread);
}

static void state_goals(Maximal *x) {
    for (int g = 0; g < MAXIMAL_GOALS; g++) x->goal[g] = sat_variable(x->sat);
    Literals wanted[MAXIMAL_GOALS] = {{0}};
    for (size_t k = 0; k < x->ends.list.len; k++) {
        const End *e = &x->ends.list.data[k];
        bool gone = e->kind == END_STOPPED || e->kind == END_EXITING;
        if (gone || e->kind == END_LOOPING || e->kind == END_LATE)
            sat_clause(x->sat, -x->goal[MAXIMAL_BLOCKED], -x->newest[k]);
        if (gone) sat_clause(x->sat, -x->goal[MAXIMAL_LOOPING], -x->newest[k]);
        if (gone || e->kind == END_LATE) sat_clause(x->sat, -x->goal[MAXIMAL_ROUND], -x->newest[k]);
        if (x->passing[k]) {
            sat_clause(x->sat, -x->goal[MAXIMAL_BLOCKED], -x->passing[k]);
            sat_clause(x->sat, -x->goal[MAXIMAL_LOOPING], -x->passing[k]);
            if (e->rounds)
                vec_push(&wanted[MAXIMAL_ROUND], x->passing[k]);
            else
                sat_clause(x->sat, -x->goal[MAXIMAL_ROUND], -x->passing[k]);
        }
        if (e->kind == END_BLOCKED) vec_push(&wanted[MAXIMAL_BLOCKED], x->newest[k]);
        if (e->kind == END_LOOPING) vec_push(&wanted[MAXIMAL_LOOPING], x->newest[k]);
        if (x->circling[k]) vec_push(&wanted[MAXIMAL_CIRCLE], x->circling[k]);
        if (!end_has_place(e)) continue;
        sat_clause(x->sat, -x->newest[k], group(x, GROUP_PLACE, end_place(x, e)));
        add_member(x, GROUP_PLACE, end_place(x, e), x->newest[k]);
    }
    for (int g = 0; g < MAXIMAL_GOALS; g++) {
        say(x, -x->goal[g]);
        for (size_t k = 0; k < wanted[g].len; k++) say(x, wanted[g].data[k]);
        end_clause(x);
        vec_free(&wanted[g]);
    }
}

static void state_groups(Maximal *x) {
    for (size_t k = 0; k < x->groups.len; k++) {
        const Group *g = &x->groups.data[k];
        say(x, -g->variable);
        for (size_t j = 0; j < g->members.len; j++) say(x, g->members.data[j]);
        end_clause(x);
    }
}

static void state_all(Maximal *x) {
    const Prefix *p = x->p;
    x->sat = sat_new((int)p->events.len, p->stopped, p->context);
    x->newest = xcalloc(x->ends.list.len + 1, sizeof *x->newest);
    x->circling = xcalloc(x->ends.list.len + 1, sizeof *x->circling);
    x->passing = xcalloc(x->ends.list.len + 1, sizeof *x->passing);
    for (PrefixId id = 1; id < p->events.len; id++) {
        state_causes(x, id);
        if (is_used(p, id)) state_followers(x, id);
    }
    state_starts(x);
    state_ends(x);
    sums_state(&(SumsOf){x->p, &x->ends, x->newest, x->passing, x->end_of, x->first, x->sat});
    state_goals(x);
    state_groups(x);
}

/* --- answers ---------------------------------------------------------------------------------- */

static void read_answer(Maximal *x) {
    memset(x->last, 0, x->p->nthreads * sizeof *x->last);
    /* An event has a higher number than those before it in its thread. */
    for (PrefixId id = 1; id < x->p->events.len; id++)
        if (sat_value(x->sat, (int)id)) x->last[prefix_event(x->p, id)->action->thread] = id;
    for (uint32_t t = 0; t < x->p->nthreads; t++) {
        PrefixId z = x->last[t];
        int passing = z && x->end_of[z] ? x->passing[x->end_of[z] - 1] : 0;
        x->passes[t] = passing && sat_value(x->sat, passing);
    }
}

/* Whether event `f` can follow the configuration that is the answer. */
static bool can_follow(Maximal *x, PrefixId f) {
    const Prefix *p = x->p;
    const PrefixEvent *e = prefix_event(p, f);
    for (uint32_t u = 0; u < e->nlast; u++)
        if (u != (uint32_t)e->action->thread && e->last[u] &&
            !prefix_has(p, x->last, p->nthreads, e->last[u]))
            return false;
    size_t top = p->scratch->top;
    bool fine = prefix_join(p, prefix_spread(p, x->last, p->nthreads), f);
    p->scratch->top = top;
    return fine;
}

/* The first events of a thread behind one of it (0: from its start) that are dependent with `f`. */
static void say_first_dependent(Maximal *x, uint32_t thread, PrefixId from, const Action *f) {
    const Prefix *p = x->p;
    VEC(PrefixId) open = {0};
    if (from)
        vec_push(&open, from);
    else
        for (PrefixId id = 1; id < p->events.len; id++) {
            const PrefixEvent *e = prefix_event(p, id);
            if (e->previous || (uint32_t)e->action->thread != thread || !is_used(p, id)) continue;
            if (operation_dependent(e->action, f))
                say(x, (int)id);
            else
                vec_push(&open, id);
        }
    while (open.len) {
        PrefixId at = vec_pop(&open);
        for (PrefixId c = prefix_event(p, at)->first_child; c; c = prefix_event(p, c)->sibling) {
            if (!is_used(p, c)) continue;
            if (operation_dependent(prefix_event(p, c)->action, f))
                say(x, (int)c);
            else
                vec_push(&open, c);
        }
    }
    vec_free(&open);
}

/* Where the newest event of its thread is the one before `f`, and the causes of `f` are there,
 * something that is dependent with it came in between. */
static void state_follower(Maximal *x, PrefixId f) {
    const PrefixEvent *e = prefix_event(x->p, f);
    uint32_t end = x->end_of[e->previous] - 1;
    say(x, -x->newest[end]);
    if (prefix_is_cut(x->p, f) && x->passing[end]) say(x, x->passing[end]);
    for (uint32_t u = 0; u < x->p->nthreads; u++) {
        PrefixId cause = prefix_last(e, u);
        if (u == (uint32_t)e->action->thread) continue;
        if (cause) say(x, -(int)cause);
        say_first_dependent(x, u, cause, e->action);
    }
    end_clause(x);
}

/* States what keeps threads of the answer from going on that can. False where none can. */
static bool amend_followers(Maximal *x) {
    bool any = false;
    for (uint32_t t = 0; t < x->p->nthreads; t++) {
        PrefixId z = x->last[t];
        if (!z || !x->end_of[z]) continue;
        for (PrefixId f = prefix_event(x->p, z)->first_child; f;
             f = prefix_event(x->p, f)->sibling) {
            if (prefix_event(x->p, f)->action->op.kind == OPERATION_PROCESS_EXIT ||
                (prefix_is_cut(x->p, f) && x->passes[t]) || !can_follow(x, f))
                continue;
            state_follower(x, f);
            any = true;
        }
    }
    return any;
}

static bool amend_exclusions(Maximal *x) {
    if (!exclusions_of(x->p, x->last, x->sat)) return false;
    if (!x->excluded) exclusions_common(x->p, x->sat);
    x->excluded = true;
    return true;
}

/* --- the interface ---------------------------------------------------------------------------- */

Maximal *maximal_new(const Prefix *p) {
    Maximal *x = xcalloc(1, sizeof *x);
    x->p = p;
    ends_find(&x->ends, p);
    x->end_of = xcalloc(p->events.len + 1, sizeof *x->end_of);
    for (size_t k = 0; k < x->ends.list.len; k++)
        x->end_of[x->ends.list.data[k].id] = (uint32_t)k + 1;
    x->last = xcalloc(p->nthreads + 1, sizeof *x->last);
    x->passes = xcalloc(p->nthreads + 1, sizeof *x->passes);
    x->first = xcalloc(p->nthreads + 1, sizeof *x->first);
    return x;
}

void maximal_free(Maximal *x) {
    if (!x) return;
    sat_free(x->sat);
    ends_free(&x->ends);
    for (size_t k = 0; k < x->groups.len; k++) vec_free(&x->groups.data[k].members);
    vec_free(&x->groups);
    for (uint32_t t = 0; t < x->p->nthreads; t++) vec_free(&x->first[t]);
    free(x->first);
    vec_free(&x->clause);
    index_free(&x->by_key);
    free(x->end_of);
    free(x->newest);
    free(x->circling);
    free(x->passing);
    free(x->last);
    free(x->passes);
    free(x);
}

static bool goal_is_possible(const Maximal *x, MaximalGoal goal) {
    const Ends *e = &x->ends;
    switch (goal) {
    case MAXIMAL_BLOCKED: return e->blocked;
    case MAXIMAL_LOOPING: return e->looping;
    case MAXIMAL_ROUND: return e->rounds;
    default: return e->circles;
    }
}

/* An answer is a configuration: it has the causes of its events, none of them exclude each other,
 * and each thread that is there is at an end of it. */
static void check_answer(Maximal *x) {
    const Prefix *p = x->p;
    size_t top = p->scratch->top;
    PrefixId *joined = scratch_take(p->scratch, p->nthreads * sizeof *joined);
    memset(joined, 0, p->nthreads * sizeof *joined);
    for (uint32_t t = 0; t < p->nthreads; t++) {
        PrefixId z = x->last[t];
        if (!z) continue;
        invariant(is_used(p, z) && x->end_of[z]);
        invariant(sat_value(x->sat, (int)z) && sat_value(x->sat, x->newest[x->end_of[z] - 1]));
        invariant(prefix_join(p, joined, z));
    }
    invariant(!memcmp(joined, x->last, p->nthreads * sizeof *joined));
    p->scratch->top = top;
}

MaximalAnswer maximal_next(Maximal *x, MaximalGoal goal, PrefixId *last) {
    if (!goal_is_possible(x, goal)) return MAXIMAL_NONE;
    if (!x->sat) state_all(x);
    x->asked = goal;
    for (;;) {
        if (x->p->stopped(x->p->context)) return MAXIMAL_INTERRUPTED;
        SatResult r = sat_solve(x->sat, x->goal[goal]);
        if (r != SAT_YES) return r == SAT_NO ? MAXIMAL_NONE : MAXIMAL_INTERRUPTED;
        read_answer(x);
        if (!amend_exclusions(x) && !cycles_of(x->p, x->last, x->sat) && !amend_followers(x)) break;
    }
    if (unlikely(base_invariants)) check_answer(x);
    memcpy(last, x->last, x->p->nthreads * sizeof *last);
    return MAXIMAL_FOUND;
}

/* The end of a thread in the answer, or NULL. */
static const End *end_in(const Maximal *x, uint32_t thread) {
    PrefixId z = x->last[thread];
    return z && x->end_of[z] ? &x->ends.list.data[x->end_of[z] - 1] : NULL;
}

void maximal_met(Maximal *x) {
    for (uint32_t t = 0; t < x->p->nthreads; t++) {
        const End *e = end_in(x, t);
        if (!e || !end_has_place(e)) continue;
        int place = group(x, GROUP_PLACE, end_place(x, e));
        if (x->asked != MAXIMAL_LOOPING)
            say(x, -place);
        else if (e->kind == END_LOOPING)
            sat_clause(x->sat, -x->goal[MAXIMAL_LOOPING], -place);
    }
    if (x->asked == MAXIMAL_LOOPING) return;
    /* Other threads may be blocked, too. */
    for (size_t k = 0; k < x->groups.len; k++) {
        const Group *g = &x->groups.data[k];
        bool here = g->kind != GROUP_PLACE;
        for (uint32_t t = 0; t < x->p->nthreads && !here; t++) {
            const End *e = end_in(x, t);
            here = e && end_has_place(e) && end_place(x, e) == g->key;
        }
        if (!here) say(x, g->variable);
    }
    end_clause(x);
}

void maximal_refuse(Maximal *x) {
    for (uint32_t t = 0; t < x->p->nthreads; t++) {
        const End *e = end_in(x, t);
        if (e) say(x, -x->newest[e - x->ends.list.data]);
    }
    end_clause(x);
}

void maximal_forbid(Maximal *x, const PrefixId *ids, size_t n) {
    for (size_t k = 0; k < n; k++) say(x, -(int)ids[k]);
    end_clause(x);
}
