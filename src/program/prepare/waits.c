/*
 * waits.c — finds the waits on condition variables whose spurious wake-ups make no difference, as
 * in `while (!ready) pthread_cond_wait(&c, &m);`. A thread that wakes spuriously there is soon
 * where it was before it waited, with the same values in its variables, and since it locked the
 * mutex it has only looked at memory, and forgotten what it saw before. So it is like a thread that
 * locks the mutex later. These wake-ups are left out: the call becomes one of the runtime's
 * functions for that. All other waits may wake spuriously, also those that are not understood here.
 * Of a program that is made sequential another question is asked: whether a second wait in a row,
 * before which the thread has seen nothing new, is as the first one.
 * One assumption is made, and reported: a loop that counts its rounds does not count spurious
 * wake-ups, which have no end.
 *
 * The place where the thread was is a joint, which all ways to the wait pass: the beginning of a
 * block, as at the head of a loop, or a decision of which there are copies. Optimisers write the
 * condition of a loop before the loop and again at the end of each round.
 */
#include "program/prepare/looks.h"
#include "program/traits.h"
#include <stdio.h>
#include <stdlib.h>

#define MOST_CALLS 4     /* depth to which calls are followed */
#define MOST_BLOCKS 2000 /* of a function; larger ones are skipped */

/* The code that follows a wait on all paths. AFTER_JOINS: it comes to a joint, or to the wait
 * again, before it does anything. AFTER_RETURNS: the function returns before that, and its callers
 * decide. AFTER_ELSE: something else. */
typedef enum After { AFTER_JOINS, AFTER_RETURNS, AFTER_ELSE } After;

/* A call, and the one within the called function, which is a wait in the end. */
typedef struct Site {
    LLVMValueRef call;
    const struct Site *inner;
} Site;

typedef struct Walk {
    const Site *site;
    LLVMValueRef wait; /* the call */
    bool returns_zero; /* the call returns zero if the thread was not notified */
    LLVMBasicBlockRef around, entry;
    bool unit;       /* callers may be in other units */
    bool sequential; /* asks whether a second wait in a row is as the first (heddle_seq.c) */
    bool *counts;    /* set: the thread does nothing but count how often it goes round */
    HashSet visited; /* edges that were walked */
    bool zero;       /* every return so far returned zero, or the wait's result */
    Copies joint;    /* what is_forgotten asks for */
    LLVMBasicBlockRef woken;
} Walk;

typedef VEC(LLVMBasicBlockRef) WaitsBlocks;

/* --- ways to the wait ------------------------------------------------------------------------- */

/* Whether all ways from the function's beginning to the wait go through one of these blocks, and
 * leave it. */
static bool are_passed(const Walk *w, const Copies *c) {
    PtrMap without = {0};
    for (unsigned k = 0; k < c->n; k++) ptrmap_put(&without, c->block[k], 1);
    bool passed = !reaches_from(w->entry, w->around, &without);
    ptrmap_free(&without);
    return passed;
}

/* Whether a value is another one and a constant. */
static bool is_counted_from(LLVMValueRef v, LLVMValueRef *from) {
    if (!LLVMIsABinaryOperator(v) || !LLVMIsAConstantInt(LLVMGetOperand(v, 1))) return false;
    *from = LLVMGetOperand(v, 0);
    return LLVMGetInstructionOpcode(v) == LLVMAdd || LLVMGetInstructionOpcode(v) == LLVMSub;
}

/* Whether an instruction counts in memory, in a loop of the whole program. */
static bool counts_in_memory(const Walk *w, LLVMValueRef i) {
    LLVMValueRef from;
    return !w->unit && LLVMIsAStoreInst(i) && is_counted_from(LLVMGetOperand(i, 0), &from) &&
           LLVMIsALoadInst(from) &&
           is_same_place(LLVMGetOperand(from, 0), LLVMGetOperand(i, 1), MOST_STEPS);
}

