/*
 * sequentialize.c — the transformation of a program for bounded interference: every access to memory that
 * others may know is told to the runtime (include/heddle/heddle_seq.c), calls of the threads library go
 * there, and after each call that may end the writer's turn its functions return. See sequentialize.h.
 *
 * All functions are transformed in place, once for both threads and the initialisation: whose turn it is the
 * runtime knows. Local variables whose addresses others may know move to the heap, so that one thread's are
 * never where the other one's were; thread-local variables become arrays with an element for each thread.
 */
#include "analysis/sequentialize.h"
#include "analysis/known_calls.h"
#include "base/base.h"
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 16 }; /* HEDDLE_SEQ_THREADS */

typedef struct Site {
    LLVMValueRef file, function;
    unsigned line, column;
} Site;

typedef struct Text {
    const char *text;
    size_t len;
    LLVMValueRef global;
} Text;

typedef struct Move {
    LLVMBasicBlockRef from, to;
} Move;

typedef struct Rewriter {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    LLVMTypeRef ptr, i8, i32, i64, nothing;
    LLVMValueRef stop, thread; /* globals of the runtime */
    VEC(Site) sites;
    VEC(Text) texts;
    /* The function at hand. */
    LLVMValueRef function;
    LLVMBasicBlockRef leave;  /* where its stops go; NULL: not yet needed */
    VEC(LLVMValueRef) checks; /* instructions after which it may have to stop, in order of their blocks */
    VEC(Move) moves;
    char *error;
} Rewriter;

/* --- calls of the runtime ------------------------------------------------------------------------------ */

static LLVMValueRef runtime(Rewriter *r, const char *name, LLVMTypeRef type) {
    LLVMValueRef f = LLVMGetNamedFunction(r->module, name);
    return f ? f : LLVMAddFunction(r->module, name, type);
}

static LLVMValueRef build_call(Rewriter *r, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                               unsigned n) {
    LLVMTypeRef types[16];
    for (unsigned k = 0; k < n; k++) types[k] = LLVMTypeOf(arguments[k]);
    LLVMTypeRef type = LLVMFunctionType(result, types, n, 0);
    return LLVMBuildCall2(r->builder, type, runtime(r, name, type), arguments, n, "");
}

static LLVMValueRef int_constant(LLVMTypeRef type, uint64_t value) { return LLVMConstInt(type, value, 0); }

/* New instructions go before this one and belong to its place in the source. */
static void go_before(Rewriter *r, LLVMValueRef i) {
    LLVMPositionBuilderBefore(r->builder, i);
    LLVMSetCurrentDebugLocation2(r->builder, LLVMInstructionGetDebugLoc(i));
}

static void go_after(Rewriter *r, LLVMValueRef i) {
    LLVMPositionBuilderBefore(r->builder, LLVMGetNextInstruction(i));
    LLVMSetCurrentDebugLocation2(r->builder, LLVMInstructionGetDebugLoc(i));
}

/* --- places -------------------------------------------------------------------------------------------- */

static LLVMValueRef text(Rewriter *r, const char *s, size_t len) {
    for (size_t k = r->texts.len; k-- > 0;)
        if (r->texts.data[k].len == len && !memcmp(r->texts.data[k].text, s, len))
            return r->texts.data[k].global;
    LLVMValueRef value = LLVMConstStringInContext2(r->context, s, len, 0),
                 g = LLVMAddGlobal(r->module, LLVMTypeOf(value), "heddle_seq_text");
    LLVMSetInitializer(g, value);
    LLVMSetGlobalConstant(g, 1);
    LLVMSetLinkage(g, LLVMPrivateLinkage);
    Text t = {xcalloc(1, len + 1), len, g};
    memcpy((char *)(uintptr_t)t.text, s, len);
    vec_push(&r->texts, t);
    return g;
}

static bool is_same_site(const Site *a, const Site *b) {
    return a->file == b->file && a->function == b->function && a->line == b->line && a->column == b->column;
}

