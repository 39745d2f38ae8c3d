/*
 * interference.h — the parts of con2colic testing: runs that fill the forest (interference_run.c),
 * the data constraints of a scenario (interference_data.c), the search for scenarios
 * (interference_search.c), and the exploration (interference.c).
 */
#ifndef HEDDLE_STRATEGIES_INTERFERENCE_INTERFERENCE_H
#define HEDDLE_STRATEGIES_INTERFERENCE_INTERFERENCE_H

#include "base/tables/hash_set.h"
#include "strategies/interference/scenario/scenario.h"
#include "explore/internal.h"
#include "strategies/interference/touches.h"
#include "expr/substitute.h"

/* The initial value of a byte, before any visible write: the value that the main thread left before
 * it created its first thread. It depends on the path of the main thread to that creation. */
typedef struct InitialByte {
    uint64_t address;
    NodeId first; /* the first creation of a thread */
    const Expr *value;
} InitialByte;

/* A place where a thread of the current run stood before an operation on an object with a state, or
 * before one that may be refused a mutex. */
typedef struct Position {
    NodeId parent;
    Action action;
    uint64_t object; /* see forest_users */
} Position;

typedef struct Recorder {
    Campaign *c;
    Run *run;
    Forest *forest;
    /* The current run. */
    VEC(NodeId) tips;     /* by slot: the newest node of the thread; 0: none */
    VEC(size_t) clock_of; /* by position on the path: index of its clock in `clocks` */
    VEC(uint32_t) clock_len;
    VEC(uint32_t) clocks; /* by slot: events that come before by program order, creation, joins */
    VEC(NodeId) sources;  /* of the piece of a system call that is looked at */
    VEC(Coupling) couplings; /* of joins that the run met beyond its scenario */
    const Input *variable;   /* returned by the current load; NULL: it did not return */
    NodeId first;            /* the first creation of a thread; 0: none yet */
    bool recording;
    bool pieces;       /* some byte was written by stores of different widths or addresses */
    VEC(LogEntry) log; /* of the current step */
    /* New results of runs. */
    VEC(NodeId) sinks;       /* new dangling nodes of the current run */
    VEC(NodeId) writes;      /* new stores and ends of objects */
    VEC(NodeId) accesses;    /* new operations on memory */
    VEC(NodeId) exits;       /* new ends of threads */
    HashSet stood;           /* positions that were reported */
    VEC(Position) positions; /* new places before an operation on an object with a state */
    VEC(NodeId) users;       /* new operations on such objects, or that took a mutex */
    VEC(NodeId)
    released; /* new nodes at which a thread holds no mutex any more, or a section ends */
    VEC(InitialByte) initial;
    Index initial_at;
    Touches touches;
    VEC(Fingerprint)
    looks; /* of the thread that runs alone, before each load since its last other operation */
    VEC(Fingerprint) returns; /* the same before each piece of a system call, with memory */
    Fingerprint changed;      /* how memory changed since the first of them */
    bool looked, passed;      /* in some run: a thread looked at a clock; it let time pass */
    HashSet sides;            /* sides of branches of the source, as hashes */
} Recorder;

void recorder_init(Recorder *r, Campaign *c, Forest *f);
void recorder_free(Recorder *r);
/* Executes events in an order from the initial state on given inputs. Then the thread of the last
 * node (0: the main thread) runs alone until it would read what another thread wrote. RUN_REFUSED:
 * the sink, an operation on an object with a state, is impossible there. RUN_DIVERGED: the run
 * differs from the scenario. */
typedef enum RunResult { RUN_DONE, RUN_REFUSED, RUN_DIVERGED } RunResult;
RunResult recorder_run(Recorder *r, const NodeId *order, size_t n, NodeId sink, Model *model);
/* Extends the run to a maximal configuration without recording, and counts the run. */
void recorder_finish(Recorder *r);
/* The initial value of a byte in runs with this first creation; NULL: no run has shown it. */
const Expr *recorder_initial(const Recorder *r, NodeId first, uint64_t address);
/* The side that a branch event takes of a branch of the source or of a check of an instruction. */
uint64_t recorder_side(const Forest *f, NodeId branch);

/* Whether some values of the inputs satisfy all branches of a scenario. */
typedef enum DataResult { DATA_SOLVED, DATA_IMPOSSIBLE, DATA_UNKNOWN } DataResult;
typedef struct DataProblem {
    const Recorder *recorder;
    Substitution *substitution;
    ExprPool *pool;
    Solver *solver;
    VEC(uint32_t) core; /* loads (numbers of events) with local sources in the unsat core */
    VEC(bool) blamed;   /* by strand: it has a branch, a load or a store in the unsat core */
} DataProblem;
/* Solves the data constraints of a scenario. `order`: its events in an order in which they can
 * occur. On DATA_SOLVED, *model is a new reference. */
