/*
 * facts.c — removes from the program's own code everything from which a compiler may conclude that
 * some behaviour is undefined. Examples are promises in attributes and metadata, flags of
 * arithmetic, assumptions, unwritten variables, shifts too far, and conversions that do not fit.
 * The optimiser that runs next then preserves the behaviour of code compiled without one. Numbers
 * wrap, null pointers are dereferenced, a loop without effects does not end, locals begin as zero.
 */
#include "program/front_end/loader.h"
#include <llvm-c/DebugInfo.h>
#include <stdio.h>

/* Promises that are removed: about values, from parameters and results, and about functions.
 * (`byval` needs its alignment.) */
static const char *const value_promises[] = {
    "nonnull",   "noundef",   "dereferenceable", "dereferenceable_or_null",
    "noalias",   "align",     "range",           "readonly",
    "readnone",  "writeonly", "writable",        "nocapture",
    "returned",  "nofree",    "dead_on_unwind",  "initializes",
    "nofpclass", "allocptr",  "allocalign"};
static const char *const function_promises[] = {
    "noreturn",  "memory",       "willreturn", "mustprogress", "nofree",   "nosync",
    "norecurse", "speculatable", "nocallback", "allockind",    "allocsize"};

typedef struct Kinds {
    unsigned value[ARRAY_LEN(value_promises)], function[ARRAY_LEN(function_promises)];
    unsigned align, byval;
} Kinds;

