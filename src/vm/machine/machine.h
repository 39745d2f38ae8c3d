/*
 * machine.h — the state of one execution of a program under test and the machine that runs its
 * threads.
 *
 * `machine_run` runs one thread through everything invisible and stops before its next visible
 * operation, which it leaves in `thread->pending`. The explorer applies the operation with an
 * outcome (os/operations.h) and runs the thread on. Every change of a state goes through the trail
 * of its memory, so `memory_undo` takes all of it back.
 *
 * A machine is used by one worker; nothing here is global.
 */
#ifndef HEDDLE_VM_MACHINE_MACHINE_H
#define HEDDLE_VM_MACHINE_MACHINE_H

#include "base/tables/index.h"
#include "program/program.h"
#include <pthread.h>
#include "expr/substitute.h"
#include "solver/solver.h"
#include "vm/machine/entered.h"
#include "vm/machine/object.h"
#include "vm/system/system.h"
#include "vm/machine/thread.h"
typedef struct PathConstraint {
    const Expr *constraint;
    uint64_t inputs; /* bit k: it may depend on an input whose id is k modulo 64 */
    int32_t thread;
    uint32_t step; /* the branch is the thread's visible operation of this number */
} PathConstraint;

/* An error in the program under test, at the moment it happens. */
typedef struct Fault {
    const char *kind; /* "memory", "assertion", …: the contract's names */
    char *message;
    int thread;
    uint32_t loc;
    const char *variable; /* name of the variable that the fault is about; NULL: none */
    uint64_t ended;       /* an address in what was used after its end; 0: none */
    bool goes_on;         /* the thread goes on behind it */
    bool partial;         /* if so: not every execution behind it is explored */
} Fault;

/* A concrete input of a replay, in place of a symbolic one. */
typedef struct GivenInput {
    const char *name;
    const uint8_t *bytes;
    uint32_t size;
} GivenInput;

/* Thread names in the order of their slots, shared by the machines of one exploration. */
typedef struct ThreadNames {
    pthread_mutex_t lock;
    char *name[MAX_THREADS];
    uint32_t n;
    /* Where other processes share them, too: brings the names up to date, and appends one that is
     * not there; called with the lock held. NULL: there are no others. */
    void (*claim)(void *context, struct ThreadNames *names, const char *name);
    void *context;
} ThreadNames;

/* Behaviours and checks of a run; a finding is executed again with the same settings. */
typedef struct RunSettings {
    bool check_overflow; /* of signed integers */
    bool check_leak;
    bool check_uninitialised;
    bool check_race;       /* races are findings; off by default if every access is interleaved */
    bool spurious_wakeups; /* all waits on condition variables may return without a notification */
    bool no_spurious_wakeups; /* no wait may; if neither is set, waits may whose condition is not
                                 checked again */
} RunSettings;

typedef struct MachineOptions {
    ThreadNames *names; /* shared with other machines; NULL: not shared */
    RunSettings run;
    uint64_t max_instructions; /* of one slice, before the thread counts as spinning; 0: no limit */
    uint64_t patience; /* instructions of a slice before its thread is parked (patience.h); 0: the
                          default */
    uint64_t watch_after;        /* instructions of a slice before its states are collected; 0: the
                                    default */
    uint64_t max_memory;         /* bytes of emulated heap; 0: no limit */
    const SystemOptions *system; /* NULL: the default */
    uint32_t max_steps;          /* visible operations of one thread in one run; 0: no limit */
    uint32_t max_threads; /* that one thread made and did not join, and the depth of creations; a
                             thread that would exceed it stops there. 0: no limit */
    unsigned max_frames;
    const char *const *argv;
    int argc;
    const char *const *environment; /* NULL-terminated */
    const GivenInput *given;        /* for a replay: every input is concrete */
    size_t ngiven;
    bool replaying;
    bool given_symbolic; /* of a replay: inputs are expressions that have the given values
                            (given.h) */
    const char *stdin_path;
    bool keeps_unread; /* what nothing depends on belongs to the state, too */
    bool always_looks; /* threads look for signals even if none was sent so far (interrupt.h) */
} MachineOptions;

