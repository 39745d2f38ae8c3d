/*
 * machine.h — the state of one execution of a program under test and the machine that runs its
 * threads.
 *
 * The machine proposes, the strategy disposes: `machine_run` runs one thread through everything
 * invisible and stops before its next visible operation, which it leaves in `thread->pending`.
 * Whoever explores applies an operation with an outcome (os/operations.h) and runs the thread on.
 * Every change of a state goes through the trail of its memory, so that `memory_undo` takes all of
 * it back.
 *
 * A machine is used by one worker; nothing here is global.
 */
#ifndef HEDDLE_VM_MACHINE_MACHINE_H
#define HEDDLE_VM_MACHINE_MACHINE_H

#include "base/index.h"
#include "program/program.h"
#include <pthread.h>
#include "expr/substitute.h"
#include "solver/solver.h"
#include "vm/machine/object.h"
#include "vm/system/system.h"
#include "vm/machine/thread.h"
typedef struct PathConstraint {
    const Expr *constraint;
    int32_t thread;
    uint32_t step; /* of the thread: the branch is its step-th visible operation */
} PathConstraint;

/* Something wrong in the program under test, at the moment it happens. */
typedef struct Fault {
    const char *kind; /* "memory", "assertion", … : the contract's names */
    char *message;
    int thread;
    uint32_t loc;
    const char *variable; /* what it is about, by name; NULL: nothing that has one */
} Fault;

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

/* What a run may do and is checked for: the same when a finding is executed again. */
typedef struct RunSettings {
    bool check_overflow; /* signed */
    bool check_leak;
    bool check_uninitialised;
    bool check_race;       /* as findings; off by default where every access is interleaved */
    bool spurious_wakeups; /* all waits on condition variables may return without a notification */
    bool no_spurious_wakeups; /* none may; otherwise those may that do not look at their condition
                                 again */
} RunSettings;

typedef struct MachineOptions {
    ThreadNames *names; /* shared with other machines; NULL: none are */
    RunSettings run;
    uint64_t max_instructions; /* of one slice, before the thread counts as spinning; 0: no limit */
    uint64_t patience;   /* of one slice, before the thread is parked (patience.h); 0: the usual */
    uint64_t max_memory; /* bytes of emulated heap; 0: no limit */
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
    bool always_looks; /* threads look for signals also where none was sent so far (interrupt.h) */
} MachineOptions;

typedef struct HostFile HostFile; /* see host.c */

/* Bytes that are interleaved. Sorted, disjoint. */
typedef struct VisibleRange {
    uint64_t start, end;
} VisibleRange;

/* Ranges of the visible set that are none of memory are marks: this one says that stdout and stderr
 * belong to the state; others are thread_time.h's. */
#define OUTPUT_MARK ((VisibleRange){0x20000100, 0x20000101})
bool machine_is_mark(VisibleRange range);