/* Whether an instruction on the way round is quiet, or only counts. */
static bool is_quiet_round(const Walk *w, LLVMValueRef i) {
    if (is_quiet(i)) return true;
    bool counts = counts_in_memory(w, i);
    *w->counts = *w->counts || counts;
    return counts;
}

/* The instructions of a block from `first` up to `end` (NULL: all). */
static bool are_quiet(const Walk *w, LLVMValueRef first, LLVMValueRef end) {
    for (LLVMValueRef i = first; i && i != end; i = LLVMGetNextInstruction(i))
        if (!is_quiet_round(w, i)) return false;
    return true;
}

/* Adds the blocks from which control comes to a block at once. False if not all are known. */
static bool add_predecessors(LLVMBasicBlockRef block, PtrMap *seen, WaitsBlocks *list) {
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAInstruction(user)) return false;
        LLVMBasicBlockRef from = LLVMGetInstructionParent(user);
        if (ptrmap_get(seen, from)) continue;
        ptrmap_put(seen, from, 1);
        vec_push(list, from);
    }
    return true;
}

/*
 * Whether a thread does nothing but look and calculate on all ways from these blocks to the wait;
 * without any, from the function's beginning. `whole`: also in these blocks themselves.
 */
static bool is_quiet_before(const Walk *w, const Copies *from, bool whole) {
    PtrMap seen = {0}, ends = {0};
    WaitsBlocks list = {0};
    for (unsigned k = 0; k < from->n; k++) ptrmap_put(&ends, from->block[k], 1);
    bool quiet = are_quiet(w, LLVMGetFirstInstruction(w->around), w->wait);
    if (quiet && !(whole && ptrmap_get(&ends, w->around)))
        quiet = add_predecessors(w->around, &seen, &list);
    for (size_t k = 0; k < list.len && quiet; k++) {
        bool end = ptrmap_get(&ends, list.data[k]) != 0;
        if (end && !whole) continue;
        quiet =
            list.data[k] == w->around || are_quiet(w, LLVMGetFirstInstruction(list.data[k]), NULL);
        if (quiet && !end) quiet = add_predecessors(list.data[k], &seen, &list);
    }
    vec_free(&list);
    ptrmap_free(&seen);
    ptrmap_free(&ends);
    return quiet;
}

/* --- the mutex -------------------------------------------------------------------------------- */

/* Whether `mutex`, of the function that `site` is in, is the same as `lock` of the function that
 * the outermost site is in: what arguments are there is put in their place. */
static bool is_same_mutex(LLVMValueRef lock, LLVMValueRef mutex, const Site *site,
                          const Site *outermost) {
    if (site == outermost) return is_same_place(lock, mutex, MOST_STEPS);
    const Site *outer = outermost;
    while (outer->inner != site) outer = outer->inner;
    if (LLVMIsAArgument(mutex)) {
        LLVMValueRef f = LLVMGetCalledValue(outer->call);
        for (unsigned k = 0; k < LLVMCountParams(f); k++)
            if (LLVMGetParam(f, k) == mutex && k < LLVMGetNumArgOperands(outer->call))
                return is_same_mutex(lock, LLVMGetOperand(outer->call, k), outer, outermost);
        return false;
    }
    if (!LLVMIsAGetElementPtrInst(mutex)) return LLVMIsAConstant(mutex) && lock == mutex;
    if (!LLVMIsAGetElementPtrInst(lock) || LLVMGetNumOperands(lock) != LLVMGetNumOperands(mutex) ||
        LLVMGetGEPSourceElementType(lock) != LLVMGetGEPSourceElementType(mutex))
        return false;
    for (int k = 1; k < LLVMGetNumOperands(mutex); k++)
        if (LLVMGetOperand(lock, (unsigned)k) != LLVMGetOperand(mutex, (unsigned)k) ||
            !LLVMIsAConstantInt(LLVMGetOperand(mutex, (unsigned)k)))
            return false;
    return is_same_mutex(LLVMGetOperand(lock, 0), LLVMGetOperand(mutex, 0), site, outermost);
}