typedef struct HostFile HostFile; /* see host.c */

/* A range of interleaved bytes. Lists of such ranges are sorted and disjoint. */
typedef struct VisibleRange {
    uint64_t start, end;
} VisibleRange;

/* Children that one thread made and did not join: from this number on the program may make threads
 * without end. */
#define MANY_THREADS 100
/* The same of children in a row before each of which it asked about an input. */
#define MANY_ASKED_THREADS 4

/* Ranges of the visible set outside of memory are marks. This mark says that stdout and stderr
 * belong to the state; the marks of time are in thread_time.h. */
#define OUTPUT_MARK ((VisibleRange){0x20000100, 0x20000101})
/* In the visible set: which thread knows of which free by another one is part of the state. No
 * memory of the program lies here. */
#define FREES_MARK ((VisibleRange){0x20000101, 0x20000102})
/* In the visible set of a test: threads got back what others freed by happens-before alone, as
 * Machine.frees_by_order says. */
#define ORDER_MARK ((VisibleRange){0x20000102, 0x20000103})
_Static_assert(0x20000103 <= LABEL_BASE,
               "marks lie below everything that the program can point to");
static inline bool machine_is_mark(VisibleRange range) { return range.start < LABEL_BASE; }

/* A virtual time, with the places where it passed (Thread.passed) and how often it did. */
typedef struct KnownTime {
    uint64_t time, passed;
    uint32_t passes;
} KnownTime;

/* Callbacks from the machine to the explorer. All may be NULL. */
typedef struct MachineHooks {
    void *context;
    void (*fault)(void *context, Machine *m, const Fault *fault);
    /* Whether the branch `entry` of the path condition belongs to the causal history of
     * `thread`. */
    bool (*causal)(void *context, Machine *m, int thread, const PathConstraint *entry);
    /* Whether the step of the entry's thread is among the causes of what `thread` did last. (The
     * causal history above has fewer branches where names_loads is set: those of the thread itself
     * and of the threads that created it.) */
    bool (*follows)(void *context, int thread, const PathConstraint *entry);
    /* Whether what the entry's thread did before its step happened before where `thread` is (only
     * with frees_by_order); the causal history of `thread` has the step. */
    bool (*happened)(void *context, int thread, const PathConstraint *entry);
    /* Returns the latest time in the causal history of `thread`. */
    KnownTime (*time_seen)(void *context, int thread);
    void (*assumption)(void *context, const char *text); /* on which the verdict "safe" rests */
    /* The same, where the program got something else than a machine would have given it. */
    void (*deviation)(void *context, const char *text);
    void (*incomplete)(void *context, const char *text); /* values or behaviours were dropped */
    /* A thread stopped at a bound that was asked for; the text says which executions are within. */
    void (*bounded)(void *context, const char *text);
    /* A thread made many threads that it did not join, without a bound on them (MANY_THREADS). */
    void (*many_threads)(void *context);
    void (*warning)(void *context, const char *text); /* about something that is no error of the
                                                         program */
    /* Operations on an object depend on each other more than was assumed. So this exploration is
     * incomplete; the next one takes the dependence into account. */
    void (*order)(void *context, uint64_t object);
    /* The bytes become visible from the next exploration on; this one is incomplete. */
    void (*show)(void *context, VisibleRange bytes);
    /* Returns the value of a visible load of `size` bytes in place of `value`, also for the load of
     * a read-modify-write. Both are 64 bits wide and zero-extended. Called only if the machine
     * names loads. */
    const Expr *(*loaded)(void *context, Machine *m, Thread *t, unsigned size, const Expr *value);
    /* Receives what the program writes to its standard output (1) or error (2). If the hook is set,
     * the machine keeps no output. */
    void (*output)(void *context, unsigned descriptor, const uint8_t *bytes, size_t n);
    /* Polled about every million instructions; true stops the run at once. */
    bool (*interrupted)(void *context);
} MachineHooks;