static unsigned attribute_kind(const char *name) {
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static Kinds find_kinds(void) {
    Kinds k;
    for (size_t n = 0; n < ARRAY_LEN(value_promises); n++)
        k.value[n] = attribute_kind(value_promises[n]);
    for (size_t n = 0; n < ARRAY_LEN(function_promises); n++)
        k.function[n] = attribute_kind(function_promises[n]);
    k.align = attribute_kind("align");
    k.byval = attribute_kind("byval");
    return k;
}

static void strip_signature(LLVMValueRef v, bool call, unsigned parameters, const Kinds *kinds) {
    for (unsigned i = 0; i <= parameters; i++) { /* 0 is the result */
        bool copied = i && (call ? LLVMGetCallSiteEnumAttribute(v, i, kinds->byval)
                                 : LLVMGetEnumAttributeAtIndex(v, i, kinds->byval));
        for (size_t n = 0; n < ARRAY_LEN(value_promises); n++) {
            if (!kinds->value[n] || (copied && kinds->value[n] == kinds->align)) continue;
            if (call)
                LLVMRemoveCallSiteEnumAttribute(v, i, kinds->value[n]);
            else
                LLVMRemoveEnumAttributeAtIndex(v, i, kinds->value[n]);
        }
    }
    for (size_t n = 0; n < ARRAY_LEN(function_promises); n++) {
        if (!kinds->function[n]) continue;
        if (call)
            LLVMRemoveCallSiteEnumAttribute(v, LLVMAttributeFunctionIndex, kinds->function[n]);
        else
            LLVMRemoveEnumAttributeAtIndex(v, LLVMAttributeFunctionIndex, kinds->function[n]);
    }
}

static const char *intrinsic_name(LLVMValueRef i) {
    if (!LLVMIsACallInst(i) || !LLVMIsAFunction(LLVMGetCalledValue(i))) return NULL;
    const char *name = LLVMGetValueName(LLVMGetCalledValue(i));
    return strncmp(name, "llvm.", 5) ? NULL : name + 5;
}

/* Whether the intrinsic is nothing but a promise. Removes promises from those that also compute. */
static bool is_promise(Loader *l, LLVMValueRef i) {
    const char *name = intrinsic_name(i);
    if (!name) return false;
    if (has_prefix(name, "assume") || has_prefix(name, "lifetime.") ||
        has_prefix(name, "invariant.") || has_prefix(name, "experimental.noalias."))
        return !LLVMGetFirstUse(i);
    /* A flag by which the result for zero, or for the smallest number, would be undefined. */
    if (has_prefix(name, "abs.") || has_prefix(name, "ctlz.") || has_prefix(name, "cttz."))
        LLVMSetOperand(i, 1, LLVMConstInt(LLVMInt1TypeInContext(l->context), 0, 0));
    return false;
}

static void strip_metadata(const Loader *l, LLVMValueRef i) {
    size_t n;
    LLVMValueMetadataEntry *entries = LLVMInstructionGetAllMetadataOtherThanDebugLoc(i, &n);
    for (size_t k = 0; k < n; k++) {
        unsigned kind = LLVMValueMetadataEntriesGetKind(entries, (unsigned)k);
        if (kind && kind != l->volatile_mark)
            LLVMSetMetadata(i, kind,
                            /* kind 0 is the debug location, which the list contains in spite of the
                             * function's name */
                            NULL);
    }
    LLVMDisposeValueMetadataEntries(entries);
}

/* Makes undefined operands zero. Optimised bitcode has them in place of values that do not
 * matter. */
static void fix_undefined(LLVMValueRef i) {
    bool base = LLVMIsAInsertValueInst(i) || LLVMIsAInsertElementInst(i) ||
                LLVMIsAShuffleVectorInst(i); /* of a value that is about to be filled */
    for (int k = base ? 1 : 0, n = LLVMIsAPHINode(i) ? 0 : LLVMGetNumOperands(i); k < n; k++) {
        LLVMValueRef x = LLVMGetOperand(i, (unsigned)k);
        if (LLVMIsUndef(x) || LLVMIsPoison(x))
            LLVMSetOperand(i, (unsigned)k, LLVMConstNull(LLVMTypeOf(x)));
    }
    if (LLVMIsAPHINode(i))
        for (int k = 0, n = LLVMGetNumOperands(i); k < n; k++) {
            LLVMValueRef x = LLVMGetOperand(i, (unsigned)k);
            if (LLVMIsUndef(x) || LLVMIsPoison(x))
                LLVMSetOperand(i, (unsigned)k, LLVMConstNull(LLVMTypeOf(x)));
        }
}

static LLVMValueRef total_operation(Loader *l, const char *name, LLVMTypeRef type) {
    LLVMValueRef f = LLVMGetNamedFunction(l->module, name);
    if (f) return f;
    f = LLVMAddFunction(l->module, name, type);
    mark_as_value(l, f);
    return f;
}

/* Hides shifts whose amount may be too large, and conversions of floating-point numbers that may
 * not fit an integer. Both have a value on the machine. */
static void hide_partial(Loader *l, LLVMBuilderRef b, LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    bool shift = op == LLVMShl || op == LLVMLShr || op == LLVMAShr;
    if (!shift && op != LLVMFPToSI && op != LLVMFPToUI) return;
    LLVMTypeRef t = LLVMTypeOf(i);
    if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind) return;
    LLVMValueRef operands[2] = {LLVMGetOperand(i, 0), shift ? LLVMGetOperand(i, 1) : NULL};
    if (shift && LLVMIsAConstantInt(operands[1]) && LLVMGetIntTypeWidth(t) <= 64 &&
        LLVMConstIntGetZExtValue(operands[1]) < LLVMGetIntTypeWidth(t))
        return;
    char *from = LLVMPrintTypeToString(LLVMTypeOf(operands[0])), name[100];
    snprintf(name, sizeof name, "__heddle_op_%s.%u.%.40s",
             op == LLVMShl      ? "shl"
             : op == LLVMLShr   ? "lshr"
             : op == LLVMAShr   ? "ashr"
             : op == LLVMFPToSI ? "fptosi"
                                : "fptoui",
             LLVMGetIntTypeWidth(t), from);
    LLVMDisposeMessage(from);
    LLVMTypeRef parameters[2] = {LLVMTypeOf(operands[0]), t},
                ft = LLVMFunctionType(t, parameters, shift ? 2 : 1, 0);
    LLVMPositionBuilderBefore(b, i);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
    LLVMValueRef call =
        LLVMBuildCall2(b, ft, total_operation(l, name, ft), operands, shift ? 2 : 1, "");
    LLVMReplaceAllUsesWith(i, call);
    LLVMInstructionEraseFromParent(i);
}