/* Whether an instruction locks the mutex that the wait gives back. */
static bool locks_its_mutex(const Walk *w, LLVMValueRef i) {
    const Site *innermost = w->site;
    if (!LLVMIsACallInst(i) || !library_function_has(waits_callee_name(i), LOCKS_MUTEX) ||
        !LLVMIsDeclaration(LLVMGetCalledValue(i))) /* the program's own means something else */
        return false;
    while (innermost->inner) innermost = innermost->inner;
    return LLVMGetNumArgOperands(i) == 1 && LLVMGetNumArgOperands(innermost->call) >= 2 &&
           is_same_mutex(LLVMGetOperand(i, 0), LLVMGetOperand(innermost->call, 1), innermost,
                         w->site);
}

static bool has_just_locked(const Walk *w, WaitsBlocks *list, unsigned depth);

/* Whether a thread has locked the mutex, has woken, or has done neither, but only looked, since it
 * came to a block. SINCE_ELSE: it has done something else. */
typedef enum Since { SINCE_LOCK = 1, SINCE_WAKE, SINCE_BEGIN, SINCE_ELSE } Since;

/* What a thread that comes to instruction `i`, and before that to what is before it in its block,
 * has done last. */
static Since last_done(const Walk *w, LLVMValueRef i) {
    bool counted = false;
    for (; i; i = LLVMGetPreviousInstruction(i)) {
        if (i == w->wait) return SINCE_WAKE;
        if (locks_its_mutex(w, i)) return counted ? SINCE_ELSE : SINCE_LOCK;
        if (is_quiet(i)) continue;
        if (!counts_in_memory(w, i)) return SINCE_ELSE;
        counted = true;
    }
    return counted ? SINCE_ELSE : SINCE_BEGIN;
}

/* Whether what the thread saw up to instruction `i` of a block, since it locked the mutex or came
 * to the block, is forgotten at the joint. */
static bool forgets_looks(const Walk *w, LLVMValueRef i) {
    for (; i && !locks_its_mutex(w, i); i = LLVMGetPreviousInstruction(i))
        if (looks_at_shared(i) && !is_forgotten(&w->joint, w->woken, i)) return false;
    return true;
}

/* The same of all these blocks that a thread can come to before it waits. `done` says of each what
 * was done last. */
static bool forgets_all_looks(const Walk *w, const WaitsBlocks *list, PtrMap *done) {
    PtrMap before = {0};
    WaitsBlocks open = {0};
    for (size_t k = 0; k < list->len; k++) {
        uint64_t since = ptrmap_get(done, list->data[k]);
        if (since == SINCE_LOCK || (since == SINCE_BEGIN && list->data[k] == w->entry))
            vec_push(&open, list->data[k]);
    }
    bool forgets = true;
    while (open.len && forgets) {
        LLVMBasicBlockRef block = vec_pop(&open);
        if (ptrmap_get(&before, block)) continue;
        ptrmap_put(&before, block, 1);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        forgets = forgets_looks(w, end);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
            if (ptrmap_get(done, LLVMGetSuccessor(end, k)) == SINCE_BEGIN)
                vec_push(&open, LLVMGetSuccessor(end, k));
    }
    vec_free(&open);
    ptrmap_free(&before);
    return forgets;
}

/* The same of all that call the function, if they are known. */
static bool have_callers_locked(const Walk *w, unsigned depth) {
    LLVMValueRef f = LLVMGetBasicBlockParent(w->entry);
    if (!depth || !LLVMGetFirstUse(f) || (w->unit && !is_static(f))) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f) return false;
        for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
            if (LLVMGetOperand(call, k) == f) return false;
        Site site = {call, w->site};
        LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
        Walk outer = {.site = &site, .unit = w->unit};
        outer.entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
        WaitsBlocks before = {0};
        PtrMap seen = {0};
        LLVMValueRef last = LLVMGetPreviousInstruction(call);
        Since since = last_done(&outer, last);
        bool locked = since != SINCE_ELSE && forgets_looks(&outer, last);
        if (locked && since == SINCE_BEGIN)
            locked = block == outer.entry ? have_callers_locked(&outer, depth - 1)
                                          : add_predecessors(block, &seen, &before) &&
                                                has_just_locked(&outer, &before, depth);
        vec_free(&before);
        ptrmap_free(&seen);
        if (!locked) return false;
    }
    return true;
}

