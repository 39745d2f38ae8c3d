/*
 * operation.h — visible operations: what a thread is about to do that other threads can notice, and the
 * objects that it does it to.
 */
#ifndef HEDDLE_VM_OPERATION_H
#define HEDDLE_VM_OPERATION_H

#include "expr/expr.h"
#include "vm/memory.h"

typedef enum OperationKind {
    OPERATION_NONE,
    OPERATION_START,        /* first step of a thread */
    OPERATION_CREATE,       /* target: the new thread */
    OPERATION_EXIT,         /* of a thread */
    OPERATION_JOIN,         /* target; type 1: only waits for its end, and leaves it to be joined */
    OPERATION_DETACH,       /* target */
    OPERATION_PROCESS_EXIT, /* value: the status */
    OPERATION_LOCK,
    OPERATION_TRYLOCK, /* outcome 1: got it. This and the other try operations are timed ones where the type
                          says so */
    OPERATION_UNLOCK,  /* outcome 2: released for ever, since its owner died and it was not made consistent */
    OPERATION_ABANDON, /* a thread ends and leaves a robust mutex behind */
    OPERATION_WAIT, /* first half of a wait: release the mutex, sleep; outcome 1: as UNLOCK's 2, 2: misused */
    OPERATION_TIMEOUT, /* a sleeper that nobody notified wakes by itself */
    OPERATION_WAKE,    /* second half: woken, acquire the mutex */
    OPERATION_SIGNAL,  /* outcome: 1 + number of the thread woken, 0: lost */
    OPERATION_BROADCAST,
    OPERATION_RDLOCK, /* outcome 1: got it, 0: refused since it would wait for itself; so below */
    OPERATION_WRLOCK,
    OPERATION_TRYRDLOCK,
    OPERATION_TRYWRLOCK,
    OPERATION_RWUNLOCK, /* outcome 1: of a writer, 2: of a reader, 0: an error */
    OPERATION_SEM_POST, /* object2: the initial value, as in all four; outcome 0: the value cannot grow */
    OPERATION_SEM_WAIT,
    OPERATION_SEM_TRYWAIT,
    OPERATION_SEM_VALUE, /* outcome: the value */
    OPERATION_ARRIVE,    /* at a barrier; object2: its count, step: the generation */
    OPERATION_LEAVE,     /* the same; outcome of the participant that leaves first: 1 + number of the serial
                            thread */
    OPERATION_ONCE,      /* outcome 1: runs the routine */
    OPERATION_ONCE_DONE, /* the routine has returned */
    OPERATION_DESTROY,   /* type: the class of the object */
    OPERATION_LOAD,      /* of visible memory, plain or atomic */
    OPERATION_STORE,
    OPERATION_RMW,
    OPERATION_FREE,    /* the end of a memory object with visible bytes; object2: its size */
    OPERATION_SECTION, /* everything of an atomic section */
    OPERATION_KERNEL,  /* a piece of a system call; outcome 1: its time was over before it could go on */
    OPERATION_BRANCH,  /* outcome 1: the condition holds */
    OPERATION_KINDS
} OperationKind;

extern const char *const operation_names[OPERATION_KINDS];

/* The type of a mutex; of any operation TIMED: it fails by time-out where it would wait; of the parts of a
 * wait ALONE: it may end without a notification. */
enum {
    MUTEX_KIND = 3 /* 0 normal, 1 recursive, 2 error-checking */,
    MUTEX_ROBUST = 4,
    MUTEX_SPIN = 8,
    OPERATION_TIMED = 64,
    OPERATION_ALONE = 128
};

/* What a piece of a system call works on: objects of the emulated kernel (runtime/kernel), each known by the
 * address of its state word, and what it waits for. It can begin once ((word ^ expect) & mask) is not zero
 * for one of them; at once where no mask is set. Immutable; one of each per machine. */
typedef struct KernelItem {
    uint64_t object;
    uint32_t mask, expect;
    bool writes;
} KernelItem;
typedef struct KernelCall {
    struct KernelCall *next; /* with the same hash */
    uint64_t hash;
    const char *what; /* "read from a pipe" */
    uint32_t n;
    bool waits, writes;
    KernelItem item[]; /* ascending by object */
} KernelCall;

/* Of an operation on memory: atomic; on memory of the emulated kernel (outside of pieces). */
enum { MEMORY_ATOMIC = 1, MEMORY_OF_KERNEL = 2 };

/* A visible operation that a thread is about to do. */
typedef struct Operation {
    uint8_t kind;
    uint8_t size;     /* memory operations: bytes, 1..16 */
    uint8_t type;     /* MUTEX_… bits. BRANCH: 1: not to be remembered. Memory operations: MEMORY_… bits */
    uint8_t weak;     /* atomics: an order weaker than sequential consistency was asked for; barriers and
                         condition variables: ordered */
    int32_t target;   /* thread, or -1 */
    uint64_t object;  /* address; of a synchronisation object its identity: see object_address */
    uint64_t object2; /* WAIT, TIMEOUT, WAKE: the mutex; semaphores: the initial value; barriers: the count */
    union {
        const Expr *condition;  /* BRANCH */
        const KernelCall *call; /* KERNEL */
    };
    uint32_t
        step; /* WAKE: with `target`, which operation of that thread woke it; ARRIVE, LEAVE: the generation */
    uint32_t loc;
} Operation;

/* A synchronisation object is told by its address and the number of its initialisation (0: a static one), so
 * that one that is initialised again where another was begins afresh. The number says which thread
 * initialised it and when in that thread's own history; programs see it nowhere. */
#define OBJECT_BITS MEMORY_BITS
#define OBJECT_GENERATION 24
#define OBJECT_STEPS 15
#define OBJECT_FEW_STEPS 9
_Static_assert(OBJECT_BITS + OBJECT_GENERATION <= 64, "an identity has room for a generation");
static inline uint64_t object_identity(uint64_t address, uint32_t generation) {
    return address | (uint64_t)generation << OBJECT_BITS;
}
static inline uint64_t object_address(uint64_t identity) { return identity & (MEMORY_LIMIT - 1); }

#endif