DataResult data_solve(DataProblem *d, const Scenario *s, const Forest *f, const uint32_t *order,
                      Model **model);

/* The statistics of a degree. */
InterferenceLevel *interference_level(InterferenceStats *s, uint32_t degree);
/* Says what was explored: `full`: all sides of branches are covered; `beyond`: more interferences
 * than the bound might cover others. */
void interference_tell_end(Campaign *c, bool full, bool beyond);

/* --- the search (interference_search.c) ------------------------------------------------------- */

/* A candidate that cannot be realized, and what must change: loads that need an interference, and
 * joins of threads that must take another path. */
typedef struct Kept {
    Candidate *candidate;
    VEC(NodeId) loads;
    VEC(NodeId) joins; /* joins of threads any other path of which may help */
    bool unordered;    /* its events have no order, whatever their values */
    VEC(NodeId)
    quiet_joins; /* joins of threads of which a path with a store to a word of those loads may
                    help */
    bool loose;  /* its number of interferences depends on the paths of joined threads */
} Kept;

/* Lists of kept candidates that wait for nodes with a key: a word of memory, or a thread to
 * join. */
typedef struct WaitList {
    uint64_t key;
    VEC(uint32_t) who;
} WaitList;

/* A candidate with a join that needs an end of its thread, or with a thread that holds a mutex at
 * its tip. */
typedef struct Open {
    Candidate *candidate;
    NodeId node;
    uint32_t below; /* only ends with which it may need fewer interferences than this are of use */
} Open;

/* The worklist of candidates of one degree: those that promise new coverage first, else the
 * oldest. */
typedef struct WorkList {
    VEC(Candidate *) first, later;
    size_t first_taken, later_taken;
} WorkList;

typedef struct Interference {
    Campaign *c;
    Run *run;
    Forest forest;
    Recorder recorder;
    Scenario scenario;
    DataProblem data;
    const InterferenceSettings *settings;
    VEC(WorkList) work; /* by degree */
    HashSet seen;       /* keys of candidates */
    VEC(Kept) kept;
    VEC(WaitList) waiting;
    Index waiting_at;
    VEC(Open) joins, holders;
    VEC(Position) positions;
    Index positions_at; /* by object */
    uint8_t *cover;     /* as Machine.cover: the coverage so far */
    uint8_t *degrees;   /* CampaignResult.degrees */
    const char *lost;   /* what scenarios do not cover, but runs did; NULL: nothing */
    bool beyond;        /* there are candidates of a degree above the bound */
    bool stop;          /* every side of every branch is covered */
} Interference;

static inline InterferenceLevel *search_level(Interference *x, uint32_t degree) {
    return interference_level(&x->c->result->interference, degree);
}
/* Adds a candidate and takes it over. Frees candidates that are known or need too many
 * interferences. False if its nodes are incompatible. */
bool search_push(Interference *x, Candidate *c);
/* The next candidate, owned by the caller; NULL: none is left. */
Candidate *search_next(Interference *x);
/* Whether a candidate may lead to an error even if all sides of branches are covered: a check that
 * never failed, another address or size, or any operation but a branch. What follows such an
 * operation may have checks that no scenario has met yet: a thread that has not begun, a read of
 * another thread's write, an access that comes too late. */
bool search_is_check(const Interference *x, const Candidate *c);
/* Notes for a candidate, whose scenario is built, which of its joins contribute to the unsat core
 * (DataProblem.blamed), or all of its joins. */
void search_blame_joins(const Interference *x, Kept *k, bool all);
/* Keeps a candidate that cannot be realized as it is: one of its loads must read something else, or
 * one of the threads that it joins must take another path. */
void search_keep(Interference *x, Kept k);
/* Takes over a candidate whose scenario, which is built, is ambiguous, and adds candidates that
 * resolve the ambiguity. */
void search_resolve(Interference *x, Candidate *c);
/* Handle new nodes that runs showed. */
void search_meet_write(Interference *x, NodeId store);
void search_meet_access(Interference *x, NodeId access);
void search_meet_exit(Interference *x, NodeId end);
void search_meet_user(Interference *x, NodeId user);
void search_meet_position(Interference *x, const Position *p);

/* --- ends of sections, and mutexes (interference_release.c) ----------------------------------- */

/* Replaces a candidate, whose scenario is built, by candidates in which the threads besides that of
 * the sink continue until they are in no atomic section and hold no mutex. False if nothing is to
 * do; else the candidate is taken over. */
bool search_release(Interference *x, Candidate *c);
/* Handles a new node at which a section ends, or a thread holds no mutex any more. */
void search_meet_release(Interference *x, NodeId id);

#endif
