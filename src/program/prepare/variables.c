/*
 * variables.c — names of local variables, which findings tell, and, with check_uninitialised,
 * initial values of those of the program's own code. Variables in memory that was never written get
 * a mark, which the decoder reads. Those that become registers get values unknown to the optimiser,
 * which the machine recognises. Parameters, and variables that are written as a whole before any
 * other use, begin like any memory.
 */
#include "program/decode/decoder.h"
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_PARTS 64 /* scalars of one variable in registers */

static unsigned mark_kind(const Loader *l) {
    return LLVMGetMDKindIDInContext(l->context, "heddle.variable", 15);
}

static unsigned name_kind(const Loader *l) {
    return LLVMGetMDKindIDInContext(l->context, "heddle.name", 11);
}

/* Keeps a text as a message of the program. Returns its number. */
static uint32_t add_message(Loader *l, const char *text) {
    vec_push(&l->messages, arena_strdup(l->program->arena, text));
    return (uint32_t)l->messages.len - 1;
}

/* Returns "variable `x` of `f`, declared at file.c:3", which the caller frees. */
static char *describe_variable(Loader *l, LLVMValueRef fn, LLVMValueRef node,
                               LLVMMetadataRef where) {
    unsigned length;
    const char *name = metadata_text(node, VARIABLE_NAME, &length);
    return xasprintf("variable `%.*s` of `%s`, declared at %s:%u", (int)length, name,
                     LLVMGetValueName(fn), location_file(l, LLVMDILocationGetScope(where)),
                     LLVMDILocationGetLine(where));
}

static uint64_t variable_size(const Loader *l, LLVMValueRef alloca) {
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    return LLVMABISizeOfType(l->layout, LLVMGetAllocatedType(alloca)) *
           (LLVMIsAConstantInt(count) ? LLVMConstIntGetZExtValue(count) : 0);
}

/* Whether the instruction writes all of the variable and reads nothing of it. */
static bool writes_whole(const Loader *l, LLVMValueRef i, LLVMValueRef alloca) {
    uint64_t size = variable_size(l, alloca);
    if (LLVMIsAStoreInst(i))
        return LLVMGetOperand(i, 1) == alloca && LLVMGetOperand(i, 0) != alloca &&
               LLVMStoreSizeOfType(l->layout, LLVMTypeOf(LLVMGetOperand(i, 0))) == size;
    if (!LLVMIsACallInst(i) || !LLVMIsAFunction(LLVMGetCalledValue(i))) return false;
    const char *name = LLVMGetValueName(LLVMGetCalledValue(i));
    if (strncmp(name, "llvm.memset.", 12) && strncmp(name, "llvm.memcpy.", 12)) return false;
    LLVMValueRef length = LLVMGetOperand(i, 2);
    return LLVMGetOperand(i, 0) == alloca && LLVMGetOperand(i, 1) != alloca &&
           LLVMIsAConstantInt(length) && LLVMConstIntGetZExtValue(length) == size;
}

/* Whether each block that uses the variable begins by writing all of it. `order` has the numbers of
 * the function's instructions. */
static bool is_always_written(const Loader *l, LLVMValueRef alloca, const PtrMap *order) {
    PtrMap first = {0}; /* block -> the first instruction in it that uses the variable */
    bool all = true;
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAInstruction(user) || is_debug_call(user, NULL)) continue;
        LLVMBasicBlockRef b = LLVMGetInstructionParent(user);
        LLVMValueRef known = (LLVMValueRef)(uintptr_t)ptrmap_get(&first, b);
        if (!known || ptrmap_get(order, user) < ptrmap_get(order, known))
            ptrmap_put(&first, b, (uintptr_t)user);
    }
    for (size_t k = 0; k < first.items.len && all; k++)
        all = writes_whole(l, (LLVMValueRef)(uintptr_t)first.items.data[k].value, alloca);
    ptrmap_free(&first);
    return all;
}

/* Whether the variable receives a parameter at the function's beginning. */
static bool is_parameter(LLVMValueRef alloca) {
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == alloca &&
            LLVMIsAArgument(LLVMGetOperand(user, 0)))
            return true;
    }
    return false;
}

