/*
 * waits.c — finds the waits on condition variables whose condition is checked again. POSIX allows a
 * wait to return without a notification. The thread may then only read memory to decide whether to
 * wait again, as in `while (!ready) pthread_cond_wait(&c, &m);`. Such a thread could as well have
 * come later, so these wake-ups are left out: the call becomes one of the runtime's functions for
 * that. All other waits may wake spuriously, also those that are not understood here.
 */
#include "program/front_end/loader.h"
#include "program/traits.h"
#include <stdio.h>
#include <stdlib.h>

#define MOST_CALLS 4     /* depth to which calls are followed */
#define MOST_STEPS 12    /* depth to which calculations are followed */
#define MOST_BLOCKS 2000 /* of a function; larger ones are skipped */

/* The code that follows a wait on all paths. AFTER_LOOKS: the decision to wait again is checked.
 * AFTER_RETURNS: the function returns before anything else, and its callers decide. AFTER_ELSE:
 * something else. */
typedef enum After { AFTER_LOOKS, AFTER_RETURNS, AFTER_ELSE } After;

typedef struct Walk {
    LLVMValueRef wait; /* the call */
    bool returns_zero; /* the call returns zero if the thread was not notified */
    LLVMBasicBlockRef around;
    HashSet visited; /* edges that were walked */
    PtrMap looked;   /* loads, and calls that only read */
    bool zero;       /* every return so far returned zero, or the wait's result */
} Walk;

/* --- calls and stores that only look ---------------------------------------------------------- */

static const char *waits_callee_name(LLVMValueRef call) {
    LLVMValueRef f = LLVMGetCalledValue(call);
    return LLVMIsAFunction(f) ? LLVMGetValueName(f) : "";
}

static bool says_nothing(const char *name) {
    return has_prefix(name, "llvm.dbg.") || has_prefix(name, "llvm.lifetime.") ||
           has_prefix(name, "llvm.assume") || has_prefix(name, "llvm.expect.") ||
           !strcmp(name, "__heddle_op_hide");
}

static bool is_wait(LLVMValueRef call) {
    return library_function_has(waits_callee_name(call), WAITS);
}

static bool is_hidden(LLVMValueRef v) {
    return LLVMIsACallInst(v) && !strcmp(waits_callee_name(v), "__heddle_op_hide");
}

/* Whether an address is known to nothing but loads, stores, and waits until a time stored there. */
static bool is_known_to_waiters_only(LLVMValueRef pointer) {
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer))
            continue;
        if (LLVMIsAGetElementPtrInst(user) || is_hidden(user)) {
            if (is_known_to_waiters_only(user)) continue;
        } else if (LLVMIsACallInst(user)) {
            const char *name = waits_callee_name(user);
            if (says_nothing(name) || is_wait(user) || has_prefix(name, "llvm.memcpy.") ||
                has_prefix(name, "llvm.memset."))
                continue;
        }
        return false;
    }
    return true;
}

/* Whether the memory that `pointer` points into is visible to its function only. */
static bool is_local_memory(LLVMValueRef pointer) {
    while (LLVMIsAGetElementPtrInst(pointer) || is_hidden(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return LLVMIsAAllocaInst(pointer) && is_known_to_waiters_only(pointer);
}

/* Whether another definition of a function may take the place of this one when it is linked. */
static bool is_replaceable(LLVMValueRef f) {
    return LLVMGetLinkage(f) != LLVMExternalLinkage && !is_static(f);
}

static bool only_looks(LLVMValueRef call, unsigned depth) {
    LLVMValueRef f = LLVMGetCalledValue(call);
    if (!depth || !LLVMIsAFunction(f) || LLVMIsDeclaration(f) || is_replaceable(f)) return false;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsAStoreInst(i) && is_local_memory(LLVMGetOperand(i, 1))) continue;
            if (LLVMIsACallInst(i) &&
                (says_nothing(waits_callee_name(i)) || only_looks(i, depth - 1)))
                continue;
            if (LLVMIsAStoreInst(i) || LLVMIsACallInst(i) || LLVMIsAAtomicRMWInst(i) ||
                LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i) || LLVMIsAUnreachableInst(i) ||
                LLVMIsAInvokeInst(i) || LLVMIsACallBrInst(i) || LLVMIsAVAArgInst(i))
                return false;
        }
    return true;
}

