/*
 * patience.c — see patience.h.
 */
#include "vm/machine/patience.h"
#include "vm/state/fingerprint.h"
#include "vm/state/thread_time.h"
#include "vm/system/interrupt.h"

#define POLL_EVERY (1u << 20)
/* Instructions after which other threads have their turn in a real run. */
#define TURN_EVERY (1u << 16)
/* Instructions of a slice before a few of its states are collected. They show a loop of up to as
 * many instructions, which most loops that wait by looking are, and cost less than what was
 * executed. */
#define GLANCE_AFTER (1u << 17)
#define GLANCE_STATES 64
#define GLANCE_LINES 32 /* the most changed lines of memory */
/* Instructions before many states are collected; then again at 32 times as many, and so on. */
#define WATCH_AFTER (4u << 20)
#define WATCH_STATES 4096
#define WATCH_EVERY 241    /* instructions; a prime, so that it meets all places of a loop */
#define WATCH_SOON_EVERY 7 /* the same where states are collected soon, for tests */
/* The most changed lines of memory for which comparing states pays, after so many instructions. */
#define WATCH_LINES 256
#define PATIENCE (256ull << 20)
/* For a thread that waits for a clock, time passes by a millisecond first and twice as much each
 * time, up to some years; then by a millisecond again, for loops that count how often a clock
 * changed. */
#define FIRST_PASS 1000000ull
#define GROWING_PASSES 38
#define MOST_PASSES 300
/* The jumps, calls and returns after which a loop counts as one in which no signal can come. */
#define MOST_TRIES (1u << 20)

/* What the fingerprint of a state leaves out: expressions in registers and in memory. */
typedef struct SilenceSymbols {
    const Machine *m;
    Fingerprint sum;
} SilenceSymbols;

static void silence_add(SilenceSymbols *s, uint64_t where, uint64_t what) {
    Fingerprint f = {0, 0};
    fingerprint_mix(&f, where);
    fingerprint_mix(&f, what);
    fingerprint_add(&s->sum, f);
}

static void silence_register(void *context, uint64_t where, const Expr *e) {
    silence_add(context, where, e->hash);
}

/* Adds the expressions in a line that changed in this slice. The line itself counts, too: so equal
 * sums are of the same lines, and all other lines are as they were. */
static void silence_line(void *context, uint64_t line, const MemoryLine *old) {
    SilenceSymbols *s = context;
    const Memory *mem = s->m->memory;
    uint64_t end = line * 64 + 64;
    (void)old;
    silence_add(s, line, 0);
    for (uint64_t at = end - 64 + memory_concrete(mem, end - 64, 64); at < end; at++) {
        const Expr *e = memory_symbolic(mem, at);
        if (e) silence_add(s, at, e->hash);
    }
}

static Fingerprint silence_state(Machine *m, const Thread *t) {
    Fingerprint f = fingerprint_thread(m, t);
    fingerprint_add(&f, fingerprint_memory(m, m->memory->newest_mark));
    fingerprint_add(&f, m->engine_change);
    SilenceSymbols s = {.m = m};
    fingerprint_expressions(m, t, silence_register, &s);
    if (m->memory->symbolic_bytes)
        memory_changed_lines(m->memory, m->memory->newest_mark, silence_line, &s);
    fingerprint_add(&f, s.sum);
    return f;
}

/* Whether the thread is in a state in which it was before. Starts and ends the collection of states
 * as well. */
static bool is_repeating(Machine *m, Thread *t, Silence *s, uint64_t done) {
    if (done < s->next) return false;
    bool glances = s->next < WATCH_AFTER && !m->options.watch_after;
    uint64_t most = glances ? GLANCE_LINES : WATCH_LINES * MAX(1, done / WATCH_AFTER);
    if (!s->states && m->memory->fresh_lines.len > most) {
        s->next = glances ? WATCH_AFTER : done * 2;
        return false;
    }
    Fingerprint f = silence_state(m, t);
    /* The slice continues, and returns unnoticed into frames that it has entered or saved. So the
     * hashes of these frames do not last. */
    for (uint32_t k = t->low_water; k < t->top; k++) t->frames[k].chained = false;
    bool again = !hash_set_add(&s->seen, (f.a ^ f.b * 0x9e3779b97f4a7c15ull) | 1);
    if (again || ++s->states < (glances ? GLANCE_STATES : WATCH_STATES)) return again;
    s->next = glances ? WATCH_AFTER : done * 32;
    s->states = 0;
    hash_set_clear(&s->seen);
    return false;
}

