/*
 * sequentialize.c — the transformation of a program for bounded interference. Every access to
 * memory that other threads may know is reported to the runtime (include/heddle/heddle_seq.c).
 * Calls of the threads library are replaced by calls of the runtime. After each call that may end
 * the writer's turn, the functions return. See sequentialize.h.
 *
 * All functions are transformed in place, once for both threads and the initialisation: the runtime
 * knows whose turn it is. Local variables whose addresses others may know move to the heap, so that
 * the variables of the two threads never share an address. Thread-local variables become arrays
 * with an element for each thread.
 */
#include "analysis/known_calls.h"
#include "analysis/sequentialize.h"
#include "analysis/sequentialize_internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- places ----------------------------------------------------------------------------------- */

static void write_sites(Rewriter *r) {
    LLVMTypeRef fields[] = {r->ptr, r->ptr, r->i32, r->i32},
                type = LLVMStructTypeInContext(r->context, fields, 4, 0);
    LLVMValueRef *all = xcalloc(r->sites.len + 1, sizeof *all);
    for (size_t k = 0; k < r->sites.len; k++) {
        const Site *s = &r->sites.data[k];
        LLVMValueRef values[] = {s->file, s->function, seq_int_constant(r->i32, s->line),
                                 seq_int_constant(r->i32, s->column)};
        all[k] = LLVMConstStructInContext(r->context, values, 4, 0);
    }
    LLVMValueRef array = LLVMConstArray2(type, all, r->sites.len),
                 g = LLVMAddGlobal(r->module, LLVMTypeOf(array), "heddle_seq_sites");
    LLVMSetInitializer(g, array);
    LLVMSetGlobalConstant(g, 1);
    free(all);
}

/* --- stopping --------------------------------------------------------------------------------- */

static LLVMBasicBlockRef leave_block(Rewriter *r) {
    if (r->leave) return r->leave;
    r->leave = LLVMAppendBasicBlockInContext(r->context, r->function, "heddle_seq_leave");
    LLVMPositionBuilderAtEnd(r->builder, r->leave);
    LLVMSetCurrentDebugLocation2(r->builder, NULL);
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(r->function));
    if (r->is_entry) seq_build_call(r, "heddle_seq_main_ends", r->nothing, NULL, 0);
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(r->builder);
    else
        LLVMBuildRet(r->builder, LLVMConstNull(result));
    return r->leave;
}

/* Splits the block behind an instruction: the rest goes to a block of its own, which is skipped if
 * the function is to return. */
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
    LLVMBuildCondBr(r->builder,
                    LLVMBuildICmp(r->builder, LLVMIntNE, stop, seq_int_constant(r->i8, 0), ""),
                    leave, rest);
    /* Edges that left the block now leave the rest. */
    bool known = false;
    for (size_t k = 0; k < r->moves.len && !known; k++) known = r->moves.data[k].from == block;
    if (!known) vec_push(&r->moves, ((Move){block, rest}));
}

static LLVMBasicBlockRef moved_block(const Rewriter *r, LLVMBasicBlockRef block) {
    for (size_t k = 0; k < r->moves.len; k++)
        if (r->moves.data[k].from == block) return r->moves.data[k].to;
    return block;
}

/* Corrects phis, which name their predecessors, since these may have been split. */
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
        seq_go_before(r, phi);
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

/* --- library functions as values -------------------------------------------------------------- */

/* Whether the function has a use other than a call. */
static bool is_address_taken(LLVMValueRef f) {
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != f) return true;
        for (unsigned k = 0; k < LLVMGetNumArgOperands(user); k++)
            if (LLVMGetOperand(user, k) == f) return true;
    }
    return false;
}

/* Makes a wrapper for a library function whose address is taken. The wrapper belongs to the program
 * and is rewritten like other functions. */
static void wrap(Rewriter *r, LLVMValueRef f) {
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    unsigned n = LLVMCountParamTypes(type);
    const char *name = LLVMGetValueName(f);
    if (!LLVMIsDeclaration(f) || has_prefix(name, "llvm.") || has_prefix(name, "heddle_seq_") ||
        n > 14 || LLVMIsFunctionVarArg(type) || !is_address_taken(f))
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

/* --- functions -------------------------------------------------------------------------------- */

/* Adds calls at the beginning of a function and before it returns. */
static void enclose(Rewriter *r, const char *first, const char *last) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->function); b;
         b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (!end || !LLVMIsAReturnInst(end)) continue;
        seq_go_before(r, end);
        seq_build_call(r, last, r->nothing, NULL, 0);
    }
    if (!first) return;
    seq_go_before(r, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(r->function)));
    seq_build_call(r, first, r->nothing, NULL, 0);
}

static void rewrite_function(Rewriter *r, LLVMValueRef f, const char *entry) {
    const char *name = LLVMGetValueName(f);
    VEC(LLVMValueRef) all = {0};
    r->function = f;
    r->leave = NULL;
    r->is_entry = !strcmp(name, entry);
    r->checks.len = r->moves.len = 0;
    seq_move_locals(r);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            vec_push(&all, i);
    for (size_t k = 0; k < all.len; k++) seq_rewrite_instruction(r, all.data[k]);
    vec_free(&all);
    if (has_prefix(name, "__VERIFIER_atomic_"))
        enclose(r, "heddle_seq_section_begin", "heddle_seq_atomic_end");
    if (r->is_entry) enclose(r, NULL, "heddle_seq_main_ends");
    /* From the last one on, so that code behind a split moves only once. */
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

/* --- the module ------------------------------------------------------------------------------- */

static LLVMValueRef external(Rewriter *r, const char *name, LLVMTypeRef type) {
    LLVMValueRef g = LLVMGetNamedGlobal(r->module, name);
    return g ? g : LLVMAddGlobal(r->module, type, name);
}

static void define_global(Rewriter *r, const char *name, LLVMValueRef value) {
    LLVMSetInitializer(external(r, name, LLVMTypeOf(value)), value);
}

/* Whether the program uses a function of the table that may do this. */
static bool uses(const Rewriter *r, bool (*does)(const KnownCall *k)) {
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
        const KnownCall *k = LLVMIsDeclaration(f) ? known_call(LLVMGetValueName(f)) : NULL;
        if (k && does(k) && LLVMGetFirstUse(f)) return true;
    }
    return false;
}