/* Whether a thread that comes to the ends of these blocks has only looked since it locked the mutex
 * of the wait or woke, on all ways, and has forgotten what it saw before it waits for the first
 * time. `depth` limits how many callers are followed. */
static bool has_just_locked(const Walk *w, WaitsBlocks *list, unsigned depth) {
    PtrMap seen = {0}, done = {0};
    bool just = true;
    for (size_t k = 0; k < list->len && just; k++) {
        Since since = last_done(w, LLVMGetLastInstruction(list->data[k]));
        ptrmap_put(&done, list->data[k], since);
        just = since != SINCE_ELSE;
        if (since == SINCE_BEGIN)
            just = list->data[k] == w->entry ? have_callers_locked(w, depth)
                                             : add_predecessors(list->data[k], &seen, list);
    }
    just = just && forgets_all_looks(w, list, &done);
    ptrmap_free(&seen);
    ptrmap_free(&done);
    return just;
}

/* --- joints ----------------------------------------------------------------------------------- */

/* Whether a variable has the same value after the wait as before: `a` at the end of the block
 * `woken`, `b` at the end of `earlier`. */
static bool is_same_value(const Walk *w, LLVMValueRef a, LLVMBasicBlockRef woken, LLVMValueRef b,
                          LLVMBasicBlockRef earlier) {
    bool zero =
        w->returns_zero && a == w->wait && LLVMIsAConstantInt(b) && !LLVMConstIntGetZExtValue(b);
    return zero || is_copy(a, woken, b, earlier, MOST_STEPS);
}

/* Whether a value is compared where the thread may still come to the wait. */
static bool is_compared_before(const Walk *w, LLVMValueRef value) {
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        PtrMap without = {0};
        bool compares = LLVMIsAICmpInst(user) || LLVMIsASwitchInst(user);
        bool before = compares && reaches_from(LLVMGetInstructionParent(user), w->around, &without);
        ptrmap_free(&without);
        if (before) return true;
    }
    return false;
}

/* Whether a variable of the loop counts its rounds, and nothing in the loop asks how many there
 * were. */
static bool counts_rounds_of(const Walk *w, LLVMValueRef phi, LLVMValueRef next) {
    LLVMValueRef from;
    bool counts = !w->unit && is_counted_from(next, &from) && from == phi &&
                  !is_compared_before(w, phi) && !is_compared_before(w, next);
    *w->counts = *w->counts || counts;
    return counts;
}

/*
 * Whether the variables of a block have the same values if control comes from the block `woken`
 * after the wait as if it comes from those before: from `earlier`, or (NULL) all others. A variable
 * may also have kept its value since control was last in the block. These are two times in the
 * past: if both kinds occur, a variable of the second kind must have had no other value in between.
 */
static bool variables_agree(const Walk *w, LLVMBasicBlockRef block, LLVMBasicBlockRef woken,
                            LLVMBasicBlockRef earlier) {
    bool moved = false, kept = false, steady = true;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(block); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef now = incoming_from(phi, woken), other = NULL;
        bool same = true, one = true;
        for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
            LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
            LLVMValueRef then = LLVMGetIncomingValue(phi, k);
            if (then != phi) one = one && (!other || other == then);
            if (then != phi && !other) other = then;
            bool counts = from != woken && (earlier ? from == earlier : then != phi);
            same = same && (!counts || is_same_value(w, now, woken, then, from));
        }
        if (!same && counts_rounds_of(w, phi, now)) continue;
        if (!same && now != phi) return false;
        moved = moved || (same && now != phi);
        kept = kept || !same;
        steady = steady && (same || one);
    }
    return !kept || !moved || steady;
}

/* Whether the variables of a block have the same values each time that control comes from the block
 * `woken`. */