/* Marks a variable with its text, which is freed: by the number of a message, or in a unit, whose
 * program has other messages, by the text itself. */
static void mark(Loader *l, LLVMValueRef alloca, char *text) {
    LLVMValueRef what;
    if (l->unit)
        what = LLVMMDStringInContext(l->context, text, (unsigned)strlen(text));
    else
        what = LLVMConstInt(LLVMInt32TypeInContext(l->context), add_message(l, text), 0);
    LLVMSetMetadata(alloca, mark_kind(l), LLVMMDNodeInContext(l->context, &what, 1));
    free(text);
}

/* Makes a call of alloca by the program an array, as the optimiser would, but with the mark. The
 * program's calls count in bytes; a compiler's own do not. */
static void note_call_of_alloca(Loader *l, LLVMValueRef fn, LLVMValueRef alloca) {
    LLVMTypeRef t = LLVMGetAllocatedType(alloca);
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    LLVMMetadataRef where = LLVMInstructionGetDebugLoc(alloca);
    if (!where || !LLVMIsAConstantInt(count) || LLVMGetIntTypeWidth(LLVMTypeOf(count)) != 64 ||
        LLVMGetTypeKind(t) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(t) != 8 ||
        LLVMGetMetadata(alloca, mark_kind(l)))
        return;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    LLVMPositionBuilderBefore(b, alloca);
    LLVMSetCurrentDebugLocation2(b, where);
    LLVMValueRef array = LLVMBuildAlloca(b, LLVMArrayType2(t, LLVMConstIntGetZExtValue(count)), "");
    LLVMSetAlignment(array, LLVMGetAlignment(alloca));
    LLVMReplaceAllUsesWith(alloca, array);
    LLVMInstructionEraseFromParent(alloca);
    LLVMDisposeBuilder(b);
    mark(l, array,
         xasprintf("memory of alloca in `%s`, at %s:%u", LLVMGetValueName(fn),
                   location_file(l, LLVMDILocationGetScope(where)), LLVMDILocationGetLine(where)));
}

static void note_variable(Loader *l, LLVMValueRef fn, LLVMValueRef declare, const PtrMap *order) {
    LLVMValueRef alloca = NULL, place = LLVMGetOperand(declare, 0);
    if (!LLVMIsAMDNode(place) || LLVMGetMDNodeNumOperands(place) != 1) return;
    LLVMGetMDNodeOperands(place, &alloca);
    LLVMMetadataRef where = LLVMInstructionGetDebugLoc(declare);
    if (!alloca || !where || !LLVMIsAAllocaInst(alloca) || LLVMGetMetadata(alloca, name_kind(l)))
        return;
    char *text = describe_variable(l, fn, LLVMGetOperand(declare, 1), where);
    /* The place is left out: it would make a program another one whose lines moved. */
    LLVMValueRef name = LLVMMDStringInContext(l->context, text, (unsigned)strcspn(text, ","));
    LLVMSetMetadata(alloca, name_kind(l), LLVMMDNodeInContext(l->context, &name, 1));
    if (!l->options->check_uninitialised || is_parameter(alloca) ||
        is_always_written(l, alloca, order))
        free(text);
    else
        mark(l, alloca, text);
}

static void note_variables(Loader *l, LLVMValueRef fn) {
    PtrMap order = {0};
    VEC(LLVMValueRef) declares = {0}, allocas = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            ptrmap_put(&order, i, order.items.len + 1);
            if (is_debug_call(i, "declare")) vec_push(&declares, i);
            if (LLVMIsAAllocaInst(i)) vec_push(&allocas, i);
        }
    for (size_t k = 0; k < declares.len; k++) note_variable(l, fn, declares.data[k], &order);
    for (size_t k = 0; k < allocas.len && l->options->check_uninitialised; k++)
        note_call_of_alloca(l, fn, allocas.data[k]);
    vec_free(&declares);
    vec_free(&allocas);
    ptrmap_free(&order);
}

void variables_note(Loader *l) {
    /* After this, variables appear in calls of `llvm.dbg.declare`. */
    bool records = LLVMIsNewDbgInfoFormat(l->module);
    if (records) LLVMSetIsNewDbgInfoFormat(l->module, false);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        note_variables(l, f);
    if (records) LLVMSetIsNewDbgInfoFormat(l->module, true);
}

