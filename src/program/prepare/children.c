/*
 * children.c — finds the calls of fork() whose child only ends or becomes another program. Nobody
 * notices what it does before, and there is no other program (runtime/exec.c): so the parent goes
 * on with a child that has ended. All other calls are refused when they are executed
 * (runtime/fork.c). What a child stores in its own copy of the program's variables is no matter.
 * What is reached through other addresses may be memory that is shared between processes; the
 * runtime refuses such a child where there is any.
 */
#include "program/prepare/looks.h"
#include <llvm-c/DebugInfo.h>

#define MOST_NESTED 4     /* depth to which calls are followed */
#define MOST_BLOCKS 10000 /* that are looked at for one call */

typedef struct Child {
    LLVMValueRef fork;    /* the call, whose result is 0 */
    LLVMValueRef place;   /* the variable it is stored to at once; NULL: to none */
    bool asked, replaced; /* whether that was read, and whether anything else may be stored there */
    bool lent;            /* it has the parent's memory, not a copy */
    bool stores;          /* it may store to what is no variable of the program */
    unsigned blocks;      /* that were looked at */
    bool ends, becomes;   /* it was found that it ends, or would become another program */
    int status;           /* with which it ends then; UNKNOWN_STATUS */
} Child;

/* What the table says of the function that an instruction calls, if it is the library's. */
static Traits called_traits(LLVMValueRef i) {
    LLVMValueRef f = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    const LibraryFunction *known = f && LLVMIsAFunction(f) && LLVMIsDeclaration(f)
                                       ? library_function(LLVMGetValueName(f))
                                       : NULL;
    return known ? known->traits : 0;
}

#define MISSING_PROGRAM 127 /* the status by which shells tell that a program is not there */
#define UNKNOWN_STATUS (-1)

static int status_of_exit(LLVMValueRef call) {
    LLVMValueRef status = LLVMGetNumArgOperands(call) == 1 ? LLVMGetOperand(call, 0) : NULL;
    return status && LLVMIsAConstantInt(status) ? (int)LLVMConstIntGetZExtValue(status) & 255
                                                : UNKNOWN_STATUS;
}

/* The status of a child that does not become another program: that of the exit which follows on its
 * way. */
static int status_behind(LLVMValueRef exec) {
    LLVMValueRef i = LLVMGetNextInstruction(exec);
    for (unsigned n = 0; i && n < MOST_BLOCKS; n++) {
        if (called_traits(i) & EXITS) return status_of_exit(i);
        bool jumps = LLVMIsABranchInst(i) && !LLVMIsConditional(i);
        i = jumps ? LLVMGetFirstInstruction(LLVMGetSuccessor(i, 0)) : LLVMGetNextInstruction(i);
    }
    return UNKNOWN_STATUS;
}

/* Whether the child ends here. Where it may become another program, other ends are those of a child
 * that could not be set up, which is not supposed. */
static bool ends_at(Child *c, LLVMValueRef i) {
    Traits traits = called_traits(i);
    bool becomes = traits & BECOMES_PROGRAM;
    if (!(traits & EXITS_AT_ONCE) && !becomes) return false;
    int status = becomes ? status_behind(i) : status_of_exit(i);
    bool first = !c->ends || (becomes && !c->becomes);
    if (first)
        c->status = status;
    else if (becomes == c->becomes && c->status != status)
        c->status = UNKNOWN_STATUS;
    c->ends = true;
    c->becomes |= becomes;
    return true;
}

static bool is_variable(LLVMValueRef v) { return LLVMIsAAllocaInst(v) || LLVMIsAGlobalVariable(v); }

/* The variable that begins at an address; NULL where none shows. */
static LLVMValueRef variable_at_address(LLVMValueRef address) {
    LLVMValueRef v = is_hidden(address) ? LLVMGetOperand(address, 0) : address;
    return is_variable(v) ? v : NULL;
}

/* The variable to which the result is stored right after the call. */
static LLVMValueRef place_of_result(LLVMValueRef fork) {
    for (LLVMValueRef i = LLVMGetNextInstruction(fork); i; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsAStoreInst(i))
            return LLVMGetOperand(i, 0) == fork ? variable_at_address(LLVMGetOperand(i, 1)) : NULL;
        if (LLVMIsACallInst(i) && !has_prefix(waits_callee_name(i), "llvm.")) return NULL;
    }
    return NULL;
}

/* Whether an instruction's value is what fork returned: itself, or what is read where that was
 * stored. */
static bool is_result(Child *c, LLVMValueRef v) {
    if (v == c->fork) return true;
    if (!c->place || !LLVMIsALoadInst(v) || variable_at_address(LLVMGetOperand(v, 0)) != c->place ||
        LLVMTypeOf(v) != LLVMTypeOf(c->fork))
        return false;
    c->asked = true;
    return true;
}

/* Notes what is stored to a variable, or where none shows (`to`), may change: the place of the
 * result, memory that is not the child's own. False: others notice it. */
static bool note_stored(Child *c, LLVMValueRef to) {
    c->replaced |= !is_variable(to) || to == c->place;
    c->stores |= !is_variable(to);
    return !c->lent || LLVMIsAAllocaInst(to);
}

