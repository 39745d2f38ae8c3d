/*
 * optimise.c — optimises the program's own code, but only in its registers. Every load, store and
 * copy is marked volatile while LLVM's passes run. Divisions, `unreachable`, local variables larger
 * than a register and targets of indirect calls are hidden behind calls; library functions are no
 * builtins. So no access to memory that another thread may touch is dropped, duplicated or moved,
 * and undefined behaviour is not optimised away before it can be found. Facts that the optimiser
 * could derive from undefined behaviour are removed before (facts.c).
 */
#include "program/front_end/loader.h"
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>

/* Hides divisions whose divisor may be zero or -1 from the optimiser: `sdiv a, b` becomes a
 * call. */
static void hide_divisions(Loader *l) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                LLVMOpcode op = LLVMGetInstructionOpcode(i);
                if (op != LLVMSDiv && op != LLVMUDiv && op != LLVMSRem && op != LLVMURem) continue;
                LLVMTypeRef t = LLVMTypeOf(i);
                LLVMValueRef divisor = LLVMGetOperand(i, 1);
                if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind) continue;
                bool overflows = LLVMIsAConstantInt(divisor) && LLVMGetIntTypeWidth(t) <= 64 &&
                                 LLVMConstIntGetSExtValue(divisor) == -1 &&
                                 (op == LLVMSDiv || op == LLVMSRem);
                if (LLVMIsAConstantInt(divisor) && !LLVMIsNull(divisor) && !overflows) continue;
                const char *kind = op == LLVMSDiv   ? "sdiv"
                                   : op == LLVMUDiv ? "udiv"
                                   : op == LLVMSRem ? "srem"
                                                    : "urem";
                char name[64];
                snprintf(name, sizeof name, "__heddle_op_%s%u", kind, LLVMGetIntTypeWidth(t));
                LLVMTypeRef ft = LLVMFunctionType(t, (LLVMTypeRef[]){t, t}, 2, 0);
                LLVMValueRef callee = LLVMGetNamedFunction(l->module, name);
                if (!callee) callee = LLVMAddFunction(l->module, name, ft);
                LLVMPositionBuilderBefore(b, i);
                LLVMValueRef call = LLVMBuildCall2(
                    b, ft, callee, (LLVMValueRef[]){LLVMGetOperand(i, 0), divisor}, 2, "");
                LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(i));
                LLVMReplaceAllUsesWith(i, call);
                LLVMInstructionEraseFromParent(i);
            }
    LLVMDisposeBuilder(b);
}

static void hide_unreachable(Loader *l) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    LLVMTypeRef ft = LLVMFunctionType(LLVMVoidTypeInContext(l->context), NULL, 0, 0);
    LLVMValueRef callee = LLVMAddFunction(l->module, "__heddle_op_unreachable", ft);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb)) {
            LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
            if (!last || LLVMGetInstructionOpcode(last) != LLVMUnreachable) continue;
            LLVMPositionBuilderBefore(b, last);
            LLVMValueRef call = LLVMBuildCall2(b, ft, callee, NULL, 0, "");
            LLVMValueRef previous = LLVMGetPreviousInstruction(call);
            LLVMMetadataRef where = LLVMInstructionGetDebugLoc(last);
            if (!where && previous) where = LLVMInstructionGetDebugLoc(previous);
            LLVMInstructionSetDebugLoc(call, where);
        }
    LLVMDisposeBuilder(b);
}

static LLVMValueRef hider(Loader *l) {
    LLVMValueRef f = LLVMGetNamedFunction(l->module, "__heddle_op_hide");
    if (f) return f;
    LLVMTypeRef p = LLVMPointerTypeInContext(l->context, 0);
    f = LLVMAddFunction(l->module, "__heddle_op_hide",
                        LLVMFunctionType(p, (LLVMTypeRef[]){p}, 1, 0));
    mark_as_value(l, f);
    return f;
}

static LLVMValueRef build_hide(Loader *l, LLVMBuilderRef b, LLVMValueRef v) {
    LLVMValueRef callee = hider(l);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, (LLVMValueRef[]){v}, 1, "");
}

/* Hides local variables behind a call that the optimiser cannot analyse: `all` of them, or those
 * with accesses outside or of unknown kinds. The others begin as zero, like those in memory. */
