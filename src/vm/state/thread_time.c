/*
 * thread_time.c — see thread_time.h.
 */
#include "vm/state/thread_time.h"
#include "vm/symbolic/lifting.h"

/* One byte for each bit of Thread.passed, and one for `time_spreads`; no memory of the program lies
 * here. */
#define MARKS_BASE 0x20000000ull
#define MARK_SPREADS (MARKS_BASE + 64)
#define MARKS_END (MARK_SPREADS + 1)
/* A thread that shows for ever that it is alive would else never come back to a known state. */
#define EXACT_PASSES 8
const char thread_time_is_blurred[] =
    "how often time passed in a loop of another thread counts only "
    "for the first rounds where clocks are looked at";
_Static_assert(MARKS_END <= LABEL_BASE, "marks lie below everything that the program can point to");

/* Returns the bit of the place where time passes for the thread: its innermost and outermost
 * functions of the program's own. */
static uint64_t place_bit(const Thread *t) {
    const Function *inner = NULL, *outer = NULL;
    for (uint32_t k = t->top + 1; k-- > 0;) {
        const Function *f = t->frames[k].function;
        if (f->library) continue;
        if (!inner) inner = f;
        outer = f;
    }
    uint64_t place = inner ? hash_combine(hash_string(inner->name), hash_string(outer->name)) : 0;
    return 1ull << (hash_mix(place) & 63);
}

/* What a thread's code takes in a real run, in nanoseconds: an instruction, a look at a clock, the
 * creation of a thread, and its way to its first instruction. As on a machine of today. */
#define INSTRUCTION_TIME 1
#define LOOK_TIME 1000
#define CREATION_TIME 10000
#define BEGINNING_TIME 30000
/* How long a thread takes to wake. */
#define WAKING_TIME 20000

static void thread_time_busy(Machine *m, Thread *t, uint64_t nanoseconds) {
    t->time += nanoseconds;
    t->busy += nanoseconds;
    m->busy += nanoseconds;
}

void thread_time_executed(Machine *m, Thread *t) {
    if (m->system->real && m->instructions > m->timed)
        thread_time_busy(m, t, (m->instructions - m->timed) * INSTRUCTION_TIME);
    m->timed = m->instructions;
}

void thread_time_step(Machine *m, Thread *t, bool late) {
    t->time = MAX(t->time, m->now);
    if (late) t->time = MAX(t->time, t->deadline);
    m->now = t->time;
    t->woken = false;
}

void thread_time_wakes(Machine *m, Thread *t) {
    /* Who woke before and found a lock taken again is faster this time: nobody waits for ever. */
    t->time = m->now + (t->woken ? 0 : WAKING_TIME);
    t->woken = true;
}

void thread_time_deadline(Machine *m, Thread *t, int64_t nanoseconds) {
    thread_time_executed(m, t);
    uint64_t left = (uint64_t)MAX(nanoseconds, 0), most = UINT64_MAX / 2;
    t->deadline = left < most - t->time ? t->time + left : most;
}

void thread_time_assumes(const Machine *m) {
    if (!m->system->real && m->hooks.assumption)
        m->hooks.assumption(
            m->hooks.context,
            "clocks go on only where threads sleep, or where system calls and joins "
            "time out: code takes no time, nor do locks, semaphores and "
            "condition variables that time out");
}

uint64_t thread_time_looked(Machine *m, Thread *t, int of) {
    thread_time_executed(m, t);
    if (of != TIME_OF_FILE) thread_time_assumes(m);
    if (!m->system->real) return thread_time_read(m, t);
    thread_time_busy(m, t, LOOK_TIME);
    return of == TIME_OF_THREAD ? t->busy : of == TIME_OF_PROCESS ? m->busy : t->time;
}

void thread_time_passes(Machine *m, Thread *t, uint64_t nanoseconds) {
    /* The operation that waited brought the thread there. */
    if (m->system->real) return;
    t->time += nanoseconds;
    t->passes += nanoseconds > 0;
    if (m->tells_time && nanoseconds) t->passed |= place_bit(t);
}