/* Whether two pointers are to the same place, as far as their calculation shows. */
static bool is_same_place(LLVMValueRef a, LLVMValueRef b, unsigned depth) {
    if (a == b) return true;
    if (!depth || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) ||
        LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
        LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
        return false;
    if (LLVMIsAGetElementPtrInst(a)) {
        if (LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b)) return false;
    } else if (!LLVMIsALoadInst(a) && !is_hidden(a))
        return false;
    for (int k = 0; k < LLVMGetNumOperands(a); k++)
        if (!is_same_place(LLVMGetOperand(a, (unsigned)k), LLVMGetOperand(b, (unsigned)k),
                           depth - 1))
            return false;
    return true;
}

/* Whether the store adds a constant to what it overwrites: a count of wake-ups, and a spurious one
 * only adds to it. */
static bool is_counting_store(LLVMValueRef store) {
    LLVMValueRef v = LLVMGetOperand(store, 0);
    if (!LLVMIsABinaryOperator(v)) return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    return (op == LLVMAdd || op == LLVMSub) && LLVMIsAConstantInt(LLVMGetOperand(v, 1)) &&
           LLVMIsALoadInst(LLVMGetOperand(v, 0)) &&
           is_same_place(LLVMGetOperand(LLVMGetOperand(v, 0), 0), LLVMGetOperand(store, 1),
                         MOST_STEPS);
}

/* Whether a store undoes a note that the thread wrote before the wait, such as that it waits. */
static bool is_noted_back(const Walk *w, LLVMValueRef store) {
    for (LLVMValueRef i = LLVMGetPreviousInstruction(w->wait); i;
         i = LLVMGetPreviousInstruction(i)) {
        if (LLVMIsACallInst(i) && !says_nothing(waits_callee_name(i))) return false;
        if (LLVMIsAStoreInst(i) &&
            is_same_place(LLVMGetOperand(i, 1), LLVMGetOperand(store, 1), MOST_STEPS))
            return true;
    }
    return false;
}

/* Whether everything that the thread writes just before the wait is written again just after it. */
static bool takes_back(const Walk *w) {
    for (LLVMValueRef i = LLVMGetPreviousInstruction(w->wait); i;
         i = LLVMGetPreviousInstruction(i)) {
        if (LLVMIsACallInst(i) && !says_nothing(waits_callee_name(i))) return true;
        if (!LLVMIsAStoreInst(i) || is_counting_store(i) || is_local_memory(LLVMGetOperand(i, 1)))
            continue;
        LLVMValueRef back = LLVMGetNextInstruction(w->wait);
        while (back && !(LLVMIsAStoreInst(back) &&
                         is_same_place(LLVMGetOperand(back, 1), LLVMGetOperand(i, 1), MOST_STEPS)))
            back = LLVMGetNextInstruction(back);
        if (!back) return false;
    }
    return true;
}

/* --- decisions -------------------------------------------------------------------------------- */

/* Whether `v` depends on values read after the wait. */
static bool depends(const Walk *w, LLVMValueRef v, unsigned depth) {
    if (!depth || !LLVMIsAInstruction(v)) return false;
    if (ptrmap_get(&w->looked, v)) return true;
    if (LLVMIsACallInst(v) || LLVMIsALoadInst(v)) return false;
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        if (depends(w, LLVMGetOperand(v, (unsigned)k), depth - 1)) return true;
    return false;
}

static bool reaches_from(LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMBasicBlockRef without,
                         PtrMap *seen) {
    if (from == to) return true;
    if (from == without || ptrmap_get(seen, from)) return false;
    ptrmap_put(seen, from, 1);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
        if (reaches_from(LLVMGetSuccessor(end, k), to, without, seen)) return true;
    return false;
}

/* Whether control can reach one block from another without a third. */
static bool block_reaches(LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMBasicBlockRef without) {
    PtrMap seen = {0};
    bool yes = reaches_from(from, to, without, &seen);
    ptrmap_free(&seen);
    return yes;
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

/* Returns the block that control reaches over an edge, past blocks whose branch the edge
 * decides. */
static LLVMBasicBlockRef comes_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    for (unsigned steps = 0; steps < MOST_STEPS; steps++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(to);
        if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end)) return to;
        for (LLVMValueRef i = LLVMGetFirstInstruction(to); i != end; i = LLVMGetNextInstruction(i))
            if (!LLVMIsAPHINode(i)) return to;
        LLVMValueRef condition = LLVMGetCondition(end), constant = constant_from(condition, from);
        if (!constant || LLVMGetInstructionParent(condition) != to) return to;
        from = to;
        to = side_of(end, constant);
    }
    return to;
}

