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

/* --- as bytes --------------------------------------------------------------------------------- */

/* What an operation refers to beside its numbers. */
enum { REFERS_CALL = 1, REFERS_EXPRESSION = 2, REFERS_PIECE = 4, REFERS_SECTION = 8 };

static void portable_put_call(Wire *out, const KernelCall *c) {
    wire_put_text(out, c->what);
    wire_put_32(out, c->n);
    for (uint32_t k = 0; k < c->n; k++) {
        wire_put_64(out, c->item[k].object);
        wire_put_32(out, c->item[k].mask);
        wire_put_32(out, c->item[k].expect);
        wire_put_8(out, c->item[k].writes);
    }
}

static const KernelCall *portable_get_call(WireReader *r, Machine *m) {
    char *what = wire_get_text(r);
    uint32_t n = wire_get_count(r, 17);
    KernelItem *items = xcalloc(n + 1, sizeof *items);
    for (uint32_t k = 0; k < n; k++) {
        items[k].object = wire_get_64(r);
        items[k].mask = wire_get_32(r);
        items[k].expect = wire_get_32(r);
        items[k].writes = wire_get_8(r);
    }
    const KernelCall *c = r->wrong ? NULL : machine_kernel_call(m, items, n, what);
    free(items);
    free(what);
    return c;
}

static void portable_put_operation(Wire *out, ExprWriter *expressions, const Operation *o) {
    bool calls = o->kind == OPERATION_KERNEL, section = o->within == &operation_section;
    bool piece = o->kind == OPERATION_BRANCH && o->within && !section;
    uint32_t condition =
        !calls && o->condition ? expr_writer_number(expressions, o->condition) : UINT32_MAX;
    wire_put_8(out, o->kind);
    wire_put_8(out, o->size);
    wire_put_8(out, o->flags);
    wire_put_8(out, o->order);
    wire_put_32(out, (uint32_t)o->target);
    wire_put_64(out, o->object);
    wire_put_64(out, o->detail);
    wire_put_32(out, o->notifier_step);
    wire_put_32(out, o->loc);
    wire_put_8(out, (uint8_t)((calls ? REFERS_CALL : 0) |
                              (condition != UINT32_MAX ? REFERS_EXPRESSION : 0) |
                              (piece ? REFERS_PIECE : 0) | (section ? REFERS_SECTION : 0)));
    if (calls) portable_put_call(out, o->call);
    if (condition != UINT32_MAX) wire_put_32(out, condition);
    if (piece) portable_put_call(out, o->within);
}

static void portable_get_operation(WireReader *r, Machine *m, const ExprList *expressions,
                                   Operation *o) {
    *o = (Operation){.kind = wire_get_8(r)};
    o->size = wire_get_8(r);
    o->flags = wire_get_8(r);
    o->order = wire_get_8(r);
    o->target = (int32_t)wire_get_32(r);
    o->object = wire_get_64(r);
    o->detail = wire_get_64(r);
    o->notifier_step = wire_get_32(r);
    o->loc = wire_get_32(r);
    unsigned refers = wire_get_8(r);
    bool calls = o->kind == OPERATION_KERNEL, branch = o->kind == OPERATION_BRANCH;
    if (o->kind >= OPERATION_KINDS || o->loc >= m->program->nlocs ||
        calls != !!(refers & REFERS_CALL) || (branch && !(refers & REFERS_EXPRESSION)) ||
        (calls && refers & REFERS_EXPRESSION) || (!branch && refers & REFERS_PIECE))
        r->wrong = true;
    if (!r->wrong && calls) o->call = portable_get_call(r, m);
    if (!r->wrong && refers & REFERS_EXPRESSION) {
        uint32_t n = wire_get_32(r);
        if (n < expressions->len)
            o->condition = expressions->data[n];
        else
            r->wrong = true;
        if (!r->wrong && branch && o->condition->width != 1) r->wrong = true;
    }
    if (!r->wrong && refers & REFERS_PIECE) o->within = portable_get_call(r, m);
    if (refers & REFERS_SECTION) o->within = &operation_section;
}

void portable_put(Wire *out, ExprWriter *expressions, const Event *e) {
    wire_put_32(out, (uint32_t)e->action.thread);
    wire_put_32(out, e->action.index);
    wire_put_32(out, e->action.outcome);
    wire_put_32(out, e->action.insn);
    portable_put_operation(out, expressions, &e->action.op);
    wire_put_64(out, e->name);
    wire_put_block(out, e->clock, e->nclock * sizeof e->clock[0]);
}

PortableEvent *portable_get(WireReader *r, Machine *m, const ExprList *expressions) {
    Action a = {.thread = (int32_t)wire_get_32(r), .index = wire_get_32(r)};
    a.outcome = wire_get_32(r);
    a.insn = wire_get_32(r);
    portable_get_operation(r, m, expressions, &a.op);
    uint64_t name = wire_get_64(r);
    size_t n;
    const void *clock = wire_get_block(r, &n);
    uint32_t nclock = (uint32_t)(n / sizeof(uint32_t));
    PortableEvent *p = xcalloc(1, sizeof *p + n);
    *p = (PortableEvent){.action = a, .name = name, .nclock = nclock};
    memcpy(p->clock, clock, n);
    if (a.thread < 0 || (uint32_t)a.thread >= m->nslots || nclock > MAX_THREADS ||
        (uint32_t)a.thread >= nclock || n % sizeof(uint32_t) || p->clock[a.thread] != a.index ||
        !a.index)
        r->wrong = true;
    if (!r->wrong) return p;
    free(p);
    return NULL;
}
