/* portable.c — see portable.h. */
#include "strategies/por/portable.h"
#include <stdlib.h>

PortableEvent *portable_event(const Event *e) {
    PortableEvent *p = xmalloc(sizeof *p + e->nclock * sizeof p->clock[0]);
    p->action = e->action;
    p->name = e->name;
    p->nclock = e->nclock;
    memcpy(p->clock, e->clock, e->nclock * sizeof p->clock[0]);
    return p;
}

Event *portable_import(History *h, Machine *m, const PortableEvent *p) {
    history_cover(h, MAX(p->nclock, (uint32_t)p->action.thread + 1));
    invariant(!h->contextual && p->clock[p->action.thread] == p->action.index);
    uint32_t *clock = xcalloc(h->nthreads, sizeof *clock);
    memcpy(clock, p->clock, p->nclock * sizeof *clock);
    Action a = p->action;
    if (a.op.kind == OPERATION_KERNEL)
        a.op.call = machine_kernel_call(m, a.op.call->item, a.op.call->n, a.op.call->what);
    else if (a.op.condition)
        a.op.condition = expr_import(m->pool, a.op.condition);
    if (a.op.kind == OPERATION_BRANCH && operation_in_piece(&a.op))
        a.op.within = machine_kernel_call(m, a.op.within->item, a.op.within->n, a.op.within->what);
    Event *e = history_make(h, &a, clock, p->name);
    free(clock);
    return e;
}
