/*
 * thread.h — one thread of the program under test: its frames, registers, heap region, access log
 * and pending visible operation.
 */
#ifndef HEDDLE_VM_MACHINE_THREAD_H
#define HEDDLE_VM_MACHINE_THREAD_H

#include "program/program.h"
#include "vm/machine/operation.h"
#include "vm/state/state_table.h"

/* A 128-bit sum; see vm/state/fingerprint.h. */
typedef struct Fingerprint {
    uint64_t a, b;
} Fingerprint;

typedef struct Frame {
    STATE_MEMBERS(FRAME_STATE)
    /* Facts about the frame, saved with it. */
    bool symbolic; /* some register may hold an expression */
    bool chained;  /* `chain` is the fingerprint of this frame and those below, valid while it is
                      not on top */
    Fingerprint chain;
} Frame;

typedef enum ThreadStatus {
    THREAD_UNUSED,
    THREAD_READY, /* `pending` is its next visible operation */
    THREAD_EXITED,
    THREAD_STOPPED, /* by a failing operation; the other threads go on */
} ThreadStatus;

#define MAX_DECISIONS (1u << 16) /* of one instruction: the targets of a switch */

typedef struct InputUse {
    struct InputUse *previous;
    const char *base;
    uint32_t count;
} InputUse;

/* The number of joined children that wait before the parent reuses the number of the first. So uses
 * of a child that no longer exists, of which the program's memory still has traces, are more likely
 * to be detected. */
#define JOINED_WAITING 8

/* A heap block of one thread's region; the blocks ascend by address. */
typedef struct Block {
    STATE_MEMBERS(BLOCK_STATE)
    uint64_t stamp; /* of the trail; not saved */
} Block;
#define BLOCK_SAVED offsetof(Block, stamp)

#define HEAP_CLASSES 161 /* up to the largest block of a region, and hidden blocks */

typedef uint32_t HeapClasses[HEAP_CLASSES];
typedef uint64_t HeapOrders[HEAP_CLASSES];

/* A power that hashes of lists need (heap.c), and its exponent; 0: none yet. */
typedef struct HeapPower {
    uint32_t n;
    uint64_t power;
} HeapPower;

typedef struct Heap {
    STATE_MEMBERS(HEAP_STATE)
    uint64_t stamp; /* of the trail; not saved, as what follows */
    HeapPower powers[HEAP_CLASSES];
    uint32_t found[2048]; /* by address: how many blocks began before it, when it was last asked */
} Heap;
#define HEAP_SAVED offsetof(Heap, stamp)

/* The access log: the words that a thread touched since its last visible operation, each word
 * once. */
#define LOG_FILTER 1024
typedef struct LogEntry {
    uint64_t word;         /* address >> 3 */
    uint64_t words;        /* number of words from there on; all of their bytes if there are
                            several */
    uint8_t reads, writes; /* bytes of the word */
    union {
        struct {
            bool vague : 1;   /* one of several possible addresses: the access was symbolic */
            bool section : 1; /* inside the atomic section that the visible operation began */
            bool atomic : 1;
            uint16_t fences : 13; /* number of fences of the slice before it */
        };
        uint16_t marks; /* these four, the first in the lowest bit */
    };
    uint32_t loc;
} LogEntry;
#define LOG_FENCES 8191 /* the maximum of `fences` */
typedef struct AccessLog {
    uint64_t filter[LOG_FILTER]; /* word << 16 | writes << 8 | reads */
    VEC(LogEntry) entries;
    VEC(uint8_t)
    fences;        /* memory orders of the slice's fences (opcodes.h), recorded if happens-before is
                      needed */
    bool atomic;   /* of the access that is being logged */
    bool failed;   /* the slice began with a failed compare-and-exchange */
    bool may_fail; /* whether it failed depends on inputs */
} AccessLog;

/* The bytes that an instruction has read so far: an immutable chain of pieces, of which a machine
 * has one copy. */
typedef struct RangeBytes {
    struct RangeBytes *next; /* with the same hash */
    const struct RangeBytes *before;
    uint64_t hash;  /* of the whole chain; the values of symbolic bytes do not count */
    uint64_t total; /* bytes of the whole chain */
    uint32_t len;
    uint16_t byte[]; /* with RANGE_SYMBOLIC: an example of an expression's value */
} RangeBytes;
enum { RANGE_SYMBOLIC = 256 };

typedef struct Thread {
    /* Saved at the start of each slice, as one piece. */
    STATE_MEMBERS(THREAD_STATE)
    /* Not saved with the slice. */
    uint8_t decisions[MAX_DECISIONS];
    uint32_t cursor;
    uint32_t low_water; /* frames below this index are not yet saved in this slice */
    uint64_t *regs;
    const Expr **sym; /* parallel to regs */
    Frame *frames;
    Block *blocks;
    Heap *heap;
    AccessLog *log;
    int32_t next_joined; /* saved separately */
    int32_t slot;
    uint32_t block_room; /* the maximum number of blocks */
    uint64_t region;
    char *name; /* "0", "0.1", … */
} Thread;

#define THREAD_SAVED offsetof(Thread, decisions)
static inline int thread_slot(const Thread *t) { return t->slot; }
/* Whether the thread waits for ever before an atomic section that it had begun: an assumption in it
 * failed, and the section had no effect. (Or a limit stopped it there.) */
static inline bool thread_undid_section(const Thread *t) {
    return t->status == THREAD_STOPPED && t->section && !t->failed && !t->looping;
}

#endif
