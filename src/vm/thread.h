/*
 * thread.h — one thread of the program under test: its frames, registers, heap region, access log and the
 * visible operation that it stands before.
 */
#ifndef HEDDLE_VM_THREAD_H
#define HEDDLE_VM_THREAD_H

#include "program/program.h"
#include "vm/operation.h"

/* A 128-bit sum; see vm/fingerprint.h. */
typedef struct Fingerprint {
    uint64_t a, b;
} Fingerprint;

typedef struct Frame {
    const Function *function;
    const Insn *call; /* the caller's call instruction; NULL for the first frame of a thread */
    uint32_t base;    /* index of its first register */
    bool symbolic;    /* some register may hold an expression */
    uint8_t ending;  /* what its return does besides: 0 nothing, 1 ends an atomic section, 2 repeats the call,
                        3 the same of an instruction that is none, and was interrupted: interrupt.c */
    uint64_t memory; /* address of its memory, 0: none */
    uint64_t stack;  /* the thread's stack pointer before the call */
    uint32_t listed; /* calls that its instruction, which calls a list of functions, has made so far */
    bool chained; /* `chain` is the fingerprint of this frame and those below, as long as it is not on top */
    Fingerprint chain;
} Frame;

typedef enum ThreadStatus {
    THREAD_UNUSED,
    THREAD_READY, /* `pending` is its next visible operation */
    THREAD_EXITED,
    THREAD_STOPPED, /* by a failing operation: it goes no further, the others do */
} ThreadStatus;

#define MAX_DECISIONS (1u << 16) /* of one instruction: the places that a switch leads to */

typedef struct InputUse {
    struct InputUse *previous;
    const char *base;
    uint32_t count;
} InputUse;

/* Children that their parent joined are numbered again by it, the first that was joined first, once several
 * others were joined after it: what is left of them in the program's memory is then more likely to be found
 * out. */
#define JOINED_WAITING 8

/* Heap blocks of one thread's region, ascending by address. */
typedef struct Block {
    uint64_t address, size;
    uint32_t capacity; /* in units of 16 bytes */
    uint32_t next;     /* in its free list: index + 1 */
    uint32_t loc, free_loc;
    uint32_t freed_by, freed_before; /* freed by another thread: which one, and its next visible operation */
    bool kernel;                     /* of the emulated kernel */
    bool table;                      /* of it, a table by which other memory of it is found */
    uint8_t state;                   /* 0 unused, 1 live, 2 freed, 3 freed by another thread */
    uint64_t stamp;                  /* of the trail; not saved */
} Block;
#define BLOCK_SAVED offsetof(Block, stamp)

#define HEAP_CLASSES 160 /* up to the largest block of a region */

typedef struct Heap {
    uint64_t top; /* next fresh address */
    uint32_t nblocks;
    uint32_t head[HEAP_CLASSES], tail[HEAP_CLASSES], waiting[HEAP_CLASSES];
    uint64_t order[HEAP_CLASSES]; /* a hash of each list's blocks in order */
    uint64_t queues;              /* of all lists */
    uint32_t foreign;             /* list of blocks freed by other threads: index + 1 */
    uint64_t stamp;               /* of the trail; not saved */
} Heap;
#define HEAP_SAVED offsetof(Heap, stamp)

/* The access log: what a thread touched since its last visible operation, each word once. */
#define LOG_FILTER 1024
typedef struct LogEntry {
    uint64_t word;         /* address >> 3 */
    uint64_t words;        /* how many from there on; all of their bytes where there are several */
    uint8_t reads, writes; /* bytes of the word */
    bool vague : 1;        /* one of several addresses: the access was symbolic */
    bool section : 1;      /* inside the atomic section that the visible operation began */
    bool atomic : 1;
    uint16_t fences : 13; /* of the slice, before it */
    uint32_t loc;
} LogEntry;
#define LOG_FENCES 8191 /* the most of them */
typedef struct AccessLog {
    uint64_t filter[LOG_FILTER]; /* word << 16 | writes << 8 | reads */
    VEC(LogEntry) entries;
    VEC(uint8_t) fences; /* of the slice: their orders (opcodes.h). Where happens-before is asked for */
    bool atomic;         /* what is being logged */
    bool failed;         /* the slice began with a compare-and-exchange that found another value */
    bool may_fail;       /* the same, where that depends on inputs */
} AccessLog;

