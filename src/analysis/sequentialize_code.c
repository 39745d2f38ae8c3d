/*
 * sequentialize_code.c — transforms single instructions. Every access to memory that others may
 * know is reported to the runtime, and calls are replaced by calls of the runtime according to
 * known_calls.c.
 */
#include "analysis/sequentialize_internal.h"
#include "analysis/known_calls.h"
#include <stdlib.h>
#include <string.h>

/* --- accesses --------------------------------------------------------------------------------- */

static void build_access_call(Rewriter *r, const char *what, LLVMValueRef at, LLVMValueRef size,
                              LLVMValueRef i) {
    LLVMValueRef arguments[] = {at, LLVMBuildZExtOrBitCast(r->builder, size, r->i64, ""),
                                seq_site_of(r, i)};
    seq_build_call(r, what, r->nothing, arguments, 3);
}

static LLVMValueRef store_size(const Rewriter *r, LLVMTypeRef t) {
    return seq_int_constant(r->i64, LLVMStoreSizeOfType(r->layout, t));
}

static LLVMValueRef tell_written(Rewriter *r) {
    return seq_build_call(r, "heddle_seq_written", r->nothing, NULL, 0);
}

static LLVMValueRef tell_written_range(Rewriter *r) {
    return seq_build_call(r, "heddle_seq_written_range", r->nothing, NULL, 0);
}

/* Reads the memory first, so that an invalid access is an error in the program, not in the
 * runtime. */
static void probe(Rewriter *r, LLVMValueRef at, LLVMTypeRef type) {
    LLVMValueRef load = LLVMBuildLoad2(r->builder, type, at, "");
    LLVMSetVolatile(load, 1);
    LLVMSetAlignment(load, 1);
}

/* Whether an access is several ones, word by word: no machine does more at once, unless it is
 * atomic. */
static bool is_several_words(const Rewriter *r, LLVMValueRef i, LLVMTypeRef type) {
    enum { WORD = 8 };
    return LLVMStoreSizeOfType(r->layout, type) > WORD &&
           LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
}

static void rewrite_load(Rewriter *r, LLVMValueRef i) {
    LLVMValueRef at = LLVMGetOperand(i, 0);
    LLVMTypeRef type = LLVMTypeOf(i);
    if (seq_is_private_address(at)) return;
    seq_go_before(r, i);
    build_access_call(r, is_several_words(r, i, type) ? "heddle_seq_read_range" : "heddle_seq_read",
                      at, store_size(r, type), i);
}

static void rewrite_store(Rewriter *r, LLVMValueRef i) {
    LLVMValueRef at = LLVMGetOperand(i, 1);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
    if (seq_is_private_address(at)) return;
    seq_go_before(r, i);
    probe(r, at, type);
    build_access_call(r, "heddle_seq_write", at, store_size(r, type), i);
    seq_go_after(r, i);
    seq_check_after(r, is_several_words(r, i, type) ? tell_written_range(r) : tell_written(r));
}

/* Rewrites an atomic operation. A compare-and-exchange that fails writes the old value. */
static void rewrite_atomic(Rewriter *r, LLVMValueRef i) {
    LLVMValueRef at = LLVMGetOperand(i, 0);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 1));
    if (seq_is_private_address(at)) return;
    seq_go_before(r, i);
    seq_build_call(r, "heddle_seq_atomic_begin", r->nothing, NULL, 0);
    build_access_call(r, "heddle_seq_read", at, store_size(r, type), i);
    probe(r, at, type);
    build_access_call(r, "heddle_seq_write", at, store_size(r, type), i);
    seq_go_after(r, i);
    tell_written(r);
    seq_check_after(r, seq_build_call(r, "heddle_seq_atomic_end", r->nothing, NULL, 0));
}

/* --- calls ------------------------------------------------------------------------------------ */

static LLVMValueRef argument(LLVMValueRef i, unsigned k) { return LLVMGetOperand(i, k); }

/* Calls the runtime's function instead. */
static void replace_call(Rewriter *r, LLVMValueRef i, const KnownCall *k) {
    LLVMValueRef arguments[16];
    unsigned n = LLVMGetNumArgOperands(i);
    if (k->arguments < n) n = k->arguments;
    if (n > 14) n = 14;
    seq_go_before(r, i);
    for (unsigned a = 0; a < n; a++) arguments[a] = argument(i, a);
    if (k->other && !strcmp(k->other, "heddle_seq_assume") && n)
        arguments[0] = LLVMBuildIntCast2(r->builder, arguments[0], r->i64, 0, "");
    if (k->effect == CALL_REPLACED_INIT) arguments[n++] = LLVMConstNull(r->ptr);
    if (k->placed) arguments[n++] = seq_site_of(r, i);
    LLVMValueRef new = seq_build_call(r, k->other, LLVMTypeOf(i), arguments, n);
    LLVMReplaceAllUsesWith(i, new);
    LLVMInstructionEraseFromParent(i);
    seq_check_after(r, new);
}