/* A debugger's look at each instruction. */
typedef struct InstructionWatch {
    /* Called before an instruction; true: the slice ends there, within it. Then the run has to be
     * undone to before the step. */
    bool (*stops_at)(void *context, Machine *m, Thread *t, const Insn *next);
    void *context;
    bool paused;   /* the last slice ended so */
    bool unlogged; /* accesses are not logged, so the step is not judged for races: undo it */
    uint64_t
        skip; /* about so many instructions of a step are not shown, up to a jump behind them */
    uint64_t begun; /* Machine.instructions when the step began */
} InstructionWatch;

struct Machine {
    const Program *program;
    Memory *memory;
    ExprPool *pool;
    Solver *solver;
    MachineOptions options;
    const SystemOptions *system; /* never NULL */
    MachineHooks hooks;
    VEC(VisibleRange) visible;
    bool log_accesses; /* threads log their accesses */
    bool judges;       /* threads also log fences, since races are judged by happens-before
                          (event/happens_before.h) */

    Thread *threads[MAX_THREADS]; /* by slot; stable */
    char *slot_names[MAX_THREADS];
    uint32_t slot_hashes[MAX_THREADS];
    uint32_t nslots; /* slots ever used in this campaign */

    /* State; changes are saved on the trail. */
    STATE_MEMBERS(MACHINE_STATE)

    /* Lists whose lengths are members above. Their memory never moves. */
    VEC(PathConstraint) constraints; /* the path condition */
    VEC(const Input *) inputs;
    VEC(char) output;              /* what the program wrote to stdout and stderr in this state */
    VEC(uint8_t) output_to;        /* the descriptor each byte was written to */
    VEC(SyncObject *) all_objects; /* in order of discovery; never removed */
    Index object_index;            /* index of `all_objects` by identity and tag */
    VEC(VisibleRange) unlogged;    /* output buffers */
    uint64_t unlogged_start, unlogged_end; /* all of them lie between these */
    bool output_is_state;                  /* the program may look at what output buffers hold, so
                                              `unlogged` is empty */
    uint8_t *unread; /* for each byte of the image whether nothing depends on it: then it is not
                        part of the state; NULL: none is so */
    VEC(VisibleRange) quiet; /* tables of the emulated kernel: races on them are no findings */