static bool tries(const KnownCall *k) { return k->tries; }
static bool frees(const KnownCall *k) { return k->frees; }

/* --- threads that wait for the ends of others ------------------------------------------------ */

typedef VEC(LLVMValueRef) FunctionList;

static void add_function(FunctionList *all, LLVMValueRef f) {
    for (size_t k = 0; k < all->len; k++)
        if (all->data[k] == f) return;
    vec_push(all, f);
}

/* Whether a thread other than main may join one: by a call that is reached from a function whose
 * address is taken. */
static bool joins_in_threads(const Rewriter *r, const char *entry) {
    LLVMValueRef join = LLVMGetNamedFunction(r->module, "pthread_join");
    if (!join) return false;
    FunctionList all = {0};
    bool found = is_address_taken(join);
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
        if (is_address_taken(f) && strcmp(LLVMGetValueName(f), entry) != 0) add_function(&all, f);
    for (size_t k = 0; k < all.len && !found; k++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(all.data[k]); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
                found |= called == join;
                if (called && LLVMIsAFunction(called)) add_function(&all, called);
            }
    vec_free(&all);
    return found;
}

static void write_settings(Rewriter *r, const Sequentialization *s) {
    LLVMValueRef routines[2], numbers[2];
    for (unsigned k = 0; k < 2; k++) {
        bool is_main = s->routine[k] && !strcmp(s->routine[k], s->entry);
        routines[k] = s->routine[k] && !is_main ? LLVMGetNamedFunction(r->module, s->routine[k])
                                                : LLVMConstNull(r->ptr);
        numbers[k] = seq_int_constant(r->i32, is_main ? 0 : s->number[k]);
        if (routines[k] && (!s->routine[k] || !LLVMIsDeclaration(routines[k]))) continue;
        r->error = xasprintf("--threads: the program has no function `%s`", s->routine[k]);
        return;
    }
    if (s->routine[0] && s->routine[1] && !strcmp(s->routine[0], s->entry) &&
        !strcmp(s->routine[1], s->entry)) {
        r->error = xasprintf("--threads: both are `%s`", s->entry);
        return;
    }
    define_global(r, "heddle_seq_bound", seq_int_constant(r->i32, s->bound));
    define_global(r, "heddle_seq_routines", LLVMConstArray2(r->ptr, routines, 2));
    define_global(r, "heddle_seq_numbers", LLVMConstArray2(r->i32, numbers, 2));
    define_global(r, "heddle_seq_tries", seq_int_constant(r->i8, uses(r, tries)));
    define_global(r, "heddle_seq_joins", seq_int_constant(r->i8, joins_in_threads(r, s->entry)));
    define_global(r, "heddle_seq_frees", seq_int_constant(r->i8, uses(r, frees)));
}

/* Aligns variables as the engine places them. The parts of ranges, which have numbers as reads and
 * writes, end at word borders: a machine would begin elsewhere. Variables in a section of their own
 * stay, since they may be elements of a set. */
static void align_globals(LLVMModuleRef module) {
    enum { ALIGNMENT = 16 };
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (!LLVMIsDeclaration(g) && !LLVMGetSection(g) &&
            !has_prefix(LLVMGetValueName(g), "llvm.") && LLVMGetAlignment(g) < ALIGNMENT)
            LLVMSetAlignment(g, ALIGNMENT);
}

/* Gives the entry another name, so that a driver can have a main of its own. */
static void rename_entry(Rewriter *r, const char *entry, const char *name) {
    static const char usual[] = "main";
    LLVMValueRef f = LLVMGetNamedFunction(r->module, entry);
    if (f) LLVMSetLinkage(f, LLVMExternalLinkage);
    if (f) LLVMSetValueName2(f, name, strlen(name));
    LLVMValueRef other = LLVMGetNamedFunction(r->module, usual);
    if (other && !LLVMIsDeclaration(other)) LLVMSetLinkage(other, LLVMInternalLinkage);
    if (other) LLVMSetValueName2(other, "heddle_seq_unused", strlen("heddle_seq_unused"));
}

bool sequentialize(LLVMModuleRef module, Sequentialization *s, char **error) {
    Rewriter r = {.context = LLVMGetModuleContext(module),
                  .module = module,
                  .layout = LLVMGetModuleDataLayout(module)};
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
            if (LLVMIsThreadLocal(g) && !LLVMIsDeclaration(g)) seq_spread_thread_local(&r, g);
        }
        VEC(LLVMValueRef) functions = {0};
        for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
            wrap(&r, f);
        for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
            if (!LLVMIsDeclaration(f)) vec_push(&functions, f);
        for (size_t k = 0; k < functions.len; k++)
            rewrite_function(&r, functions.data[k], s->entry);
        vec_free(&functions);
        write_sites(&r);
        align_globals(module);
        if (s->renamed) rename_entry(&r, s->entry, s->renamed);
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
