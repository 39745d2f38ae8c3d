/*
 * interp.c — the three dispatch loops (interp.inc) and the switch between them: runs one thread up to its
 * next visible operation.
 */
#include "base/hash_set.h"
#include "vm/fingerprint.h"
#include "vm/internal.h"

typedef enum Outcome { OUTCOME_STOP, OUTCOME_SWITCH, OUTCOME_POLL } Outcome;

#define POLL_EVERY (1u << 20)

/* Conversions as x86's instructions do them: what does not fit gives the "indefinite" value. */
static uint64_t float_to_signed(double x, unsigned bits) {
    uint64_t mask = bits < 64 ? (1ull << bits) - 1 : ~0ull;
    if (!(x > -9223372036854777856.0 && x < 9223372036854775808.0)) return (1ull << 63) & mask;
    return (uint64_t)(int64_t)x & mask;
}

static uint64_t float_to_unsigned(double x, unsigned bits) {
    uint64_t mask = bits < 64 ? (1ull << bits) - 1 : ~0ull;
    if (!(x > -9223372036854777856.0 && x < 18446744073709551616.0)) return (1ull << 63) & mask;
    return (x < 9223372036854775808.0 ? (uint64_t)(int64_t)x : (uint64_t)x) & mask;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmisleading-indentation"
#pragma GCC diagnostic ignored "-Wshadow"

#define LOOP_NAME run_fast
#define LOOP_LOG 0
#define LOOP_SLOW 0
#include "vm/interp.inc"
#undef LOOP_NAME
#undef LOOP_LOG
#define LOOP_NAME run_logged
#define LOOP_LOG 1
#include "vm/interp.inc"
#undef LOOP_NAME
#undef LOOP_LOG
#undef LOOP_SLOW
#define LOOP_NAME run_symbolic
#define LOOP_LOG 1
#define LOOP_SLOW 1
#include "vm/interp.inc"
#undef LOOP_NAME
#undef LOOP_LOG
#undef LOOP_SLOW

#pragma GCC diagnostic pop

/* --- loops without end -------------------------------------------------------------------------------- */

#define WATCH_AFTER \
    (4u << 20) /* instructions of a slice before it is looked at closely; then at 32 times as many, … */
#define WATCH_STATES 4096
#define WATCH_EVERY 241 /* instructions; a prime, so that it meets all places of a loop */
#define WATCH_LINES 256 /* changed lines of memory up to which comparing states pays */
#define PATIENCE (256ull << 20)

/* States of a thread that has been silent for long: one that comes back comes back for ever. */
typedef struct Watch {
    uint64_t next;   /* instructions of the slice at which to begin */
    uint32_t states; /* collected; 0: not watching */
    HashSet seen;
} Watch;

/* Whether the thread is in a state that it was in before. Begins and ends the watching by itself. */
static bool is_repeating(Machine *m, Thread *t, Watch *w, uint64_t done) {
    if (done < w->next) return false;
    if (!w->states && (m->memory->fresh_lines.len > WATCH_LINES || m->memory->symbolic_changes.len)) {
        w->next = done * 2;
        return false;
    }
    Fingerprint f = fingerprint_thread(m, t);
    /* The slice goes on, and returns into frames that it has entered or saved without a word: their hashes do
     * not last. */
    for (uint32_t k = t->low_water; k < t->top; k++) t->frames[k].chained = false;
    fingerprint_add(&f, fingerprint_memory(m, m->memory->newest_mark));
    fingerprint_add(&f, m->engine_change);
    bool again = !hash_set_add(&w->seen, (f.a ^ f.b * 0x9e3779b97f4a7c15ull) | 1);
    if (again || ++w->states < WATCH_STATES) return again;
    w->next = done * 32;
    w->states = 0;
    hash_set_clear(&w->seen);
    return false;
}

static bool others_are_ready(const Machine *m, const Thread *t) {
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && m->threads[k] != t && m->threads[k]->status == THREAD_READY) return true;
    return false;
}

/* The thread loops without visible progress. Whether another could help it shows when the others are done. */
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

void machine_run(Machine *m, int thread) {
    Thread *t = m->threads[thread];
    uint64_t started = m->instructions;
    Watch watch = {.next = WATCH_AFTER};
    m->poll_at = m->instructions + POLL_EVERY;
    t->pending.kind = OPERATION_NONE;
    m->log_accesses = m->nthreads > 1;
    while (t->status == THREAD_READY) {
        bool symbolic = t->frames[t->top].symbolic;
        Outcome o = symbolic ? run_symbolic(m, t) : m->log_accesses ? run_logged(m, t) : run_fast(m, t);
        if (o == OUTCOME_STOP) break;
        if (o == OUTCOME_POLL) {
            uint64_t done = m->instructions - started;
            if (!watch.states || watch.states % 64 == 0)
                if (m->hooks.interrupted && m->hooks.interrupted(m->hooks.context)) m->stop_now = true;
            if (m->stop_now) {
                machine_stop_thread(m, t);
                break;
            }
            if (is_repeating(m, t, &watch, done)) {
                stop_looping(m, t);
                break;
            }
            m->poll_at = m->instructions + (watch.states ? WATCH_EVERY : POLL_EVERY);
            if (done > PATIENCE && !m->patient && !m->options.replaying && others_are_ready(m, t)) {
                m->parked = true;
                machine_stop_thread(m, t);
                break;
            }
            if (m->options.max_instructions && done > m->options.max_instructions) {
                machine_fault(m, t, "hang",
                              "the thread makes no visible progress: %llu million instructions without a "
                              "synchronisation operation",
                              (unsigned long long)(done / 1000000));
                break;
            }
        }
    }
    hash_set_free(&watch.seen);
}
