/*
 * unread.c — finds global variables that nothing depends on: they are stored to, and what is loaded
 * from them goes nowhere but back into them. Counters for statistics are such variables. What they
 * hold is no part of the program's state (docs/proofs/cut-offs.md).
 */
#include "program/front_end/loader.h"
#include <stdlib.h>

typedef struct Uses {
    HashSet addresses; /* values that are addresses in the variable */
    HashSet values;    /* that depend on what it holds */
    VEC(LLVMValueRef) loads;
} Uses;

static bool add_value(HashSet *set, LLVMValueRef v) {
    return hash_set_add(set, (uint64_t)(uintptr_t)v);
}

/* --- addresses -------------------------------------------------------------------------------- */

static bool address_stays(Uses *all, LLVMValueRef address);

/* Whether a use of an address of the variable only accesses it, or computes another one. */
static bool access_stays(Uses *all, LLVMValueRef user, LLVMValueRef address) {
    if (LLVMIsALoadInst(user)) {
        vec_push(&all->loads, user);
        return true;
    }
    if (LLVMIsAStoreInst(user)) return LLVMGetOperand(user, 0) != address;
    if (LLVMIsAAtomicRMWInst(user)) {
        vec_push(&all->loads, user);
        return LLVMGetOperand(user, 1) != address;
    }
    if (LLVMIsAGetElementPtrInst(user) ||
        (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr))
        return LLVMGetOperand(user, 0) == address && address_stays(all, user);
    return LLVMIsAICmpInst(user) != NULL; /* where an array ends */
}

static bool address_stays(Uses *all, LLVMValueRef address) {
    if (!add_value(&all->addresses, address)) return true;
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u))
        if (!access_stays(all, LLVMGetUser(u), address)) return false;
    return true;
}

/* --- values ----------------------------------------------------------------------------------- */

/* Whether an instruction computes its result of its operands, and can neither fail nor be
 * noticed. */
static bool only_computes(LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFNeg:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMSelect:
    case LLVMPHI: return true;
    default: return false;
    }
}

/* Whether a value goes nowhere but into the variable. */
static bool value_stays(Uses *all, LLVMValueRef value) {
    if (!add_value(&all->values, value)) return true;
    if (hash_set_has(&all->addresses, (uint64_t)(uintptr_t)value)) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) || LLVMIsAAtomicRMWInst(user)) {
            bool stores = LLVMIsAStoreInst(user) != NULL;
            LLVMValueRef to = LLVMGetOperand(user, stores);
            if (to == value || !hash_set_has(&all->addresses, (uint64_t)(uintptr_t)to))
                return false;
        } else if (!LLVMIsAInstruction(user) || !only_computes(user) || !value_stays(all, user)) {
            return false;
        }
    }
    return true;
}

bool global_is_unread(LLVMValueRef global) {
    Uses all = {0};
    if (LLVMIsGlobalConstant(global) || LLVMIsThreadLocal(global)) return false;
    bool unread = address_stays(&all, global);
    for (size_t k = 0; unread && k < all.loads.len; k++)
        unread = value_stays(&all, all.loads.data[k]);
    hash_set_free(&all.addresses);
    hash_set_free(&all.values);
    vec_free(&all.loads);
    return unread;
}
