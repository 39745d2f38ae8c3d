/*
 * looks.c — code that only looks at memory and calculates, for the waits on condition variables
 * (waits.c): calls, stores into variables that only waits read, and the same place twice.
 */
#include "program/prepare/looks.h"

#define MOST_LOOKS 4 /* depth to which calls are followed */

const char *waits_callee_name(LLVMValueRef call) {
    LLVMValueRef f = LLVMGetCalledValue(call);
    return LLVMIsAFunction(f) ? LLVMGetValueName(f) : "";
}

bool says_nothing(const char *name) {
    return has_prefix(name, "llvm.dbg.") || has_prefix(name, "llvm.lifetime.") ||
           has_prefix(name, "llvm.assume") || has_prefix(name, "llvm.expect.") ||
           !strcmp(name, "__heddle_op_hide");
}

static bool is_wait(LLVMValueRef call) {
    const char *name = waits_callee_name(call);
    return library_function_has(has_prefix(name, LOOKING) ? name + strlen(LOOKING) : name, WAITS);
}

bool is_hidden(LLVMValueRef v) {
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

LLVMValueRef variable_of(LLVMValueRef pointer) {
    while (LLVMIsAGetElementPtrInst(pointer) || is_hidden(pointer) ||
           (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

/* Whether the memory that `pointer` points into is visible to its function only. */
static bool is_local_memory(LLVMValueRef pointer) {
    pointer = variable_of(pointer);
    return LLVMIsAAllocaInst(pointer) && is_known_to_waiters_only(pointer);
}

/* Whether a variable's memory is read by nothing but waits. */
static bool is_never_loaded(LLVMValueRef pointer) {
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user)) return false;
        bool copied = LLVMIsACallInst(user) && has_prefix(waits_callee_name(user), "llvm.memcpy.");
        if (copied && LLVMGetOperand(user, 1) == pointer) return false;
        bool address = LLVMIsAGetElementPtrInst(user) || is_hidden(user);
        if (address && !is_never_loaded(user)) return false;
    }
    return true;
}

/* Whether memory is only for waits to read: a time until which they wait. */
static bool is_for_waits(LLVMValueRef pointer) {
    return is_local_memory(pointer) && is_never_loaded(variable_of(pointer));
}

bool is_replaceable(LLVMValueRef f) {
    return LLVMGetLinkage(f) != LLVMExternalLinkage && !is_static(f);
}

/* Whether an instruction, if it is no store and no call, only calculates or loads. */
static bool only_calculates(LLVMValueRef i) {
    return !LLVMIsAAtomicRMWInst(i) && !LLVMIsAAtomicCmpXchgInst(i) && !LLVMIsAFenceInst(i) &&
           !LLVMIsAVAArgInst(i) && !LLVMIsAInvokeInst(i) && !LLVMIsACallBrInst(i) &&
           !LLVMIsAUnreachableInst(i);
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
            if (LLVMIsAStoreInst(i) || LLVMIsACallInst(i) || !only_calculates(i)) return false;
        }
    return true;
}

bool looks_at_shared(LLVMValueRef i) {
    LLVMValueRef from;
    if (LLVMIsALoadInst(i))
        from = LLVMGetOperand(i, 0);
    else if (LLVMIsACallInst(i) && has_prefix(waits_callee_name(i), "llvm.memcpy."))
        from = LLVMGetOperand(i, 1);
    else
        return LLVMIsACallInst(i) && !says_nothing(waits_callee_name(i)) &&
               !has_prefix(waits_callee_name(i), "llvm.memset.");
    LLVMValueRef variable = variable_of(from);
    return !is_local_memory(from) &&
           !(LLVMIsAGlobalVariable(variable) && LLVMIsGlobalConstant(variable));
}