    /* Not part of a state. */
    struct Connected *connected;        /* scratch memory of decisions.c */
    uint64_t register_room, frame_room; /* registers and frames that each thread has */
    bool parked;                        /* a thread was parked (patience.h) */
    bool patient;                       /* threads are not parked any more */
    bool names_loads; /* visible loads return the value from the hook `loaded`; symbolic addresses
                         and sizes become the model's value, with a branch that stands for all other
                         values */
    bool divides_sections; /* accesses within atomic sections are operations of their own, too, as
                              they are outside of them; no other thread comes between */
    /* By input id: the program's own instruction that asked for the input (Function.first_insn +
     * index); UINT32_MAX: unknown or several. */
    VEC(uint32_t) input_insn;
    bool logs_always; /* a slice is about to be lifted: threads log all accesses that are no events,
                         even while there is only one thread */
    bool logs_pieces; /* the same of visible bytes in pieces of system calls (audit/contract.h) */
    struct CodeNames
        *code_names; /* places in code are hashed by the code that follows (code_name.h), so that
                        states of several versions can be compared; NULL: hashed by their numbers */
    uint64_t *place_names;   /* places in the source count in states by these (place_names.h); NULL:
                                by their numbers */
    Entered *entered;        /* what the slice entered (entered.h); NULL: nobody asks */
    struct Lifting *lifting; /* for symbolic execution of the current slice (lifting.h); NULL:
                                executed as usual */
    InstructionWatch *watch; /* NULL: none */
    bool tells_time;         /* the program can read a clock, so time is part of the state */
    bool tells_readers;      /* hooks.show learns whose time is read (thread_time.h) */
    uint64_t exact_time;     /* bits of Thread.passed: places whose time belongs to states */
    uint64_t exact_at_first; /* those at the beginning of the pass, which else starts again */
    uint64_t numbered;   /* initialisations of objects that got a number, undone ones included */
    bool time_spreads;   /* so do the times of operations by which threads learn of them */
    bool frees_by_order; /* a block that another thread freed is used again only once that happened
                            before, not as soon as the exploration orders it so */
    bool frees_spread;   /* so does who knows of which free by another thread, see FREES_MARK */
    /* In the current slice: blocks of other threads that were freed, as a hash, and their owners,
     * as a set of numbers modulo 64; whether the thread took over blocks of its own that others
     * freed. */
    uint64_t freed_foreign, freed_owners;
    bool took_over;
    /* Functions of the runtime for signals, NULL if the program can send none. A thread calls the
     * first to look for a signal. The others wake a thread that sleeps on a condition variable or
     * loops for ever. */
    const Function *can_look, *wait_interrupted, *loop_interrupted;
    const Function *look;       /* NULL: threads do not look for signals */
    Fingerprint engine_change;  /* what a slice changed in blocks and positions; the keeper of
                                   fingerprints empties it */
    struct Liveness **liveness; /* by function, computed on demand */
    VEC(HostFile *) host_files;
    KernelCall **kernel_calls; /* hash table with KERNEL_CALLS entries */
    uint32_t *path_index; /* by constraint id: the last position on the path; may be out of date */
    size_t path_index_cap;
    /* Coverage, two bytes for each instruction: see COVER_EXECUTED in program.h. */
    uint8_t *cover;
    uint64_t instructions;
    uint64_t timed; /* in a real run: those of the instructions that time went on for */
    uint64_t poll_at;
    bool unpaused;        /* in a real run: a thread computes while no other one can go on */
    uint64_t work;        /* bytes processed by bulk instructions */
    uint64_t work_polled; /* `work` at the last poll for bulk instructions */
    bool stop_now;        /* set if the hook `interrupted` returned true */
    /* The slice that the hook stopped: its thread, place, and instructions so far (0: none was
     * stopped). */
    struct {
        int thread;
        uint32_t loc;
        uint64_t instructions;
    } interrupted;
    VEC(ObjectNote) notes;
    const Expr *loaded_expr;
    uint64_t loaded;
    struct UndefinedCache *undefined_cache; /* see undefined.c */
    Substitution *undefined_values, *given_values;
    Solver *undefined_solver; /* used if the machine has no other solver, as in a replay */
    /* Ranges of the current instruction: where the next one begins, in bytes of all ranges and of
     * those read; and bytes read beyond those in the thread's `got`. */
    uint64_t range_at, range_got;
    VEC(uint16_t) range_new;
    RangeBytes **range_chains; /* hash table of the chains in `got` of threads */
    uint8_t *stdin_data;
    size_t stdin_size;
    Arena *arena;
    uint64_t branch_queries;
    VEC(const Model *)
    models; /* every model of any state: an undo may return to it */
};

/* The scalars of a state, saved with each slice. */
#define MACHINE_SAVED (offsetof(Machine, constraints) - offsetof(Machine, nthreads))

Machine *machine_new(const Program *program, const MachineOptions *options,
                     const MachineHooks *hooks, ExprPool *pool, Solver *solver);
void machine_free(Machine *m);
/* Sets up the initial state: globals, arguments, the main thread before its first operation. */
void machine_start(Machine *m);

/* Replaces the visible set. The machine must be new or reset. */
void machine_set_visible(Machine *m, const VisibleRange *ranges, size_t n);
/* Empties the state so that machine_start can be called again. */
void machine_reset(Machine *m);

/* Begins a slice of `t`: saves what the slice may change. Must be called before the pending
 * operation of `t` is applied. */
