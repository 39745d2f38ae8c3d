/*
 * sequentialize_variables.c — private memory of threads: local variables whose addresses others may
 * know move to the heap, and thread-local variables become arrays.
 */
#include "analysis/sequentialize_internal.h"
#include <stdlib.h>
#include <string.h>

enum { THREADS = 16 }; /* HEDDLE_SEQ_THREADS */

/* Whether every use of a pointer into a local variable is an access. */
static bool is_only_accessed(LLVMValueRef pointer) {
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user)) continue;
        if (LLVMIsAStoreInst(user)) {
            if (LLVMGetOperand(user, 0) == pointer) return false;
        } else if (LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user)) {
            if (!is_only_accessed(user)) return false;
        } else if (LLVMIsACallInst(user)) {
            const char *name = seq_called_name(user);
            if (!has_prefix(name, "llvm.lifetime.") && !has_prefix(name, "llvm.dbg.") &&
                !has_prefix(name, "llvm.memcpy.") && !has_prefix(name, "llvm.memmove.") &&
                !has_prefix(name, "llvm.memset."))
                return false;
        } else {
            return false;
        }
    }
    return true;
}

static bool is_byval(LLVMValueRef v) {
    if (!LLVMIsAArgument(v)) return false;
    LLVMValueRef f = LLVMGetParamParent(v);
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    for (unsigned k = 0; k < LLVMCountParams(f); k++)
        if (LLVMGetParam(f, k) == v) return LLVMGetEnumAttributeAtIndex(f, k + 1, kind) != NULL;
    return false;
}

bool seq_is_private_address(LLVMValueRef p) {
    for (;;) {
        if (LLVMIsAGetElementPtrInst(p) || LLVMIsABitCastInst(p) ||
            (LLVMIsAConstantExpr(p) && LLVMGetConstOpcode(p) == LLVMGetElementPtr))
            p = LLVMGetOperand(p, 0);
        else
            break;
    }
    if (LLVMIsAGlobalVariable(p)) return LLVMIsGlobalConstant(p);
    return LLVMIsAAllocaInst(p) || is_byval(p);
}

void seq_move_locals(Rewriter *r) {
    VEC(LLVMValueRef) all = {0}, moved_ = {0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(r->function);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAAllocaInst(i) && !is_only_accessed(i)) vec_push(&all, i);
    for (size_t k = 0; k < all.len; k++) {
        LLVMValueRef a = all.data[k];
        uint64_t size = LLVMABISizeOfType(r->layout, LLVMGetAllocatedType(a));
        seq_go_after(r, a);
        LLVMValueRef count = LLVMBuildZExt(r->builder, LLVMGetOperand(a, 0), r->i64, ""),
                     bytes = LLVMBuildMul(r->builder, count, seq_int_constant(r->i64, size), ""),
                     p = seq_build_call(r, "heddle_seq_local", r->ptr, &bytes, 1);
        size_t len;
        char *name = xstrdup(LLVMGetValueName2(a, &len));
        bool fixed = LLVMGetInstructionParent(a) == entry;
        LLVMReplaceAllUsesWith(a, p);
        LLVMInstructionEraseFromParent(a);
        LLVMSetValueName2(p, name, strlen(name));
        free(name);
        if (fixed) vec_push(&moved_, p);
    }
    for (unsigned k = 0; k < LLVMCountParams(r->function); k++) {
        LLVMValueRef p = LLVMGetParam(r->function, k);
        if (!is_byval(p) || is_only_accessed(p)) continue;
        LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(
            r->function, k + 1, LLVMGetEnumAttributeKindForName("byval", 5));
        LLVMValueRef size = seq_int_constant(
            r->i64, LLVMABISizeOfType(r->layout, LLVMGetTypeAttributeValue(byval)));
        seq_go_before(r, LLVMGetFirstInstruction(entry));
        LLVMValueRef copy = seq_build_call(r, "heddle_seq_local", r->ptr, &size, 1);
        LLVMReplaceAllUsesWith(p, copy);
        LLVMBuildMemCpy(r->builder, copy, 1, p, 1, size);
        vec_push(&moved_, copy);
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->function); b && moved_.len;
         b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (!last || !LLVMIsAReturnInst(last)) continue;
        seq_go_before(r, last);
        for (size_t k = 0; k < moved_.len; k++)
            seq_build_call(r, "heddle_seq_local_end", r->nothing, &moved_.data[k], 1);
    }
    vec_free(&all);
    vec_free(&moved_);
}

/* --- thread-local variables ------------------------------------------------------------------- */

static LLVMValueRef element(Rewriter *r, LLVMValueRef array, LLVMTypeRef type) {
    LLVMValueRef index = LLVMBuildLoad2(r->builder, r->i32, r->thread, ""),
                 indices[] = {seq_int_constant(r->i32, 0), index};
    return LLVMBuildInBoundsGEP2(r->builder, type, array, indices, 2, "");
}

/* Positions the builder before the use of an operand: for a phi, at the end of the predecessor. */
static void go_before_use(Rewriter *r, LLVMValueRef user, unsigned operand) {
    if (LLVMIsAPHINode(user)) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(user, operand);
        seq_go_before(r, LLVMGetBasicBlockTerminator(from));
    } else {
        seq_go_before(r, user);
    }
}

void seq_spread_thread_local(Rewriter *r, LLVMValueRef g) {
    LLVMTypeRef type = LLVMGlobalGetValueType(g), array = LLVMArrayType2(type, THREADS);
    LLVMValueRef values[THREADS];
    for (unsigned k = 0; k < THREADS; k++) values[k] = LLVMGetInitializer(g);
    size_t len;
    LLVMValueRef all = LLVMAddGlobal(r->module, array, "");
    LLVMSetInitializer(all, LLVMConstArray2(type, values, THREADS));
    LLVMSetLinkage(all, LLVMGetLinkage(g));
    LLVMSetAlignment(all, LLVMGetAlignment(g));
    for (LLVMUseRef u; (u = LLVMGetFirstUse(g));) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsACallInst(user) &&
            has_prefix(seq_called_name(user), "llvm.threadlocal.address")) {
            seq_go_before(r, user);
            LLVMReplaceAllUsesWith(user, element(r, all, array));
            LLVMInstructionEraseFromParent(user);
            continue;
        }
        if (!LLVMIsAInstruction(user)) {
            const char *name = LLVMGetValueName2(g, &len);
            if (!r->error)
                r->error =
                    xasprintf("the thread-local variable %.*s is used in a way that cannot be "
                              "sequentialized",
                              (int)len, name);
            return;
        }
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++) {
            if (LLVMGetOperand(user, k) != g) continue;
            go_before_use(r, user, k);
            LLVMSetOperand(user, k, element(r, all, array));
        }
    }
    char *name = xstrdup(LLVMGetValueName2(g, &len));
    LLVMDeleteGlobal(g);
    LLVMSetValueName2(all, name, strlen(name));
    free(name);
}
