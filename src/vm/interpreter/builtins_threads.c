/*
 * builtins_threads.c — the engine operations on threads: creation, end, and who comes after whom in
 * the order of names; also the numbers of objects' initialisations.
 */
#include "vm/interpreter/builtins.h"
#include "vm/system/interrupt.h"
#include <stdio.h>
#include <stdlib.h>

/* Whether the numbers of the thread's initialisations have few bits: numbers have 24 bits with the
 * slot, which in most programs is low. */
static bool numbers_few(const Thread *t) {
    return thread_slot(t) + 1 >= 1 << (OBJECT_GENERATION - 1 - OBJECT_TIMES);
}

/* Returns the number of the thread's next initialisations of objects. Initialisations between two
 * of its visible operations share a number, since no operation on an object can lie between them.
 * Branches do not count, since a replay has none. */
static uint64_t generation_of(const Thread *t) {
    uint64_t slot = (uint64_t)thread_slot(t) + 1;
    return numbers_few(t) ? 1u << (OBJECT_GENERATION - 1) | slot << OBJECT_FEW_TIMES | t->numberings
                          : slot << OBJECT_TIMES | t->numberings;
}

_Static_assert(MAX_THREADS + 1 < 1 << (OBJECT_GENERATION - 1 - OBJECT_FEW_TIMES),
               "every thread can number objects");

/* Proposes an operation on a thread, given by its identifier. */
StepResult builtin_claim_thread(Machine *m, Thread *t, const BuiltinCall *c) {
    int target = (int)(int32_t)c->v[0] - 1;
    if (target < 0 || target >= (int)m->nslots || !m->threads[target] ||
        m->threads[target]->status == THREAD_UNUSED) {
        return completed(m, t, 3 /* ESRCH */);
    }
    propose(m, t, c->operation, 0, 0, 0);
    t->pending.target = target;
    return STEP_STOP;
}

/* Returns the slot of the child of `parent` with the lowest number above `from`, or -1. */
static int child_above(const Machine *m, int parent, int from) {
    int best = -1;
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *c = m->threads[k];
        if (!c || c->status == THREAD_UNUSED || c->parent != parent || c->ordinal <= from) continue;
        if (best < 0 || c->ordinal < m->threads[best]->ordinal) best = (int)k;
    }
    return best;
}

/* Returns the slot after `slot` in the order of names, the children of `slot` first; -1 after the
 * last one. */
static int slot_after(const Machine *m, int slot) {
    for (int from = 0; slot >= 0;) {
        int child = child_above(m, slot, from);
        if (child >= 0) return child;
        from = m->threads[slot]->ordinal;
        slot = m->threads[slot]->parent;
    }
    return -1;
}

/* Returns the identifier of the thread after `id` (0: the first thread), or 0 after the last. The
 * calling thread is left out, but not what lies below its name: it may have the name of a joined
 * thread, whose children may still run. All that is read of a thread that has ended is final. */
static uint64_t thread_after(const Machine *m, const Thread *self, uint64_t id) {
    int slot = id ? slot_after(m, (int)id - 1) : 0;
    while (slot >= 0 && m->threads[slot] == self) slot = slot_after(m, slot);
    return (uint64_t)(slot + 1);
}

/* Ends the thread's variables before it exits, so that their end happens before a join. */
StepResult builtin_exit_thread(Machine *m, Thread *t, const BuiltinCall *c) {
    uint64_t robust = t->robust ? machine_robust_mutex(m, thread_slot(t)) : 0;
    if (robust) return propose(m, t, OPERATION_ABANDON, robust, 0, MUTEX_ROBUST);
    if (machine_end_objects(m, t) == STEP_STOP) return STEP_STOP;
    return propose(m, t, OPERATION_EXIT, 0, 0, 0);
}

/* The number of creations that a thread descends from. */
static uint32_t creation_depth(const Machine *m, const Thread *t) {
    uint32_t depth = 0;
    for (; t->parent >= 0; t = m->threads[t->parent]) depth++;
    return depth;
}

/* Stops a thread that would make more threads than --max-threads allows. This depends on what the
 * thread itself did only, so no operation of another thread can let it go on. */
static StepResult stop_at_most_threads(Machine *m, Thread *t) {
    char *text = xasprintf("executions in which each thread makes at most %u thread%s that it does "
                           "not join, up to a depth of %u",
                           m->options.max_threads, m->options.max_threads == 1 ? "" : "s",
                           m->options.max_threads);
    if (m->hooks.bounded) m->hooks.bounded(m->hooks.context, text);
    free(text);
    machine_stop_thread(m, t);
    return STEP_STOP;
}

StepResult builtin_create_thread(Machine *m, Thread *t, const BuiltinCall *c) {
    uint32_t most = m->options.max_threads;
    if (most && (t->unjoined >= most || creation_depth(m, t) >= most))
        return stop_at_most_threads(m, t);
    return propose(m, t, OPERATION_CREATE, c->v[0], c->v[1], (int)c->v[2]);
}

StepResult builtin_await_thread(Machine *m, Thread *t, const BuiltinCall *c) {
    StepResult s = builtin_claim_thread(m, t, c);
    if (s == STEP_STOP) t->pending.only_waits = 1;
    return s;
}

StepResult builtin_thread_self(Machine *m, Thread *t, const BuiltinCall *c) {
    return completed(m, t, (uint64_t)thread_slot(t) + 1);
}

StepResult builtin_next_thread(Machine *m, Thread *t, const BuiltinCall *c) {
    return completed(m, t, (uint64_t)(machine_coming_child(m, t) + 1));
}

StepResult builtin_thread_after(Machine *m, Thread *t, const BuiltinCall *c) {
    return completed(m, t, thread_after(m, t, c->v[0]));
}

StepResult builtin_generation(Machine *m, Thread *t, const BuiltinCall *c) {
    uint32_t most = (1u << (numbers_few(t) ? OBJECT_FEW_TIMES : OBJECT_TIMES)) - 1;
    (void)c;
    if (t->numbered_before != t->ordinal_op + 1) {
        /* Beyond, an object would have the number of an earlier one at its address. */
        if (t->numberings == most) {
            char text[110];
            snprintf(text, sizeof text,
                     "a thread was stopped after it had initialised objects of threads %u times",
                     most);
            machine_limit(m, t, text);
            return STEP_STOP;
        }
        t->numberings++;
        t->numbered_before = t->ordinal_op + 1;
    }
    m->numbered++;
    return completed(m, t, generation_of(t));
}

/* An address behind the first one of the function, as a return address is: it cannot be called. */
StepResult builtin_caller(Machine *m, Thread *t, const BuiltinCall *c) {
    uint32_t first = t->context ? t->context_base : 0;
    uint64_t left = c->v[0];
    for (uint32_t k = t->top + 1; k-- > first;) {
        const Function *f = t->frames[k].function;
        if (!f->library && !left--) return completed(m, t, f->address + 1);
    }
    return completed(m, t, 0);
}

StepResult builtin_name_character(Machine *m, Thread *t, const BuiltinCall *c) {
    const Function *f = program_function_at(m->program, c->v[0] & ~(FUNCTION_STEP - 1ull));
    /* Static functions of one name have a number behind it. */
    size_t length = f && f->code ? strcspn(f->name, ".") : 0;
    return completed(m, t, c->v[1] < length ? (uint8_t)f->name[c->v[1]] : 0);
}

StepResult builtin_by_program(Machine *m, Thread *t, const BuiltinCall *c) {
    return completed(m, t, t->top > 0 && !t->frames[t->top - 1].function->library);
}