void machine_begin_slice(Machine *m, Thread *t);
/* The message of a thread that loops for ever. */
extern const char *const machine_hang_text;
/* Takes back the newest slice, to the mark set before it, so that memory_redo can restore it. First
 * completes the trail with what it lacks: frames that the slice entered and entries it added to
 * lists. *record and the result are as in memory_undo_keep. */
size_t machine_undo_keep(Machine *m, TrailMark mark, const void **record);
/* Runs a thread to its next visible operation or its end. */
void machine_run(Machine *m, int thread);

static inline uint64_t sync_hash(uint64_t identity, uint32_t tag) {
    return hash_mix(identity ^ (uint64_t)tag * 0x9e3779b97f4a7c15ull);
}
/* Returns the state of an object, or of its part for thread `part` - 1; NULL if it was never
 * used. */
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
/* Reports the run as incomplete where the state word of an object of the piece is not concrete. */
void machine_check_words(const Machine *m, const KernelCall *call);
/* Whether races on this word of memory are no findings. */
bool machine_is_quiet(const Machine *m, uint64_t address);
/* Whether the address is in a table through which other objects are found. An allocated table is
 * visible as a whole: its range goes to *whole, unless that is NULL. */
bool machine_is_table(const Machine *m, uint64_t address, VisibleRange *whole);

/* Adds a slot with this name: the first slots of a replay, or slots that other machines found. */
void machine_add_slot(Machine *m, const char *name);
/* Notes that `parent` joined its child, so that the child's slot can be used again. */
void machine_joined(Machine *m, Thread *parent, int child);
/* Returns the slot of the next child that the thread will create; -1: no slot is left. */
int machine_coming_child(Machine *m, const Thread *parent);
/* The same when the child is created; *ordinal is set to the child's number. */
int machine_next_child(Machine *m, Thread *parent, int *ordinal);
/* Returns the address at which the stack of a slot's thread begins; it grows upwards. */
uint64_t thread_stack(const Machine *m, uint32_t slot);
/* Returns the slot of a thread's child number `ordinal` (from 1), the same in every execution of a
 * campaign. `parent` -1: the main thread. -1: no slot is left. */
int machine_child_slot(Machine *m, int parent, int ordinal);
typedef struct NewThread {
    int slot, parent, ordinal; /* parent -1: the main thread */
    uint64_t entry, argument;  /* address of the start function and its argument */
    bool detached;
} NewThread;
/* Sets up a thread before its first instruction. */
void machine_spawn(Machine *m, const NewThread *new);

/* Decides a condition for the current instruction of `t`. */
typedef enum Decision { DECIDE_FALSE = 0, DECIDE_TRUE = 1, DECIDE_STOP = 2 } Decision;
Decision machine_decide(Machine *m, Thread *t, const Expr *condition);
/* The same for an instruction that asks questions whose number or choice is not known beforehand.
 * Nothing is remembered: each execution of the instruction finds the answers in the path
 * condition. */
Decision machine_decide_anew(Machine *m, Thread *t, const Expr *condition);
/* Whether `condition` is satisfiable together with the path condition; *model as in solver_check.
 * UNKNOWN counts as false and makes the run incomplete. */
bool machine_feasible(Machine *m, const Expr *condition, Model **model);
/* The same under only the path condition of the causal history of a thread. */
bool machine_feasible_causally(Machine *m, int thread, const Expr *condition);
/* Counts the executed sides of conditional branches in the program's own code. */
uint64_t machine_branches_covered(const Machine *m);
/* Returns a copy of the coverage; machine_return_cover takes it back and frees it: what is executed
 * between them is looked at only, and covers nothing. */
uint8_t *machine_keep_cover(const Machine *m);
void machine_return_cover(Machine *m, uint8_t *kept);
/* Merges what another machine of the exploration executed into `m`: its instructions, which move,
 * its coverage and its notes. */
void machine_merge(Machine *m, Machine *from);
/* Adds what is known of objects in all runs of `from` to `m`. */
void machine_merge_notes(Machine *m, const Machine *from);
/* Adds a chosen constraint to the path condition and updates the model. False if the constraint
 * cannot hold. */