static bool note_store(Child *c, LLVMValueRef store) {
    bool result = LLVMGetOperand(store, 0) == c->fork;
    LLVMValueRef to = variable_of(LLVMGetOperand(store, 1));
    return (result && to == c->place) || note_stored(c, to);
}

/* The same for a function that may store to where its arguments point. */
static bool note_arguments(Child *c, LLVMValueRef call) {
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
        LLVMValueRef argument = LLVMGetOperand(call, k), to = variable_of(argument);
        bool readable = LLVMIsAFunction(argument) || LLVMIsAConstantPointerNull(argument) ||
                        (LLVMIsAGlobalVariable(to) && LLVMIsGlobalConstant(to));
        if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind || readable) continue;
        if (!note_stored(c, to)) return false;
    }
    return true;
}

/* Whether a text is that of a device: what lies deeper in /dev may be shared memory. */
static bool is_device(LLVMValueRef path) {
    static const char folder[] = "/dev/";
    LLVMValueRef text =
        LLVMIsAGlobalVariable(path) && LLVMIsGlobalConstant(path) ? LLVMGetInitializer(path) : NULL;
    if (!text || !LLVMIsAConstantDataSequential(text) || !LLVMIsConstantString(text)) return false;
    size_t n = 0, length = strlen(folder);
    const char *bytes = LLVMGetAsString(text, &n);
    return n > length && !memcmp(bytes, folder, length) && !memchr(bytes + length, '/', n - length);
}

/* Whether a call of open() neither makes nor empties a file. */
static bool only_opens(LLVMValueRef call) {
    enum { CREATES = 0100, CUTS = 01000 };
    LLVMValueRef flags = LLVMGetNumArgOperands(call) < 2 ? NULL : LLVMGetOperand(call, 1);
    if (!flags) return false;
    return (LLVMIsAConstantInt(flags) && !(LLVMConstIntGetZExtValue(flags) & (CREATES | CUTS))) ||
           is_device(LLVMGetOperand(call, 0));
}

/* Whether a call of fcntl() is about the descriptor alone, not about what the parent has open,
 * too. */
static bool controls_descriptor(LLVMValueRef call) {
    enum { DUPLICATE, FLAGS, SET_FLAGS, STATUS, DUPLICATE_CLOSED = 1030 };
    LLVMValueRef what = LLVMGetNumArgOperands(call) < 2 ? NULL : LLVMGetOperand(call, 1);
    if (!what || !LLVMIsAConstantInt(what)) return false;
    unsigned long long n = LLVMConstIntGetZExtValue(what);
    return n <= STATUS || n == DUPLICATE_CLOSED;
}

/* Whether nobody notices that the child calls a function and goes on behind it. */
static bool calls_unnoticed(Child *c, LLVMValueRef call) {
    const char *name = waits_callee_name(call);
    Traits traits = called_traits(call);
    if (says_nothing(name) || has_prefix(name, "__heddle_op_")) return true; /* of the engine */
    if (has_prefix(name, "llvm.")) return !has_prefix(name, "llvm.trap") && note_arguments(c, call);
    if (!(traits & KEEPS_TO_PROCESS) || (c->lent && traits & CHANGES_MEMORY)) return false;
    if (traits & OPENS_FILE && !only_opens(call)) return false;
    if (traits & CONTROLS_FILE && !controls_descriptor(call)) return false;
    return traits & ONLY_READS || note_arguments(c, call);
}

/* Whether a condition is known where the result is 0, and which it is. */
static bool is_known(Child *c, LLVMValueRef condition, bool *holds) {
    if (!LLVMIsAICmpInst(condition) || !is_result(c, LLVMGetOperand(condition, 0))) return false;
    LLVMValueRef number = LLVMGetOperand(condition, 1);
    if (!LLVMIsAConstantInt(number)) return false;
    long long n = LLVMConstIntGetSExtValue(number);
    switch (LLVMGetICmpPredicate(condition)) {
    case LLVMIntEQ: *holds = n == 0; return true;
    case LLVMIntNE: *holds = n != 0; return true;
    case LLVMIntSGT: *holds = 0 > n; return true;
    case LLVMIntSGE: *holds = 0 >= n; return true;
    case LLVMIntSLT: *holds = 0 < n; return true;
    case LLVMIntSLE: *holds = 0 <= n; return true;
    default: return false;
    }
}

static bool ends_from(Child *c, LLVMValueRef first, HashSet *seen, unsigned depth);

static bool block_ends(Child *c, LLVMBasicBlockRef b, HashSet *seen, unsigned depth) {
    /* A loop that is gone round again does nothing else then. */
    if (!hash_set_add(seen, (uint64_t)(uintptr_t)b)) return true;
    return ++c->blocks <= MOST_BLOCKS && ends_from(c, LLVMGetFirstInstruction(b), seen, depth);
}

