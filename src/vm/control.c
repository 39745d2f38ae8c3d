/* control.c — see control.h. */
#include "vm/control.h"
#include "vm/fingerprint.h"
#include "vm/thread.h"

static inline void mix(Fingerprint *f, uint64_t x) {
    f->a = hash_combine(f->a, x);
    f->b = hash_combine(f->b ^ 0x2127599bf4325c37ull, x);
}

const CodeName *control_frame(CodeNames *names, const Thread *t, uint32_t frame) {
    const Function *f = t->frames[frame].function;
    if (frame == t->top) return code_name_at(names, f, t->pc, NULL);
    const Frame *callee = &t->frames[frame + 1];
    /* The call instruction is executed once more, or has begun a list of calls. */
    if (callee->ending == 2) return code_name_at(names, f, callee->call, NULL);
    return code_name_at(names, f, insn_next_list(callee->call), callee->call);
}

static void mix_pending(Fingerprint *f, const Thread *t) {
    const Operation *o = &t->pending;
    bool sleeps = o->kind == OPERATION_WAKE || o->kind == OPERATION_TIMEOUT;
    mix(f, (uint64_t)(sleeps ? OPERATION_WAKE : o->kind) << 8 | t->section);
    mix(f, o->object);
    if (sleeps) {
        mix(f, o->mutex);
        mix(f, (uint64_t)t->waited_count << 1 | (o->kind == OPERATION_WAKE && o->flags & OPERATION_TIMED &&
                                                 t->notified_by == thread_slot(t)));
        return;
    }
    mix(f, (uint64_t)o->size << 16 | (uint64_t)o->flags << 8 | o->weak);
    mix(f, (uint64_t)(uint32_t)o->target);
    mix(f, o->detail);
    if (o->kind == OPERATION_KERNEL) mix(f, o->call->hash);
}

Fingerprint control_thread(Machine *m, CodeNames *names, const Thread *t) {
    Fingerprint f = {t->region, ~t->region};
    mix(&f, hash_string(t->name));
    mix(&f, (uint64_t)thread_slot(t) << 16 | (uint64_t)t->status << 8 | t->detached << 1 | t->joined);
    if (t->status != THREAD_READY) return f;
    mix_pending(&f, t);
    mix(&f, t->done);
    if (t->got) mix(&f, t->got->hash);
    if (t->holding) mix(&f, t->held_expr ? 0x5e5e5e5e5e5e5e5eull : t->held);
    for (uint32_t k = 0; k < t->ndecisions; k++) mix(&f, 2 + t->decisions[k]);
    if (m->tells_time) mix(&f, t->time);
    mix(&f, t->stack);
    mix(&f, t->heap->top);
    mix(&f, t->heap->queues);
    mix(&f, (uint64_t)(uint32_t)t->children << 32 | (uint32_t)t->joined_children);
    for (int32_t k = t->first_joined; k; k = m->threads[k - 1]->next_joined) {
        mix(&f, (uint64_t)k);
        mix(&f, m->threads[k - 1]->heap->top);
        mix(&f, m->threads[k - 1]->heap->queues);
    }
    for (uint32_t k = 0; k <= t->top; k++) {
        const Frame *frame = &t->frames[k];
        const CodeName *name = control_frame(names, t, k);
        mix(&f, name->a);
        mix(&f, name->b);
        mix(&f, frame->stack);
        mix(&f, frame->memory);
        mix(&f, (uint64_t)frame->listed << 16 | frame->ending);
    }
    return f;
}
