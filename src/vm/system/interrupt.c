/*
 * interrupt.c — see interrupt.h.
 */
#include "vm/system/interrupt.h"
#include "vm/memory/range.h"

const Function *interrupt_function(const Program *program, const char *name) {
    for (uint32_t k = 0; k < program->nfunctions; k++)
        if (program->functions[k].code && !strcmp(program->functions[k].name, name))
            return &program->functions[k];
    return NULL;
}

VisibleRange interrupt_mark(const Machine *m) {
    const Global *g = m->can_look ? program_global_named(m->program, INTERRUPT_MARK) : NULL;
    return g ? (VisibleRange){g->address, g->address + g->size} : (VisibleRange){0, 0};
}

void interrupt_begin(Machine *m) {
    VisibleRange mark = interrupt_mark(m);
    bool waits = mark.start && !m->options.always_looks && !access_is_visible(m, mark.start, 1);
    m->look = waits ? NULL : m->can_look;
}

StepResult interrupt_asked(Machine *m, Thread *t, bool sends, int64_t *result) {
    *result = m->look != NULL;
    if (!sends || m->look) return STEP_NEXT;
    if (m->hooks.show) m->hooks.show(m->hooks.context, interrupt_mark(m));
    machine_stop_thread(m, t);
    return STEP_STOP;
}

void interrupt_set_up(Machine *m) {
    m->can_look = interrupt_function(m->program, INTERRUPT_LOOK);
    m->wait_interrupted = interrupt_function(m->program, "__heddle_wait_interrupted");
    m->loop_interrupted = interrupt_function(m->program, "__heddle_loop_interrupted");
}

/* Calls a function with at most one parameter before the thread's instruction. */
static bool call_before(Machine *m, Thread *t, const Function *f, uint64_t argument) {
    invariant(f->nparams <= 1 && t->status == THREAD_READY);
    t->pending.kind = OPERATION_NONE;
    if (!frame_enter(m, t, f, t->pc)) return false;
    t->frames[t->top].ending = 3;
    /* The function returns to the instruction, which was not executed yet. */
    invariant(t->top && t->frames[t->top].call == t->pc);
    frame_regs(t)[0] = argument;
    t->pc = f->code;
    return true;
}

/* Whether the thread stands before an instruction of the program's own, of which nothing is done
 * yet. */
static bool is_between_instructions(const Thread *t) {
    return !t->section && !t->done && !t->got && !t->holding && !t->granted && !t->ndecisions &&
           !t->frames[t->top].function->library;
}

bool interrupt_before_operation(Machine *m, Thread *t) {
    unsigned kind = t->pending.kind;
    bool own = (kind >= OPERATION_LOAD && kind <= OPERATION_FREE) || kind == OPERATION_SECTION;
    if (t->status != THREAD_READY || t->looked || !own || !is_between_instructions(t)) return false;
    call_before(m, t, m->look, 0);
    return t->status == THREAD_READY;
}

StepResult interrupt_ends(Machine *m, Thread *t) {
    const Insn *again = t->frames[t->top].call;
    invariant(again && t->frames[t->top].ending == 3);
    frame_leave(m, t);
    t->pc = again;
    t->looked = true;
    return STEP_NEXT;
}

bool interrupt_wait(Machine *m, Thread *t) {
    bool may_be_alone = t->pending.flags & OPERATION_TIMED;
    /* The wait keeps how often the mutex was held, since a handler may wait, too. */
    t->frames[t->top].listed = t->waited_count + 1;
    t->awake_on = t->pending.object;
    t->missed = false;
    return call_before(m, t, m->wait_interrupted, may_be_alone);
}

bool interrupt_wakes(Machine *m, Thread *t, uint64_t cond, uint64_t mutex, uint8_t flags) {
    Frame *f = &t->frames[t->top];
    if (!m->look || !f->listed) return false;
    invariant(t->status == THREAD_READY);
    t->waited_count = f->listed - 1;
    f->listed = 0;
    t->awake_on = 0;
    t->notified_by = thread_slot(t);
    t->notified_step = t->steps;
    t->pending = (Operation){.kind = OPERATION_WAKE,
                             .flags = flags,
                             .notifier = t->notified_by,
                             .notifier_step = t->notified_step,
                             .object = cond,
                             .mutex = mutex,
                             .loc = machine_loc(m, t)};
    range_over(t);
    return true;
}

bool interrupt_loop(Machine *m, Thread *t) {
    return m->look && is_between_instructions(t) && m->nthreads > 1 &&
           call_before(m, t, m->loop_interrupted, 0);
}

bool interrupt_shows_alone(const Machine *m, const Thread *t) {
    return t->pending.kind == OPERATION_WAKE && t->notified_by == thread_slot(t) &&
           (m->look || t->pending.flags & OPERATION_TIMED);
}

bool interrupt_is_guess(const Machine *m, const Operation *o) {
    return m->look && o->kind == OPERATION_TIMEOUT && !(o->flags & OPERATION_TIMED);
}

/* Whether there is a signal of those that the thread accepted at its last look. */
static bool signal_is_there(const Machine *m, const Thread *t) {
    return t->signal_bits && ((machine_kernel_word(m, t->own_signals) & t->signal_bits) ||
                              (machine_kernel_word(m, t->process_signals) & t->signal_bits));
}

bool interrupt_is_there(const Machine *m, const Thread *t) {
    if (!m->look || t->status != THREAD_READY) return false;
    if (t->pending.kind == OPERATION_KERNEL)
        return (t->pending.flags & OPERATION_ALONE) && t->missed;
    return signal_is_there(m, t);
}

void interrupt_after_pause(Machine *m, Thread *t) {
    if (signal_is_there(m, t) && is_between_instructions(t)) call_before(m, t, m->look, 0);
}

/* Whether the thread waits for an object of threads, at which no signal wakes it. */
static bool waits_deaf(const Machine *m, const Thread *t) {
    const SyncObject *x;
    switch (t->pending.kind) {
    case OPERATION_LOCK:
        x = sync_find(m, OBJECT_MUTEX, t->pending.object, 0);
        return x && x->owner >= 0;
    case OPERATION_RDLOCK:
    case OPERATION_WRLOCK:
    case OPERATION_LEAVE:
    case OPERATION_ONCE: return true;
    default: return false;
    }
}

uint32_t interrupt_bits_of_main(const Machine *m) {
    const Thread *t = m->threads[0];
    return m->system->to_main && t->status == THREAD_READY && !waits_deaf(m, t) ? t->signal_bits
                                                                                : 0;
}

bool interrupt_is_early(const Machine *m, const Thread *t) {
    return t->status == THREAD_READY && interrupt_is_guess(m, &t->pending) &&
           !signal_is_there(m, t);
}