/* The number of an instruction's place. */
static LLVMValueRef site_of(Rewriter *r, LLVMValueRef i) {
    unsigned len = 0, line = LLVMGetDebugLocLine(i), column = LLVMGetDebugLocColumn(i);
    const char *file = LLVMGetDebugLocFilename(i, &len);
    size_t n;
    const char *function = LLVMGetValueName2(r->function, &n);
    Site s = {text(r, file ? file : "", file ? len : 0), text(r, function, n), line, column};
    /* Neighbours often have one place. */
    size_t known = r->sites.len;
    if (known && is_same_site(&r->sites.data[known - 1], &s)) return int_constant(r->i32, known - 1);
    vec_push(&r->sites, s);
    return int_constant(r->i32, known);
}

static void write_sites(Rewriter *r) {
    LLVMTypeRef fields[] = {r->ptr, r->ptr, r->i32, r->i32},
                type = LLVMStructTypeInContext(r->context, fields, 4, 0);
    LLVMValueRef *all = xcalloc(r->sites.len + 1, sizeof *all);
    for (size_t k = 0; k < r->sites.len; k++) {
        const Site *s = &r->sites.data[k];
        LLVMValueRef values[] = {s->file, s->function, int_constant(r->i32, s->line),
                                 int_constant(r->i32, s->column)};
        all[k] = LLVMConstStructInContext(r->context, values, 4, 0);
    }
    LLVMValueRef array = LLVMConstArray2(type, all, r->sites.len),
                 g = LLVMAddGlobal(r->module, LLVMTypeOf(array), "heddle_seq_sites");
    LLVMSetInitializer(g, array);
    LLVMSetGlobalConstant(g, 1);
    free(all);
}

/* --- stopping ------------------------------------------------------------------------------------------ */

/* After this instruction the function may have to return. */
static void check_after(Rewriter *r, LLVMValueRef i) { vec_push(&r->checks, i); }

static LLVMBasicBlockRef leave_block(Rewriter *r) {
    if (r->leave) return r->leave;
    r->leave = LLVMAppendBasicBlockInContext(r->context, r->function, "heddle_seq_leave");
    LLVMPositionBuilderAtEnd(r->builder, r->leave);
    LLVMSetCurrentDebugLocation2(r->builder, NULL);
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(r->function));
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(r->builder);
    else
        LLVMBuildRet(r->builder, LLVMConstNull(result));
    return r->leave;
}

/* Splits the block behind an instruction: what follows goes to a block of its own, unless the function is to
 * be left. */
static void split_after(Rewriter *r, LLVMValueRef i) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(i), leave = leave_block(r),
                      rest = LLVMInsertBasicBlockInContext(r->context, leave, "");
    LLVMMoveBasicBlockAfter(rest, block);
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(i);
    LLVMPositionBuilderAtEnd(r->builder, rest);
    LLVMSetCurrentDebugLocation2(r->builder, NULL);
    for (LLVMValueRef k = LLVMGetNextInstruction(i), next; k; k = next) {
        next = LLVMGetNextInstruction(k);
        size_t len;
        char *name = xstrdup(LLVMGetValueName2(k, &len));
        LLVMInstructionRemoveFromParent(k);
        LLVMInsertIntoBuilderWithName(r->builder, k, name);
        free(name);
    }
    LLVMPositionBuilderAtEnd(r->builder, block);
    LLVMSetCurrentDebugLocation2(r->builder, place);
    LLVMValueRef stop = LLVMBuildLoad2(r->builder, r->i8, r->stop, "");
    LLVMBuildCondBr(r->builder, LLVMBuildICmp(r->builder, LLVMIntNE, stop, int_constant(r->i8, 0), ""), leave,
                    rest);
    /* Edges that left the block leave the rest now. */
    bool known = false;
    for (size_t k = 0; k < r->moves.len && !known; k++) known = r->moves.data[k].from == block;
    if (!known) vec_push(&r->moves, ((Move){block, rest}));
}

static LLVMBasicBlockRef moved_block(const Rewriter *r, LLVMBasicBlockRef block) {
    for (size_t k = 0; k < r->moves.len; k++)
        if (r->moves.data[k].from == block) return r->moves.data[k].to;
    return block;
}