static bool are_steady(const Walk *w, LLVMBasicBlockRef block, LLVMBasicBlockRef woken) {
    for (LLVMValueRef phi = LLVMGetFirstInstruction(block); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef now = incoming_from(phi, woken);
        if (now != phi && !is_steady(block, now, w->returns_zero ? w->wait : NULL, MOST_STEPS))
            return false;
    }
    return true;
}

/* Whether the thread only looks between the beginning of a block, which all ways to the wait pass,
 * and the wait. */
static bool is_joint(Walk *w, LLVMBasicBlockRef from, LLVMBasicBlockRef block) {
    Copies one = w->joint = (Copies){{block}, 1};
    w->woken = from;
    if (w->sequential) return is_quiet_before(w, &one, true) && are_steady(w, block, from);
    WaitsBlocks before = {0};
    PtrMap seen = {0};
    bool joint = is_quiet_before(w, &one, true) && variables_agree(w, block, from, NULL) &&
                 add_predecessors(block, &seen, &before) && has_just_locked(w, &before, MOST_CALLS);
    ptrmap_free(&seen);
    vec_free(&before);
    return joint;
}

/* Whether the block `other` ends in the same decision as `here`, to which the thread came after the
 * wait. */
static bool is_decision_copy(const Walk *w, LLVMBasicBlockRef here, LLVMBasicBlockRef other) {
    LLVMValueRef a = LLVMGetBasicBlockTerminator(here), b = LLVMGetBasicBlockTerminator(other);
    if (!LLVMIsABranchInst(b) || !LLVMIsConditional(b) ||
        !is_copy(LLVMGetCondition(a), here, LLVMGetCondition(b), other, MOST_STEPS))
        return false;
    for (unsigned k = 0; k < 2; k++) {
        LLVMBasicBlockRef from = here, before = other;
        LLVMBasicBlockRef to = past_empty(&from, LLVMGetSuccessor(a, k));
        if (past_empty(&before, LLVMGetSuccessor(b, k)) != to) return false;
        if (from != before && !variables_agree(w, to, from, before)) return false;
    }
    return true;
}

/* Whether all ways to the wait pass the decision at the end of a block or a copy of it, and the
 * thread only looks from there on. */
static bool is_joint_decision(Walk *w, LLVMBasicBlockRef here) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(here);
    Copies all = {{here}, 1};
    if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end)) return false;
    LLVMValueRef f = LLVMGetBasicBlockParent(here);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        if (b != here && all.n < MOST_COPIES && is_decision_copy(w, here, b))
            all.block[all.n++] = b;
    w->joint = all;
    w->woken = NULL;
    WaitsBlocks before = {0};
    for (unsigned k = 0; k < all.n; k++) vec_push(&before, all.block[k]);
    bool joint = all.n > 1 && are_passed(w, &all) && is_quiet_before(w, &all, false) &&
                 has_just_locked(w, &before, MOST_CALLS);
    vec_free(&before);
    return joint;
}

/* Returns the constant value of a condition for control from block `before`, or NULL. */
static LLVMValueRef constant_from(LLVMValueRef condition, LLVMBasicBlockRef before) {
    if (!LLVMIsAPHINode(condition)) return NULL;
    for (unsigned k = 0; k < LLVMCountIncoming(condition); k++) {
        LLVMValueRef v = LLVMGetIncomingValue(condition, k);
        if (LLVMGetIncomingBlock(condition, k) == before && LLVMIsAConstantInt(v)) return v;
    }
    return NULL;
}

/* Returns the successor taken for a constant condition. */
static LLVMBasicBlockRef side_of(LLVMValueRef end, LLVMValueRef constant) {
    if (LLVMIsABranchInst(end)) return LLVMGetSuccessor(end, !LLVMConstIntGetZExtValue(constant));
    for (unsigned k = 1; k < LLVMGetNumSuccessors(end); k++)
        if (LLVMGetOperand(end, 2 * k) == constant) return LLVMGetSuccessor(end, k);
    return LLVMGetSwitchDefaultDest(end);
}

