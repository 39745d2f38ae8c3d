/*
 * interp.c — the three dispatch loops (interp.inc) and the switch between them: runs one thread up
 * to its next visible operation.
 */
#include "vm/machine/machine_check.h"
#include "vm/interpreter/execution.h"
#include "vm/system/interrupt.h"
#include "vm/machine/patience.h"

typedef enum Outcome { OUTCOME_STOP, OUTCOME_SWITCH, OUTCOME_POLL } Outcome;

/* Conversions as by x86 instructions: a value that does not fit gives the "indefinite" value. */
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
#include "vm/interpreter/interp.inc"
#undef LOOP_NAME
#undef LOOP_LOG
#define LOOP_NAME run_logged
#define LOOP_LOG 1
#include "vm/interpreter/interp.inc"
#undef LOOP_NAME
#undef LOOP_LOG
#undef LOOP_SLOW
#define LOOP_NAME run_symbolic
#define LOOP_LOG 1
#define LOOP_SLOW 1
#include "vm/interpreter/interp.inc"
#undef LOOP_NAME
#undef LOOP_LOG
#undef LOOP_SLOW

#pragma GCC diagnostic pop

void machine_run(Machine *m, int thread) {
    Thread *t = m->threads[thread];
    Silence silence;
    silence_begin(m, &silence);
    t->pending.kind = OPERATION_NONE;
    t->looked = false;
    m->log_accesses = m->nthreads > 1 || m->logs_always;
    while (t->status == THREAD_READY) {
        bool symbolic = t->frames[t->top].symbolic;
        Outcome o = symbolic          ? run_symbolic(m, t)
                    : m->log_accesses ? run_logged(m, t)
                                      : run_fast(m, t);
        if (o == OUTCOME_STOP && m->look && interrupt_before_operation(m, t)) continue;
        if (o == OUTCOME_STOP || (o == OUTCOME_POLL && !silence_goes_on(m, t, &silence))) break;
    }
    silence_end(&silence);
    if (unlikely(base_invariants)) machine_check(m, t);
}