/* Phis name the blocks that control comes from, which may have been split. */
static void mend_phis(Rewriter *r) {
    VEC(LLVMValueRef) old = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && LLVMIsAPHINode(i);
             i = LLVMGetNextInstruction(i)) {
            bool any = false;
            for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
                any |= moved_block(r, LLVMGetIncomingBlock(i, k)) != LLVMGetIncomingBlock(i, k);
            if (any) vec_push(&old, i);
        }
    for (size_t k = 0; k < old.len; k++) {
        LLVMValueRef phi = old.data[k];
        go_before(r, phi);
        LLVMValueRef new = LLVMBuildPhi(r->builder, LLVMTypeOf(phi), "");
        for (unsigned n = 0; n < LLVMCountIncoming(phi); n++) {
            LLVMValueRef value = LLVMGetIncomingValue(phi, n);
            LLVMBasicBlockRef from = moved_block(r, LLVMGetIncomingBlock(phi, n));
            LLVMAddIncoming(new, &value, &from, 1);
        }
        LLVMReplaceAllUsesWith(phi, new);
        LLVMInstructionEraseFromParent(phi);
    }
    vec_free(&old);
}

/* --- whose memory it is -------------------------------------------------------------------------------- */

static const char *called_name(LLVMValueRef i) {
    LLVMValueRef f = LLVMGetCalledValue(i);
    return LLVMIsAFunction(f) ? LLVMGetValueName(f) : "";
}

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
            const char *name = called_name(user);
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

/* Whether no other thread can know the memory that a pointer leads to, or nobody ever writes it. Locals that
 * others may know are on the heap by then. */
static bool is_private_address(LLVMValueRef p) {
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

/* Moves locals whose addresses others may know to the heap. */
static void move_locals(Rewriter *r) {
    VEC(LLVMValueRef) all = {0}, moved_ = {0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(r->function);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAAllocaInst(i) && !is_only_accessed(i)) vec_push(&all, i);
    for (size_t k = 0; k < all.len; k++) {
        LLVMValueRef a = all.data[k];
        uint64_t size = LLVMABISizeOfType(r->layout, LLVMGetAllocatedType(a));
        go_after(r, a);
        LLVMValueRef count = LLVMBuildZExt(r->builder, LLVMGetOperand(a, 0), r->i64, ""),
                     bytes = LLVMBuildMul(r->builder, count, int_constant(r->i64, size), ""),
                     p = build_call(r, "heddle_seq_local", r->ptr, &bytes, 1);
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
        LLVMAttributeRef byval =
            LLVMGetEnumAttributeAtIndex(r->function, k + 1, LLVMGetEnumAttributeKindForName("byval", 5));
        LLVMValueRef size =
            int_constant(r->i64, LLVMABISizeOfType(r->layout, LLVMGetTypeAttributeValue(byval)));
        go_before(r, LLVMGetFirstInstruction(entry));
        LLVMValueRef copy = build_call(r, "heddle_seq_local", r->ptr, &size, 1);
        LLVMReplaceAllUsesWith(p, copy);
        LLVMBuildMemCpy(r->builder, copy, 1, p, 1, size);
        vec_push(&moved_, copy);
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->function); b && moved_.len;
         b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (!last || !LLVMIsAReturnInst(last)) continue;
        go_before(r, last);
        for (size_t k = 0; k < moved_.len; k++)
            build_call(r, "heddle_seq_local_end", r->nothing, &moved_.data[k], 1);
    }
    vec_free(&all);
    vec_free(&moved_);
}

/* --- thread-local variables ---------------------------------------------------------------------------- */

static LLVMValueRef element(Rewriter *r, LLVMValueRef array, LLVMTypeRef type) {
    LLVMValueRef index = LLVMBuildLoad2(r->builder, r->i32, r->thread, ""),
                 indices[] = {int_constant(r->i32, 0), index};
    return LLVMBuildInBoundsGEP2(r->builder, type, array, indices, 2, "");
}

/* The place of an operand that an instruction needs: for a phi, the end of the block that it comes from. */
static void go_before_use(Rewriter *r, LLVMValueRef user, unsigned operand) {
    if (LLVMIsAPHINode(user)) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(user, operand);
        go_before(r, LLVMGetBasicBlockTerminator(from));
    } else {
        go_before(r, user);
    }
}

