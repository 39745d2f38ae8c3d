/*
 * thread_time.c — see thread_time.h.
 */
#include "vm/state/thread_time.h"

/* One byte for each bit of Thread.passed; no memory of the program lies here. */
#define MARKS_BASE 0x20000000ull
#define MARKS_END (MARKS_BASE + 64)
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

uint64_t thread_time_looked(Machine *m, Thread *t, int of) {
    thread_time_executed(m, t);
    if (!m->system->real) return thread_time_read(m, t);
    thread_time_busy(m, t, LOOK_TIME);
    return of == TIME_OF_THREAD ? t->busy : of == TIME_OF_PROCESS ? m->busy : t->time;
}

void thread_time_passes(Machine *m, Thread *t, uint64_t nanoseconds) {
    /* The operation that waited brought the thread there. */
    if (m->system->real) return;
    t->time += nanoseconds;
    if (m->tells_time && nanoseconds) t->passed |= place_bit(t);
}

uint64_t thread_time_read(Machine *m, const Thread *t) {
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
    t->began_at = thread_time_state(m, t);
}

void thread_time_joins(Thread *t, const Thread *other) {
    t->time = MAX(t->time, other->time);
    t->passed |= other->passed;
}

uint64_t thread_time_state(const Machine *m, const Thread *t) {
    if (!m->tells_time || !(t->time | t->passed)) return 0;
    bool exact = !(t->passed & ~m->exact_time);
    return hash_combine(t->passed, exact ? t->time : UINT64_MAX) | 1;
}

bool thread_time_is_mark(VisibleRange range) {
    return range.start >= MARKS_BASE && range.end <= MARKS_END;
}

void thread_time_is_exact(Machine *m, VisibleRange mark) {
    for (uint64_t a = mark.start; a < mark.end; a++) m->exact_time |= 1ull << (a - MARKS_BASE);
}