/* Returns what a variable is marked with, or NULL. */
static LLVMValueRef variable_mark(const Loader *l, LLVMValueRef alloca) {
    LLVMValueRef node =
                     l->options->check_uninitialised ? LLVMGetMetadata(alloca, mark_kind(l)) : NULL,
                 what = NULL;
    if (node) LLVMGetMDNodeOperands(node, &what);
    return what;
}

/* Returns the number of the text that a mark holds, + 1. */
static uint32_t text_of_mark(Loader *l, LLVMValueRef what) {
    if (!what) return 0;
    if (!LLVMIsAMDString(what)) return (uint32_t)LLVMConstIntGetZExtValue(what) + 1;
    unsigned n;
    const char *text = LLVMGetMDString(what, &n);
    char *copy = strndup(text, n);
    uint32_t number = add_message(l, copy);
    free(copy);
    return number + 1;
}

void variable_texts(Loader *l, LLVMValueRef alloca, uint32_t *undefined, uint32_t *name) {
    LLVMValueRef node = LLVMGetMetadata(alloca, name_kind(l)), what = NULL;
    if (node) LLVMGetMDNodeOperands(node, &what);
    *undefined = text_of_mark(l, variable_mark(l, alloca));
    *name = *undefined ? *undefined : text_of_mark(l, what);
}

/* --- texts of units --------------------------------------------------------------------------- */

/*
 * The number of a text is not known while a unit is optimised. There, a global variable that holds
 * the text stands for it: its address is the text's number in the upper half of a word (layout.c),
 * so that addresses in it are words of undefined_operand. Each is a variable of its own.
 */
static const char text_prefix[] = "heddle.text";

static LLVMValueRef global_of_text(Loader *l, LLVMValueRef what) {
    unsigned n;
    const char *text = LLVMGetMDString(what, &n);
    LLVMValueRef value = LLVMConstStringInContext2(l->context, text, n, 1),
                 g = LLVMAddGlobal(l->module, LLVMTypeOf(value), text_prefix);
    LLVMSetInitializer(g, value);
    LLVMSetLinkage(g, LLVMInternalLinkage);
    LLVMSetGlobalConstant(g, 1);
    return g;
}

const char *text_of_global(LLVMValueRef global, size_t *length) {
    LLVMValueRef value = has_prefix(LLVMGetValueName2(global, length), text_prefix)
                             ? LLVMGetInitializer(global)
                             : NULL;
    return value && LLVMIsConstantString(value) ? LLVMGetAsString(value, length) : NULL;
}

/* --- variables in registers ------------------------------------------------------------------- */

/* A scalar part of a type, and its offset. */
typedef struct Part {
    LLVMTypeRef type;
    uint64_t offset;
} Part;

typedef VEC(Part) Parts;

/* Lists the parts of a type. False if there are too many, or one that no single register holds. */
static bool list_parts(const Loader *l, LLVMTypeRef t, uint64_t offset, Parts *parts) {
    Part p = {t, offset};
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind:
        if (LLVMGetIntTypeWidth(t) > 64) return false;
        break;
    case LLVMPointerTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind: break;
    case LLVMStructTypeKind:
        for (unsigned k = 0, n = LLVMCountStructElementTypes(t); k < n; k++)
            if (!list_parts(l, LLVMStructGetTypeAtIndex(t, k),
                            offset + LLVMOffsetOfElement(l->layout, t, k), parts))
                return false;
        return true;
    case LLVMArrayTypeKind:
        for (uint64_t k = 0, n = LLVMGetArrayLength2(t); k < n; k++)
            if (!list_parts(l, LLVMGetElementType(t),
                            offset + k * LLVMABISizeOfType(l->layout, LLVMGetElementType(t)),
                            parts))
                return false;
        return true;
    default: return false;
    }
    vec_push(parts, p);
    return parts->len <= MOST_PARTS;
}

/* Builds a call of the operation "__heddle_op_NAME.TYPE", which only makes a value of type `t` of
 * two operands. */
