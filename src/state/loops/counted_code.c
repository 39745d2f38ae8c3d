/*
 * counted_code.c — what code does nothing that a later round of a loop could see: instructions and
 * functions that change registers and mutexes only.
 */
#include "state/loops/counted_internal.h"
#include <stdlib.h>

/* Calls within calls of a loop that are looked into. */
#define DEEPEST_CALL 6

/* Sleeps are as long as time is not looked at: who is told the time is in another state after
 * one. */
static bool only_sleeps(const Function *f) { return function_keeps(f, SLEEPS); }

static bool is_harmless(CountedLoops *c, const Function *f, int *locks, unsigned depth);

/* Whether an instruction other than a store changes nothing but registers, and mutexes: *locks
 * counts those taken. */
bool counted_insn_is_harmless(CountedLoops *c, const Insn *i, int *locks, unsigned depth) {
    int more = 0;
    switch (insn_op(i)) {
    case OP_CALL:
        if (!is_harmless(c, &c->program->functions[i->imm], &more, depth + 1)) return false;
        *locks += more;
        return true;
    case OP_ATOMIC: return (i->b & 255) == ATOMIC_LOAD || (i->b & 255) == ATOMIC_FENCE;
    case OP_MISC: return misc_traits[i->b] & REGISTERS_ONLY;
    case OP_BUILTIN:
        *locks += (i->b == BUILTIN_mutex_lock) - (i->b == BUILTIN_mutex_unlock);
        return i->b == BUILTIN_mutex_lock || i->b == BUILTIN_mutex_unlock ||
               builtin_traits[i->b] & REGISTERS_ONLY;
    default: return counted_is_store(insn_op(i)) || op_flags[insn_op(i)] & F_REGISTERS;
    }
}

/* Gives the blocks from `from` on that lead to one of those marked in `to` these marks, too, as far
 * as they are marked in `within` (NULL: all). */
static void mark_leading(const Flow *w, const bool *within, bool *to) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = w->nblocks; b-- > 0;) {
            const FlowBlock *at = &w->blocks[b];
            for (uint32_t k = 0;
                 !to[b] && at->reached && (!within || within[b]) && k < at->nsuccessors; k++)
                changed |= to[b] = to[w->edges[at->successors + k]];
        }
    }
}

/* Goes through the blocks marked in `in` from the beginning on and counts mutexes taken; *locks:
 * how many are where it returns. False where one of the instructions does harm (stores are not
 * looked at), or different ways take different numbers. */
static bool count_locks(CountedLoops *c, const Flow *w, const bool *in, int *locks,
                        unsigned depth) {
    int *held = xcalloc(w->nblocks + 1, sizeof *held);
    bool *seen = xcalloc(w->nblocks + 1, sizeof *seen), fine = true, returned = false;
    VEC(uint32_t) todo = {0};
    vec_push(&todo, 0);
    seen[0] = true;
    while (todo.len && fine) {
        const FlowBlock *at = &w->blocks[vec_last(&todo)];
        int now = held[vec_pop(&todo)];
        for (uint32_t k = at->first; fine && k < at->end; k = flow_next(w->function, k))
            fine = counted_insn_is_harmless(c, &w->function->code[k], &now, depth);
        if (fine && !at->nsuccessors) {
            fine = !returned || *locks == now;
            *locks = now;
            returned = true;
        }
        for (uint32_t k = 0; fine && k < at->nsuccessors; k++) {
            uint32_t to = w->edges[at->successors + k];
            if (in[to] && seen[to])
                fine = held[to] == now;
            else if (in[to]) {
                seen[to] = true;
                held[to] = now;
                vec_push(&todo, to);
            }
        }
    }
    vec_free(&todo);
    free(held);
    free(seen);
    return fine && returned;
}

static bool harmless_code(CountedLoops *c, const Function *f, int *locks, unsigned depth) {
    Flow *w = flow_of(c->program, f);
    bool *returning = xcalloc(w->nblocks + 1, sizeof *returning), fine = !w->returns_twice;
    for (uint32_t b = 0; b < w->nblocks; b++) {
        unsigned op = insn_op(&f->code[w->blocks[b].last]);
        returning[b] = op == OP_RET || op == OP_RETV || op == OP_RETN;
    }
    /* What never returns is in no round. */
    mark_leading(w, NULL, returning);
    for (uint32_t b = 0; b < w->nblocks && fine; b++)
        for (uint32_t k = w->blocks[b].first; returning[b] && k < w->blocks[b].end;
             k = flow_next(f, k))
            fine &= !counted_is_store(insn_op(&f->code[k]));
    fine = fine && returning[0] && count_locks(c, w, returning, locks, depth);
    free(returning);
    flow_free(w);
    return fine;
}

/* Whether a call of the function changes nothing but mutexes. */
static bool is_harmless(CountedLoops *c, const Function *f, int *locks, unsigned depth) {
    FunctionLoops *known = &c->functions[f - c->program->functions];
    if (!known->harmless_known) {
        known->harmless_known = true; /* one that calls itself is not */
        if (only_sleeps(f))
            known->harmless = true;
        else if (f->code && depth < DEEPEST_CALL)
            known->harmless = harmless_code(c, f, &known->locks, depth);
    }
    /* Who only sleeps takes nothing. */
    invariant(!known->locks || f->code);
    *locks = known->locks;
    return known->harmless;
}