/* What the machine tells whoever explores. All may be NULL. */
typedef struct MachineHooks {
    void *context;
    void (*fault)(void *context, Machine *m, const Fault *fault);
    /* Whether the branch `entry` of the path condition belongs to the causal history of
     * `thread`. */
    bool (*causal)(void *context, Machine *m, int thread, const PathConstraint *entry);
    void (*assumption)(void *context, const char *text); /* what "safe" then rests on */
    void (*incomplete)(void *context, const char *text); /* values or behaviours were dropped */
    void (*warning)(void *context, const char *text);    /* nothing that makes the program wrong */
    /* Operations on an object turned out to depend on each other more than was assumed: the
     * exploration at hand is not complete, and the next one will know. */
    void (*order)(void *context, uint64_t object);
    /* Bytes that are to be visible, from the next exploration on: the one at hand is not
     * complete. */
    void (*show)(void *context, VisibleRange bytes);
    /* What a visible load of `size` bytes (that of a read-modify-write, too) returns instead of
     * `value`: 64 bits wide and zero-extended, as `value` is. Asked where the machine names
     * loads. */
    const Expr *(*loaded)(void *context, Machine *m, Thread *t, unsigned size, const Expr *value);
    /* What the program writes to its standard output (1) or error (2); where it is set, nothing is
     * kept. */
    void (*output)(void *context, unsigned descriptor, const uint8_t *bytes, size_t n);
    /* Polled about every million instructions; true stops the run at once. */
    bool (*interrupted)(void *context);
} MachineHooks;

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
    bool judges;       /* and the fences between, since happens-before is asked for
                          (event/happens_before.h) */

    Thread *threads[MAX_THREADS]; /* by slot; stable */
    char *slot_names[MAX_THREADS];
    uint32_t slot_hashes[MAX_THREADS];
    uint32_t nslots; /* ever used, in this campaign */

    /* State; changes are saved on the trail. */
    STATE_MEMBERS(MACHINE_STATE)

    /* Lists whose lengths are above; they stay where they are. */
    VEC(PathConstraint) constraints; /* the path condition */
    VEC(const Input *) inputs;
    VEC(char) output;              /* what the program wrote to stdout and stderr in this state */
    VEC(uint8_t) output_to;        /* the descriptor each byte was written to */
    VEC(SyncObject *) all_objects; /* in order of discovery; objects never go away */
    Index object_index;            /* of `all_objects`, by identity and tag */
    VEC(VisibleRange) unlogged;    /* output buffers */
    bool output_is_state;          /* the program may look at what they hold: there are none */
    VEC(VisibleRange) quiet; /* tables of the emulated kernel: races on them are no findings */

    /* Not part of a state. */
    uint64_t register_room, frame_room; /* how many each thread has */
    bool parked;                        /* see patience.h: a thread was parked */
    bool patient;                       /* no thread is parked any more */
    bool names_loads; /* visible loads return what the hook `loaded` says; addresses and sizes that
                         are not concrete become what the model says, as a branch that stands for
                         all other values */
    /* By id of an input: the program's own instruction that asked for it (Function.first_insn +
     * index); UINT32_MAX: not known, or several. */
    VEC(uint32_t) input_insn;
    bool logs_always; /* a slice is about to be lifted: threads record all that they touch that is
                         no event, even where there is only one */
    struct CodeNames
        *code_names; /* places in code count by what follows from there (code_name.h): states of
                        several versions are compared; NULL: by their numbers */
    struct Lifting
        *lifting;        /* the slice at hand is executed in symbols (lifting.h); NULL: it is not */
    bool tells_time;     /* the program can read a clock: then time is part of the state */
    bool tells_readers;  /* hooks.show learns whose time is read: thread_time.h */
    uint64_t exact_time; /* bits of Thread.passed: where time passes that somebody reads */
    /* Functions of the runtime, where the program can send signals: a thread looks whether there is
     * one for it; a thread that sleeps on a condition variable, or loops for ever, is woken by one.
     * NULL: it cannot. */
    const Function *can_look, *wait_interrupted, *loop_interrupted;
    const Function *look;      /* NULL: no thread looks for signals */
    Fingerprint engine_change; /* what a slice changed in blocks and positions; emptied by who keeps
                                  fingerprints */
    struct Liveness **liveness; /* by function, computed on demand */
    VEC(HostFile *) host_files;
    KernelCall **kernel_calls; /* hash table with KERNEL_CALLS entries */
    uint32_t *path_index; /* by id of a constraint: where it was put on the path last; may be out of
                             date */
    size_t path_index_cap;
    /* Per instruction two bytes: a branch was not taken, was taken; the first may be
     * COVER_EXECUTED, too, where control went there by an indirect call or a switch. */
    uint8_t *cover;
    uint64_t instructions;
    uint64_t poll_at;
    uint64_t work;        /* bytes that instructions worked on which do much at once */
    uint64_t work_polled; /* what that was at the last poll for them */
    bool stop_now;        /* set by the interrupted hook */
    /* The slice that this stopped: its thread, where that was, and its instructions so far (0: none
     * was). */
    struct {
        int thread;
        uint32_t loc;
        uint64_t instructions;
    } interrupted;
    VEC(ObjectNote) notes;
    const Expr *loaded_expr;
    uint64_t loaded;
    struct UndefinedCache *undefined_cache; /* see undefined.c */
    Substitution *undefined_values;
    Solver *undefined_solver; /* where the machine has no other, as in a replay */
    /* Of the instruction at hand: where the next range begins, counted in bytes of all of them and
     * of those read; what it read beyond what the thread has in `got`. */
    uint64_t range_at, range_got;
    VEC(uint16_t) range_new;
    RangeBytes **range_chains; /* hash table of what threads have in `got` */
    uint8_t *stdin_data;
    size_t stdin_size;
    Arena *arena;
    uint64_t branch_queries;
    VEC(const Model *)
    models; /* every model that a state ever had: undone states may come back to it */
};

/* The scalars of a state, saved with each slice. */
#define MACHINE_SAVED (offsetof(Machine, constraints) - offsetof(Machine, nthreads))

Machine *machine_new(const Program *program, const MachineOptions *options,
                     const MachineHooks *hooks, ExprPool *pool, Solver *solver);
void machine_free(Machine *m);
/* Puts the initial state up: globals, arguments, the main thread before its first operation. */
void machine_start(Machine *m);

/* Replaces the visible set; only in a fresh or reset machine. */
void machine_set_visible(Machine *m, const VisibleRange *ranges, size_t n);
/* Empties the state so that machine_start can be called again. */
void machine_reset(Machine *m);

/* Begins a slice of `t`: saves what the slice may change. Call before applying its pending
 * operation. */
void machine_begin_slice(Machine *m, Thread *t);
/* The message of a thread that loops for ever. */
extern const char *const machine_hang_text;
/* Takes the newest slice back, to the mark set before it, so that memory_redo brings it again: the
 * trail says what was before it, and is completed first by what else there is after it (frames it
 * entered, what it added to lists). As memory_undo_keep. */
