/*
 * run.h — one machine with the history of its events: the basis of every strategy and of replay. A
 * step carries out one visible operation, names its event, executes the slice of the thread and
 * checks its accesses for races. An undo takes steps back.
 */
#ifndef HEDDLE_RUN_RUN_H
#define HEDDLE_RUN_RUN_H

#include "check/races.h"
#include "state/cutoff/cutoff.h"
#include "event/history.h"
#include "run/standby.h"

typedef struct Run Run;

typedef struct RunHooks {
    void *context;
    void (*fault)(void *context, Run *r, const Fault *fault);
    void (*race)(void *context, Run *r, const RaceAccess *first, const RaceAccess *second);
    /* See RaceListener; may be NULL. */
    uint32_t (*race_number)(void *context, Run *r, const RaceAccess *first,
                            const RaceAccess *second);
    /* Receives the accesses of the slice after `e`, the newest event of the path. */
    void (*slice)(void *context, Run *r, const Event *e, const LogEntry *log, size_t n);
    /* Called when a thread stands before its next operation; may be NULL. */
    void (*stands)(void *context, Run *r, const Thread *t);
    void (*assumption)(void *context, const char *text);
    void (*deviation)(void *context, const char *text); /* see MachineHooks */
    void (*incomplete)(void *context, const char *text);
    void (*bounded)(void *context, const char *text); /* the same */
    void (*many_threads)(void *context);              /* the same */
    void (*warning)(void *context, const char *text);
    void (*order)(void *context, Run *r, uint64_t object);   /* the same */
    void (*show)(void *context, Run *r, VisibleRange bytes); /* the same */
    /* Called for an operation that orders less than the exploration assumes, as long as races are
     * not judged by happens-before. */
    void (*weak)(void *context, Run *r);
    /* Called if states recorded too little about accesses of threads: see
     * event/accesses/contended.h. */
    void (*contended)(void *context);
    void (*output)(void *context, unsigned descriptor, const uint8_t *bytes,
                   size_t n); /* the same */
    bool (*interrupted)(void *context);
} RunHooks;

/* A step on the path: the mark of the trail before the step, and the approximate number of
 * instructions of its execution. */
typedef struct StepMark {
    TrailMark trail;
    uint64_t cost;
    size_t complete; /* bytes of the trail from the mark on that a redo needs; 0: not known yet */
} StepMark;

/* Where the events of a thread begin: its name may have been another thread's before. */
typedef struct OwnStart {
    const Event *newest; /* of those that it was looked up for; NULL: none */
    uint64_t name;       /* of that event */
    uint32_t start;      /* place of the START event among the thread's */
} OwnStart;

struct Run {
    Machine *machine;
    History history;
    VEC(OwnStart) own_starts; /* by thread: what was looked up last */
    Races *races;
    Cutoffs *cutoffs;   /* NULL: cut-offs are not used */
    Symmetry *symmetry; /* NULL: no thread stands for another one */
    RunHooks hooks;
    bool keep_cheap_steps; /* see CampaignOptions */
    bool visible_races;    /* report races between visible accesses, too */
    bool judges;           /* races are judged by happens-before, from the next start on: see
                              event/happens_before.h */
    /* Supplies the values of visible loads if machine->names_loads is set, see MachineHooks. Then
     * the path condition of a thread covers its own past and the past of its ancestors up to its
     * creation. */
    const Expr *(*loaded)(void *context, Thread *t, unsigned size, const Expr *value);
    void *loaded_context;
    VEC(StepMark) marks; /* one for each step on the path */
    Standby *standby;    /* steps that can be taken again without execution; NULL: none */
    /* Set while a step is carried out and not yet on the path. */
    bool stepping;
    Action current;
    int32_t last_thread;
    uint32_t ncutoffs; /* on the path */
    uint64_t nsteps;   /* executed so far, in all passes */
    uint64_t nagain;   /* steps taken by run_again so far */
    uint64_t
        nreplayed; /* steps executed again on the way to a node that the run had visited before */
    bool looks_ahead; /* steps are taken back, and decide nothing (standstill.h) */
    bool raced; /* accesses outside S raced in this pass, so events do not determine everything */
    struct Verify *verify;     /* of the observer of that name; NULL: not yet, or never */
    struct Contract *contract; /* likewise */
};

Run *run_new(const Program *program, const MachineOptions *options, const RunHooks *hooks,
             ExprPool *pool, Solver *solver);
/* Where races are judged by happens-before, records that for the slice that the thread executed
 * after `e`, the newest event of the path. */
