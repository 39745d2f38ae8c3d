/*
 * operation.h — visible operations: what a thread is about to do that other threads can notice, and
 * the objects that it does it to.
 */
#ifndef HEDDLE_VM_MACHINE_OPERATION_H
#define HEDDLE_VM_MACHINE_OPERATION_H

#include "expr/expr.h"
#include "vm/memory/memory.h"
#include "vm/machine/operation_table.h"

typedef enum OperationKind {
#define O(name, text, class, traits, group) OPERATION_##name,
    OPERATIONS(O)
#undef O
        OPERATION_KINDS
} OperationKind;

/* The classes of objects, those with a state of their own first (object.h). */
typedef enum ObjectClass {
    OBJECT_NONE,
    OBJECT_MUTEX,
    OBJECT_COND,
    OBJECT_RWLOCK,
    OBJECT_SEMAPHORE,
    OBJECT_BARRIER,
    OBJECT_ONCE,
    OBJECT_STATEFUL,
    OBJECT_THREAD = OBJECT_STATEFUL,
    OBJECT_MEMORY,
    OBJECT_SECTION,
    OBJECT_KERNEL,
    OBJECT_BRANCH,
    OBJECT_CLASSES
} ObjectClass;

/* Where the summary counts events. */
typedef enum OperationGroup {
    GROUP_OTHER,
    GROUP_MUTEX,
    GROUP_CONDITION,
    GROUP_MEMORY,
    GROUP_SYMBOLIC,
    OPERATION_GROUPS
} OperationGroup;

enum {
    TRAIT_BLOCKS = 1,
    TRAIT_UNSETTLED = 2,
    TRAIT_FIXED = 4,
    TRAIT_NOTIFIES = 8,
    TRAIT_CHOOSES = 16,
    TRAIT_EXCLUDES = 32
};

/* The columns of the table, by kind. */
extern const char *const operation_names[OPERATION_KINDS];
extern const uint8_t operation_classes[OPERATION_KINDS], operation_traits[OPERATION_KINDS],
    operation_groups[OPERATION_KINDS];

/* The type of a mutex; of any operation TIMED: it fails by time-out where it would wait; of the
 * parts of a wait ALONE: it may end without a notification, as long as none comes, SPURIOUS: it
 * chooses when it begins whether it does; of a piece of a system call ALONE: it may wait for
 * ever. */
enum {
    MUTEX_KIND = 3 /* 0 normal, 1 recursive, 2 error-checking */,
    MUTEX_ROBUST = 4,
    MUTEX_SPIN = 8,
    OPERATION_SPURIOUS = 32,
    OPERATION_TIMED = 64,
    OPERATION_ALONE = 128
};

/* The outcome of WAIT: bits, but for MISUSED, which ends the run. */
enum {
    WAIT_LOST = 1, /* as UNLOCK's 2 */
    WAIT_MISUSED = 2,
    WAIT_SPURIOUS = 4 /* it does not wait for a notification: all that it waits for is the mutex */
};

/* What a piece of a system call works on: objects of the emulated kernel (runtime/kernel), each
 * known by the address of its state word, and what it waits for. It can begin once ((word ^ expect)
 * & mask) is not zero for one of them; at once where no mask is set. Immutable; one of each per
 * machine. */
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

/* A visible operation that a thread is about to do. Which of the alternatives a class uses says its
 * name; `detail` and `flags` are all that stands there, for whoever hashes or compares operations
 * without knowing their class. */
typedef struct Operation {
    uint8_t kind;
    uint8_t size; /* memory: bytes, 1..16 */
    union {
        uint8_t flags;        /* MUTEX_…, OPERATION_TIMED, …_ALONE, …_SPURIOUS; memory: MEMORY_… */
        uint8_t object_class; /* DESTROY */
        uint8_t only_waits;   /* JOIN: waits for the end, and leaves the thread to be joined */
        uint8_t detached;     /* CREATE */
        uint8_t forgotten;    /* BRANCH: its side is not to be remembered */
    };
    union {
        uint8_t order;   /* atomics: as in an instruction's imm (opcodes.h); 0: it is none */
        uint8_t ordered; /* barriers and condition variables: all of its operations are dependent */
    };
    union {
        int32_t target;   /* threads: the other one; -1: none */
        int32_t status;   /* PROCESS_EXIT */
        int32_t notifier; /* WAKE: the thread that woke it, -1: none yet */
    };
    uint64_t object; /* address; of a synchronisation object its identity: see object_address */
    union {
        uint64_t detail;
        uint64_t mutex;        /* WAIT, TIMEOUT, WAKE */
        uint64_t initial;      /* semaphores: the value that they began with */
        uint64_t participants; /* barriers: how many a generation has */
        uint64_t extent;       /* FREE: bytes */
        uint64_t argument;     /* CREATE: of the start routine */
    };
    union {
        const Expr *condition;  /* BRANCH */
        const Expr *value;      /* PROCESS_EXIT: where the status is symbolic; then `status` is 0 */
        const KernelCall *call; /* KERNEL */
    };
    union {
        uint32_t notifier_step; /* WAKE: which operation of the notifier it was */
        uint32_t generation;    /* ARRIVE, LEAVE */
    };
    uint32_t loc;
    /* BRANCH: the piece of a system call that it is part of, or operation_section; NULL: it is part
     * of no operation before it. */
    const KernelCall *within;
} Operation;

/* In the place of a piece: an atomic section. */
extern const KernelCall operation_section;

/* A synchronisation object is told by its address and the number of its initialisation (0: a static
 * one), so that one that is initialised again where another was begins afresh. The number says
 * which thread initialised it and when in that thread's own history; programs see it nowhere. */
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
