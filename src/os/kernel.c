/*
 * kernel.c — pieces of system calls as operations: when one can begin, what it depends on. What it does is
 * code of the emulated kernel, which runs as part of the event.
 */
#include "os/objects.h"
#include "vm/access_log.h"

bool kernel_enabled(const Machine *m, int thread, const Operation *o) {
    if (machine_kernel_ready(m, o->call)) return true;
    return o->type & OPERATION_TIMED && operation_may_time_out(m, m->threads[thread]->timeouts);
}

bool operation_may_time_out(const Machine *m, uint32_t timeouts) {
    if (!m->system->max_timeouts || timeouts < m->system->max_timeouts) return true;
    if (m->hooks.incomplete)
        m->hooks.incomplete(
            m->hooks.context,
            "more time-outs of system calls in one thread were not explored (see --max-timeouts)");
    return false;
}

bool operation_is_late(const Machine *m, int thread) {
    const Operation *o = &m->threads[thread]->pending;
    return o->kind == OPERATION_KERNEL && o->type & OPERATION_TIMED && !machine_kernel_ready(m, o->call);
}

unsigned kernel_outcomes(const Machine *m, const Operation *o, uint32_t *outcomes) {
    outcomes[0] = !machine_kernel_ready(m, o->call);
    return 1;
}

void kernel_apply(Machine *m, int thread, Action *a) {
    Thread *t = m->threads[thread];
    kernel_outcomes(m, &a->op, &a->outcome);
    if (a->outcome) t->timeouts++;
    t->section++;
    log_boundary(t);
    finish(m, t, a->outcome);
}

bool kernel_dependent(const KernelCall *a, const KernelCall *b) {
    for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
        if (a->item[i].object == b->item[j].object) {
            if (a->item[i].writes || b->item[j].writes) return true;
            i++, j++;
        } else if (a->item[i].object < b->item[j].object)
            i++;
        else
            j++;
    }
    return false;
}