/* Returns the side taken if the wait returned zero; -1: the condition does not depend on that. */
static int side_of_zero(const Walk *w, LLVMValueRef condition) {
    if (!w->returns_zero || !LLVMIsAICmpInst(condition) ||
        LLVMGetOperand(condition, 0) != w->wait ||
        !LLVMIsAConstantInt(LLVMGetOperand(condition, 1)))
        return -1;
    bool zero = LLVMConstIntGetZExtValue(LLVMGetOperand(condition, 1)) == 0;
    switch (LLVMGetICmpPredicate(condition)) {
    case LLVMIntEQ: return zero ? 0 : 1;
    case LLVMIntNE: return zero ? 1 : 0;
    default: return -1;
    }
}

/* --- walking on ------------------------------------------------------------------------------- */

static After waits_walk(Walk *w, LLVMValueRef from, LLVMBasicBlockRef before);

static After walk_edge(Walk *w, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    uint64_t edge = hash_combine((uint64_t)(uintptr_t)from, (uint64_t)(uintptr_t)to);
    if (!hash_set_add(&w->visited, edge | 1)) return AFTER_JOINS; /* its result counts there */
    Copies one = {{to}, 1};
    if (to == w->around || are_passed(w, &one))
        return is_joint(w, from, to) ? AFTER_JOINS : AFTER_ELSE;
    return waits_walk(w, LLVMGetFirstInstruction(to), from);
}

/* `before` is the block from which control came to this one. */
static After waits_walk_end(Walk *w, LLVMValueRef end, LLVMBasicBlockRef before) {
    LLVMBasicBlockRef here = LLVMGetInstructionParent(end);
    if (LLVMIsAReturnInst(end)) {
        LLVMValueRef v = LLVMGetNumOperands(end) ? LLVMGetOperand(end, 0) : NULL;
        bool zero = v && LLVMIsAConstantInt(v) && !LLVMConstIntGetZExtValue(v);
        w->zero &= zero || (v == w->wait && w->returns_zero);
        return AFTER_RETURNS;
    }
    if (!LLVMIsABranchInst(end) && !LLVMIsASwitchInst(end)) return AFTER_ELSE;
    unsigned sides = LLVMGetNumSuccessors(end);
    if (sides > 1) {
        LLVMValueRef condition =
            LLVMIsABranchInst(end) ? LLVMGetCondition(end) : LLVMGetOperand(end, 0);
        int side = side_of_zero(w, condition);
        if (side >= 0) return walk_edge(w, here, LLVMGetSuccessor(end, (unsigned)side));
        LLVMValueRef constant = constant_from(condition, before);
        if (constant && LLVMGetInstructionParent(condition) == here)
            return walk_edge(w, here, side_of(end, constant));
        if (is_joint_decision(w, here)) return AFTER_JOINS;
    }
    After all = AFTER_JOINS;
    for (unsigned k = 0; k < sides; k++) {
        After a = walk_edge(w, here, LLVMGetSuccessor(end, k));
        all = MAX(all, a);
    }
    return all;
}

static After waits_walk(Walk *w, LLVMValueRef from, LLVMBasicBlockRef before) {
    for (LLVMValueRef i = from; i; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsATerminatorInst(i)) return waits_walk_end(w, i, before);
        if (!is_quiet_round(w, i)) return AFTER_ELSE;
    }
    return AFTER_ELSE;
}

/* Whether a thread that wakes spuriously in this call is as if it had not waited. `depth` limits
 * how many callers are followed. *counts: but for counts of rounds. */