static void hide_variables(Loader *l, bool all) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (!LLVMIsAAllocaInst(i) || !LLVMGetFirstUse(i)) continue;
                LLVMValueRef first = LLVMGetUser(LLVMGetFirstUse(i));
                if (LLVMIsACallInst(first) && LLVMGetCalledValue(first) == hider(l)) continue;
                LLVMPositionBuilderBefore(b, next);
                if (!all && stays_in_function(l, i)) {
                    LLVMSetCurrentDebugLocation2(b, NULL);
                    if (undefined_variable(l, b, i)) continue;
                    zero_variable(l, b, i,
                                  LLVMABISizeOfType(l->layout, LLVMGetAllocatedType(i)) *
                                      LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)));
                    continue;
                }
                LLVMSetCurrentDebugLocation2(b, NULL);
                LLVMValueRef hidden = build_hide(l, b, i);
                LLVMReplaceAllUsesWith(i, hidden);
                LLVMSetOperand(hidden, 0, i);
            }
    LLVMDisposeBuilder(b);
}

/* Hides the targets of indirect calls, so that calls of null or of functions with other parameters
 * are not removed. */
static void hide_targets(Loader *l) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
                if (!LLVMIsACallInst(i)) continue;
                LLVMValueRef callee = LLVMGetCalledValue(i);
                if (LLVMIsAFunction(callee) || LLVMIsAInlineAsm(callee) ||
                    LLVMIsAGlobalAlias(callee))
                    continue;
                LLVMPositionBuilderBefore(b, i);
                LLVMSetOperand(i, (unsigned)LLVMGetNumOperands(i) - 1, build_hide(l, b, callee));
            }
    LLVMDisposeBuilder(b);
}

static void unhide(Loader *l) {
    LLVMValueRef f = LLVMGetNamedFunction(l->module, "__heddle_op_hide");
    if (!f) return;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetFirstUse(f)) {
        LLVMValueRef call = LLVMGetUser(u);
        LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
        LLVMInstructionEraseFromParent(call);
    }
    LLVMDeleteFunction(f);
}

/* Sets or clears the volatile mark of every access. The decoder ignores it. */
static void mark_accesses(Loader *l, bool mark) {
    LLVMValueRef flag = LLVMConstInt(LLVMInt1TypeInContext(l->context), mark, 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
                LLVMOpcode op = LLVMGetInstructionOpcode(i);
                if (op == LLVMLoad || op == LLVMStore || op == LLVMAtomicRMW ||
                    op == LLVMAtomicCmpXchg) {
                    LLVMSetVolatile(i, mark);
                } else if (op == LLVMCall && LLVMIsAFunction(LLVMGetCalledValue(i))) {
                    const char *name = LLVMGetValueName(LLVMGetCalledValue(i));
                    if (!strncmp(name, "llvm.memcpy.", 12) || !strncmp(name, "llvm.memmove.", 13) ||
                        !strncmp(name, "llvm.memset.", 12))
                        LLVMSetOperand(i, 3, flag);
                }
            }
}

/* Replaces mathematical intrinsics, which compilers make of calls, by calls of libm. */
static void call_libm(Loader *l) {
    static const char *const names[] = {
        "sin",  "cos",   "tan", "asin", "acos",  "atan", "sinh",   "cosh",    "tanh", "exp",
        "exp2", "exp10", "log", "log2", "log10", "pow",  "lround", "llround", "ldexp"};
    static const struct {
        const char *type, *suffix;
    } types[] = {{"f32", "f"}, {"f64", ""}, {"f80", "l"}};
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        const char *name = LLVMGetValueName(f);
        if (strncmp(name, "llvm.", 5)) continue;
        const char *base = name + 5, *dot = strchr(base, '.'), *last = strrchr(base, '.');
        if (!dot) continue;
        /* ldexp has the exponent's type last, lround the result's type first. */
        if (!strcmp(last, ".i32") && dot != last) last = dot;
        for (size_t k = 0; k < ARRAY_LEN(names); k++)
            for (size_t t = 0; t < ARRAY_LEN(types); t++) {
                if (strlen(names[k]) != (size_t)(dot - base) ||
                    strncmp(base, names[k], (size_t)(dot - base)) ||
                    strncmp(last + 1, types[t].type, 3))
                    continue;
                char libm[32];
                snprintf(libm, sizeof libm, "%s%s", names[k], types[t].suffix);
                LLVMValueRef callee = LLVMGetNamedFunction(l->module, libm);
                if (!callee) callee = LLVMAddFunction(l->module, libm, LLVMGlobalGetValueType(f));
                LLVMReplaceAllUsesWith(f, callee);
                k = ARRAY_LEN(names) - 1;
                break;
            }
        if (!LLVMGetFirstUse(f)) LLVMDeleteFunction(f);
    }
}