/* Whether two pointers are to the same place, as far as their calculation shows. */
bool is_same_place(LLVMValueRef a, LLVMValueRef b, unsigned depth) {
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

/* Whether an instruction does nothing but calculate and look. */
bool is_quiet(LLVMValueRef i) {
    if (LLVMIsAStoreInst(i)) return is_for_waits(LLVMGetOperand(i, 1));
    if (LLVMIsACallInst(i)) {
        const char *name = waits_callee_name(i);
        bool writes = has_prefix(name, "llvm.memcpy.") || has_prefix(name, "llvm.memset.");
        return writes ? is_for_waits(LLVMGetOperand(i, 0))
                      : says_nothing(name) || only_looks(i, MOST_LOOKS);
    }
    return only_calculates(i);
}

/* Whether the thread only looks and calculates from instruction `i` to the end of the block. */
static bool is_late(LLVMValueRef i, LLVMBasicBlockRef block) {
    if (LLVMGetInstructionParent(i) != block) return false;
    for (; i; i = LLVMGetNextInstruction(i))
        if (!is_quiet(i)) return false;
    return true;
}

static bool is_same_kind(LLVMValueRef a, LLVMValueRef b) {
    if (LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
        LLVMTypeOf(a) != LLVMTypeOf(b) || LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
        return false;
    if (LLVMIsAICmpInst(a)) return LLVMGetICmpPredicate(a) == LLVMGetICmpPredicate(b);
    if (LLVMIsAFCmpInst(a)) return LLVMGetFCmpPredicate(a) == LLVMGetFCmpPredicate(b);
    if (LLVMIsAGetElementPtrInst(a))
        return LLVMGetGEPSourceElementType(a) == LLVMGetGEPSourceElementType(b);
    return LLVMIsALoadInst(a) || LLVMIsACallInst(a) || LLVMIsABinaryOperator(a) ||
           LLVMIsACastInst(a) || LLVMIsASelectInst(a) || LLVMIsAFreezeInst(a);
}

bool is_copy(LLVMValueRef a, LLVMBasicBlockRef at, LLVMValueRef b, LLVMBasicBlockRef bt,
             unsigned depth) {
    if (a == b) return true;
    if (!depth || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) || !is_same_kind(a, b))
        return false;
    if ((LLVMIsALoadInst(a) || LLVMIsACallInst(a)) && (!is_late(a, at) || !is_late(b, bt)))
        return false;
    for (int k = 0; k < LLVMGetNumOperands(a); k++)
        if (!is_copy(LLVMGetOperand(a, (unsigned)k), at, LLVMGetOperand(b, (unsigned)k), bt,
                     depth - 1))
            return false;
    return true;
}

LLVMValueRef incoming_from(LLVMValueRef phi, LLVMBasicBlockRef from) {
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        if (LLVMGetIncomingBlock(phi, k) == from) return LLVMGetIncomingValue(phi, k);
    return NULL;
}

LLVMBasicBlockRef past_empty(LLVMBasicBlockRef *from, LLVMBasicBlockRef to) {
    for (unsigned steps = 0; steps < MOST_STEPS; steps++) {
        LLVMValueRef end = LLVMGetFirstInstruction(to);
        while (LLVMIsACallInst(end) && says_nothing(waits_callee_name(end)))
            end = LLVMGetNextInstruction(end);
        if (!LLVMIsABranchInst(end) || LLVMIsConditional(end)) break;
        *from = to;
        to = LLVMGetSuccessor(end, 0);
    }
    return to;
}

bool reaches_from(LLVMBasicBlockRef from, LLVMBasicBlockRef to, PtrMap *without) {
    if (from == to) return true;
    if (ptrmap_get(without, from)) return false;
    ptrmap_put(without, from, 1);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
        if (reaches_from(LLVMGetSuccessor(end, k), to, without)) return true;
    return false;
}

bool is_steady(LLVMBasicBlockRef block, LLVMValueRef v, LLVMValueRef constant, unsigned depth) {
    if (LLVMIsAConstant(v) || LLVMIsAArgument(v) || v == constant) return true;
    if (!LLVMIsAInstruction(v)) return false;
    PtrMap without = {0};
    bool before = !reaches_from(block, LLVMGetInstructionParent(v), &without);
    ptrmap_free(&without);
    bool calculates = LLVMIsAICmpInst(v) || LLVMIsACastInst(v) || LLVMIsABinaryOperator(v);
    if (before || !calculates || !depth) return before;
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(v); k++)
        if (!is_steady(block, LLVMGetOperand(v, k), constant, depth - 1)) return false;
    return true;
}