/* What an instruction has read so far: a chain of pieces, immutable and one of each per machine. */
typedef struct RangeBytes {
    struct RangeBytes *next; /* with the same hash */
    const struct RangeBytes *before;
    uint64_t hash;  /* of all of the chain; values of symbolic bytes do not count */
    uint64_t total; /* bytes of all of the chain */
    uint32_t len;
    uint16_t byte[]; /* RANGE_SYMBOLIC: an example of an expression's value */
} RangeBytes;
enum { RANGE_SYMBOLIC = 256 };

typedef struct Thread {
    /* Saved at the start of each slice, as one piece. */
    uint8_t status;
    bool detached, joined;
    bool failed;      /* stopped by a finding */
    bool looping;     /* stopped because it repeats its state for ever without a visible operation */
    uint8_t granted;  /* the kind of the operation that its instruction may now execute: an access, the end of
                         an object, a section */
    uint16_t section; /* depth of atomic sections */
    const KernelCall *piece; /* of a system call, if it began the section */
    int32_t parent, ordinal, children;
    int32_t first_joined, last_joined,
        joined_children;    /* its children that were joined: a list by next_joined, of slots + 1 */
    int32_t notified_by;    /* WAKE: the thread whose notification woke it, -1: none yet */
    uint32_t notified_step; /* and which of its visible operations that was */
    uint32_t waited_count;  /* how often a recursive mutex was held when the wait released it */
    uint32_t robust, owned; /* mutexes that it owns: robust ones, others */
    uint32_t top;           /* index of the top frame */
    const Insn *pc;
    uint64_t stack; /* next free address of its stack */
    uint64_t tls;
    uint64_t time;     /* virtual, in nanoseconds since the start of the process */
    uint64_t passed;   /* where it passed, for this thread or one that it has its time from: thread_time.h */
    uint64_t began_at; /* what of its time belonged to the state when it was created */
    uint32_t timeouts; /* of system calls, so far */
    /* What interrupts it where it waits: bits of words of the emulated kernel (0: nothing does). */
    uint64_t signal_words[2];
    uint32_t signal_bits;
    /* The condition variable on which it woke by itself (0: none) and looks for a signal, as interrupt.h
     * says, and whether somebody notified those who wait there since. */
    uint64_t awake_on;
    bool missed;
    bool looked;          /* whether a signal is there, before the instruction at hand: interrupt.h */
    uint32_t sleeps;      /* the same */
    uint32_t draws;       /* of random bytes, so far */
    uint64_t stack_limit; /* bytes of its stack, where its attributes say so; 0: they do not */
    uint64_t granted_at, granted_extent; /* the bytes that it is for */
    /* How far the instruction went through ranges of memory and what it read there, where it stopped between
     * visible pieces (range.h), and the piece in flight of a copy. `holding` is also set once an input that
     * is being written has its name. */
    uint64_t done;
    const RangeBytes *got;
    uint64_t held;
    const Expr *held_expr;
    bool holding;
    uint32_t steps;      /* visible operations done, branches included */
    uint32_t ordinal_op; /* the same without branches: numbers the entries of schedules */
    Operation pending;
    uint32_t ndecisions;
    uint32_t decided; /* instructions done that asked something about inputs */
    bool asked;       /* the one at hand did */
    /* Of the instruction at hand: what was asked last about a value that may depend on memory never written,
     * and how often. */
    const Expr *witness;
    uint32_t witnesses;
    InputUse *inputs;
    /* Not saved with the slice. */
    uint8_t decisions[MAX_DECISIONS];
    uint32_t cursor;
    uint32_t low_water; /* frames from here on down are not yet saved in this slice */
    uint64_t *regs;
    const Expr **sym; /* parallel to regs */
    Frame *frames;
    Block *blocks;
    Heap *heap;
    AccessLog *log;
    int32_t next_joined; /* saved by itself */
    int32_t slot;
    uint32_t block_room; /* how many blocks it can have */
    uint64_t region;
    char *name; /* "0", "0.1", … */
} Thread;

#define THREAD_SAVED offsetof(Thread, decisions)
static inline int thread_slot(const Thread *t) { return t->slot; }

#endif