static void tell_what(Rewriter *r, const char *function, LLVMValueRef i, const char *what) {
    LLVMValueRef arguments[] = {seq_text(r, what, strlen(what)), seq_site_of(r, i)};
    seq_check_after(r, seq_build_call(r, function, r->nothing, arguments, 2));
}

/* Reports an input. Its name is the last argument, or the function's name. */
static void tell_input(Rewriter *r, LLVMValueRef i, const char *function) {
    unsigned n = LLVMGetNumArgOperands(i);
    LLVMValueRef name = n ? argument(i, n - 1) : NULL;
    if (!name || LLVMGetTypeKind(LLVMTypeOf(name)) != LLVMPointerTypeKind)
        name = seq_text(r, function, strlen(function));
    seq_build_call(r, "heddle_seq_input", r->nothing, &name, 1);
}

/* Reports the access to one argument's memory by an entry of the table. */
static void tell_memory(Rewriter *r, LLVMValueRef i, const MemoryEffect *m, bool after) {
    if (m->argument < 0 || (unsigned)m->argument >= LLVMGetNumArgOperands(i)) return;
    LLVMValueRef at = argument(i, (unsigned)m->argument);
    if (LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMPointerTypeKind || seq_is_private_address(at))
        return;
    LLVMValueRef size = NULL;
    if (m->size >= 0)
        size = LLVMBuildZExtOrBitCast(r->builder, argument(i, (unsigned)m->size), r->i64, "");
    if (m->writes) {
        if (after) {
            seq_check_after(r, tell_written_range(r));
            return;
        }
        if (!size) { /* as long as the string in another argument */
            LLVMValueRef from = argument(i, (unsigned)m->string);
            LLVMValueRef len = seq_build_call(r, "strlen", r->i64, &from, 1);
            size = LLVMBuildAdd(r->builder, len, seq_int_constant(r->i64, 1), "");
        }
        build_access_call(r, "heddle_seq_write", at, size, i);
    } else if (!after) {
        if (m->string >= 0) {
            LLVMValueRef arguments[] = {at, size ? size : seq_int_constant(r->i64, UINT64_MAX),
                                        seq_site_of(r, i)};
            seq_build_call(r, "heddle_seq_read_string", r->nothing, arguments, 3);
        } else {
            build_access_call(r, "heddle_seq_read_range", at, size, i);
        }
    }
}

static void rewrite_memory_call(Rewriter *r, LLVMValueRef i, const MemoryEffect *effects,
                                size_t n) {
    seq_go_before(r, i);
    for (size_t k = 0; k < n; k++) tell_memory(r, i, &effects[k], false);
    seq_go_after(r, i);
    for (size_t k = 0; k < n; k++) tell_memory(r, i, &effects[k], true);
}

/* Rewrites copies and fills of memory, as intrinsics or as calls. */
static void rewrite_copy(Rewriter *r, LLVMValueRef i) {
    unsigned shared = (seq_is_private_address(argument(i, 1)) ? 0 : 1) |
                      (seq_is_private_address(argument(i, 0)) ? 0 : 2);
    if (!shared) return;
    seq_go_before(r, i);
    LLVMValueRef size = LLVMBuildZExtOrBitCast(r->builder, argument(i, 2), r->i64, ""),
                 arguments[] = {argument(i, 0), argument(i, 1), size,
                                seq_int_constant(r->i32, shared), seq_site_of(r, i)},
                 new = seq_build_call(r, "heddle_seq_copy", r->ptr, arguments, 5);
    if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind) LLVMReplaceAllUsesWith(i, new);
    LLVMInstructionEraseFromParent(i);
    seq_check_after(r, new);
}

static void rewrite_fill(Rewriter *r, LLVMValueRef i) {
    if (seq_is_private_address(argument(i, 0))) return;
    seq_go_before(r, i);
    LLVMValueRef byte = LLVMBuildZExtOrBitCast(r->builder, argument(i, 1), r->i32, ""),
                 size = LLVMBuildZExtOrBitCast(r->builder, argument(i, 2), r->i64, ""),
                 arguments[] = {argument(i, 0), byte, size, seq_site_of(r, i)},
                 new = seq_build_call(r, "heddle_seq_fill", r->ptr, arguments, 4);
    if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind) LLVMReplaceAllUsesWith(i, new);
    LLVMInstructionEraseFromParent(i);
    seq_check_after(r, new);
}

/* Reports the strings that are printed: the call of the runtime has the same arguments, from the
 * format on. */
