/*
 * children.c — finds the calls of fork() whose child only ends or becomes another program. Nobody
 * notices what it does before, and there is no other program (runtime/exec.c): so the parent goes
 * on with a child that has ended. All other calls are refused when they are executed
 * (runtime/fork.c). What a child stores in its own copy of the program's variables is no matter.
 * What is reached through other addresses may be memory that is shared between processes; the
 * runtime refuses such a child where there is any.
 */
#include "program/front_end/loader.h"
#include <llvm-c/DebugInfo.h>

#define MOST_NESTED 4     /* depth to which calls are followed */
#define MOST_BLOCKS 10000 /* that are looked at for one call */

/* How code that a child executes goes on. */
typedef enum Ending {
    ENDING_NOTICED, /* maybe it does what others can notice, or leaves its function */
    ENDING_SURE,    /* it ends, or becomes another program */
} Ending;

typedef struct Child {
    LLVMValueRef fork;    /* the call, whose result is 0 */
    LLVMValueRef place;   /* the variable it is stored to at once; NULL: to none */
    bool asked, replaced; /* whether that was read, and whether anything else may be stored there */
    bool lent;            /* it has the parent's memory: made by vfork */
    bool stores;          /* it may store to what is no variable of the program */
    unsigned blocks;      /* that were looked at */
    bool ends, becomes;   /* it was found that it ends, or would become another program */
    int status;           /* with which it ends then; UNKNOWN_STATUS */
} Child;

static const char *name_of_callee(LLVMValueRef call) {
    LLVMValueRef f = LLVMGetCalledValue(call);
    return LLVMIsAFunction(f) ? LLVMGetValueName(f) : "";
}

static bool is_named(const char *name, const char *const *names) {
    while (*names && strcmp(*names, name) != 0) names++;
    return *names != NULL;
}

static bool is_fork(LLVMValueRef v) {
    static const char *const names[] = {"fork", "vfork", "_Fork", NULL};
    return LLVMIsACallInst(v) && is_named(name_of_callee(v), names) &&
           LLVMGetNumArgOperands(v) == 0 && LLVMIsDeclaration(LLVMGetCalledValue(v));
}

static bool is_exit(LLVMValueRef i, bool with_handlers) {
    static const char *const names[] = {"_exit", "_Exit", NULL};
    return LLVMIsACallInst(i) && LLVMGetNumArgOperands(i) == 1 &&
           (is_named(name_of_callee(i), names) ||
            (with_handlers && !strcmp(name_of_callee(i), "exit")));
}

static bool is_exec(LLVMValueRef i) {
    static const char *const names[] = {"execl",  "execle",  "execlp",  "execv", "execve",
                                        "execvp", "execvpe", "fexecve", NULL};
    return LLVMIsACallInst(i) && is_named(name_of_callee(i), names);
}

#define MISSING_PROGRAM 127 /* the status by which shells tell that a program is not there */
#define UNKNOWN_STATUS (-1)

static int status_of_exit(LLVMValueRef call) {
    LLVMValueRef status = LLVMGetOperand(call, 0);
    return LLVMIsAConstantInt(status) ? (int)LLVMConstIntGetZExtValue(status) & 255
                                      : UNKNOWN_STATUS;
}

/* The status of a child whose call of exec fails: that of the exit which follows on its way. */
static int status_behind(LLVMValueRef exec) {
    LLVMValueRef i = LLVMGetNextInstruction(exec);
    for (unsigned n = 0; i && n < MOST_BLOCKS; n++) {
        if (is_exit(i, true)) return status_of_exit(i);
        bool jumps = LLVMIsABranchInst(i) && !LLVMIsConditional(i);
        i = jumps ? LLVMGetFirstInstruction(LLVMGetSuccessor(i, 0)) : LLVMGetNextInstruction(i);
    }
    return UNKNOWN_STATUS;
}

/* Whether the child ends here. Where it may become another program, other ends are those of a child
 * that could not be set up, which is not supposed. */
