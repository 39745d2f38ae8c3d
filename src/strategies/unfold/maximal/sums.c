/*
 * sums.c — see sums.h. What each thread adds is known from its newest event. A chain of variables
 * says which sums there are after each thread in turn.
 */
#include "strategies/unfold/maximal/sums.h"
#include <stdlib.h>

/* Sums of more values than this are not stated. */
#define MAX_SUMS 4096

/* What a thread may add to a sum: values with the variables that its ends imply. */
typedef struct Addend {
    int32_t value;
    int variable;
} Addend;
typedef VEC(Addend) Addends;

static int addend_of(const SumsOf *x, Addends *list, int32_t value) {
    for (size_t k = 0; k < list->len; k++)
        if (list->data[k].value == value) return list->data[k].variable;
    Addend a = {value, sat_variable(x->sat)};
    vec_push(list, a);
    return a.variable;
}

/* Fills in what each thread may add; a thread that is not there adds nothing. */
static void find_addends(const SumsOf *x, uint64_t key, Addends *lists) {
    for (size_t k = 0; k < x->ends->list.len; k++) {
        const End *e = &x->ends->list.data[k];
        Addends *list = &lists[prefix_event(x->prefix, e->id)->action->thread];
        sat_clause(x->sat, -x->newest[k], addend_of(x, list, ends_times(x->ends, e, key)));
    }
    for (uint32_t t = 0; t < x->prefix->nthreads; t++) {
        Literals clause = {0};
        vec_push(&clause, addend_of(x, &lists[t], 0));
        for (size_t k = 0; k < x->first[t].len; k++) vec_push(&clause, x->first[t].data[k]);
        sat_add(x->sat, clause.data, clause.len);
        vec_free(&clause);
    }
}

/* The sums from `low` on as variables that are implied; 0: it cannot be. */
typedef struct SumVariables {
    int32_t low, n;
    int *variable;
} SumVariables;

/* Which sums there can be. */
static SumVariables range_of_sum(const Addends *lists, uint32_t threads) {
    int64_t low = 0, high = 0;
    for (uint32_t t = 0; t < threads; t++) {
        int32_t least = 0, most = 0;
        for (size_t k = 0; k < lists[t].len; k++) {
            least = MIN(least, lists[t].data[k].value);
            most = MAX(most, lists[t].data[k].value);
        }
        low += least;
        high += most;
    }
    if (high - low >= MAX_SUMS) return (SumVariables){0, 0, NULL};
    int32_t n = (int32_t)(high - low) + 1;
    return (SumVariables){(int32_t)low, n, xcalloc((size_t)n, sizeof(int))};
}

/* States which sum there is after each thread in turn, and gives the last ones; none where they are
 * many. */
static SumVariables state_sum(const SumsOf *x, uint64_t key) {
    Addends *lists = xcalloc(x->prefix->nthreads + 1, sizeof *lists);
    find_addends(x, key, lists);
    SumVariables s = range_of_sum(lists, x->prefix->nthreads);
    int *now = s.variable, *next = xcalloc((size_t)s.n + 1, sizeof *next);
    if (s.n) {
        now[-s.low] = sat_variable(x->sat);
        sat_clause(x->sat, now[-s.low]);
    }
    for (uint32_t t = 0; t < x->prefix->nthreads && s.n; t++) {
        memset(next, 0, (size_t)s.n * sizeof *next);
        for (int32_t v = 0; v < s.n; v++)
            for (size_t k = 0; now[v] && k < lists[t].len; k++) {
                const Addend *a = &lists[t].data[k];
                if (!next[v + a->value]) next[v + a->value] = sat_variable(x->sat);
                sat_clause(x->sat, -now[v], -a->variable, next[v + a->value]);
            }
        int *swap = now;
        now = next;
        next = swap;
    }
    for (uint32_t t = 0; t < x->prefix->nthreads; t++) vec_free(&lists[t]);
    free(lists);
    free(next);
    s.variable = now;
    return s;
}

/* Who waits at an end, and does not go on there, implies the literal. */
static void state_waiting(const SumsOf *x, size_t end, int literal) {
    int clause[] = {-x->newest[end], literal, x->passing[end]};
    sat_add(x->sat, clause, x->passing[end] ? 3 : 2);
}

/* Ends that wait for a sum have none that is more than they wait for. */
static void state_sums(const SumsOf *x) {
    VEC(uint64_t) done = {0};
    uint64_t key, other;
    int64_t most;
    for (size_t k = 0; k < x->ends->list.len; k++) {
        bool again = !operation_waits_for_sum(
            prefix_event(x->prefix, x->ends->list.data[k].id)->pending, &key, &most);
        for (size_t j = 0; j < done.len && !again; j++) again = done.data[j] == key;
        if (again) continue;
        vec_push(&done, key);
        SumVariables s = state_sum(x, key);
        for (size_t j = k; j < x->ends->list.len && s.n; j++) {
            const PrefixEvent *y = prefix_event(x->prefix, x->ends->list.data[j].id);
            if (!operation_waits_for_sum(y->pending, &other, &most) || other != key) continue;
            for (int32_t v = 0; v < s.n; v++)
                if (s.variable[v] && v + s.low > most && x->passing[j] != x->newest[j])
                    state_waiting(x, j, -s.variable[v]);
        }
        free(s.variable);
    }
    vec_free(&done);
}

/* Nobody waits at a barrier in a generation that was left. */
static void state_barriers(const SumsOf *x) {
    const Prefix *p = x->prefix;
    for (PrefixId id = 1; id < p->events.len; id++) {
        const PrefixEvent *e = prefix_event(p, id);
        if (e->action->op.kind != OPERATION_LEAVE || !e->action->outcome) continue;
        for (uint32_t u = 0; u < e->nlast; u++) {
            PrefixId w = u == (uint32_t)e->action->thread ? 0 : e->last[u];
            if (!w || !x->end_of[w]) continue;
            const Operation *o = prefix_event(p, w)->pending;
            if (o->kind == OPERATION_LEAVE && o->object == e->action->op.object &&
                o->generation == e->action->op.generation)
                state_waiting(x, x->end_of[w] - 1, -(int)id);
        }
    }
}

void sums_state(const SumsOf *x) {
    state_sums(x);
    state_barriers(x);
}
