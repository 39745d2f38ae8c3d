/* hunt_schedule.c — see hunt_schedule.h. */
#include "strategies/hunt/hunt_schedule.h"
#include <stdlib.h>

/* A thread yields after this number of steps in a row: it may wait for another thread in a loop. */
#define MOST_IN_A_ROW 500
/* One of this number of branches with both sides tried takes the side that the model does not
 * satisfy. */
#define TURNS_ONE_OF 8

/* While this number of threads is ready, others can wait to be created. */
#define MOST_READY 64
/* Few are these, main among them, or up to FEW_READY_KINDS - 1 more. */
#define FEWEST_READY 2
#define FEW_READY_KINDS 4
/* A short run has this number of steps, or 2, 4 or 8 times as many. */
#define SHORT_STEPS 64ull
#define SHORT_KINDS 4
/* What a finding counts, in sides of branches that no run took before; and an order of two
 * operations of which directed runs aim at one. */
#define FINDING_WORTH 100
#define AIM_WORTH 10
/* One of this number of directed runs keeps nothing of the run before; the others keep what came
 * before one of its operations close to the change, but for up to BEFORE_CLOSE steps. */
#define KEEPS_NOTHING 4
#define BEFORE_CLOSE 16
/* Directed runs of random priorities change them up to this number of times. */
#define AIM_CHANGES 3

void hunt_schedule_init(HuntSchedule *s, const Program *program, uint64_t seed,
                        const Direction *direction) {
    *s = (HuntSchedule){.random = seed,
                        .tried = xcalloc(2 * (size_t)program->ninsns + 1, 1),
                        .last = xcalloc(HUNT_OBJECTS, sizeof *s->last),
                        .known = xcalloc(HUNT_ORDERS / 64, sizeof *s->known)};
    s->kinds.directed = direction;
    hunt_aim_init(&s->aim, program, direction);
}

void hunt_schedule_free(HuntSchedule *s) {
    free(s->tried);
    free(s->last);
    free(s->known);
    hunt_aim_free(&s->aim);
}

/* Plans up to HUNT_PREEMPTIONS preemptions among the first `among` steps that count. */
static void plan_preemptions(HuntSchedule *s, uint64_t round, uint64_t among) {
    if (!among) return;
    s->npreemptions = (unsigned)(round % (HUNT_PREEMPTIONS + 1));
    for (unsigned k = 0; k < s->npreemptions; k++)
        s->preempt[k] = 1 + random_next(&s->random) % among;
}

void hunt_schedule_begin(HuntSchedule *s) {
    s->kind = hunt_kinds_next(&s->kinds);
    uint64_t round = s->kinds.kind[s->kind].runs, length = s->length;
    bool random = s->kind == HUNT_PCT || s->kind == HUNT_FEW_THREADS || s->kind == HUNT_SHORT;
    s->runs++;
    s->plain = round % 2 == random;
    s->row = 0;
    s->shown = s->found = 0;
    s->npreemptions = 0;
    s->most_ready = MOST_READY;
    s->most_steps = UINT64_MAX;
    if (s->kind == HUNT_FEW_THREADS) s->most_ready = FEWEST_READY + round % FEW_READY_KINDS;
    if (s->kind == HUNT_SHORT)
        length = s->most_steps = MIN(SHORT_STEPS << round % SHORT_KINDS, MAX(length, SHORT_STEPS));
    if (random) pct_begin(&s->pct, 1 + (unsigned)(round % PCT_DEPTHS), length, &s->random);
    s->aimed = 0;
    s->took_aimed = false;
    if (s->kind == HUNT_DROP)
        pct_begin_among(&s->pct, 2 + (unsigned)(round % AIM_CHANGES), length, s->aims, &s->random);
    if (s->kind == HUNT_HOLD) memset(s->looked, 0, sizeof s->looked);
    if (s->kind == HUNT_FEW) plan_preemptions(s, round, s->length);
    if (s->kind == HUNT_NEAR) plan_preemptions(s, round, s->aims);
}

size_t hunt_schedule_keeps(HuntSchedule *s) {
    size_t close = s->ncloses ? s->close : 0;
    s->ncloses = 0;
    if (s->kind < HUNT_KINDS || random_next(&s->random) % KEEPS_NOTHING == 0) return 0;
    size_t less = random_next(&s->random) % BEFORE_CLOSE;
    return close > less ? close - less : 0;
}

