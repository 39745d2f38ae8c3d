/*
 * interp.c — the switch between the four dispatch loops: runs one thread up to its next visible
 * operation.
 */
#include "vm/machine/machine_check.h"
#include "vm/interpreter/loops.h"
#include "vm/system/interrupt.h"
#include "vm/machine/patience.h"
#include "vm/state/thread_time.h"

void machine_run(Machine *m, int thread) {
    Thread *t = m->threads[thread];
    Silence silence;
    silence_begin(m, &silence);
    bool paused = t->pending.kind == OPERATION_PAUSE;
    t->pending.kind = OPERATION_NONE;
    t->looked = false;
    if (paused && m->look) interrupt_after_pause(m, t);
    m->timed = m->instructions;
    m->log_accesses = m->nthreads > 1 || m->logs_always;
    if (m->watch) m->watch->paused = false;
    while (t->status == THREAD_READY && !(m->watch && m->watch->paused)) {
        bool symbolic = t->frames[t->top].symbolic;
        LoopOutcome o = m->watch          ? loop_watched(m, t)
                        : symbolic        ? loop_symbolic(m, t)
                        : m->log_accesses ? loop_logged(m, t)
                                          : loop_fast(m, t);
        if (o == OUTCOME_STOP && m->look && !(m->watch && m->watch->paused) &&
            interrupt_before_operation(m, t))
            continue;
        if (o == OUTCOME_STOP || (o == OUTCOME_POLL && !silence_goes_on(m, t, &silence))) break;
    }
    silence_end(&silence);
    thread_time_executed(m, t);
    if (unlikely(base_invariants) && !(m->watch && m->watch->paused)) machine_check(m, t);
}