/* Whether it does not count how much time that was: it passed too often. */
static bool is_blurred(const Machine *m, const KnownTime *k) {
    return k->passes > EXACT_PASSES && k->passed & ~m->exact_time;
}

/* Whether time passed for another thread that this one does not know of from its creation and its
 * joins: it may learn of it in other ways. The state says so, and nothing beside it. */
static bool may_learn(const Machine *m, const Thread *t) {
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *other = m->threads[k];
        if (other && other->status != THREAD_UNUSED &&
            (other->passed & ~t->passed || other->time > t->time))
            return true;
    }
    return false;
}

static void tell_spreading(Machine *m) {
    if (m->tells_readers && !m->time_spreads)
        m->hooks.show(m->hooks.context, (VisibleRange){MARK_SPREADS, MARK_SPREADS + 1});
}

void thread_time_passed(Machine *m, const Thread *t, const uint32_t *clock, uint32_t n) {
    for (uint32_t k = 0; k < m->nslots && m->tells_readers && !m->time_spreads; k++) {
        const Thread *other = m->threads[k];
        if (other && other != t && other->looked_at > (k < n ? clock[k] : 0)) tell_spreading(m);
    }
}

/* Gives the thread the latest time of its causal history. */
static void learn_time(Machine *m, Thread *t) {
    KnownTime seen = m->hooks.time_seen(m->hooks.context, thread_slot(t));
    if (seen.time <= t->time) return;
    t->time = seen.time;
    if (m->tells_readers && is_blurred(m, &seen) && m->hooks.assumption)
        m->hooks.assumption(m->hooks.context, thread_time_is_blurred);
}

uint64_t thread_time_read(Machine *m, Thread *t) {
    /* What a thread learns depends on the path, which summaries know nothing of. */
    lifting_fail(m);
    t->looked_at = t->steps;
    if (may_learn(m, t)) tell_spreading(m);
    if (m->tells_time && m->hooks.time_seen) learn_time(m, t);
    uint64_t blurred = t->passed & ~m->exact_time;
    m->exact_time |= blurred;
    for (uint64_t k = 0; blurred && m->tells_readers; blurred >>= 1, k++)
        if (blurred & 1)
            m->hooks.show(m->hooks.context, (VisibleRange){MARKS_BASE + k, MARKS_BASE + k + 1});
    return t->time;
}

void thread_time_created(Machine *m, Thread *t, Thread *new) {
    if (!m->system->real) return;
    new->time += BEGINNING_TIME;
    thread_time_busy(m, t, CREATION_TIME);
}

void thread_time_begin(const Machine *m, Thread *t, const Thread *parent) {
    t->time = parent->time;
    t->passed = parent->passed;
    t->passes = parent->passes;
    t->began_at = thread_time_state(m, t);
}

void thread_time_joins(Thread *t, const Thread *other) {
    t->time = MAX(t->time, other->time);
    t->passed |= other->passed;
    t->passes = MAX(t->passes, other->passes);
}

uint64_t thread_time_known(const Machine *m, const KnownTime *k) {
    if (!m->time_spreads || !(k->time | k->passed)) return 0;
    return hash_combine(k->passed, is_blurred(m, k) ? UINT64_MAX : k->time) | 1;
}

uint64_t thread_time_state(const Machine *m, const Thread *t) {
    if (!m->tells_time || !(t->time | t->passed)) return 0;
    /* Others may learn of it by the thread's next operation. */
    bool few = m->time_spreads && t->passes <= EXACT_PASSES;
    bool exact = few || !(t->passed & ~m->exact_time);
    return hash_combine(t->passed, exact ? t->time : UINT64_MAX) | 1;
}

bool thread_time_is_mark(VisibleRange range) {
    return range.start >= MARKS_BASE && range.end <= MARKS_END;
}

void thread_time_is_exact(Machine *m, VisibleRange mark) {
    for (uint64_t a = mark.start; a < mark.end; a++)
        if (a == MARK_SPREADS)
            m->time_spreads = true;
        else
            m->exact_time |= 1ull << (a - MARKS_BASE);
}
