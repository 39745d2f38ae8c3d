/*
 * machine.h — the state of one execution of a program under test and the machine that runs its threads.
 *
 * The machine proposes, the strategy disposes: `machine_run` runs one thread through everything invisible and
 * stops before its next visible operation, which it leaves in `thread->pending`. Whoever explores applies an
 * operation with an outcome (os/operations.h) and runs the thread on. Every change of a state goes through
 * the trail of its memory, so that `memory_undo` takes all of it back.
 *
 * A machine is used by one worker; nothing here is global.
 */
#ifndef HEDDLE_VM_MACHINE_H
#define HEDDLE_VM_MACHINE_H

#include "program/program.h"
#include <pthread.h>
#include "solver/solver.h"
#include "vm/memory.h"
#include "vm/system.h"

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

/* A 128-bit sum; see vm/fingerprint.h. */
typedef struct Fingerprint {
    uint64_t a, b;
} Fingerprint;

typedef struct Frame {
    const Function *function;
    const Insn *call; /* the caller's call instruction; NULL for the first frame of a thread */
    uint32_t base;    /* index of its first register */
    bool symbolic;    /* some register may hold an expression */
    uint8_t
        ending; /* what its return does besides: 0 nothing, 1 ends an atomic section, 2 repeats the call */
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
    bool vague;            /* one of several addresses: the access was symbolic */
    bool section;          /* inside the atomic section that the visible operation began */
    uint32_t loc;
} LogEntry;
typedef struct AccessLog {
    uint64_t filter[LOG_FILTER]; /* word << 16 | writes << 8 | reads */
    VEC(LogEntry) entries;
} AccessLog;

typedef struct RangeBytes RangeBytes; /* see range.h */