/* Whether control goes from the beginning of `block` to the wait, without actions or decisions in
 * between. */
static bool leads_to_wait(Walk *w, LLVMBasicBlockRef block) {
    for (unsigned steps = 0; steps < 100; steps++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            if (i == w->wait) return true;
            if (LLVMIsACallInst(i) && !says_nothing(waits_callee_name(i))) return false;
            if (LLVMIsAStoreInst(i) && block != w->around) return false;
        }
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        if (LLVMGetNumSuccessors(end) != 1) return false;
        block = LLVMGetSuccessor(end, 0);
    }
    return false;
}

/* Whether two conditions are computed in the same way, of memory at the same places. */
static bool is_same_condition(LLVMValueRef a, LLVMValueRef b, unsigned depth) {
    if (a == b || is_same_place(a, b, depth)) return true;
    if (!depth || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) ||
        LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
        LLVMTypeOf(a) != LLVMTypeOf(b) || LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
        return false;
    bool compares = LLVMIsAICmpInst(a) && LLVMGetICmpPredicate(a) == LLVMGetICmpPredicate(b);
    if (!compares && !LLVMIsABinaryOperator(a) && !LLVMIsATruncInst(a) && !LLVMIsAZExtInst(a) &&
        !LLVMIsASExtInst(a))
        return false;
    for (int k = 0; k < LLVMGetNumOperands(a); k++)
        if (!is_same_condition(LLVMGetOperand(a, (unsigned)k), LLVMGetOperand(b, (unsigned)k),
                               depth - 1))
            return false;
    return true;
}

/*
 * Whether the wait is reached only by the same decision as that at the end of this block, with the
 * same outcome, and the other outcome, which leads to one place, avoids the wait. The optimiser
 * writes the condition of a loop twice: before the loop, and at the end of each round.
 */
static bool decides_by_copies(Walk *w, LLVMBasicBlockRef block, unsigned side) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block), condition;
    LLVMBasicBlockRef to = LLVMGetSuccessor(end, side),
                      entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
    if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end)) return false;
    condition = LLVMGetCondition(end);
    PtrMap before = {0}, behind = {0}; /* blocks that end in the decision are not gone through */
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(to)); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef other = LLVMGetUser(u);
        if (!LLVMIsABranchInst(other) || !LLVMIsConditional(other) ||
            LLVMGetSuccessor(other, side) != to ||
            LLVMGetSuccessor(other, !side) != LLVMGetSuccessor(end, !side) ||
            !is_same_condition(condition, LLVMGetCondition(other), MOST_STEPS))
            continue;
        ptrmap_put(&before, LLVMGetInstructionParent(other), 1);
        ptrmap_put(&behind, LLVMGetInstructionParent(other), 1);
    }
    bool decides = !reaches_from(entry, w->around, NULL, &before) &&
                   !reaches_from(LLVMGetSuccessor(end, !side), w->around, NULL, &behind);
    ptrmap_free(&before);
    ptrmap_free(&behind);
    return decides;
}

/* Whether the decision at the end of a block that has looked leads to the wait. Either the block
 * dominates the wait and one side avoids it, or one side only waits again. */
static bool decides(Walk *w, LLVMBasicBlockRef block) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
    bool dominates = entry == block || !block_reaches(entry, w->around, block);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
        LLVMBasicBlockRef to = comes_to(block, LLVMGetSuccessor(end, k));
        if (leads_to_wait(w, to) ||
            (dominates && to != block && !block_reaches(to, w->around, block)) ||
            decides_by_copies(w, block, k))
            return true;
    }
    return false;
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
    if (!hash_set_add(&w->visited, edge | 1)) return AFTER_LOOKS; /* its result counts there */
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
        if (depends(w, condition, MOST_STEPS) && decides(w, here)) return AFTER_LOOKS;
    }
    After all = AFTER_LOOKS;
    for (unsigned k = 0; k < sides; k++) {
        After a = walk_edge(w, here, LLVMGetSuccessor(end, k));
        all = MAX(all, a);
    }
    return all;
}