static void run_passes(Loader *l, const char *passes) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopVectorization(options, 0);
    LLVMPassBuilderOptionsSetSLPVectorization(options, 0);
    LLVMPassBuilderOptionsSetLoopUnrolling(options, 0);
    LLVMErrorRef e = LLVMRunPasses(l->module, passes, NULL, options);
    if (e) {
        char *m = LLVMGetErrorMessage(e);
        loader_error(l, "optimisation passes failed: %s", m);
        LLVMDisposeErrorMessage(m);
    }
    LLVMDisposePassBuilderOptions(options);
}

/*
 * The passes of LLVM's -O1 that still shorten the code when no access to memory may be touched:
 * once before inlining, once behind it. All of -O1 takes twice as long, for code that executes as
 * many instructions (bench/concrete). ipsccp replaces the operand of a switch by its number in each
 * case. So the state of a state machine is a number there, and not an expression that grows with
 * each input.
 */
static const char pipeline[] =
    "function<eager-inv>(lower-expect,simplifycfg,early-cse),"
    "ipsccp,always-inline,cgscc(inline),"
    "function<eager-inv>(sroa<modify-cfg>,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,"
    "loop-mssa(loop-rotate,licm),loop(indvars),lower-constant-intrinsics,adce,simplifycfg,"
    "instcombine<no-verify-fixpoint>),";
/* What follows for a program, and for a unit of one: calls of other units may need a definition. */
static const char whole_end[] = "elim-avail-extern,globaldce,constmerge",
                  unit_end[] = "globaldce,constmerge";

static bool has_memory(LLVMValueRef f) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
            if (LLVMGetInstructionOpcode(i) == LLVMAlloca) return true;
    return false;
}

static unsigned noinline_kind(void) { return LLVMGetEnumAttributeKindForName("noinline", 8); }

/* Sets attributes of functions that make the passes preserve the program's behaviour. */
static void set_attributes(Loader *l) {
    l->layout = LLVMGetModuleDataLayout(l->module);
    unsigned optnone = LLVMGetEnumAttributeKindForName("optnone", 7), noinline_ = noinline_kind();
    /* The use of a null pointer is a finding, and must not be assumed away. */
    unsigned null_is_valid = LLVMGetEnumAttributeKindForName("null_pointer_is_valid", 21);
    LLVMAttributeRef no_builtins = LLVMCreateStringAttribute(l->context, "no-builtins", 11, "", 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, optnone)) {
            LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, optnone);
            LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, noinline_);
        }
        if (!LLVMIsDeclaration(f)) {
            LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, no_builtins);
            /* Endless recursion must not become an endless loop. */
            LLVMAddAttributeAtIndex(
                f, LLVMAttributeFunctionIndex,
                LLVMCreateStringAttribute(l->context, "disable-tail-calls", 18, "true", 4));
            LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                    LLVMCreateEnumAttribute(l->context, null_is_valid, 0));
            /* Atomic sections are recognised by name when they are called. */
            const char *name = LLVMGetValueName(f);
            if (!strncmp(name, "__VERIFIER_atomic_", 18))
                LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                        LLVMCreateEnumAttribute(l->context, noinline_, 0));
        }
    }
}

void promote_locals(Loader *l) {
    set_attributes(l);
    hide_variables(l, false);
    run_passes(l, "function(sroa,mem2reg)");
    unhide(l);
}

void optimise(Loader *l) {
    set_attributes(l);
    relax_arithmetic(l);
    find_own_frames(l);
    strip_promises(l);
    hide_divisions(l);
    hide_unreachable(l);
    variables_note(l);
    if (l->unit) strip_variables(l);
    hide_variables(l, false);
    run_passes(l, "function(sroa,mem2reg)");
    if (!l->error) undefined_defer(l);
    if (!l->error) tell_waits_apart(l);
    if (!l->error) find_children(l);
    if (!l->error && !l->options->no_optimisation && !l->options->check_overflow) {
        strip_flags(l);
        /* Variables left in memory stay there: after inlining, an access may turn out to be
         * outside. */
        hide_variables(l, true);
        hide_targets(l);
        /* Functions with such locals are not inlined, so that a use after their return remains
         * one. */
        for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
            if (has_memory(f))
                LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                        LLVMCreateEnumAttribute(l->context, noinline_kind(), 0));
        mark_accesses(l, true);
        char *passes = xasprintf("%s%s", pipeline, l->unit ? unit_end : whole_end);
        run_passes(l, passes);
        free(passes);
        if (!l->error && restore_shifts(l))
            run_passes(l, "function(instcombine<no-verify-fixpoint>)");
        if (!l->error && split_addresses(l))
            run_passes(l, "function(early-cse,loop-mssa(licm),instsimplify)");
        mark_accesses(l, false);
    }
    unhide(l);
    call_libm(l);
}

void optimise_linked(Loader *l) { run_passes(l, whole_end); }