void run_judge_order(Run *r, Event *e);
/* Checks a new event, and the accesses of its slice, for races. `since` and `before` are as in
 * races_check. */
void run_check_event(Run *r, const Event *e);
void run_check_slice(Run *r, const Event *e, const Event *since, const Event *before);
/* From now on events may be cut-offs. */
void run_use_cutoffs(Run *r, KnownStates *known);
/* Uses symmetry from the next start on: alike threads stand for each other (NULL: none does). Needs
 * cut-offs. */
void run_use_symmetry(Run *r, Symmetry *s);
void run_free(Run *r);
/* Sets up the initial state with this visible set S; the main thread is before its start. */
void run_start(Run *r, const VisibleRange *visible, size_t n);

/* Takes one step. False if the outcome is an infeasible side of a branch, or if a limit has
 * interrupted a thread; then nothing has changed. */
bool run_step(Run *r, int thread, uint32_t outcome);
/* Undoes steps until `length` are left. */
void run_undo(Run *r, size_t length);
/* Undoes steps and keeps them on standby as far as there is room, so that run_again can take them
 * again. */
void run_undo_keep(Run *r, size_t length);
/* Takes a step that was kept at this node of the path. False if there is none; then nothing has
 * changed. */
bool run_again(Run *r, int thread, uint32_t outcome);
/* A step of a path: a thread and the outcome of its operation. */
typedef struct Choice {
    int32_t thread;
    uint32_t outcome;
} Choice;
typedef VEC(Choice) ChoiceList;

/* Takes a step from standby if it is kept there, else by execution. False if it is infeasible. */
bool run_take(Run *r, int thread, uint32_t outcome);
/* Length of the common prefix of `path` and the current path. */
size_t run_common(const Run *r, const Choice *path, size_t n);
/* Appends the current path to a list. */
void run_choices(const Run *r, ChoiceList *out);
/* Goes to the end of a path: back to its common prefix with the current path, and on from there.
 * Returns the number of steps on the path afterwards: fewer than `n` if the next step is
 * infeasible. */
size_t run_go_to(Run *r, const Choice *path, size_t n);
/* Whether the event `want`, whose causes are on the path, can be executed at the tip. */
bool run_can_follow(const Run *r, const Event *want);

/* Drops what standby keeps of the last step on the path and of everything after it: it is not
 * needed again. */
void run_forget_below(Run *r);
/* Undoes the last step; the reference to its event goes to the caller. */
Event *run_undo_step(Run *r);

/* Whether the newest event of a thread is a cut-off, after which the thread does not continue. */
static inline bool run_is_cut(const Run *r, int thread) {
    const Event *e = history_last(&r->history, (uint32_t)thread);
    return e && e->cutoff;
}
/* Whether the pending operation of a thread, with this outcome, would depend on a cut-off. */
bool run_follows_cutoff(Run *r, int thread, uint32_t outcome);

/* The threads whose pending operation is enabled, in ascending order but those that time out last.
 * The end of the process counts as enabled only if no other operation is. */
unsigned run_enabled(Run *r, int *threads);
/* The enabled threads for a caller that explores one path only. Leaves out threads that would wait
 * for something that need not come (interrupt_is_early), unless there are no others. */
unsigned run_promising(Run *r, int *threads);

/* The outcomes of a thread's pending operation. Of a branch, the side that the current model
 * satisfies comes first, since it needs no query. */
unsigned run_outcomes(const Run *r, int thread, uint32_t *outcomes);
/* The outcomes for a caller that explores all of them. If a chain of branches enumerates the values
 * of an expression, all runs with one value are explored before the next value is queried. So an
 * unbounded size is first tried with a small value instead of an endless chain of queries. The
 * first side may be infeasible. */
unsigned run_outcomes_by_value(const Run *r, int thread, uint32_t *outcomes);

/* How a maximal run ended. */
typedef enum RunEnd { RUN_EXIT, RUN_ERROR, RUN_DEADLOCK } RunEnd;
RunEnd run_end(Run *r);
/* Whether threads wait for each other in a cycle: a deadlock, whatever the other threads do. */
bool run_has_circle(Run *r);

/* Whether a thread does not go on though it could, or could if an assumption or an error had not
 * stopped it: blocked threads may only wait for that one. */
bool run_is_partial(const Run *r);
/* Sets stuck[slot] for each thread of a deadlock. These are all blocked threads, but in a partial
 * run (run_is_partial) the threads on cycles and those that wait for them. `stuck` has
 * machine->nslots elements. */
void run_deadlocked(Run *r, bool *stuck);
/* A hash of what the program can observe at its end; for oracles. */
uint64_t run_final_hash(Run *r);

#endif