static After waits_walk(Walk *w, LLVMValueRef from, LLVMBasicBlockRef before) {
    for (LLVMValueRef i = from; i; i = LLVMGetNextInstruction(i)) {
        if (i == w->wait) return AFTER_LOOKS; /* it waits again in any case */
        if (LLVMIsATerminatorInst(i)) return waits_walk_end(w, i, before);
        if (LLVMIsALoadInst(i)) {
            if (!is_local_memory(LLVMGetOperand(i, 0))) ptrmap_put(&w->looked, i, 1);
        } else if (LLVMIsAStoreInst(i)) {
            if (!is_local_memory(LLVMGetOperand(i, 1)) && !is_counting_store(i) &&
                !is_noted_back(w, i))
                return AFTER_ELSE;
        } else if (LLVMIsACallInst(i)) {
            if (says_nothing(waits_callee_name(i))) continue;
            if (!only_looks(i, MOST_CALLS)) return AFTER_ELSE;
            ptrmap_put(&w->looked, i, 1);
        } else if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i) ||
                   LLVMIsAVAArgInst(i))
            return AFTER_ELSE;
    }
    return AFTER_ELSE;
}

/* Whether a thread that returns from this call does nothing before it looks again. `depth` limits
 * how many callers are followed. */
static bool looks_again(const Loader *l, LLVMValueRef wait, bool returns_zero, unsigned depth) {
    Walk w = {.wait = wait, .returns_zero = returns_zero, .zero = true};
    w.around = LLVMGetInstructionParent(wait);
    LLVMValueRef f = LLVMGetBasicBlockParent(w.around);
    if (LLVMCountBasicBlocks(f) > MOST_BLOCKS) return false;
    After a = AFTER_ELSE;
    /* Twice: a decision may be walked before the loads it depends on. */
    for (int k = 0; k < 2 && a == AFTER_ELSE && takes_back(&w); k++) {
        a = waits_walk(&w, LLVMGetNextInstruction(wait), NULL);
        hash_set_free(&w.visited);
    }
    ptrmap_free(&w.looked);
    if (a != AFTER_RETURNS) return a == AFTER_LOOKS;
    /* If the function only returns, all its calls must be such waits, and they must be known. */
    if (!depth || !LLVMGetFirstUse(f) || (l->unit && !is_static(f))) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f ||
            !looks_again(l, call, w.zero, depth - 1))
            return false;
        for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
            if (LLVMGetOperand(call, k) == f) return false;
    }
    return true;
}

static void looking_name(char *name, size_t size, const LibraryFunction *w) {
    snprintf(name, size, "__heddle_looking_%s", w->name);
}

bool waits_are_own(const Loader *l) {
    for (const LibraryFunction *w = NULL; (w = library_function_with(WAITS, w));) {
        char name[60];
        looking_name(name, sizeof name, w);
        LLVMValueRef f = LLVMGetNamedFunction(l->module, w->name);
        if (f && !LLVMIsDeclaration(f) && LLVMGetNamedFunction(l->module, name)) return true;
    }
    return false;
}

void tell_waits_apart(Loader *l) {
    for (const LibraryFunction *w = NULL; (w = library_function_with(WAITS, w));) {
        LLVMValueRef f = LLVMGetNamedFunction(l->module, w->name), again = NULL;
        if (!f || !LLVMIsDeclaration(f)) continue; /* the program's own definition applies */
        VEC(LLVMValueRef) looking = {0};
        for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef call = LLVMGetUser(u);
            if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == f &&
                looks_again(l, call, true, MOST_CALLS))
                vec_push(&looking, call);
        }
        for (size_t k = 0; k < looking.len; k++) {
            char name[60];
            looking_name(name, sizeof name, w);
            if (!again) again = LLVMGetNamedFunction(l->module, name);
            if (!again) again = LLVMAddFunction(l->module, name, LLVMGlobalGetValueType(f));
            LLVMSetOperand(looking.data[k], (unsigned)LLVMGetNumOperands(looking.data[k]) - 1,
                           again);
        }
        vec_free(&looking);
    }
}