static void spread_thread_local(Rewriter *r, LLVMValueRef g) {
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
        if (LLVMIsACallInst(user) && has_prefix(called_name(user), "llvm.threadlocal.address")) {
            go_before(r, user);
            LLVMReplaceAllUsesWith(user, element(r, all, array));
            LLVMInstructionEraseFromParent(user);
            continue;
        }
        if (!LLVMIsAInstruction(user)) {
            const char *name = LLVMGetValueName2(g, &len);
            if (!r->error)
                r->error = xasprintf("the thread-local variable %.*s is used in a way that cannot be "
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

/* --- accesses ------------------------------------------------------------------------------------------ */

static void build_access_call(Rewriter *r, const char *what, LLVMValueRef at, LLVMValueRef size,
                              LLVMValueRef i) {
    LLVMValueRef arguments[] = {at, LLVMBuildZExtOrBitCast(r->builder, size, r->i64, ""), site_of(r, i)};
    build_call(r, what, r->nothing, arguments, 3);
}

static LLVMValueRef store_size(const Rewriter *r, LLVMTypeRef t) {
    return int_constant(r->i64, LLVMStoreSizeOfType(r->layout, t));
}

static LLVMValueRef tell_written(Rewriter *r) {
    return build_call(r, "heddle_seq_written", r->nothing, NULL, 0);
}

/* Reads the memory first, so that an access that is an error is one in the program, not in the runtime. */
static void probe(Rewriter *r, LLVMValueRef at, LLVMTypeRef type) {
    LLVMValueRef load = LLVMBuildLoad2(r->builder, type, at, "");
    LLVMSetVolatile(load, 1);
    LLVMSetAlignment(load, 1);
}

static void rewrite_load(Rewriter *r, LLVMValueRef i) {
    LLVMValueRef at = LLVMGetOperand(i, 0);
    if (is_private_address(at)) return;
    go_before(r, i);
    build_access_call(r, "heddle_seq_read", at, store_size(r, LLVMTypeOf(i)), i);
}

static void rewrite_store(Rewriter *r, LLVMValueRef i) {
    LLVMValueRef at = LLVMGetOperand(i, 1);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
    if (is_private_address(at)) return;
    go_before(r, i);
    probe(r, at, type);
    build_access_call(r, "heddle_seq_write", at, store_size(r, type), i);
    go_after(r, i);
    check_after(r, tell_written(r));
}

/* A compare-and-exchange that fails writes what was there. */
static void rewrite_atomic(Rewriter *r, LLVMValueRef i) {
    LLVMValueRef at = LLVMGetOperand(i, 0);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 1));
    if (is_private_address(at)) return;
    go_before(r, i);
    build_call(r, "heddle_seq_atomic_begin", r->nothing, NULL, 0);
    build_access_call(r, "heddle_seq_read", at, store_size(r, type), i);
    probe(r, at, type);
    build_access_call(r, "heddle_seq_write", at, store_size(r, type), i);
    go_after(r, i);
    tell_written(r);
    check_after(r, build_call(r, "heddle_seq_atomic_end", r->nothing, NULL, 0));
}

/* --- calls --------------------------------------------------------------------------------------------- */

static LLVMValueRef argument(LLVMValueRef i, unsigned k) { return LLVMGetOperand(i, k); }

/* Calls the runtime's function instead. */
static void replace_call(Rewriter *r, LLVMValueRef i, const KnownCall *k) {
    LLVMValueRef arguments[16];
    unsigned n = LLVMGetNumArgOperands(i);
    if (k->arguments < n) n = k->arguments;
    if (n > 14) n = 14;
    go_before(r, i);
    for (unsigned a = 0; a < n; a++) arguments[a] = argument(i, a);
    if (k->other && !strcmp(k->other, "heddle_seq_assume") && n)
        arguments[0] = LLVMBuildIntCast2(r->builder, arguments[0], r->i64, 0, "");
    if (k->effect == CALL_REPLACED_INIT) arguments[n++] = LLVMConstNull(r->ptr);
    if (k->placed) arguments[n++] = site_of(r, i);
    LLVMValueRef new = build_call(r, k->other, LLVMTypeOf(i), arguments, n);
    LLVMReplaceAllUsesWith(i, new);
    LLVMInstructionEraseFromParent(i);
    check_after(r, new);
}

static void tell_what(Rewriter *r, const char *function, LLVMValueRef i, const char *what) {
    LLVMValueRef arguments[] = {text(r, what, strlen(what)), site_of(r, i)};
    check_after(r, build_call(r, function, r->nothing, arguments, 2));
}

/* Inputs are called what the last argument says, or after their function. */
static void tell_input(Rewriter *r, LLVMValueRef i, const char *function) {
    unsigned n = LLVMGetNumArgOperands(i);
    LLVMValueRef name = n ? argument(i, n - 1) : NULL;
    if (!name || LLVMGetTypeKind(LLVMTypeOf(name)) != LLVMPointerTypeKind)
        name = text(r, function, strlen(function));
    build_call(r, "heddle_seq_input", r->nothing, &name, 1);
}

/* One argument's memory, as an entry of the table says. */
static void tell_memory(Rewriter *r, LLVMValueRef i, const MemoryEffect *m, bool after) {
    if (m->argument < 0 || (unsigned)m->argument >= LLVMGetNumArgOperands(i)) return;
    LLVMValueRef at = argument(i, (unsigned)m->argument);
    if (LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMPointerTypeKind || is_private_address(at)) return;
    LLVMValueRef size = NULL;
    if (m->size >= 0) size = LLVMBuildZExtOrBitCast(r->builder, argument(i, (unsigned)m->size), r->i64, "");
    if (m->writes) {
        if (after) {
            check_after(r, build_call(r, "heddle_seq_written_range", r->nothing, NULL, 0));
            return;
        }
        if (!size) { /* as long as a string that is another argument */
            LLVMValueRef from = argument(i, (unsigned)m->string);
            LLVMValueRef len = build_call(r, "strlen", r->i64, &from, 1);
            size = LLVMBuildAdd(r->builder, len, int_constant(r->i64, 1), "");
        }
        build_access_call(r, "heddle_seq_write", at, size, i);
    } else if (!after) {
        if (m->string >= 0) {
            LLVMValueRef arguments[] = {at, size ? size : int_constant(r->i64, UINT64_MAX), site_of(r, i)};
            build_call(r, "heddle_seq_read_string", r->nothing, arguments, 3);
        } else {
            build_access_call(r, "heddle_seq_read_range", at, size, i);
        }
    }
}

static void rewrite_memory_call(Rewriter *r, LLVMValueRef i, const MemoryEffect *effects, size_t n) {
    go_before(r, i);
    for (size_t k = 0; k < n; k++) tell_memory(r, i, &effects[k], false);
    go_after(r, i);
    for (size_t k = 0; k < n; k++) tell_memory(r, i, &effects[k], true);
}

/* Copies and fills of memory, as intrinsics or as calls. */
static void rewrite_copy(Rewriter *r, LLVMValueRef i) {
    unsigned shared =
        (is_private_address(argument(i, 1)) ? 0 : 1) | (is_private_address(argument(i, 0)) ? 0 : 2);
    if (!shared) return;
    go_before(r, i);
    LLVMValueRef size = LLVMBuildZExtOrBitCast(r->builder, argument(i, 2), r->i64, ""),
                 arguments[] = {argument(i, 0), argument(i, 1), size, int_constant(r->i32, shared),
                                site_of(r, i)},
                 new = build_call(r, "heddle_seq_copy", r->ptr, arguments, 5);
    if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind) LLVMReplaceAllUsesWith(i, new);
    LLVMInstructionEraseFromParent(i);
    check_after(r, new);
}