bool machine_constrain(Machine *m, int thread, const Expr *constraint);
/* The same; the constraint belongs to the causal history of each thread that took a step. */
bool machine_constrain_always(Machine *m, const Expr *constraint);

/* Accounts for an instruction that is about to process so many bytes. False if a limit ends the
 * run; then the thread was stopped. */
bool machine_works(Machine *m, Thread *t, uint64_t bytes);
/* Reports a finding by `t` at its current instruction through the hook, and stops the thread. */
void machine_fault(Machine *m, Thread *t, const char *kind, const char *format, ...)
    PRINTF_LIKE(4, 5);
/* The same about an invalid use of what may have ended, at this address. */
void machine_fault_at(Machine *m, Thread *t, const char *kind, uint64_t address, const char *format,
                      ...) PRINTF_LIKE(5, 6);
/* The same about the variable of this name (NULL: it has none). */
void machine_fault_about(Machine *m, Thread *t, const char *kind, const char *variable,
                         const char *format, ...) PRINTF_LIKE(5, 6);
/* Returns the local variable in memory that contains an address, and its frame; NULL: there is
 * none. */
const StackObject *machine_local_at(const Machine *m, uint64_t address, const Frame **frame);
/* Returns "`x` of `main`" for the local variable in memory at an address; NULL: it has no name. The
 * caller frees it. */
char *machine_local_text(const Machine *m, uint64_t address);
/* A mistake whose effect in libc and the machine is known, so that its thread can go on. */
typedef struct Mistake {
    const char *kind, *variable; /* as of a fault */
    const char *effect; /* what the thread assumes behind it: an assumption of the summary */
    uint64_t ended;     /* as of a fault */
    bool partial;       /* not every execution behind it is explored */
} Mistake;
/* Reports it as a finding. Returns whether the thread goes on; otherwise it was stopped
 * (KEEP_GOING_NONE). */
bool machine_mistake(Machine *m, Thread *t, Mistake x, const char *format, ...) PRINTF_LIKE(4, 5);
/* Stops the thread at a limit of Heddle's own and makes the run incomplete. */
void machine_limit(Machine *m, Thread *t, const char *text);
/* Stops the thread without a finding, after a false assumption. */
void machine_stop_thread(Machine *m, Thread *t);

/* Returns the source place of the current instruction of `t`: of the innermost call outside
 * libraries, if there is one. */
uint32_t machine_loc(const Machine *m, const Thread *t);
/* Lists at most `max` calls on the stack, innermost first: indices into Program.locs, and function
 * names, which the program owns. Returns their number. */
unsigned machine_stack_locs(const Machine *m, const Thread *t, uint32_t *locs,
                            const char **functions, unsigned max);
/* Describes an address for messages; the caller frees the text. Example: "4 bytes past the end of
 * `buffer` (heap block of 16 bytes allocated at file.c:3)". */
char *machine_describe_address(const Machine *m, uint64_t address);

/* Whether one of these bytes is in an output buffer, of which no access is logged. */
static inline bool machine_is_unlogged(const Machine *m, uint64_t start, uint64_t end) {
    if (likely(start >= m->unlogged_end || end <= m->unlogged_start)) return false;
    for (size_t k = 0; k < m->unlogged.len; k++)
        if (start < m->unlogged.data[k].end && end > m->unlogged.data[k].start) return true;
    return false;
}

/* Whether the byte belongs to a variable that nothing depends on. */
static inline bool machine_is_unread(const Machine *m, uint64_t address) {
    return m->unread && address >= GLOBALS_BASE &&
           address - GLOBALS_BASE < m->program->image_size && m->unread[address - GLOBALS_BASE];
}

/* Notes that a thread enters a function of the program. */
static inline void machine_note_entered(const Machine *m, const Function *f) {
    if (unlikely(m->entered)) entered_add(m->entered, (uint32_t)(f - m->program->functions));
}

#endif
