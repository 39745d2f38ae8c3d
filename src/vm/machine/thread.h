/*
 * thread.h — one thread of the program under test: its frames, registers, heap region, access log
 * and the visible operation that it stands before.
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
    /* What is known of it, saved with it. */
    bool symbolic; /* some register may hold an expression */
    bool chained;  /* `chain` is the fingerprint of this frame and those below, as long as it is not
                      on top */
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

/* Children that their parent joined are numbered again by it, the first that was joined first, once
 * several others were joined after it: what is left of them in the program's memory is then more
 * likely to be found out. */
#define JOINED_WAITING 8

/* Heap blocks of one thread's region, ascending by address. */
typedef struct Block {
    STATE_MEMBERS(BLOCK_STATE)
    uint64_t stamp; /* of the trail; not saved */
} Block;
#define BLOCK_SAVED offsetof(Block, stamp)

#define HEAP_CLASSES 160 /* up to the largest block of a region */

typedef uint32_t HeapClasses[HEAP_CLASSES];
typedef uint64_t HeapOrders[HEAP_CLASSES];

typedef struct Heap {
    STATE_MEMBERS(HEAP_STATE)
    uint64_t stamp; /* of the trail; not saved */
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
    VEC(uint8_t)
    fences;        /* of the slice: their orders (opcodes.h). Where happens-before is asked for */
    bool atomic;   /* what is being logged */
    bool failed;   /* the slice began with a compare-and-exchange that found another value */
    bool may_fail; /* the same, where that depends on inputs */
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
    STATE_MEMBERS(THREAD_STATE)
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
