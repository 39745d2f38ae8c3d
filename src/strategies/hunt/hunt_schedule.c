/* hunt_schedule.c — see hunt_schedule.h. */
#include "strategies/hunt/hunt_schedule.h"
#include <stdlib.h>

/* A thread yields after this number of steps in a row: it may wait for another thread in a loop. */
#define MOST_IN_A_ROW 500
/* One of this number of branches with both sides tried takes the side that the model does not
 * satisfy. */
#define TURNS_ONE_OF 8

void hunt_schedule_init(HuntSchedule *s, const Program *program, uint64_t seed) {
    *s = (HuntSchedule){.random = seed, .tried = xcalloc(2 * (size_t)program->ninsns + 1, 1)};
}

void hunt_schedule_free(HuntSchedule *s) { free(s->tried); }

void hunt_schedule_begin(HuntSchedule *s, uint64_t number) {
    uint64_t round = number / HUNT_KINDS;
    s->kind = (HuntKind)(number % HUNT_KINDS);
    s->plain = round % 2 == (s->kind == HUNT_PCT);
    s->row = 0;
    s->npreemptions = 0;
    if (s->kind == HUNT_PCT)
        pct_begin(&s->pct, 1 + (unsigned)(round % PCT_DEPTHS), s->length, &s->random);
    if (s->kind != HUNT_FEW || !s->length) return;
    s->npreemptions = (unsigned)(round % (HUNT_PREEMPTIONS + 1));
    for (unsigned k = 0; k < s->npreemptions; k++)
        s->preempt[k] = 1 + pct_random(&s->random) % s->length;
}

/* Chooses the thread that ran last, as long as it is enabled and not preempted; then the next one
 * in turn. */
static int choose_in_turn(HuntSchedule *s, Run *r, const int *threads, unsigned n) {
    bool leave = s->row >= MOST_IN_A_ROW;
    for (unsigned k = 0; k < s->npreemptions; k++) leave |= s->preempt[k] == r->history.path.len;
    int next = -1, first = -1;
    for (unsigned k = 0; k < n; k++) {
        if (operation_is_late(r->machine, threads[k])) continue;
        if (threads[k] == r->last_thread && !leave) return threads[k];
        if (first < 0 || threads[k] < first) first = threads[k];
        if (threads[k] > r->last_thread && (next < 0 || threads[k] < next)) next = threads[k];
    }
    return next >= 0 ? next : first >= 0 ? first : threads[0];
}

/* Takes a branch of thread `t`. False if neither side can be taken. */
static bool take_branch(HuntSchedule *s, Run *r, int t) {
    const Thread *thread = r->machine->threads[t];
    const Function *f = thread->frames[thread->top].function;
    uint32_t sides[MAX_OUTCOMES];
    run_outcomes(r, t, sides);
    uint8_t *tried = f ? s->tried + 2 * (size_t)insn_number(f, thread->pc) : NULL;
    bool turn = !s->plain && pct_random(&s->random) % 2;
    if (s->kind == HUNT_SMALL) {
        bool own = f && !f->library;
        turn = own && tried[sides[0]] &&
               (!tried[sides[1]] || pct_random(&s->random) % TURNS_ONE_OF == 0);
    }
    for (unsigned k = 0; k < 2; k++) {
        uint32_t side = sides[turn ? 1 - k : k];
        if (tried && tried[side] < UINT8_MAX) tried[side]++;
        if (run_step(r, t, side)) return true;
    }
    return false;
}

bool hunt_schedule_step(HuntSchedule *s, Run *r) {
    int threads[MAX_THREADS];
    uint32_t outcomes[MAX_OUTCOMES];
    unsigned n = run_promising(r, threads);
    if (!n) return false;
    int t =
        s->kind == HUNT_PCT ? pct_choose(&s->pct, threads, n) : choose_in_turn(s, r, threads, n);
    s->row = t == r->last_thread ? s->row + 1 : 1;
    unsigned m = operation_outcomes(r->machine, t, outcomes);
    s->chose |= n > 1 || m > 1;
    if (r->machine->threads[t]->pending.kind == OPERATION_BRANCH) return take_branch(s, r, t);
    unsigned j = s->plain ? 0 : (unsigned)(pct_random(&s->random) % m);
    for (unsigned tries = 0; tries < m; tries++)
        if (run_step(r, t, outcomes[(j + tries) % m])) return true;
    return false;
}

void hunt_schedule_end(HuntSchedule *s, const Run *r) {
    s->length = MAX(s->length, r->history.path.len);
}