/* Chooses the thread that ran last, as long as it is enabled and not preempted; then the next one
 * in turn. */
static int choose_in_turn(HuntSchedule *s, Run *r, const int *threads, unsigned n) {
    bool leave = s->row >= (s->kind == HUNT_TURNS ? 1 : MOST_IN_A_ROW);
    bool near = s->kind == HUNT_NEAR;
    for (unsigned k = 0; k < s->npreemptions; k++)
        leave |= near ? s->took_aimed && s->preempt[k] == s->aimed
                      : s->preempt[k] == r->history.path.len;
    int next = -1, first = -1;
    for (unsigned k = 0; k < n; k++) {
        if (operation_is_late(r->machine, threads[k])) continue;
        if (threads[k] == r->last_thread && !leave) return threads[k];
        if (first < 0 || threads[k] < first) first = threads[k];
        if (threads[k] > r->last_thread && (next < 0 || threads[k] < next)) next = threads[k];
    }
    return next >= 0 ? next : first >= 0 ? first : threads[0];
}

/* Draws a side of a branch that is likely or unlikely at this place in the whole run: with even
 * chances at all places a loop over inputs hardly ever treats many of them alike. */
static uint32_t draw_side(HuntSchedule *s, uint32_t place) {
    static const uint64_t of_eight[] = {1, 4, 7};
    uint64_t likely = hash_combine(s->runs, place) % ARRAY_LEN(of_eight);
    return random_next(&s->random) % 8 < of_eight[likely];
}

/* The same in a directed run: first comes the side that leads to the change. */
static bool directed_takes_second(HuntSchedule *s, const Thread *t, const uint32_t *sides) {
    const Function *f = t->frames[t->top].function;
    int to_change = hunt_aim_side(&s->aim, t);
    if (to_change >= 0 && random_next(&s->random) % TURNS_ONE_OF)
        return sides[0] != (uint32_t)to_change;
    return !s->plain && sides[0] != draw_side(s, f ? insn_number(f, t->pc) : 0);
}

/* Whether the thread takes the second of two sides first. `tried` counts how often each was. */
static bool takes_second(HuntSchedule *s, const Thread *t, const uint32_t *sides,
                         const uint8_t *tried) {
    const Function *f = t->frames[t->top].function;
    if (s->kind >= HUNT_KINDS) return directed_takes_second(s, t, sides);
    bool one_of = !s->plain && random_next(&s->random) % 2;
    if (s->kind != HUNT_SMALL) return one_of;
    return f && !f->library && tried[sides[0]] &&
           (!tried[sides[1]] || random_next(&s->random) % TURNS_ONE_OF == 0);
}

/* Takes a branch of thread `t`. False if neither side can be taken. */
static bool take_branch(HuntSchedule *s, Run *r, int t) {
    const Thread *thread = r->machine->threads[t];
    const Function *f = thread->frames[thread->top].function;
    uint32_t sides[MAX_OUTCOMES];
    run_outcomes(r, t, sides);
    uint8_t *tried = f ? s->tried + 2 * (size_t)insn_number(f, thread->pc) : NULL;
    bool turn = takes_second(s, thread, sides, tried);
    for (unsigned k = 0; k < 2; k++) {
        uint32_t side = sides[turn ? 1 - k : k];
        bool new = tried && !tried[side];
        if (tried && tried[side] < UINT8_MAX) tried[side]++;
        if (!run_step(r, t, side)) continue;
        s->shown += new;
        return true;
    }
    return false;
}

/* Leaves out threads that would create another one, while many others are ready. */
static unsigned without_creators(const HuntSchedule *s, const Machine *m, int *threads,
                                 unsigned n) {
    unsigned kept = 0, most = n;
    if (n <= s->most_ready) return n;
    for (unsigned k = 0; k < most; k++) {
        int t = threads[k];
        if (m->threads[t]->pending.kind == OPERATION_CREATE) continue;
        threads[k] = threads[kept];
        threads[kept++] = t;
    }
    return kept ? kept : n;
}

/* Notes which operation of another thread on the same object came before the last one. In directed
 * runs their places in the program's own code tell operations apart. */