static bool ends_at(Child *c, LLVMValueRef i) {
    bool becomes = is_exec(i);
    if (!is_exit(i, false) && !becomes) return false;
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

/* What a process does to itself. */
static bool keeps_to_itself(const char *name) {
    static const char *const names[] = {"alarm",
                                        "calloc",
                                        "chdir",
                                        "chroot",
                                        "clearenv",
                                        "close",
                                        "close_range",
                                        "closefrom",
                                        "dup",
                                        "dup2",
                                        "dup3",
                                        "fchdir",
                                        "fcntl",
                                        "fcntl64",
                                        "free",
                                        "getdtablesize",
                                        "getegid",
                                        "getenv",
                                        "geteuid",
                                        "getgid",
                                        "getpgid",
                                        "getpgrp",
                                        "getpid",
                                        "getppid",
                                        "getrlimit",
                                        "getuid",
                                        "initgroups",
                                        "malloc",
                                        "memcpy",
                                        "memmove",
                                        "memset",
                                        "nanosleep",
                                        "nice",
                                        "open",
                                        "open64",
                                        "prctl",
                                        "pthread_sigmask",
                                        "putenv",
                                        "realloc",
                                        "setegid",
                                        "setenv",
                                        "seteuid",
                                        "setgid",
                                        "setgroups",
                                        "setpgid",
                                        "setpgrp",
                                        "setpriority",
                                        "setregid",
                                        "setresgid",
                                        "setresuid",
                                        "setreuid",
                                        "setrlimit",
                                        "setsid",
                                        "setuid",
                                        "sigaction",
                                        "sigaddset",
                                        "sigdelset",
                                        "sigemptyset",
                                        "sigfillset",
                                        "signal",
                                        "sigprocmask",
                                        "sleep",
                                        "snprintf",
                                        "sprintf",
                                        "stpcpy",
                                        "strcat",
                                        "strchr",
                                        "strcmp",
                                        "strcpy",
                                        "strdup",
                                        "strlen",
                                        "strncmp",
                                        "strncpy",
                                        "strrchr",
                                        "sysconf",
                                        "umask",
                                        "unsetenv",
                                        "usleep",
                                        "__errno_location",
                                        NULL};
    bool engine = has_prefix(name, "__heddle_op_") || has_prefix(name, "llvm.");
    return (engine && !has_prefix(name, "llvm.trap")) || is_named(name, names);
}

/* A local variable is hidden from the optimiser by a call (optimise.c). */
static LLVMValueRef shown(LLVMValueRef address) {
    bool hidden = LLVMIsACallInst(address) && !strcmp(name_of_callee(address), "__heddle_op_hide");
    return hidden ? LLVMGetOperand(address, 0) : address;
}

/* The variable that an address is in; NULL where it does not show. */
static LLVMValueRef variable_holding(LLVMValueRef address) {
    address = shown(address);
    while (LLVMIsAGetElementPtrInst(address) ||
           (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr))
        address = shown(LLVMGetOperand(address, 0));
    return LLVMIsAAllocaInst(address) || LLVMIsAGlobalVariable(address) ? address : NULL;
}

/* The variable to which the result is stored right after the call. */
static LLVMValueRef place_of_result(LLVMValueRef fork) {
    for (LLVMValueRef i = LLVMGetNextInstruction(fork); i; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsAStoreInst(i)) {
            LLVMValueRef to = shown(LLVMGetOperand(i, 1));
            return LLVMGetOperand(i, 0) == fork && variable_holding(to) == to ? to : NULL;
        }
        if (LLVMIsACallInst(i) && !has_prefix(name_of_callee(i), "llvm.")) return NULL;
    }
    return NULL;
}

/* Whether an instruction's value is what fork returned: itself, or what is read where that was
 * stored. */
static bool is_result(Child *c, LLVMValueRef v) {
    if (v == c->fork) return true;
    if (!c->place || !LLVMIsALoadInst(v) || shown(LLVMGetOperand(v, 0)) != c->place ||
        LLVMTypeOf(v) != LLVMTypeOf(c->fork))
        return false;
    c->asked = true;
    return true;
}