static void tell_printed(Rewriter *r, LLVMValueRef i, const char *name, unsigned format) {
    unsigned n = LLVMGetNumArgOperands(i), count = 0;
    bool list = name[0] == 'v';
    const char *what = list ? "heddle_seq_vprint" : "heddle_seq_print";
    LLVMTypeRef fixed[] = {r->i32, r->ptr, r->ptr},
                type = LLVMFunctionType(r->nothing, fixed, list ? 3 : 2, !list);
    LLVMValueRef f = LLVMGetNamedFunction(r->module, what),
                 *arguments = xcalloc(n + 1, sizeof *arguments);
    if (!f) f = LLVMAddFunction(r->module, what, type);
    seq_go_before(r, i);
    arguments[count++] = seq_site_of(r, i);
    for (unsigned k = format; k < n; k++) arguments[count++] = argument(i, k);
    seq_check_after(r, LLVMBuildCall2(r->builder, type, f, arguments, count, ""));
    free(arguments);
}

static void rewrite_external(Rewriter *r, LLVMValueRef i, const char *name) {
    const KnownCall *k = known_call(name);
    if (!k) {
        seq_go_before(r, i);
        tell_what(r, "heddle_seq_unsupported", i, name);
        return;
    }
    switch (k->effect) {
    case CALL_HARMLESS: break;
    case CALL_REPLACED:
    case CALL_REPLACED_INIT: replace_call(r, i, k); break;
    case CALL_NOTHING:
        if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
            LLVMReplaceAllUsesWith(i, LLVMConstNull(LLVMTypeOf(i)));
        LLVMInstructionEraseFromParent(i);
        break;
    case CALL_INPUT:
        seq_go_before(r, i);
        tell_input(r, i, name);
        rewrite_memory_call(r, i, k->memory, ARRAY_LEN(k->memory));
        break;
    case CALL_WAITS:
        seq_go_before(r, i);
        tell_what(r, "heddle_seq_waits", i, name);
        break;
    case CALL_ENDS:
        seq_go_before(r, i);
        seq_build_call(r, "heddle_seq_main_ends", r->nothing, NULL, 0);
        seq_check_after(r, seq_build_call(r, "heddle_seq_fails", r->nothing, NULL, 0));
        break;
    case CALL_FAILS:
        seq_go_before(r, i);
        seq_check_after(r, seq_build_call(r, "heddle_seq_fails", r->nothing, NULL, 0));
        break;
    case CALL_PRINTS: tell_printed(r, i, name, k->arguments); break;
    case CALL_COPY: rewrite_copy(r, i); break;
    case CALL_FILL: rewrite_fill(r, i); break;
    case CALL_MEMORY: rewrite_memory_call(r, i, k->memory, ARRAY_LEN(k->memory)); break;
    }
}

static void rewrite_intrinsic(Rewriter *r, LLVMValueRef i, const char *name) {
    if (has_prefix(name, "llvm.memcpy.") || has_prefix(name, "llvm.memmove."))
        rewrite_copy(r, i);
    else if (has_prefix(name, "llvm.memset."))
        rewrite_fill(r, i);
}

/* Structures that are passed by value are read by the call itself. */
static void tell_structures(Rewriter *r, LLVMValueRef i) {
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++) {
        LLVMAttributeRef byval = LLVMGetCallSiteEnumAttribute(i, k + 1, kind);
        if (!byval || seq_is_private_address(argument(i, k))) continue;
        LLVMTypeRef type = LLVMGetTypeAttributeValue(byval);
        seq_go_before(r, i);
        build_access_call(r, "heddle_seq_read_range", argument(i, k),
                          seq_int_constant(r->i64, LLVMABISizeOfType(r->layout, type)), i);
    }
}

static void rewrite_call(Rewriter *r, LLVMValueRef i) {
    tell_structures(r, i);
    LLVMValueRef callee = LLVMGetCalledValue(i);
    if (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
    if (LLVMIsAInlineAsm(callee)) {
        size_t len;
        LLVMGetInlineAsmAsmString(callee, &len);
        seq_go_before(r, i);
        if (len) tell_what(r, "heddle_seq_unsupported", i, "inline assembly");
        return;
    }
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName(callee) : "";
    if (has_prefix(name, "heddle_seq_")) return;
    if (has_prefix(name, "llvm.")) {
        rewrite_intrinsic(r, i, name);
    } else if (*name && LLVMIsDeclaration(callee)) {
        rewrite_external(r, i, name);
    } else if (LLVMGetNextInstruction(i)) {
        /* A must-tail call is followed only by its return. */
        if (LLVMGetTailCallKind(i) == LLVMTailCallKindMustTail)
            LLVMSetTailCallKind(i, LLVMTailCallKindNone);
        seq_check_after(r, i);
    }
}

void seq_rewrite_instruction(Rewriter *r, LLVMValueRef i) {
    if (LLVMIsALoadInst(i))
        rewrite_load(r, i);
    else if (LLVMIsAStoreInst(i))
        rewrite_store(r, i);
    else if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
        rewrite_atomic(r, i);
    else if (LLVMIsACallInst(i))
        rewrite_call(r, i);
    else if (LLVMIsAVAArgInst(i)) {
        seq_go_before(r, i);
        tell_what(r, "heddle_seq_unsupported", i, "va_arg");
    }
}