typedef struct Thread {
    /* Saved at the start of each slice, as one piece. */
    uint8_t status;
    bool detached, joined;
    bool failed;      /* stopped by a finding */
    bool looping;     /* stopped because it repeats its state for ever without a visible operation */
    uint8_t granted;  /* the kind of the operation that its instruction may now execute: an access, the end of
                         an object, a section */
    uint16_t section; /* depth of atomic sections */
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
    uint64_t time;                       /* virtual, in nanoseconds since the start of the process */
    uint32_t timeouts;                   /* of system calls, so far */
    uint32_t sleeps;                     /* the same */
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

typedef struct PathEntry {
    const Expr *constraint;
    int32_t thread;
    uint32_t step; /* of the thread: the branch is its step-th visible operation */
} PathEntry;

/* Something wrong in the program under test, at the moment it happens. */
typedef struct Fault {
    const char *kind; /* "memory", "assertion", … : the contract's names */
    char *message;
    int thread;
    uint32_t loc;
} Fault;

typedef enum ObjectClass {
    OBJECT_NONE,
    OBJECT_MUTEX,
    OBJECT_COND,
    OBJECT_RWLOCK,
    OBJECT_SEMAPHORE,
    OBJECT_BARRIER,
    OBJECT_ONCE,
    OBJECT_CLASSES
} ObjectClass;

/* A synchronisation object that was ever used: what its state is beyond what threads are waiting for. */
typedef struct SyncObject {
    uint64_t identity;
    uint32_t tag; /* class | slot + 1 of the thread that this part belongs to (rwlock: its read locks) << 8 */
    int32_t owner; /* slot, -1: none. Mutex; rwlock: the writer; once: who runs the routine; barrier: who left
                      first last time */
    int32_t count; /* mutex: depth; rwlock: readers; semaphore: posts less waits; barrier: arrivals; once: 1
                      done */
    uint32_t state; /* mutex: see os/mutex.c; barrier: generations that were left */
    uint32_t step;  /* barrier: which operation of `owner` that was */
} SyncObject;

/* The `state` of a mutex: its owner ended; held by one who was told so; nobody can ever take it again; held
 * as a robust one. */
enum { MUTEX_DIED = 1, MUTEX_INCONSISTENT = 2, MUTEX_LOST = 4, MUTEX_AS_ROBUST = 8 };

/* What is known of an object in all runs of a campaign. */
typedef struct ObjectNote {
    uint64_t identity;
    uint64_t mutex; /* condition variable: that waits were made with */
    bool ordered;   /* its operations are all dependent */
} ObjectNote;

/* A concrete input that is given instead of a symbolic one (replay). */
typedef struct GivenInput {
    const char *name;
    const uint8_t *bytes;
    uint32_t size;
} GivenInput;

/* Numbers of thread names for several machines of one exploration. */
typedef struct ThreadNames {
    pthread_mutex_t lock;
    char *name[MAX_THREADS];
    uint32_t n;
} ThreadNames;

typedef struct MachineOptions {
    ThreadNames *names; /* shared with other machines; NULL: none are */
    bool check_overflow;
    uint64_t max_instructions;   /* of one slice, before the thread counts as spinning; 0: no limit */
    uint64_t max_memory;         /* bytes of emulated heap; 0: no limit */
    bool spurious_wakeups;       /* waits on condition variables may return without a notification */
    const SystemOptions *system; /* NULL: the usual one */
    uint32_t max_steps;          /* visible operations of one thread in one run; 0: no limit */
    unsigned max_frames;
    const char *const *argv;
    int argc;
    const char *const *environment; /* NULL-terminated */
    const GivenInput *given;        /* replay: every input is concrete */
    size_t ngiven;
    bool replaying;
    const char *stdin_path;
} MachineOptions;

typedef struct Machine Machine;
typedef struct HostFile HostFile; /* see host.c */

/* What the machine tells whoever explores. All may be NULL. */
typedef struct MachineHooks {
    void *context;
    void (*fault)(void *context, Machine *m, const Fault *fault);
    /* Whether the branch `entry` of the path condition belongs to the causal history of `thread`. */
    bool (*causal)(void *context, Machine *m, int thread, const PathEntry *entry);
    void (*assumption)(void *context, const char *text); /* what "safe" then rests on */
    void (*incomplete)(void *context, const char *text); /* values or behaviours were dropped */
    void (*warning)(void *context, const char *text);    /* nothing that makes the program wrong */
    /* Operations on an object turned out to depend on each other more than was assumed: the exploration at
     * hand is not complete, and the next one will know. */
    void (*order)(void *context, uint64_t object);
    /* Polled about every million instructions; true stops the run at once. */
    bool (*interrupted)(void *context);
} MachineHooks;

/* Bytes that are interleaved. Sorted, disjoint. */
typedef struct VisibleRange {
    uint64_t start, end;
} VisibleRange;

struct Machine {
    const Program *program;
    Memory *memory;
    ExprPool *pool;
    Solver *solver;
    MachineOptions options;
    const SystemOptions *system; /* never NULL */
    MachineHooks hooks;
    VEC(VisibleRange) visible;
    bool log_accesses; /* threads record what they touch */

    Thread *threads[MAX_THREADS]; /* by slot; stable */
    char *slot_names[MAX_THREADS];
    uint32_t slot_hashes[MAX_THREADS];
    uint32_t nslots; /* ever used, in this campaign */

    /* State; changes are saved on the trail. */
    uint32_t nthreads; /* ever created in this state */
    uint32_t nlive;
    bool exited; /* the process */
    int32_t exit_status;
    uint64_t heap_bytes;
    const Model *model;
    uint32_t npath;
    uint32_t ninputs;
    uint32_t output_len;

    /* Lists whose lengths are above; they stay where they are. */
    VEC(PathEntry) path;
    VEC(const Input *) inputs;
    VEC(char) output;       /* what the program wrote to stdout and stderr in this state */
    VEC(uint8_t) output_to; /* the descriptor each byte was written to */
    SyncObject **objects;   /* open addressing; objects never go away */
    size_t objects_cap;
    VEC(SyncObject *) all_objects; /* the same in order of discovery */
    VEC(VisibleRange) unlogged;    /* output buffers */
    VEC(VisibleRange) quiet;       /* tables of the emulated kernel: races on them are no findings */

    /* Not part of a state. */
    uint64_t register_room, frame_room; /* how many each thread has */
    bool parked;  /* a thread was stopped for its long silence, to see first whether another would help it */
    bool patient; /* threads are not parked */
    bool tells_time; /* the program can read a clock: then time is part of the state */
    Fingerprint
        engine_change; /* what a slice changed in blocks and positions; emptied by who keeps fingerprints */
    struct Liveness **liveness; /* by function, computed on demand */
    VEC(HostFile *) host_files;
    KernelCall **kernel_calls; /* hash table with KERNEL_CALLS entries */
    uint32_t *path_index; /* by id of a constraint: where it was put on the path last; may be out of date */
    size_t path_index_cap;
    /* Per instruction two bytes: a branch was not taken, was taken; the first may be COVER_EXECUTED, too,
     * where control went there by an indirect call or a switch. */
    uint8_t *cover;
    uint64_t instructions;
    uint64_t poll_at;
    uint64_t work;        /* bytes that instructions worked on which do much at once */
    uint64_t work_polled; /* what that was at the last poll for them */
    bool stop_now;        /* set by the interrupted hook */
    VEC(ObjectNote) notes;
    const Expr *loaded_expr;
    uint64_t loaded;
    /* Of the instruction at hand: where the next range begins, counted in bytes of all of them and of those
     * read; what it read beyond what the thread has in `got`. */
    uint64_t range_at, range_got;
    VEC(uint16_t) range_new;
    RangeBytes **range_chains; /* hash table of what threads have in `got` */
    uint8_t *stdin_data;
    size_t stdin_size;
    Arena *arena;
    uint64_t branch_queries;
    VEC(const Model *) models; /* every model that a state ever had: undone states may come back to it */
};

/* The scalars of a state, saved with each slice. */
#define MACHINE_SAVED (offsetof(Machine, path) - offsetof(Machine, nthreads))

Machine *machine_new(const Program *program, const MachineOptions *options, const MachineHooks *hooks,
                     ExprPool *pool, Solver *solver);
void machine_free(Machine *m);
/* Puts the initial state up: globals, arguments, the main thread before its first operation. */
void machine_start(Machine *m);

/* Replaces the visible set; only in a fresh or reset machine. */
void machine_set_visible(Machine *m, const VisibleRange *ranges, size_t n);
/* Empties the state so that machine_start can be called again. */
void machine_reset(Machine *m);

/* Begins a slice of `t`: saves what the slice may change. Call before applying its pending operation. */
void machine_begin_slice(Machine *m, Thread *t);
/* The message of a thread that loops for ever. */
extern const char *const machine_hang_text;
/* Takes the newest slice back, to the mark set before it, so that memory_redo brings it again: the trail says
 * what was before it, and is completed first by what else there is after it (frames it entered, what it added
 * to lists). As memory_undo_keep. */
size_t machine_undo_keep(Machine *m, TrailMark mark, const void **record);
/* Runs `t` on to its next visible operation or its end. */
void machine_run(Machine *m, int thread);

/* The state of an object, or of the part of it that belongs to thread `part` - 1; NULL where it was never
 * used. */
static inline uint64_t sync_hash(uint64_t identity, uint32_t tag) {
    return hash_mix(identity ^ (uint64_t)tag * 0x9e3779b97f4a7c15ull);
}
static inline SyncObject *sync_find(const Machine *m, unsigned class, uint64_t identity, unsigned part) {
    if (!m->objects_cap) return NULL;
    uint32_t tag = class | part << 8;
    for (size_t k = sync_hash(identity, tag) & (m->objects_cap - 1);; k = (k + 1) & (m->objects_cap - 1)) {
        SyncObject *x = m->objects[k];
        if (!x) return NULL;
        if (x->identity == identity && x->tag == tag) return x;
    }
}
SyncObject *sync_at(Machine *m, unsigned class, uint64_t identity, unsigned part);
static inline void sync_save(Machine *m, SyncObject *x) { trail_save(m->memory, x, sizeof *x); }
/* Changes the flags of a mutex, which the caller has saved. */
void machine_set_mutex_state(Machine *m, SyncObject *x, uint32_t state);
/* Makes a mutex consistent whose owner ended: no visible operation, since its new owner has it. The result
 * for the program. */
int machine_mutex_consistent(Machine *m, int thread, uint64_t identity);
/* A robust mutex that the thread holds, or 0. */
uint64_t machine_robust_mutex(const Machine *m, int thread);
/* The machine's copy of a description of a piece of a system call. `items` need not be sorted; an object may
 * occur once. */
const KernelCall *machine_kernel_call(Machine *m, const KernelItem *items, uint32_t n, const char *what);
/* Whether it can begin now. */
bool machine_kernel_ready(const Machine *m, const KernelCall *call);
static inline uint32_t machine_kernel_word(const Machine *m, uint64_t object) {
    uint32_t word;
    memcpy(&word, m->memory->base + object, sizeof word);
    return word;
}
/* Whether races on this word of memory are no findings. */
bool machine_is_quiet(const Machine *m, uint64_t address);
/* Whether it is part of a table by which others are found. One that is allocated is visible as a whole
 * (`whole`, NULL: not wanted). */
bool machine_is_table(const Machine *m, uint64_t address, VisibleRange *whole);
/* Whether all operations on the object count as dependent. */
bool machine_is_ordered(const Machine *m, uint64_t identity);
/* From now on they do; told through the hook where it is new. */
void machine_order(Machine *m, uint64_t identity);
/* A wait on a condition variable with this mutex: with several ones, its operations become ordered. */
void machine_waits_with(Machine *m, uint64_t cond, uint64_t mutex);

/* Adds a slot with this name: the first ones of a replay, and those that other machines have found. */
void machine_add_slot(Machine *m, const char *name);
/* A child of `parent` was joined by it: its number can be given again. */
void machine_joined(Machine *m, Thread *parent, int child);
/* The slot of the next child that the thread will create; -1: there are no more. */
int machine_coming_child(Machine *m, const Thread *parent);
/* The same, with its number, as it is created. */
int machine_next_child(Machine *m, Thread *parent, int *ordinal);
/* Slot of the n-th child (from 1) of thread `parent`: the same in every execution of a campaign. */
int machine_child_slot(Machine *m, int parent, int ordinal);
/* Sets a thread up that will run `function` (at `address`) with one argument. */
void machine_spawn(Machine *m, int slot, int parent, int ordinal, uint64_t entry, uint64_t argument,
                   bool detached);

/* Decides a condition for the instruction that `t` executes. */
typedef enum Decision { DECIDE_FALSE = 0, DECIDE_TRUE = 1, DECIDE_STOP = 2 } Decision;
Decision machine_decide(Machine *m, Thread *t, const Expr *condition);
/* The same for an instruction that asks a number of questions not known beforehand, or different ones once it
 * knows more: nothing is remembered, each execution of the instruction finds the answers in the path
 * condition. */
Decision machine_decide_anew(Machine *m, Thread *t, const Expr *condition);
/* Whether `condition` can hold together with the path condition; *model as in solver_check. UNKNOWN counts as
 * no, and makes the run incomplete. */
bool machine_feasible(Machine *m, const Expr *condition, Model **model);
/* The same under the path condition of the causal history of thread `t` only. */
bool machine_feasible_causally(Machine *m, int thread, const Expr *condition);
/* Sides of conditional branches of the program's own code that were executed. */
uint64_t machine_branches_covered(const Machine *m);
/* Adds up what two machines of one exploration executed: instructions, coverage. */
void machine_merge(Machine *m, Machine *from);
/* What is known of objects in all runs of `from` is known to `m`, too. */
void machine_merge_notes(Machine *m, const Machine *from);
/* Adds a constraint that was chosen; the model follows. False where it cannot hold. */
bool machine_constrain(Machine *m, int thread, const Expr *constraint);

/* An instruction is about to work on so many bytes: false where limits end the run; then the thread was
 * stopped. */
bool machine_works(Machine *m, Thread *t, uint64_t bytes);
/* A finding by thread `t` at its current instruction: told through the hook; the thread stops. */
void machine_fault(Machine *m, Thread *t, const char *kind, const char *format, ...) PRINTF_LIKE(4, 5);
/* The thread stops at a limit of ours, and the run is incomplete. */
void machine_limit(Machine *m, Thread *t, const char *text);
/* The thread stops without a finding (false assumption). */
void machine_stop_thread(Machine *m, Thread *t);

/* The source place of the instruction that `t` is at: the innermost one outside libraries where there is
 * one. */
uint32_t machine_loc(const Machine *m, const Thread *t);
/* Lines "function file:line" from the innermost frame outwards; the caller frees. */
char *machine_stack_text(const Machine *m, const Thread *t);
/* The calls on the stack as indices into Program.locs, innermost first; returns how many. */
unsigned machine_stack_locs(const Machine *m, const Thread *t, uint32_t *locs, const char **functions,
                            unsigned max);
/* "4 bytes past the end of `buffer` (heap block of 16 bytes allocated at file.c:3)" for messages. */
char *machine_describe_address(const Machine *m, uint64_t address);

#endif