static LLVMValueRef build_operation(Loader *l, LLVMBuilderRef b, const char *operation,
                                    LLVMTypeRef t, LLVMValueRef x, LLVMValueRef y) {
    LLVMTypeRef parameters[] = {LLVMTypeOf(x), LLVMTypeOf(y)},
                ft = LLVMFunctionType(t, parameters, 2, 0);
    char *shown = LLVMPrintTypeToString(t),
         *name = xasprintf("__heddle_op_%s.%s", operation, shown);
    LLVMValueRef f = LLVMGetNamedFunction(l->module, name);
    if (!f) {
        f = LLVMAddFunction(l->module, name, ft);
        mark_as_value(l, f);
    }
    LLVMDisposeMessage(shown);
    free(name);
    return LLVMBuildCall2(b, ft, f, (LLVMValueRef[]){x, y}, 2, "");
}

/* Builds a value that is unknown before execution: the initial one of the variable with this text,
 * a number or a global that stands for it, from byte `part` on. */
static LLVMValueRef build_undefined(Loader *l, LLVMBuilderRef b, LLVMTypeRef t, LLVMValueRef text,
                                    uint64_t part) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(l->context);
    return build_operation(l, b, "undefined", t, text, LLVMConstInt(i32, part, 0));
}

bool undefined_variable(Loader *l, LLVMBuilderRef b, LLVMValueRef alloca) {
    LLVMValueRef text = variable_mark(l, alloca);
    Parts parts = {0};
    LLVMTypeRef t = LLVMGetAllocatedType(alloca);
    bool fine = text && variable_size(l, alloca) == LLVMABISizeOfType(l->layout, t) &&
                list_parts(l, t, 0, &parts);
    LLVMTypeRef byte = LLVMInt8TypeInContext(l->context);
    if (fine && parts.len && l->unit) text = global_of_text(l, text);
    for (size_t k = 0; k < parts.len && fine; k++) {
        LLVMValueRef at = LLVMConstInt(LLVMInt64TypeInContext(l->context), parts.data[k].offset, 0);
        LLVMValueRef to =
            parts.data[k].offset ? LLVMBuildGEP2(b, byte, alloca, &at, 1, "") : alloca;
        LLVMBuildStore(b, build_undefined(l, b, parts.data[k].type, text, parts.data[k].offset),
                       to);
    }
    vec_free(&parts);
    return fine;
}

/* --- uses of undefined values ----------------------------------------------------------------- */

/*
 * A variable in registers that is written on some paths only is a web of phis, most of which hold
 * an undefined value without using it. So each phi of a web gets a second one, its shadow. The
 * shadow says which variable's undefined value the phi has (see OP_GUARD; 0: none). The value
 * itself is made only where something other than a phi uses it, by the operation
 * "__heddle_op_guard.TYPE"(value, whose).
 */
typedef struct Webs {
    Loader *l;
    LLVMBuilderRef b;
    PtrMap shadow; /* phi -> its shadow */
    VEC(LLVMValueRef) phis;
} Webs;

static bool is_undefined_call(LLVMValueRef v) {
    return LLVMIsACallInst(v) && LLVMIsAFunction(LLVMGetCalledValue(v)) &&
           !strncmp(LLVMGetValueName(LLVMGetCalledValue(v)), "__heddle_op_undefined.", 22);
}

/* Returns the word that says which undefined value a call makes: text << 32 | part << 8 | bits. */
static LLVMValueRef undefined_operand(const Loader *l, LLVMValueRef call) {
    LLVMTypeRef word = LLVMInt64TypeInContext(l->context);
    LLVMValueRef text = LLVMGetOperand(call, 0);
    uint64_t bits = LLVMSizeOfTypeInBits(l->layout, LLVMTypeOf(call)),
             part = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)), low = part << 8 | bits;
    if (LLVMIsAConstantInt(text))
        return LLVMConstInt(word, LLVMConstIntGetZExtValue(text) << 32 | low, 0);
    LLVMValueRef offset = LLVMConstInt(word, low, 0);
    return LLVMConstPtrToInt(LLVMConstGEP2(LLVMInt8TypeInContext(l->context), text, &offset, 1),
                             word);
}