static void rewrite_fill(Rewriter *r, LLVMValueRef i) {
    if (is_private_address(argument(i, 0))) return;
    go_before(r, i);
    LLVMValueRef byte = LLVMBuildZExtOrBitCast(r->builder, argument(i, 1), r->i32, ""),
                 size = LLVMBuildZExtOrBitCast(r->builder, argument(i, 2), r->i64, ""),
                 arguments[] = {argument(i, 0), byte, size, site_of(r, i)},
                 new = build_call(r, "heddle_seq_fill", r->ptr, arguments, 4);
    if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind) LLVMReplaceAllUsesWith(i, new);
    LLVMInstructionEraseFromParent(i);
    check_after(r, new);
}

static void rewrite_external(Rewriter *r, LLVMValueRef i, const char *name) {
    const KnownCall *k = known_call(name);
    if (!k) {
        go_before(r, i);
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
        go_before(r, i);
        tell_input(r, i, name);
        rewrite_memory_call(r, i, k->memory, ARRAY_LEN(k->memory));
        break;
    case CALL_WAITS:
        go_before(r, i);
        tell_what(r, "heddle_seq_waits", i, name);
        break;
    case CALL_ENDS:
        go_before(r, i);
        build_call(r, "heddle_seq_main_ends", r->nothing, NULL, 0);
        check_after(r, build_call(r, "heddle_seq_fails", r->nothing, NULL, 0));
        break;
    case CALL_FAILS:
        go_before(r, i);
        check_after(r, build_call(r, "heddle_seq_fails", r->nothing, NULL, 0));
        break;
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

static void rewrite_call(Rewriter *r, LLVMValueRef i) {
    LLVMValueRef callee = LLVMGetCalledValue(i);
    if (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
    if (LLVMIsAInlineAsm(callee)) {
        size_t len;
        LLVMGetInlineAsmAsmString(callee, &len);
        go_before(r, i);
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
        /* What is behind a call that must be a tail call is its return. */
        if (LLVMGetTailCallKind(i) == LLVMTailCallKindMustTail) LLVMSetTailCallKind(i, LLVMTailCallKindNone);
        check_after(r, i);
    }
}

/* --- library functions as values --------------------------------------------------------------------------
 */

/* Whether some use is another one than to call it. */
static bool is_address_taken(LLVMValueRef f) {
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != f) return true;
        for (unsigned k = 0; k < LLVMGetNumArgOperands(user); k++)
            if (LLVMGetOperand(user, k) == f) return true;
    }
    return false;
}

/* A library function whose address is taken is called through one of the program's own, which is rewritten as
 * others are. */
static void wrap(Rewriter *r, LLVMValueRef f) {
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    unsigned n = LLVMCountParamTypes(type);
    const char *name = LLVMGetValueName(f);
    if (!LLVMIsDeclaration(f) || has_prefix(name, "llvm.") || has_prefix(name, "heddle_seq_") || n > 14 ||
        LLVMIsFunctionVarArg(type) || !is_address_taken(f))
        return;
    char *wrapper_name = xasprintf("heddle_via_%s", name);
    LLVMValueRef wrapper = LLVMAddFunction(r->module, wrapper_name, type), arguments[16];
    free(wrapper_name);
    LLVMSetLinkage(wrapper, LLVMInternalLinkage);
    LLVMReplaceAllUsesWith(f, wrapper);
    for (LLVMUseRef u = LLVMGetFirstUse(wrapper), next; u; u = next) {
        next = LLVMGetNextUse(u);
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == wrapper)
            LLVMSetOperand(user, (unsigned)LLVMGetNumOperands(user) - 1, f);
    }
    LLVMPositionBuilderAtEnd(r->builder, LLVMAppendBasicBlockInContext(r->context, wrapper, ""));
    LLVMSetCurrentDebugLocation2(r->builder, NULL);
    for (unsigned k = 0; k < n; k++) arguments[k] = LLVMGetParam(wrapper, k);
    LLVMValueRef result = LLVMBuildCall2(r->builder, type, f, arguments, n, "");
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(r->builder);
    else
        LLVMBuildRet(r->builder, result);
}