/* Notes what a store may do to the place of the result, and to memory that is not the child's own.
 * False: others notice it. */
static bool note_store(Child *c, LLVMValueRef store) {
    LLVMValueRef to = variable_holding(LLVMGetOperand(store, 1));
    c->replaced |= LLVMGetOperand(store, 0) != c->fork && (!to || to == c->place);
    c->stores |= !to;
    return !c->lent || LLVMGetOperand(store, 0) == c->fork || (to && LLVMIsAAllocaInst(to));
}

/* The same for a function that may store to where its arguments point. */
static bool note_call(Child *c, LLVMValueRef call) {
    static const char *const reading[] = {
        "chdir",  "chroot",  "free",    "getenv",    "initgroups", "open",
        "open64", "putenv",  "setenv",  "strchr",    "strcmp",     "strdup",
        "strlen", "strncmp", "strrchr", "setgroups", "unsetenv",   NULL};
    static const char *const copying[] = {"memcpy", "memmove", "memset", "snprintf", "sprintf",
                                          "stpcpy", "strcat",  "strcpy", "strncpy",  NULL};
    static const char *const changing[] = {"clearenv", "putenv", "setenv", "unsetenv", NULL};
    const char *name = name_of_callee(call);
    if (c->lent && is_named(name, changing)) return false;
    if (has_prefix(name, "__heddle_op_") || is_named(name, reading)) return true;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
        LLVMValueRef argument = LLVMGetOperand(call, k);
        if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind ||
            LLVMIsAConstantPointerNull(argument))
            continue;
        LLVMValueRef to = variable_holding(argument);
        bool copied = k == 0 && (has_prefix(name, "llvm.") || is_named(name, copying));
        c->replaced |= to && to == c->place;
        c->stores |= !to && !LLVMIsAFunction(argument);
        if (c->lent && copied && !(to && LLVMIsAAllocaInst(to))) return false;
    }
    return true;
}

/* Whether a call of open() may make a file or change one: not with these flags, nor at /dev. */
static bool opens_only(LLVMValueRef call) {
    enum { CREATES = 0100, CUTS = 01000 };
    if (LLVMGetNumArgOperands(call) < 2) return false;
    LLVMValueRef flags = LLVMGetOperand(call, 1), path = variable_holding(LLVMGetOperand(call, 0));
    if (LLVMIsAConstantInt(flags) && !(LLVMConstIntGetZExtValue(flags) & (CREATES | CUTS)))
        return true;
    LLVMValueRef text = path && LLVMIsAGlobalVariable(path) && LLVMIsGlobalConstant(path)
                            ? LLVMGetInitializer(path)
                            : NULL;
    size_t n = 0;
    const char *bytes = text && LLVMIsAConstantDataSequential(text) && LLVMIsConstantString(text)
                            ? LLVMGetAsString(text, &n)
                            : NULL;
    return n > 5 && !memcmp(bytes, "/dev/", 5);
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

static Ending ending_from(Child *c, LLVMValueRef first, HashSet *seen, unsigned depth);

static Ending ending_of_block(Child *c, LLVMBasicBlockRef b, HashSet *seen, unsigned depth) {
    /* A loop that is gone round again does nothing else then. */
    if (!hash_set_add(seen, (uint64_t)(uintptr_t)b)) return ENDING_SURE;
    if (++c->blocks > MOST_BLOCKS) return ENDING_NOTICED;
    return ending_from(c, LLVMGetFirstInstruction(b), seen, depth);
}

/* Behind a branch or switch: the side that is known, or all of them. */
static Ending ending_behind(Child *c, LLVMValueRef i, HashSet *seen, unsigned depth) {
    unsigned n = LLVMGetNumSuccessors(i);
    bool holds;
    if (LLVMIsABranchInst(i) && LLVMIsConditional(i) && is_known(c, LLVMGetCondition(i), &holds))
        return ending_of_block(c, LLVMGetSuccessor(i, !holds), seen, depth);
    if (LLVMIsASwitchInst(i) && is_result(c, LLVMGetOperand(i, 0))) {
        for (unsigned k = 1; k < n; k++)
            if (!LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2 * k)))
                return ending_of_block(c, LLVMGetSuccessor(i, k), seen, depth);
        return ending_of_block(c, LLVMGetSwitchDefaultDest(i), seen, depth);
    }
    bool goes_on = LLVMIsABranchInst(i) || LLVMIsASwitchInst(i);
    for (unsigned k = 0; k < n && goes_on; k++)
        goes_on = ending_of_block(c, LLVMGetSuccessor(i, k), seen, depth) == ENDING_SURE;
    return goes_on ? ENDING_SURE : ENDING_NOTICED;
}