/* Lets time pass for a thread that comes back to a state without a visible operation, if it may
 * have looked at a clock since its last one: it may wait for a later time. False: the time has come
 * for whatever it waits for. */
static bool waits_for_clock(Machine *m, Thread *t, Silence *s) {
    if (m->system->real || !m->tells_time || t->looked_at != t->steps) return false;
    if (s->passes == MOST_PASSES) return false;
    thread_time_passes(m, t, FIRST_PASS << (s->passes < GROWING_PASSES ? s->passes : 0));
    s->passes++;
    return true;
}

static bool others_are_ready(const Machine *m, const Thread *t) {
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && m->threads[k] != t && m->threads[k]->status == THREAD_READY)
            return true;
    return false;
}

/* Stops a thread that loops without visible progress. Only when the others are done it shows
 * whether another thread could have helped. */
static void stop_looping(Machine *m, Thread *t) {
    if (m->options.replaying)
        machine_fault(m, t, "hang", "%s", machine_hang_text);
    else {
        t->looping = true;
        machine_stop_thread(m, t);
    }
}

const char *const machine_hang_text =
    "the thread loops for ever: its state repeats, without a synchronisation operation in between";

/* Lets a thread that loops wait for a signal. Where it is in a function of a library none can come,
 * but elsewhere in the loop: so it is asked again wherever control goes. */
static bool waits_for_signal(Machine *m, Thread *t, Silence *s) {
    bool may_come = m->look && m->nthreads > 1;
    if (may_come && interrupt_loop(m, t)) return true;
    if (may_come && s->tries++ < MOST_TRIES) {
        m->poll_at = m->instructions + 1;
        return true;
    }
    stop_looping(m, t);
    return false;
}

/* Returns the instructions from one poll to the next. */
static uint64_t poll_after(const Machine *m, const Silence *s) {
    bool soon = m->options.watch_after;
    if (m->system->real) return TURN_EVERY;
    if (s->states) return soon ? WATCH_SOON_EVERY : WATCH_EVERY;
    return MIN(soon ? m->options.watch_after : s->next, POLL_EVERY);
}

void silence_begin(Machine *m, Silence *s) {
    uint64_t after = m->options.watch_after;
    *s = (Silence){.started = m->instructions, .next = after ? after : GLANCE_AFTER};
    m->poll_at = m->instructions + poll_after(m, s);
}

void silence_end(Silence *s) { hash_set_free(&s->seen); }

uint64_t machine_patience(const Machine *m) {
    return m->options.patience ? m->options.patience : PATIENCE;
}

bool silence_goes_on(Machine *m, Thread *t, Silence *s) {
    uint64_t done = m->instructions - s->started;
    if (!s->states || s->states % 64 == 0 || solver_is_stopped(m->solver))
        if (m->hooks.interrupted && m->hooks.interrupted(m->hooks.context)) m->stop_now = true;
    if (m->stop_now) {
        m->interrupted.thread = thread_slot(t);
        m->interrupted.loc = machine_loc(m, t);
        m->interrupted.instructions = done;
        machine_stop_thread(m, t);
        return false;
    }
    if (m->system->real && !m->unpaused && !t->section && others_are_ready(m, t)) {
        t->pending = (Operation){.kind = OPERATION_PAUSE, .target = -1, .loc = machine_loc(m, t)};
        return false;
    }
    if (s->tries || (is_repeating(m, t, s, done) && !waits_for_clock(m, t, s)))
        return waits_for_signal(m, t, s);
    m->poll_at = m->instructions + poll_after(m, s);
    if (done > machine_patience(m) && !m->patient && others_are_ready(m, t)) {
        m->parked = true;
        machine_stop_thread(m, t);
        return false;
    }
    if (m->options.max_instructions && done > m->options.max_instructions) {
        machine_fault(m, t, "hang",
                      "the thread makes no visible progress: %llu million instructions without a "
                      "synchronisation operation",
                      (unsigned long long)(done / 1000000));
        return false;
    }
    return true;
}
