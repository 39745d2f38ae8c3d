/*
 * operation.h — visible operations: the next steps of threads that other threads can notice, and
 * the objects that these steps work on.
 */
#ifndef HEDDLE_VM_MACHINE_OPERATION_H
#define HEDDLE_VM_MACHINE_OPERATION_H

#include "expr/expr.h"
#include "vm/memory/memory.h"
#include "vm/machine/operation_table.h"

typedef enum OperationKind {
#define O(name, text, class, traits, group, words) OPERATION_##name,
    OPERATIONS(O)
#undef O
        OPERATION_KINDS
} OperationKind;

/* Classes of objects; those with a state of their own (object.h) come first. */
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

/* The groups by which the summary counts events. */
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
extern const char *const operation_names[OPERATION_KINDS], *const operation_words[OPERATION_KINDS];
extern const uint8_t operation_classes[OPERATION_KINDS], operation_traits[OPERATION_KINDS],
    operation_groups[OPERATION_KINDS];

/* Returns what a thread does by an operation on an object, in words; the caller frees. Without an
 * object (NULL), what there is to say without. */
char *operation_sentence(OperationKind kind, const char *object);

/* Flags of operations.
 * MUTEX_…: the type of a mutex.
 * MUTEX_STOPS: an unlock of a mutex that another thread holds stops its thread.
 * RWLOCK_GATE: the lock is the gate of another one (runtime/rwlock.c).
 * TIMED: the operation fails by time-out where it would wait.
 * ALONE, of the parts of a wait: the wait may end without a notification, as long as none comes.
 * ALONE, of a piece of a system call: the piece may wait for ever.
 * SPURIOUS: a wait chooses at its beginning whether it ends without a notification. */
enum {
    MUTEX_RECURSIVE = 1,
    MUTEX_ERROR_CHECKING = 2,
    MUTEX_KIND = MUTEX_RECURSIVE | MUTEX_ERROR_CHECKING, /* neither of both: a normal one */
    MUTEX_ROBUST = 4,
    MUTEX_SPIN = 8,
    MUTEX_STOPS = 16,
    RWLOCK_GATE = 16,
    OPERATION_SPURIOUS = 32,
    OPERATION_TIMED = 64,
    OPERATION_ALONE = 128
};

/* Outcome of UNLOCK: the mutex was taken away from another thread. */
#define UNLOCK_TAKES_AWAY 3

/* Outcomes of WAIT: bits, but for MISUSED, which ends the run. */
enum {
    WAIT_LOST = 1, /* as outcome 2 of UNLOCK */
    WAIT_MISUSED = 2,
    WAIT_SPURIOUS = 4 /* waits only for the mutex, not for a notification */
};

/* The objects of the emulated kernel (runtime/kernel) on which a piece of a system call works, and
 * the condition for which it waits. An object is identified by the address of its state word. The
 * piece can begin once ((word ^ expect) & mask) is not zero for one of the objects; at once if no
 * mask is set. Descriptions are immutable; a machine has one copy of each. */
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

/* Flags of an operation on memory: atomic; on memory of the emulated kernel (outside of pieces). */
enum { MEMORY_ATOMIC = 1, MEMORY_OF_KERNEL = 2 };

/* A visible operation that a thread is about to do. The kind of the operation decides which member
 * of each union is in use. `detail` and `flags` cover their unions, for code that hashes or
 * compares operations without knowing their class. */
typedef struct Operation {
    uint8_t kind;
    uint8_t size; /* memory: number of bytes, 1 to 16 */
    union {
        uint8_t flags;        /* MUTEX_…, OPERATION_TIMED, …_ALONE, …_SPURIOUS; memory: MEMORY_… */
        uint8_t object_class; /* DESTROY */
        uint8_t only_waits;   /* JOIN: waits for the end; the thread can still be joined */
        uint8_t detached;     /* CREATE */
        uint8_t forgotten;    /* BRANCH: its side is not remembered */
    };
    union {
        uint8_t order;   /* atomics: as in an instruction's imm (opcodes.h); 0: not atomic */
        uint8_t ordered; /* barriers and condition variables: all of its operations are dependent */
    };
    union {
        int32_t target;   /* threads: the other thread; -1: none */
        int32_t status;   /* PROCESS_EXIT */
        int32_t notifier; /* WAKE: the thread that notified it; -1: none yet */
    };
    uint64_t object; /* address; the identity of a synchronisation object (object_address) */
    union {
        uint64_t detail;
        uint64_t mutex;        /* WAIT, TIMEOUT, WAKE */
        uint64_t initial;      /* semaphores: the initial value */
        uint64_t participants; /* barriers: the number of threads in a generation */
        uint64_t extent;       /* FREE: size in bytes */
        uint64_t argument;     /* CREATE: argument of the start routine */
        uint64_t given_up;     /* ONCE_DONE: 1: the thread ends within the routine */
    };
    union {
        const Expr *condition;  /* BRANCH */
        const Expr *value;      /* PROCESS_EXIT: the status if it is symbolic; then `status` is 0 */
        const KernelCall *call; /* KERNEL */
    };
    union {
        uint32_t notifier_step; /* WAKE: the number of the notifying operation in that thread */
        uint32_t generation;    /* ARRIVE, LEAVE */
    };
    uint32_t loc;
    /* BRANCH: the piece of a system call that it is part of, or operation_section; NULL: it is part
     * of no earlier operation. Memory, where sections are divided: operation_section within one. */
    const KernelCall *within;
} Operation;

/* Stands for an atomic section where otherwise a piece is named. */
extern const KernelCall operation_section;

/* A synchronisation object is identified by its address and the number of its initialisation (0:
 * static). So an object starts afresh if it is initialised where another one was. The number
 * encodes which thread initialised it and which of that thread's initialisations it was. Programs
 * never see the number. */
#define OBJECT_BITS MEMORY_BITS
#define OBJECT_GENERATION 24
#define OBJECT_TIMES 15
#define OBJECT_FEW_TIMES 9
_Static_assert(OBJECT_BITS + OBJECT_GENERATION <= 64, "an identity has room for a generation");
static inline uint64_t object_identity(uint64_t address, uint32_t generation) {
    return address | (uint64_t)generation << OBJECT_BITS;
}
static inline uint64_t object_address(uint64_t identity) { return identity & (MEMORY_LIMIT - 1); }

static inline bool operation_on_memory(const Operation *o) {
    return o->kind >= OPERATION_LOAD && o->kind <= OPERATION_FREE;
}
_Static_assert(OPERATION_STORE == OPERATION_LOAD + 1 && OPERATION_RMW == OPERATION_LOAD + 2 &&
                   OPERATION_FREE == OPERATION_LOAD + 3,
               "operations on memory come together");

#endif