size_t machine_undo_keep(Machine *m, TrailMark mark, const void **record);
/* Runs `t` on to its next visible operation or its end. */
void machine_run(Machine *m, int thread);

/* The state of an object, or of the part of it that belongs to thread `part` - 1; NULL where it was
 * never used. */
static inline uint64_t sync_hash(uint64_t identity, uint32_t tag) {
    return hash_mix(identity ^ (uint64_t)tag * 0x9e3779b97f4a7c15ull);
}
static inline SyncObject *sync_find(const Machine *m, unsigned class, uint64_t identity,
                                    unsigned part) {
    uint32_t tag = class | part << 8;
    uint32_t found = index_find(&m->object_index, sync_hash(identity, tag), n,
                                m->all_objects.data[n]->identity == identity &&
                                    m->all_objects.data[n]->tag == tag);
    return found == INDEX_NONE ? NULL : m->all_objects.data[found];
}
static inline void sync_save(Machine *m, SyncObject *x) { trail_save(m->memory, x, sizeof *x); }
/* The state word of an object of the emulated kernel. */
static inline uint32_t machine_kernel_word(const Machine *m, uint64_t object) {
    uint32_t word;
    memcpy(&word, m->memory->base + object, sizeof word);
    return word;
}
/* Whether races on this word of memory are no findings. */
bool machine_is_quiet(const Machine *m, uint64_t address);
/* Whether it is part of a table by which others are found. One that is allocated is visible as a
 * whole (`whole`, NULL: not wanted). */
bool machine_is_table(const Machine *m, uint64_t address, VisibleRange *whole);

/* Adds a slot with this name: the first ones of a replay, and those that other machines have
 * found. */
void machine_add_slot(Machine *m, const char *name);
/* A child of `parent` was joined by it: its number can be given again. */
void machine_joined(Machine *m, Thread *parent, int child);
/* The slot of the next child that the thread will create; -1: there are no more. */
int machine_coming_child(Machine *m, const Thread *parent);
/* The same, with its number, as it is created. */
int machine_next_child(Machine *m, Thread *parent, int *ordinal);
/* Slot of the n-th child (from 1) of thread `parent`: the same in every execution of a campaign. */
/* Where the stack of a slot's thread begins; it grows upwards. */
uint64_t thread_stack(const Machine *m, uint32_t slot);
int machine_child_slot(Machine *m, int parent, int ordinal);
typedef struct NewThread {
    int slot, parent, ordinal; /* parent -1: the main thread */
    uint64_t entry, argument;  /* address of the function that it runs, with one argument */
    bool detached;
} NewThread;
/* Sets a thread up, before its first instruction. */
void machine_spawn(Machine *m, const NewThread *new);

/* Decides a condition for the instruction that `t` executes. */
typedef enum Decision { DECIDE_FALSE = 0, DECIDE_TRUE = 1, DECIDE_STOP = 2 } Decision;
Decision machine_decide(Machine *m, Thread *t, const Expr *condition);
/* The same for an instruction that asks a number of questions not known beforehand, or different
 * ones once it knows more: nothing is remembered, each execution of the instruction finds the
 * answers in the path condition. */
Decision machine_decide_anew(Machine *m, Thread *t, const Expr *condition);
/* Whether `condition` can hold together with the path condition; *model as in solver_check. UNKNOWN
 * counts as no, and makes the run incomplete. */
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

/* An instruction is about to work on so many bytes: false where limits end the run; then the thread
 * was stopped. */
bool machine_works(Machine *m, Thread *t, uint64_t bytes);
/* A finding by thread `t` at its current instruction: told through the hook; the thread stops. */
void machine_fault(Machine *m, Thread *t, const char *kind, const char *format, ...)
    PRINTF_LIKE(4, 5);
/* The same about a variable, by its name (NULL: it has none). */
void machine_fault_about(Machine *m, Thread *t, const char *kind, const char *variable,
                         const char *format, ...) PRINTF_LIKE(5, 6);
/* The thread stops at a limit of ours, and the run is incomplete. */
void machine_limit(Machine *m, Thread *t, const char *text);
/* The thread stops without a finding (false assumption). */
void machine_stop_thread(Machine *m, Thread *t);

/* The source place of the instruction that `t` is at: the innermost one outside libraries where
 * there is one. */
uint32_t machine_loc(const Machine *m, const Thread *t);
/* The calls on the stack as indices into Program.locs, innermost first; returns how many. */
unsigned machine_stack_locs(const Machine *m, const Thread *t, uint32_t *locs,
                            const char **functions, unsigned max);
/* "4 bytes past the end of `buffer` (heap block of 16 bytes allocated at file.c:3)" for
 * messages. */
char *machine_describe_address(const Machine *m, uint64_t address);

#endif
