/* control.c — see control.h. */
#include "vm/state/control.h"
#include "vm/state/fingerprint.h"
#include "vm/machine/thread.h"
#include "vm/system/interrupt.h"

const CodeName *control_frame(CodeNames *names, const Thread *t, uint32_t frame) {
    const Function *f = t->frames[frame].function;
    if (frame == t->top) return code_name_at(names, f, t->pc, NULL);
    const Frame *callee = &t->frames[frame + 1];
    /* The frame executes its call instruction once more, or has begun a list of calls. */
    if (callee->ending >= 2) return code_name_at(names, f, callee->call, NULL);
    return code_name_at(names, f, insn_next_list(callee->call), callee->call);
}

static void mix_pending(Machine *m, Fingerprint *f, const Thread *t) {
    const Operation *o = &t->pending;
    bool sleeps = o->kind == OPERATION_WAKE || o->kind == OPERATION_TIMEOUT;
    fingerprint_mix(f, sleeps ? OPERATION_WAKE : o->kind);
    fingerprint_mix(f, o->object);
    if (sleeps) {
        fingerprint_mix(f, o->mutex);
        fingerprint_mix(f, (uint64_t)t->waited_count << 1 | interrupt_shows_alone(m, t));
        return;
    }
    fingerprint_mix(f, (uint64_t)o->size << 16 | (uint64_t)o->flags << 8 | o->order);
    fingerprint_mix(f, (uint64_t)(uint32_t)o->target);
    fingerprint_mix(f, o->detail);
    if (o->kind == OPERATION_KERNEL) fingerprint_mix(f, o->call->hash);
}

Fingerprint control_thread(Machine *m, CodeNames *names, const Thread *t) {
    Fingerprint f = {t->region, ~t->region};
    fingerprint_mix(&f, hash_string(t->name));
    fingerprint_mix(&f, (uint64_t)thread_slot(t) << 16 | (uint64_t)t->status << 8 |
                            t->detached << 1 | t->joined);
    uint64_t time = m->tells_time ? t->time : 0; /* always, since a summary does not say whether the
                                                    thread looked at it */
    if (t->status == THREAD_EXITED && !t->detached && !t->joined) {
        fingerprint_mix(&f, time);
        fingerprint_add(&f, fingerprint_left(m, t));
    }
    if (t->status != THREAD_READY) return f;
    mix_pending(m, &f, t);
    fingerprint_mix_progress(&f, t);
    fingerprint_mix(&f, time);
#define MIX_NUMBER(type, name) fingerprint_mix(&f, (uint64_t)t->name);
    STATE_NUMBERS(THREAD_STATE, MIX_NUMBER)
    if (m->options.max_threads) fingerprint_mix(&f, t->unjoined);
    fingerprint_mix(&f, (uint64_t)t->joined_children);
    fingerprint_mix_joined(m, &f, t);
    for (uint32_t k = 0; k <= t->top; k++) {
        const Frame *frame = &t->frames[k];
        const CodeName *name = control_frame(names, t, k);
        fingerprint_mix(&f, name->a);
        fingerprint_mix(&f, name->b);
        fingerprint_mix_frame(&f, frame);
    }
    return f;
}