/* Whether a function of the program ends the child on all its ways. */
static bool ends_in(Child *c, LLVMValueRef call, unsigned depth) {
    LLVMValueRef f = LLVMGetCalledValue(call);
    if (depth == MOST_NESTED || !LLVMIsAFunction(f) || LLVMIsDeclaration(f)) return false;
    HashSet seen = {0};
    bool ends = ending_of_block(c, LLVMGetEntryBasicBlock(f), &seen, depth + 1) == ENDING_SURE;
    hash_set_free(&seen);
    return ends;
}

/* Whether nobody notices that the child calls a function. */
static bool calls_unnoticed(Child *c, LLVMValueRef call) {
    const char *name = name_of_callee(call);
    if (!keeps_to_itself(name) || !LLVMIsDeclaration(LLVMGetCalledValue(call))) return false;
    if (!strcmp(name, "open") || !strcmp(name, "open64")) return opens_only(call);
    if (!strcmp(name, "fcntl") || !strcmp(name, "fcntl64")) return controls_descriptor(call);
    return note_call(c, call);
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

static Ending ending_from(Child *c, LLVMValueRef first, HashSet *seen, unsigned depth) {
    for (LLVMValueRef i = first; i; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsACallInst(i) && (ends_at(c, i) || ends_in(c, i, depth))) return ENDING_SURE;
        if (LLVMIsATerminatorInst(i)) return ending_behind(c, i, seen, depth);
        if (!passes_unnoticed(c, i)) return ENDING_NOTICED;
    }
    return ENDING_NOTICED;
}

/* What __heddle_fork_program() is told of a child besides its status (runtime/fork.c). */
enum { CHILD_STORES = 0x100, CHILD_HANDLED = 0x200 };

/* Whether the child of a call only ends, or becomes another program; *what: how, for the runtime.
 */
static bool only_ends(LLVMValueRef fork, int *what) {
    const char *name = name_of_callee(fork);
    Child c = {.fork = fork, .place = place_of_result(fork), .lent = !strcmp(name, "vfork")};
    HashSet seen = {0};
    bool ends = ending_from(&c, LLVMGetNextInstruction(fork), &seen, 0) == ENDING_SURE;
    hash_set_free(&seen);
    if (c.status == UNKNOWN_STATUS && !c.becomes) return false;
    *what = c.status == UNKNOWN_STATUS ? MISSING_PROGRAM : c.status;
    if (c.stores) *what |= CHILD_STORES;
    if (!strcmp(name, "fork")) *what |= CHILD_HANDLED;
    return ends && c.ends && !(c.asked && c.replaced);
}

/* Lets the parent go on with a child that has ended. Returns the call that does. */
static LLVMValueRef replace_fork(Loader *l, LLVMValueRef fork, int what) {
    static const char name[] = "__heddle_fork_program";
    LLVMTypeRef result = LLVMTypeOf(fork), type = LLVMFunctionType(result, &result, 1, 0);
    LLVMValueRef own = LLVMGetNamedFunction(l->module, name),
                 argument = LLVMConstInt(result, (unsigned)what, 0);
    if (!own) own = LLVMAddFunction(l->module, name, type);
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
                if (is_fork(i) && only_ends(i, &what)) i = replace_fork(l, i, what);
}