static void note_order(HuntSchedule *s, const Run *r) {
    const Action *a = &vec_last(&r->history.path)->action;
    hunt_aim_note(&s->aim, &a->op);
    if (!a->op.object || a->op.kind == OPERATION_BRANCH) return;
    uint32_t place = s->kinds.directed ? a->op.loc : a->insn;
    HuntLast *last = &s->last[hash_mix(a->op.object) % HUNT_OBJECTS];
    if (last->run == s->runs && last->object == a->op.object && last->thread != a->thread) {
        uint64_t bit = hash_combine(last->insn, place) % HUNT_ORDERS, in = 1ull << bit % 64;
        bool new = !(s->known[bit / 64] & in);
        s->shown += new ? (s->took_aimed ? AIM_WORTH : 1) : 0;
        s->known[bit / 64] |= in;
    }
    *last = (HuntLast){a->op.object, s->runs, place, a->thread};
}

/* Chooses among the threads that do not wait before an operation that is aimed at, the one that ran
 * last if it is there. Every second thread that comes to such an operation waits, until nobody else
 * can go on, or another one comes to one on the same object. */
static int choose_holding(HuntSchedule *s, const Run *r, const int *threads, unsigned n) {
    const Machine *m = r->machine;
    int free[MAX_THREADS];
    unsigned nfree = 0;
    bool goes_on = false;
    for (unsigned k = 0; k < n; k++) {
        const Thread *t = m->threads[threads[k]];
        int slot = threads[k];
        bool aimed = hunt_aim_has(&s->aim, &t->pending);
        if (s->looked[slot] != t->steps + 1) {
            s->looked[slot] = t->steps + 1;
            s->held[slot] = aimed && random_next(&s->random) % 2;
            for (unsigned j = 0; aimed && j < k; j++)
                if (m->threads[threads[j]]->pending.object == t->pending.object)
                    s->held[threads[j]] &= random_next(&s->random) % 2 != 0;
        }
    }
    for (unsigned k = 0; k < n; k++) {
        if (s->held[threads[k]] || operation_is_late(m, threads[k])) continue;
        free[nfree++] = threads[k];
        goes_on |= threads[k] == r->last_thread;
    }
    if (goes_on && !s->took_aimed && s->row < MOST_IN_A_ROW) return r->last_thread;
    return nfree ? free[random_next(&s->random) % nfree] : threads[random_next(&s->random) % n];
}

/* Chooses the thread of the next step. */
static int choose_thread(HuntSchedule *s, Run *r, const int *threads, unsigned n) {
    switch (s->kind) {
    case HUNT_SMALL:
    case HUNT_FEW:
    case HUNT_TURNS:
    case HUNT_NEAR: return choose_in_turn(s, r, threads, n);
    case HUNT_HOLD: return choose_holding(s, r, threads, n);
    case HUNT_DROP: return pct_highest(&s->pct, threads, n);
    default: return pct_choose(&s->pct, threads, n);
    }
}

bool hunt_schedule_step(HuntSchedule *s, Run *r) {
    int threads[MAX_THREADS];
    uint32_t outcomes[MAX_OUTCOMES];
    unsigned n = run_promising(r, threads);
    if (!n) return false;
    bool alone = n == 1;
    n = without_creators(s, r->machine, threads, n);
    int t = choose_thread(s, r, threads, n);
    s->took_aimed = hunt_aim_has(&s->aim, &r->machine->threads[t]->pending);
    s->aimed += s->took_aimed;
    if (hunt_aim_is_close(&s->aim, &r->machine->threads[t]->pending) &&
        random_next(&s->random) % ++s->ncloses == 0)
        s->close = r->history.path.len;
    if (s->kind == HUNT_DROP) pct_took(&s->pct, t, s->took_aimed);
    s->row = t == r->last_thread ? s->row + 1 : 1;
    unsigned m = operation_outcomes(r->machine, t, outcomes);
    s->chose |= !alone || m > 1;
    if (r->machine->threads[t]->pending.kind == OPERATION_BRANCH) return take_branch(s, r, t);
    unsigned j = s->plain ? 0 : (unsigned)(random_next(&s->random) % m);
    for (unsigned tries = 0; tries < m; tries++) {
        if (!run_step(r, t, outcomes[(j + tries) % m])) continue;
        note_order(s, r);
        return true;
    }
    return false;
}

bool hunt_schedule_is_long(const HuntSchedule *s, const Run *r) {
    return r->history.path.len >= s->most_steps;
}

void hunt_schedule_end(HuntSchedule *s, const Run *r, uint64_t work) {
    s->length = MAX(s->length, r->history.path.len);
    s->aims = MAX(s->aims, s->aimed);
    hunt_kinds_add(&s->kinds, s->kind, s->shown + FINDING_WORTH * s->found, work);
}