static bool looks_again(const Loader *l, const Site *site, bool returns_zero, unsigned depth,
                        bool *counts) {
    LLVMValueRef wait = site->call;
    Walk w = {.site = site,
              .unit = l->unit,
              .sequential = l->options->rewrite == REWRITE_SEQUENTIAL,
              .counts = counts,
              .wait = wait,
              .returns_zero = returns_zero,
              .zero = true};
    w.around = LLVMGetInstructionParent(wait);
    LLVMValueRef f = LLVMGetBasicBlockParent(w.around);
    w.entry = LLVMGetEntryBasicBlock(f);
    if (LLVMCountBasicBlocks(f) > MOST_BLOCKS) return false;
    After a = waits_walk(&w, LLVMGetNextInstruction(wait), NULL);
    hash_set_free(&w.visited);
    if (a != AFTER_RETURNS) return a == AFTER_JOINS;
    if (!is_quiet_before(&w, &(Copies){0}, false)) return false;
    /* If the function only returns, all its calls must be such waits, and they must be known. */
    if (!depth || !LLVMGetFirstUse(f) || (l->unit && !is_static(f))) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f ||
            !looks_again(l, &(Site){call, site}, w.zero, depth - 1, counts))
            return false;
        for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
            if (LLVMGetOperand(call, k) == f) return false;
    }
    return true;
}

static void looking_name(char *name, size_t size, const LibraryFunction *w) {
    snprintf(name, size, LOOKING "%s", w->name);
}

bool waits_are_own(const Loader *l) {
    for (const LibraryFunction *w = NULL; (w = library_function_with(LOCKS_MUTEX, w));) {
        LLVMValueRef f = LLVMGetNamedFunction(l->module, w->name);
        if (f && !LLVMIsDeclaration(f)) return true;
    }
    for (const LibraryFunction *w = NULL; (w = library_function_with(WAITS, w));) {
        char name[60];
        looking_name(name, sizeof name, w);
        LLVMValueRef f = LLVMGetNamedFunction(l->module, w->name);
        if (f && !LLVMIsDeclaration(f) && LLVMGetNamedFunction(l->module, name)) return true;
    }
    return false;
}

/* The function for such a wait. */
static LLVMValueRef looking_function(const Loader *l, const char *wait, LLVMValueRef type_of) {
    char name[60];
    snprintf(name, sizeof name, LOOKING "%s", wait);
    LLVMValueRef f = LLVMGetNamedFunction(l->module, name);
    return f ? f : LLVMAddFunction(l->module, name, LLVMGlobalGetValueType(type_of));
}

/* Of a program that is made sequential: the function for a wait in a loop that does not count its
 * rounds. Where it makes no difference that the time is over, it is as if there was none. */
static const char *sequential_wait(const Loader *l, const char *wait, LLVMValueRef call) {
    bool counts = false;
    if (strncmp(wait, "pthread_cond_", 13) != 0 ||
        !looks_again(l, &(Site){call, NULL}, true, MOST_CALLS, &counts) || counts)
        return NULL;
    bool always = looks_again(l, &(Site){call, NULL}, false, MOST_CALLS, &counts);
    return always ? "pthread_cond_wait" : wait;
}

/* Notes what such waits rest on. */
static const char *looking_wait(Loader *l, const char *wait, LLVMValueRef call) {
    bool counts = false;
    if (l->options->rewrite == REWRITE_SEQUENTIAL) return sequential_wait(l, wait, call);
    if (!looks_again(l, &(Site){call, NULL}, true, MOST_CALLS, &counts)) return NULL;
    l->counts_wakes = l->counts_wakes || counts;
    return wait;
}

void tell_waits_apart(Loader *l) {
    for (const LibraryFunction *w = NULL; (w = library_function_with(WAITS, w));) {
        LLVMValueRef f = LLVMGetNamedFunction(l->module, w->name);
        if (!f || !LLVMIsDeclaration(f)) continue; /* the program's own definition applies */
        struct Looking {
            LLVMValueRef call;
            const char *wait;
        };
        VEC(struct Looking) looking = {0};
        for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef call = LLVMGetUser(u);
            if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f) continue;
            const char *wait = looking_wait(l, w->name, call);
            if (wait) vec_push(&looking, ((struct Looking){call, wait}));
        }
        for (size_t k = 0; k < looking.len; k++) {
            LLVMValueRef call = looking.data[k].call;
            LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1,
                           looking_function(l, looking.data[k].wait, f));
        }
        vec_free(&looking);
    }
}
