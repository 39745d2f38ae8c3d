/*
 * volatile.c — marks the program's own volatile accesses before the optimiser marks others
 * (optimise.c). By the mark, the decoder knows places that access volatile memory. If the user asks
 * for it, each access becomes a relaxed atomic one, as programs older than C11 mean it.
 */
#include "program/front_end/loader.h"

static bool is_memory_access(LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    return op == LLVMLoad || op == LLVMStore;
}

bool is_marked_volatile(const Loader *l, LLVMValueRef i) {
    return is_memory_access(i) && LLVMGetMetadata(i, l->volatile_mark) != NULL;
}

/* Whether values of this type can be accessed atomically: numbers and pointers of 1, 2, 4 or 8
 * bytes. */
static bool is_atomic_type(Loader *l, LLVMTypeRef t) {
    LLVMTypeKind k = LLVMGetTypeKind(t);
    if (k != LLVMIntegerTypeKind && k != LLVMPointerTypeKind && k != LLVMFloatTypeKind &&
        k != LLVMDoubleTypeKind)
        return false;
    unsigned long long bits = LLVMSizeOfTypeInBits(l->layout, t);
    return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

/* Whether an access goes to a local variable that no other thread can access: its address is not
 * taken. */
static bool is_private_variable(Loader *l, LLVMValueRef pointer, PtrMap *known) {
    while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
    if (!LLVMIsAAllocaInst(pointer)) return false;
    uint64_t answer = ptrmap_get(known, pointer);
    if (!answer) {
        answer = stays_in_function(l, pointer) ? 2 : 1;
        ptrmap_put(known, pointer, answer);
    }
    return answer == 2;
}

void mark_volatile_accesses(Loader *l) {
    PtrMap known = {0};
    LLVMValueRef mark = LLVMMDNodeInContext(l->context, NULL, 0);
    l->layout = LLVMGetModuleDataLayout(l->module);
    l->volatile_mark = LLVMGetMDKindIDInContext(l->context, "heddle.volatile", 15);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
                if (!is_memory_access(i) || !LLVMGetVolatile(i)) continue;
                if (LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic) continue;
                bool store = LLVMGetInstructionOpcode(i) == LLVMStore;
                LLVMTypeRef type = LLVMTypeOf(store ? LLVMGetOperand(i, 0) : i);
                LLVMSetMetadata(i, l->volatile_mark, mark);
                if (l->options->relaxed_volatile && is_atomic_type(l, type) &&
                    !is_private_variable(l, LLVMGetOperand(i, store ? 1 : 0), &known))
                    LLVMSetOrdering(i, LLVMAtomicOrderingMonotonic);
            }
    ptrmap_free(&known);
}

void look_at_volatile_accesses(Loader *l) {
    LLVMValueRef look = LLVMGetNamedFunction(l->module, "__heddle_signal_look");
    if (!look || LLVMIsDeclaration(look)) return;
    PtrMap known = {0};
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    LLVMValueRef no = LLVMConstInt(LLVMInt32TypeInContext(l->context), 0, 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f)) {
        if (!ptrmap_get(&l->own, f)) continue;
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
                if (!is_marked_volatile(l, i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
                    continue;
                bool store = LLVMGetInstructionOpcode(i) == LLVMStore;
                if (is_private_variable(l, LLVMGetOperand(i, store ? 1 : 0), &known)) continue;
                LLVMPositionBuilderBefore(b, i);
                LLVMBuildCall2(b, LLVMGlobalGetValueType(look), look, &no, 1, "");
            }
    }
    LLVMDisposeBuilder(b);
    ptrmap_free(&known);
}
