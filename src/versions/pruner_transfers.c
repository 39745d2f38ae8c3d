/*
 * pruner_transfers.c — transfers of single steps: a slice of a thread is lifted once (lift.h) and
 * afterwards looked up by its control state and outcome.
 */
#include "versions/pruner_internal.h"
#include "vm/state/fingerprint.h"

/* Whether the condition of a transfer holds in the current state. */
static bool transfer_holds(Pruner *p, const Transfer *t) {
    return lifter_holds(p->lifter, t->condition) == HOLDS;
}

static void mix_objects(const Pruner *p, Fingerprint *f) {
    const Fingerprint *all = &vec_last(&p->nodes).objects;
    fingerprint_mix(f, all->a);
    fingerprint_mix(f, all->b);
}

/* What of the objects an operation's outcome and what follows it before the next operation depend
 * on. */
static void mix_object(const Pruner *p, Fingerprint *f, const Operation *o) {
    if (operation_on_memory(o) || o->kind == OPERATION_BRANCH || o->kind == OPERATION_START) return;
    if (o->kind == OPERATION_LOCK || o->kind == OPERATION_UNLOCK || o->kind == OPERATION_TRYLOCK) {
        const SyncObject *x = sync_find(p->m, OBJECT_MUTEX, o->object, 0);
        fingerprint_mix(f, x ? (uint64_t)(uint32_t)x->owner << 32 | (uint32_t)x->count : 1);
        fingerprint_mix(f, x ? x->state : 1);
        return;
    }
    mix_objects(p, f);
}

static uint32_t find_transfer(Pruner *p, Fingerprint f, uint32_t outcome) {
    return index_find(&p->by_control, f.a, n,
                      p->transfers.data[n].control.a == f.a &&
                          p->transfers.data[n].control.b == f.b &&
                          p->transfers.data[n].outcome == outcome &&
                          transfer_holds(p, &p->transfers.data[n].transfer));
}

/* Transfers are functions of the state before a step: what they say holds in the state that the
 * step leads to, whichever state they were lifted in. One of so many is looked at. */
#define SAMPLE_STEPS 4
static void foretell(Pruner *p) {
    static _Thread_local uint64_t n;
    p->foretold.len = 0;
    if (p->coming == NO_TRANSFER || ++n % SAMPLE_STEPS) return;
    const Transfer *t = &p->transfers.data[p->coming].transfer;
    invariant(t->condition->width == 1 && lifter_holds(p->lifter, t->condition) != HOLDS_NOT);
    for (size_t k = 0; k < t->outputs.len && !t->inputs.len; k++) {
        TransferOutput x = {t->outputs.data[k].symbol,
                            lifter_evaluate(p->lifter, t->outputs.data[k].value)};
        if (x.value && expr_is_const(x.value)) vec_push(&p->foretold, x);
    }
}

/* Whether a register still counts: one that is dead may hold what an earlier run left in it. */
static bool symbol_is_live(Pruner *p, const Symbol *s) {
    const Thread *t = s->is_register ? p->m->threads[s->slot] : NULL;
    if (!t || t->status != THREAD_READY || s->frame > t->top) return !s->is_register;
    const CodeName *name = control_frame(p->names, t, s->frame);
    const Insn *call = s->frame < t->top ? t->frames[s->frame + 1].call : NULL;
    bool again = call && t->frames[s->frame + 1].ending >= 2;
    const Insn *at = !call ? t->pc : again ? call : insn_next_list(call);
    /* The first ones are what the call that the frame waits for returns. */
    if (s->number >= name->nregs || (call && !again && s->number < call->d)) return false;
    unsigned r = name->reg[s->number];
    return liveness_before(p->m, t->frames[s->frame].function, at)[r >> 6] >> (r & 63) & 1;
}

void pruner_check_foretold(Pruner *p, uint32_t transfer) {
    for (size_t k = 0; transfer != NO_TRANSFER && k < p->foretold.len; k++) {
        const TransferOutput *x = &p->foretold.data[k];
        const Symbol *s = lifter_symbol(p->lifter, x->symbol);
        if (!symbol_is_live(p, s)) continue;
        const Expr *actual = lifter_actual(p->lifter, s);
        invariant(actual && (!expr_is_const(actual) || actual == x->value));
    }
}

static void look_up_or_lift(Pruner *p, int thread, uint32_t outcome) {
    const Thread *t = p->m->threads[thread];
    p->pending = t->pending;
    Fingerprint f = control_thread(p->m, p->names, t);
    fingerprint_mix(&f, (uint64_t)t->robust << 32 | t->owned);
    fingerprint_mix(&f, outcome);
    fingerprint_mix(&f, (uint64_t)(p->m->nthreads > 1) << 1 | p->m->patient);
    Fingerprint all = f;
    mix_object(p, &f, &t->pending);
    fingerprint_mix(&all, 1);
    mix_objects(p, &all);
    p->coming = find_transfer(p, f, outcome);
    if (p->coming == INDEX_NONE) p->coming = find_transfer(p, all, outcome);
    if (p->coming != INDEX_NONE) return;
    p->coming = NO_TRANSFER;
    KnownTransfer new = {.control = f, .outcome = outcome};
    if (!lift_slice(p->lifter, thread, outcome, &new.transfer)) return;
    p->coming = (uint32_t)p->transfers.len;
    if (new.transfer.around) new.control = f = all;
    /* How far a slice goes that ends at a branch depends on what is known of inputs. */
    if (new.transfer.end.kind != OPERATION_BRANCH) index_add(&p->by_control, f.a, p->coming);
    vec_push(&p->transfers, new);
}

void pruner_before(Pruner *p, int thread, uint32_t outcome) {
    invariant(p->nodes.len == p->run->history.path.len + 1);
    look_up_or_lift(p, thread, outcome);
    if (unlikely(base_invariants)) foretell(p);
}

void pruner_refused(Pruner *p) { p->coming = NO_TRANSFER; }
