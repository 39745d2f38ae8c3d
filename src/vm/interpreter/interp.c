/*
 * interp.c — the switch between the four dispatch loops: runs one thread up to its next visible
 * operation.
 */
#include "vm/machine/machine_check.h"
#include "vm/interpreter/loops.h"
#include "vm/system/interrupt.h"
#include "vm/machine/patience.h"
#include "vm/state/thread_time.h"

/* Runs the loop for the top frame. Where the debugger skips instructions, it is the usual one, up
 * to a jump behind them. */
static LoopOutcome run_loop(Machine *m, Thread *t) {
    InstructionWatch *w = m->watch;
    bool symbolic = t->frames[t->top].symbolic;
    if (w && m->instructions - w->begun >= w->skip) return loop_watched(m, t);
    uint64_t poll_at = m->poll_at;
    if (w) m->poll_at = MIN(poll_at, w->begun + w->skip);
    LoopOutcome o = symbolic          ? loop_symbolic(m, t)
                    : m->log_accesses ? loop_logged(m, t)
                                      : loop_fast(m, t);
    m->poll_at = poll_at;
    return w && o == OUTCOME_POLL && m->instructions < poll_at ? OUTCOME_SWITCH : o;
}

void machine_run(Machine *m, int thread) {
    Thread *t = m->threads[thread];
    Silence silence;
    silence_begin(m, &silence);
    bool paused = t->pending.kind == OPERATION_PAUSE;
    t->pending.kind = OPERATION_NONE;
    t->looked = false;
    if (paused && m->look) interrupt_after_pause(m, t);
    m->timed = m->instructions;
    m->log_accesses = (m->nthreads > 1 || m->logs_always) && !(m->watch && m->watch->unlogged);
    if (m->watch) m->watch->paused = false;
    while (t->status == THREAD_READY && !(m->watch && m->watch->paused)) {
        LoopOutcome o = run_loop(m, t);
        if (o == OUTCOME_STOP && m->look && !(m->watch && m->watch->paused) &&
            interrupt_before_operation(m, t))
            continue;
        if (o == OUTCOME_STOP || (o == OUTCOME_POLL && !silence_goes_on(m, t, &silence))) break;
    }
    silence_end(&silence);
    thread_time_executed(m, t);
    if (unlikely(base_invariants) && !(m->watch && m->watch->paused)) machine_check(m, t);
}