/* --- functions ----------------------------------------------------------------------------------------- */

static void rewrite_instruction(Rewriter *r, LLVMValueRef i) {
    if (LLVMIsALoadInst(i))
        rewrite_load(r, i);
    else if (LLVMIsAStoreInst(i))
        rewrite_store(r, i);
    else if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
        rewrite_atomic(r, i);
    else if (LLVMIsACallInst(i))
        rewrite_call(r, i);
    else if (LLVMIsAVAArgInst(i)) {
        go_before(r, i);
        tell_what(r, "heddle_seq_unsupported", i, "va_arg");
    }
}

/* What is done at the beginning of a function and before it returns. */
static void enclose(Rewriter *r, const char *first, const char *last) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (!end || !LLVMIsAReturnInst(end)) continue;
        go_before(r, end);
        build_call(r, last, r->nothing, NULL, 0);
    }
    if (!first) return;
    go_before(r, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(r->function)));
    build_call(r, first, r->nothing, NULL, 0);
}

static void rewrite_function(Rewriter *r, LLVMValueRef f, const char *entry) {
    const char *name = LLVMGetValueName(f);
    VEC(LLVMValueRef) all = {0};
    r->function = f;
    r->leave = NULL;
    r->checks.len = r->moves.len = 0;
    move_locals(r);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) vec_push(&all, i);
    for (size_t k = 0; k < all.len; k++) rewrite_instruction(r, all.data[k]);
    vec_free(&all);
    if (has_prefix(name, "__VERIFIER_atomic_"))
        enclose(r, "heddle_seq_section_begin", "heddle_seq_atomic_end");
    if (!strcmp(name, entry)) enclose(r, NULL, "heddle_seq_main_ends");
    /* From the last one on: what is behind a split moves only once. */
    for (size_t k = r->checks.len; k-- > 0;) split_after(r, r->checks.data[k]);
    if (r->moves.len) mend_phis(r);
}

