/*
 * run.h — one machine with the history of what happened in it: what every strategy, and replay, stands on. A
 * step carries out one visible operation, names its event, runs the thread on and checks what it touched for
 * races; an undo takes steps back.
 */
#ifndef HEDDLE_RUN_RUN_H
#define HEDDLE_RUN_RUN_H

#include "check/races.h"
#include "state/cutoff.h"
#include "event/history.h"
#include "run/standby.h"

typedef struct Run Run;

typedef struct RunHooks {
    void *context;
    void (*fault)(void *context, Run *r, const Fault *fault);
    void (*race)(void *context, Run *r, const RaceAccess *first, const RaceAccess *second);
    /* What a thread touched after `e`, the newest event of the path. */
    void (*slice)(void *context, Run *r, const Event *e, const LogEntry *log, size_t n);
    /* A thread stands before its next operation now. NULL: nobody wants to know. */
    void (*stands)(void *context, Run *r, const Thread *t);
    void (*assumption)(void *context, const char *text);
    void (*incomplete)(void *context, const char *text);
    void (*warning)(void *context, const char *text);
    void (*order)(void *context, Run *r, uint64_t object);   /* see MachineHooks */
    void (*show)(void *context, Run *r, VisibleRange bytes); /* the same */
    /* An operation orders less than the exploration at hand, which does not judge races by happens-before,
     * takes it to. */
    void (*weak)(void *context, Run *r);
    /* States said too little of what threads accessed: see event/contended.h. */
    void (*contended)(void *context);
    void (*output)(void *context, unsigned descriptor, const uint8_t *bytes, size_t n); /* the same */
    bool (*interrupted)(void *context);
} RunHooks;

/* A step on the path: the trail before it, and about how many instructions executing it again would take. */
typedef struct StepMark {
    TrailMark trail;
    uint64_t cost;
} StepMark;

struct Run {
    Machine *machine;
    History history;
    Races *races;
    Cutoffs *cutoffs;   /* NULL: none are looked for */
    Symmetry *symmetry; /* NULL: no thread stands for another one */
    RunHooks hooks;
    bool keep_cheap_steps; /* see CampaignOptions */
    bool visible_races;    /* tell races between visible accesses too */
    bool judges; /* races are judged by happens-before, from the next start on: see event/happens_before.h */
    /* What visible loads return, see MachineHooks, where machine->names_loads is set. Then a thread's path
     * condition is that of its own past and of what its creation comes after. */
    const Expr *(*loaded)(void *context, Thread *t, unsigned size, const Expr *value);
    void *loaded_context;
    VEC(StepMark) marks; /* one for each step on the path */
    Standby *standby;    /* steps that can be taken again without execution; NULL: none are kept */
    /* While a step is carried out and not yet on the path. */
    bool stepping;
    Action current;
    int32_t last_thread;
    uint32_t ncutoffs;  /* on the path */
    uint64_t nsteps;    /* executed so far, in all passes */
    uint64_t nagain;    /* steps taken by run_again so far */
    uint64_t nreplayed; /* steps on the way to where a run has been before that had to be executed again */
    bool
        raced; /* in this pass, accesses outside the visible set raced: what events say is not all there is */
    struct Verify *verify; /* of the observer of that name; NULL: not yet, or never */
};

Run *run_new(const Program *program, const MachineOptions *options, const RunHooks *hooks, ExprPool *pool,
             Solver *solver);
/* Events from now on may be cut-offs. */
void run_use_cutoffs(Run *r, KnownStates *known);
/* Where cut-offs are used: threads may stand for each other from the next start on (NULL: none does). */
void run_use_symmetry(Run *r, Symmetry *s);
void run_free(Run *r);
/* Puts up the initial state with these bytes visible; the main thread is before its start. */
void run_start(Run *r, const VisibleRange *visible, size_t n);

/* One step. False where the outcome is an infeasible branch side: nothing happened. */
bool run_step(Run *r, int thread, uint32_t outcome);
/* Takes steps back until `length` are left. */
void run_undo(Run *r, size_t length);
/* The same, and keeps the steps as far as there is room, so that run_again can take them once more. */
void run_undo_keep(Run *r, size_t length);
/* Takes a step that was kept at this very node of the path. False where there is none: nothing happened. */
bool run_again(Run *r, int thread, uint32_t outcome);
/* A step of a path: which thread went on, and how. */
typedef struct Choice {
    int32_t thread;
    uint32_t outcome;
} Choice;
typedef VEC(Choice) ChoiceList;

/* Takes a step whichever way is cheaper: one that was kept, or by execution. False where it is infeasible. */
bool run_take(Run *r, int thread, uint32_t outcome);
/* How many steps of `path` the path at hand begins with. */
size_t run_common(const Run *r, const Choice *path, size_t n);
/* Appends the path at hand to a list. */
void run_choices(const Run *r, ChoiceList *out);
/* Goes to the end of a path: back to what it has in common with the path at hand, and on from there. Returns
 * the number of steps on the path then: fewer than `n` where the next one is infeasible. */
size_t run_go_to(Run *r, const Choice *path, size_t n);
/* Whether the tip is where `want`, an event whose causes are on the path, can be executed. */
bool run_can_follow(const Run *r, const Event *want);

/* Neither the last step on the path nor what follows it will be wanted again: what is kept of it goes. */
void run_forget_below(Run *r);
/* Takes the last step back; its event's reference goes to the caller. */
Event *run_undo_step(Run *r);

/* Whether the newest event of a thread is a cut-off: it goes no further. */
static inline bool run_is_cut(const Run *r, int thread) {
    const Event *e = history_last(&r->history, (uint32_t)thread);
    return e && e->cutoff;
}
/* Whether the pending operation of a thread, with this outcome, would depend on a cut-off. */
bool run_follows_cutoff(Run *r, int thread, uint32_t outcome);

/* Threads whose pending operation is enabled, ascending; the end of the process only where nothing else
 * is. */
unsigned run_enabled(Run *r, int *threads);
/* The same for who goes one way only: without those that would wait for what need not come
 * (interrupt_is_early), unless there are no others. */
unsigned run_promising(Run *r, int *threads);

/* The outcomes of a thread's pending operation; of a branch that side first which the model satisfies, since
 * it needs no query. */
unsigned run_outcomes(const Run *r, int thread, uint32_t *outcomes);
/* The same for who explores all of them. Where it is asked for one value after the other, what comes with the
 * first one is explored before the second is asked for: a size without a bound is tried small, and is no
 * chain of questions without end before anything runs. The side that comes first may not be feasible then. */
unsigned run_outcomes_by_value(const Run *r, int thread, uint32_t *outcomes);

/* How a maximal run ended. */
typedef enum RunEnd { RUN_EXIT, RUN_ERROR, RUN_DEADLOCK } RunEnd;
RunEnd run_end(Run *r);
/* Whether threads wait for each other in a circle: a deadlock, whatever the others go on to do. */
bool run_has_circle(Run *r);

/* Sets stuck[slot] for each thread of a deadlock. Without cut-offs these are all that are blocked; beside
 * one, the threads of circles and those that wait for them, since whatever else is blocked may only wait for
 * what was cut off. `stuck` has machine->nslots elements. */
void run_deadlocked(Run *r, bool *stuck);
/* A hash of what the program can observe at its end; for oracles. */
uint64_t run_final_hash(Run *r);

#endif
