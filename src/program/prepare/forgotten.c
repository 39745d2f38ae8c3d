/*
 * forgotten.c — whether what a thread saw between locking a mutex and its first look in a waiting
 * loop is forgotten there, for the waits on condition variables (waits.c). A thread that remembers
 * it is not like one that locks the mutex only now, which would see what is there now.
 */
#include "program/prepare/looks.h"

typedef struct Forgotten {
    const Copies *copies;
    LLVMBasicBlockRef woken;   /* as for is_forgotten */
    LLVMBasicBlockRef decides; /* the block of the look, where that is a copy of the decision */
    HashSet seen;              /* values that were followed */
    bool renewed;              /* the value is calculated again at the joint after the wait */
} Forgotten;

/* Whether a variable that has the value from block `from` gets the same calculation after the wait,
 * of what is looked at then. */
static bool is_renewed(const Forgotten *f, LLVMValueRef phi, LLVMValueRef value,
                       LLVMBasicBlockRef from) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(phi);
    if (f->woken) {
        LLVMValueRef now =
            f->copies->n && block == f->copies->block[0] ? incoming_from(phi, f->woken) : NULL;
        return now && now != value && is_copy(now, f->woken, value, from, MOST_STEPS);
    }
    if (!f->decides) return false;
    LLVMBasicBlockRef here = f->copies->block[0];
    LLVMValueRef a = LLVMGetBasicBlockTerminator(here);
    LLVMValueRef b = LLVMGetBasicBlockTerminator(f->decides);
    bool renewed = false;
    for (unsigned k = 0; k < 2; k++) {
        LLVMBasicBlockRef woken = here, before = f->decides;
        if (past_empty(&before, LLVMGetSuccessor(b, k)) != block || before != from) continue;
        if (past_empty(&woken, LLVMGetSuccessor(a, k)) != block) return false;
        LLVMValueRef now = incoming_from(phi, woken);
        bool kept = now == value && f->decides != here;
        if (!now || kept || !is_copy(now, woken, value, from, MOST_STEPS)) return false;
        renewed = true;
    }
    return renewed;
}

static bool goes_nowhere(Forgotten *f, LLVMValueRef value);

static bool is_forgotten_in(Forgotten *f, LLVMValueRef user, LLVMValueRef value) {
    bool decides = f->decides && LLVMGetInstructionParent(user) == f->decides;
    if (LLVMIsAPHINode(user)) {
        bool renewed = true;
        for (unsigned k = 0; k < LLVMCountIncoming(user); k++)
            if (LLVMGetIncomingValue(user, k) == value)
                renewed = renewed && is_renewed(f, user, value, LLVMGetIncomingBlock(user, k));
        f->renewed |= renewed;
        return renewed || goes_nowhere(f, user);
    }
    if (LLVMIsATerminatorInst(user)) {
        f->renewed |= decides;
        return decides;
    }
    if (LLVMIsACallInst(user) && !strcmp(waits_callee_name(user), "__heddle_op_hide"))
        return goes_nowhere(f, user);
    if (LLVMIsACallInst(user) && says_nothing(waits_callee_name(user))) return true;
    if (LLVMIsALoadInst(user) || LLVMIsACallInst(user))
        return decides && is_quiet(user) && looks_at_shared(user) && goes_nowhere(f, user);
    return !LLVMIsAStoreInst(user) && is_quiet(user) && goes_nowhere(f, user);
}

/* Whether nothing but calculations that nobody uses depends on a value, or what is calculated again
 * at the joint. */
static bool goes_nowhere(Forgotten *f, LLVMValueRef value) {
    if (!hash_set_add(&f->seen, (uint64_t)(uintptr_t)value)) return true;
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u))
        if (!is_forgotten_in(f, LLVMGetUser(u), value)) return false;
    return true;
}

bool is_forgotten(const Copies *copies, LLVMBasicBlockRef woken, LLVMValueRef look) {
    Forgotten f = {.copies = copies, .woken = woken};
    LLVMBasicBlockRef block = LLVMGetInstructionParent(look);
    for (unsigned k = 0; k < copies->n && !woken; k++)
        if (copies->block[k] == block) f.decides = block;
    bool forgotten = goes_nowhere(&f, look);
    hash_set_free(&f.seen);
    /* A call that nothing depends on is not made again, but it may not come to an end. */
    return forgotten && (f.renewed || LLVMIsALoadInst(look));
}