void strip_promises(Loader *l) {
    Kinds kinds = find_kinds();
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f)) {
        if (has_prefix(LLVMGetValueName(f), "llvm.")) continue;
        strip_signature(f, false, LLVMCountParams(f), &kinds);
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (is_promise(l, i)) {
                    LLVMInstructionEraseFromParent(i);
                    continue;
                }
                strip_metadata(l, i);
                fix_undefined(i);
                if (LLVMIsACallInst(i) && !intrinsic_name(i))
                    strip_signature(i, true, LLVMGetNumArgOperands(i), &kinds);
            }
    }
}

void strip_flags(Loader *l) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                switch (LLVMGetInstructionOpcode(i)) {
                case LLVMAdd:
                case LLVMSub:
                case LLVMMul:
                case LLVMShl:
                case LLVMTrunc:
                    LLVMSetNSW(i, 0);
                    LLVMSetNUW(i, 0);
                    break;
                case LLVMUDiv:
                case LLVMSDiv:
                case LLVMLShr:
                case LLVMAShr: LLVMSetExact(i, 0); break;
                case LLVMOr: LLVMSetIsDisjoint(i, 0); break;
                case LLVMZExt:
                case LLVMUIToFP: LLVMSetNNeg(i, 0); break;
                case LLVMGetElementPtr: LLVMGEPSetNoWrapFlags(i, 0); break;
                default: break;
                }
                if (LLVMCanValueUseFastMathFlags(i)) LLVMSetFastMathFlags(i, LLVMFastMathNone);
                hide_partial(l, b, i);
            }
    LLVMDisposeBuilder(b);
}

bool restore_shifts(Loader *l) {
    static const struct {
        const char *prefix;
        LLVMOpcode op;
    } shifts[] = {{"__heddle_op_shl.", LLVMShl},
                  {"__heddle_op_lshr.", LLVMLShr},
                  {"__heddle_op_ashr.", LLVMAShr}};
    bool any = false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f)) {
        size_t k = 0;
        while (k < ARRAY_LEN(shifts) && !has_prefix(LLVMGetValueName(f), shifts[k].prefix)) k++;
        if (k == ARRAY_LEN(shifts)) continue;
        for (LLVMUseRef u = LLVMGetFirstUse(f), next; u; u = next) {
            next = LLVMGetNextUse(u);
            LLVMValueRef call = LLVMGetUser(u), amount = LLVMGetOperand(call, 1);
            unsigned w = LLVMGetIntTypeWidth(LLVMTypeOf(call));
            if (!LLVMIsAConstantInt(amount) || w > 64 || LLVMConstIntGetZExtValue(amount) >= w)
                continue;
            LLVMPositionBuilderBefore(b, call);
            LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
            LLVMReplaceAllUsesWith(
                call, LLVMBuildBinOp(b, shifts[k].op, LLVMGetOperand(call, 0), amount, ""));
            LLVMInstructionEraseFromParent(call);
            any = true;
        }
    }
    LLVMDisposeBuilder(b);
    return any;
}

void zero_variable(Loader *l, LLVMBuilderRef b, LLVMValueRef alloca, uint64_t size) {
    LLVMTypeRef t = LLVMGetAllocatedType(alloca);
    LLVMTypeKind k = LLVMGetTypeKind(t);
    LLVMSetCurrentDebugLocation2(b, NULL);
    if (k == LLVMStructTypeKind || k == LLVMArrayTypeKind ||
        size != LLVMABISizeOfType(l->layout, t))
        LLVMBuildMemSet(b, alloca, LLVMConstInt(LLVMInt8TypeInContext(l->context), 0, 0),
                        LLVMConstInt(LLVMInt64TypeInContext(l->context), size, 0),
                        LLVMGetAlignment(alloca));
    else
        LLVMBuildStore(b, LLVMConstNull(t), alloca);
}

void mark_as_value(Loader *l, LLVMValueRef f) {
    static const char *const attributes[] = {"memory", "nounwind", "willreturn",  "nocallback",
                                             "nofree", "nosync",   "speculatable"};
    for (size_t k = 0; k < ARRAY_LEN(attributes); k++)
        LLVMAddAttributeAtIndex(
            f, LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(
                l->context, LLVMGetEnumAttributeKindForName(attributes[k], strlen(attributes[k])),
                0));
}