/* Behind a branch or switch: the side that is known, or all of them. */
static bool ends_behind(Child *c, LLVMValueRef i, HashSet *seen, unsigned depth) {
    unsigned n = LLVMGetNumSuccessors(i);
    bool holds;
    if (LLVMIsABranchInst(i) && LLVMIsConditional(i) && is_known(c, LLVMGetCondition(i), &holds))
        return block_ends(c, LLVMGetSuccessor(i, !holds), seen, depth);
    if (LLVMIsASwitchInst(i) && is_result(c, LLVMGetOperand(i, 0))) {
        for (unsigned k = 1; k < n; k++)
            if (!LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2 * k)))
                return block_ends(c, LLVMGetSuccessor(i, k), seen, depth);
        return block_ends(c, LLVMGetSwitchDefaultDest(i), seen, depth);
    }
    bool all = LLVMIsABranchInst(i) || LLVMIsASwitchInst(i);
    for (unsigned k = 0; k < n && all; k++)
        all = block_ends(c, LLVMGetSuccessor(i, k), seen, depth);
    return all;
}

/* Whether a function of the program ends the child on all its ways. */
static bool ends_in(Child *c, LLVMValueRef call, unsigned depth) {
    LLVMValueRef f = LLVMGetCalledValue(call);
    if (depth == MOST_NESTED || !LLVMIsAFunction(f) || LLVMIsDeclaration(f) || is_replaceable(f))
        return false;
    HashSet seen = {0};
    bool ends = block_ends(c, LLVMGetEntryBasicBlock(f), &seen, depth + 1);
    hash_set_free(&seen);
    return ends;
}

/* Whether nobody notices that the child executes an instruction and goes on behind it. */
static bool passes_unnoticed(Child *c, LLVMValueRef i) {
    bool plain;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMCall: return calls_unnoticed(c, i);
    case LLVMStore:
    case LLVMLoad:
        plain = !LLVMGetVolatile(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
        return plain && (LLVMIsALoadInst(i) || note_store(c, i));
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMInvoke: return false;
    default: return true;
    }
}

/* Whether the child ends, or would become another program, on all ways from an instruction on, and
 * nobody notices what it does before. */
static bool ends_from(Child *c, LLVMValueRef first, HashSet *seen, unsigned depth) {
    for (LLVMValueRef i = first; i; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsACallInst(i) && (ends_at(c, i) || ends_in(c, i, depth))) return true;
        if (LLVMIsATerminatorInst(i)) return ends_behind(c, i, seen, depth);
        if (!passes_unnoticed(c, i)) return false;
    }
    return false;
}

/* What __heddle_fork_program() is told of a child besides its status (runtime/fork.c). */
enum { CHILD_STORES = 0x100, CHILD_HANDLED = 0x200 };

/* Whether the child of a call only ends, or becomes another program; *what: how, for the runtime.
 */
static bool only_ends(LLVMValueRef fork, int *what) {
    Traits traits = called_traits(fork);
    Child c = {.fork = fork, .place = place_of_result(fork), .lent = traits & LENDS_MEMORY};
    HashSet seen = {0};
    bool ends = ends_from(&c, LLVMGetNextInstruction(fork), &seen, 0);
    hash_set_free(&seen);
    if (c.status == UNKNOWN_STATUS && !c.becomes) return false;
    *what = c.status == UNKNOWN_STATUS ? MISSING_PROGRAM : c.status;
    if (c.stores) *what |= CHILD_STORES;
    if (traits & FORK_HANDLERS) *what |= CHILD_HANDLED;
    return ends && c.ends && !(c.asked && c.replaced);
}

static const char parent_goes_on[] = "__heddle_fork_program";

/* Lets the parent go on with a child that has ended. Returns the call that does. */
static LLVMValueRef replace_fork(Loader *l, LLVMValueRef fork, int what) {
    LLVMTypeRef result = LLVMTypeOf(fork), type = LLVMFunctionType(result, &result, 1, 0);
    LLVMValueRef own = LLVMGetNamedFunction(l->module, parent_goes_on),
                 argument = LLVMConstInt(result, (unsigned)what, 0);
    if (!own) own = LLVMAddFunction(l->module, parent_goes_on, type);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    LLVMPositionBuilderBefore(b, fork);
    LLVMValueRef call = LLVMBuildCall2(b, type, own, &argument, 1, "");
    LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(fork));
    LLVMDisposeBuilder(b);
    LLVMReplaceAllUsesWith(fork, call);
    LLVMInstructionEraseFromParent(fork);
    return call;
}

void find_children(Loader *l) {
    int what;
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (called_traits(i) & MAKES_CHILD && only_ends(i, &what))
                    i = replace_fork(l, i, what);
}

bool children_are_own(const Loader *l) {
    static const Traits all[] = {MAKES_CHILD, EXITS, BECOMES_PROGRAM, KEEPS_TO_PROCESS};
    if (!LLVMGetNamedFunction(l->module, parent_goes_on)) return false;
    for (size_t k = 0; k < ARRAY_LEN(all); k++)
        for (const LibraryFunction *w = NULL; (w = library_function_with(all[k], w));) {
            LLVMValueRef f = LLVMGetNamedFunction(l->module, w->name);
            if (f && !LLVMIsDeclaration(f)) return true;
        }
    return false;
}