/* Adds the phis that use a value, directly or through phis. */
static void add_phis(Webs *w, LLVMValueRef v) {
    size_t next = w->phis.len;
    for (;;) {
        for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef phi = LLVMGetUser(u);
            if (!LLVMIsAPHINode(phi) || ptrmap_get(&w->shadow, phi)) continue;
            LLVMPositionBuilderBefore(w->b, phi);
            LLVMValueRef beside = LLVMBuildPhi(w->b, LLVMInt64TypeInContext(w->l->context), "");
            ptrmap_put(&w->shadow, phi, (uintptr_t)beside);
            vec_push(&w->phis, phi);
        }
        if (next == w->phis.len) return;
        v = w->phis.data[next++];
    }
}

/* Fills the shadow of `phi`, and replaces undefined values coming into `phi` by zero. */
static void fill_shadow(Webs *w, LLVMValueRef phi) {
    LLVMValueRef beside = (LLVMValueRef)(uintptr_t)ptrmap_get(&w->shadow, phi);
    LLVMTypeRef i64 = LLVMInt64TypeInContext(w->l->context);
    for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, k);
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
        LLVMValueRef whose = (LLVMValueRef)(uintptr_t)ptrmap_get(&w->shadow, v);
        if (is_undefined_call(v)) {
            whose = undefined_operand(w->l, v);
            LLVMSetOperand(phi, k, LLVMConstNull(LLVMTypeOf(phi)));
        }
        if (!whose) whose = LLVMConstNull(i64);
        LLVMAddIncoming(beside, &whose, &from, 1);
    }
}

static LLVMValueRef build_guard(Webs *w, LLVMValueRef value, LLVMValueRef whose) {
    return build_operation(w->l, w->b, "guard", LLVMTypeOf(value), value, whose);
}

/* Replaces `v` in each use by something other than a phi with a value that `replace` builds
 * there. */
static void each_use(Webs *w, LLVMValueRef v, LLVMValueRef (*replace)(Webs *w, LLVMValueRef v)) {
    PtrMap seen = {0};
    VEC(LLVMValueRef) users = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAInstruction(user) || LLVMIsAPHINode(user) || ptrmap_get(&seen, user)) continue;
        ptrmap_put(&seen, user, 1);
        vec_push(&users, user);
    }
    ptrmap_free(&seen);
    for (size_t k = 0; k < users.len; k++) {
        LLVMPositionBuilderBefore(w->b, users.data[k]);
        LLVMSetCurrentDebugLocation2(w->b, LLVMInstructionGetDebugLoc(users.data[k]));
        LLVMValueRef now = replace(w, v);
        for (int n = 0; n < LLVMGetNumOperands(users.data[k]); n++)
            if (LLVMGetOperand(users.data[k], (unsigned)n) == v)
                LLVMSetOperand(users.data[k], (unsigned)n, now);
    }
    vec_free(&users);
}

static LLVMValueRef guard_phi(Webs *w, LLVMValueRef phi) {
    return build_guard(w, phi, (LLVMValueRef)(uintptr_t)ptrmap_get(&w->shadow, phi));
}

static LLVMValueRef guard_nothing(Webs *w, LLVMValueRef call) {
    return build_guard(w, LLVMConstNull(LLVMTypeOf(call)), undefined_operand(w->l, call));
}

void undefined_defer(Loader *l) {
    if (!l->options->check_uninitialised) return;
    Webs w = {.l = l, .b = LLVMCreateBuilderInContext(l->context)};
    VEC(LLVMValueRef) calls = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u))
            if (is_undefined_call(LLVMGetUser(u))) vec_push(&calls, LLVMGetUser(u));
    for (size_t k = 0; k < calls.len; k++) add_phis(&w, calls.data[k]);
    for (size_t k = 0; k < calls.len; k++) each_use(&w, calls.data[k], guard_nothing);
    for (size_t k = 0; k < w.phis.len; k++) each_use(&w, w.phis.data[k], guard_phi);
    for (size_t k = 0; k < w.phis.len; k++) fill_shadow(&w, w.phis.data[k]);
    for (size_t k = 0; k < calls.len; k++) LLVMInstructionEraseFromParent(calls.data[k]);
    LLVMDisposeBuilder(w.b);
    ptrmap_free(&w.shadow);
    vec_free(&w.phis);
    vec_free(&calls);
}