static uint64_t count_instructions(LLVMModuleRef m) {
    uint64_t n = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) n++;
    return n;
}

/* --- the module ---------------------------------------------------------------------------------------- */

static LLVMValueRef external(Rewriter *r, const char *name, LLVMTypeRef type) {
    LLVMValueRef g = LLVMGetNamedGlobal(r->module, name);
    return g ? g : LLVMAddGlobal(r->module, type, name);
}

static void define_global(Rewriter *r, const char *name, LLVMValueRef value) {
    LLVMSetInitializer(external(r, name, LLVMTypeOf(value)), value);
}

static void write_settings(Rewriter *r, const Sequentialization *s) {
    LLVMValueRef routines[2], numbers[2];
    for (unsigned k = 0; k < 2; k++) {
        routines[k] = s->routine[k] ? LLVMGetNamedFunction(r->module, s->routine[k]) : LLVMConstNull(r->ptr);
        numbers[k] = int_constant(r->i32, s->number[k]);
        if (routines[k] && (!s->routine[k] || !LLVMIsDeclaration(routines[k]))) continue;
        r->error = xasprintf("--threads: the program has no function `%s`", s->routine[k]);
        return;
    }
    define_global(r, "heddle_seq_bound", int_constant(r->i32, s->bound));
    define_global(r, "heddle_seq_routines", LLVMConstArray2(r->ptr, routines, 2));
    define_global(r, "heddle_seq_numbers", LLVMConstArray2(r->i32, numbers, 2));
}

bool sequentialize(LLVMModuleRef module, Sequentialization *s, char **error) {
    Rewriter r = {
        .context = LLVMGetModuleContext(module), .module = module, .layout = LLVMGetModuleDataLayout(module)};
    r.builder = LLVMCreateBuilderInContext(r.context);
    r.ptr = LLVMPointerTypeInContext(r.context, 0);
    r.i8 = LLVMInt8TypeInContext(r.context);
    r.i32 = LLVMInt32TypeInContext(r.context);
    r.i64 = LLVMInt64TypeInContext(r.context);
    r.nothing = LLVMVoidTypeInContext(r.context);
    s->before = count_instructions(module);
    if (LLVMGetNamedGlobal(module, "heddle_seq_sites"))
        r.error = xstrdup("the program has been made sequential already");
    else
        write_settings(&r, s);
    if (!r.error) {
        r.stop = external(&r, "heddle_seq_stop", r.i8);
        r.thread = external(&r, "heddle_seq_thread", r.i32);
        for (LLVMValueRef g = LLVMGetFirstGlobal(module), next; g; g = next) {
            next = LLVMGetNextGlobal(g);
            if (LLVMIsThreadLocal(g) && !LLVMIsDeclaration(g)) spread_thread_local(&r, g);
        }
        VEC(LLVMValueRef) functions = {0};
        for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) wrap(&r, f);
        for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
            if (!LLVMIsDeclaration(f)) vec_push(&functions, f);
        for (size_t k = 0; k < functions.len; k++) rewrite_function(&r, functions.data[k], s->entry);
        vec_free(&functions);
        write_sites(&r);
        s->after = count_instructions(module);
    }
    LLVMDisposeBuilder(r.builder);
    for (size_t k = 0; k < r.texts.len; k++) free((char *)(uintptr_t)r.texts.data[k].text);
    vec_free(&r.texts);
    vec_free(&r.sites);
    vec_free(&r.checks);
    vec_free(&r.moves);
    *error = r.error;
    return !r.error;
}
