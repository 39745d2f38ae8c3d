/*
 * interference.h — the parts of con2colic testing: runs that fill the forest (interference_run.c), the values
 * that a scenario demands of inputs (interference_data.c), the search for scenarios (interference_search.c),
 * and the exploration (interference.c).
 */
#ifndef HEDDLE_STRATEGIES_INTERFERENCE_INTERFERENCE_H
#define HEDDLE_STRATEGIES_INTERFERENCE_INTERFERENCE_H

#include "base/hash_set.h"
#include "strategies/interference/scenario/scenario.h"
#include "explore/internal.h"
#include "strategies/interference/touches.h"
#include "expr/substitute.h"

/* What a byte held before anything visible wrote it: that is what the main thread left there before it
 * created its first thread, which is a matter of its way to that creation. */
typedef struct InitialByte {
    uint64_t address;
    NodeId first; /* that creation */
    const Expr *value;
} InitialByte;

/* Where a thread of the run at hand stood before an operation on an object with a state, or before one that
 * may be refused a mutex. */
typedef struct Position {
    NodeId parent;
    Action action;
    uint64_t object; /* see forest_users */
} Position;

typedef struct Recorder {
    Campaign *c;
    Run *run;
    Forest *forest;
    /* The run at hand. */
    VEC(NodeId) tips;     /* by slot: the newest node of the thread; 0: none */
    VEC(size_t) clock_of; /* by position on the path: where its clock begins in `clocks` */
    VEC(uint32_t) clock_len;
    VEC(uint32_t) clocks;    /* by slot: events that come before by program order, creation, joins */
    VEC(Coupling) couplings; /* of joins that the run met beyond its scenario */
    const Input *variable;   /* that the load at hand returned; NULL: it did not return */
    NodeId first;            /* the first creation of a thread; 0: there was none yet */
    bool recording;
    bool pieces;       /* some byte was written by stores of several widths or places */
    VEC(LogEntry) log; /* of the step at hand */
    /* What runs showed. */
    VEC(NodeId) sinks;       /* new dangling nodes of the run at hand */
    VEC(NodeId) writes;      /* new stores and ends of objects */
    VEC(NodeId) accesses;    /* new operations on memory */
    VEC(NodeId) exits;       /* new ends of threads */
    HashSet stood;           /* positions that were told */
    VEC(Position) positions; /* new places before an operation on an object with a state */
    VEC(NodeId) users;       /* new operations on such objects, or that took a mutex */
    VEC(NodeId) released;    /* new nodes at which a thread holds no mutex any more */
    VEC(InitialByte) initial;
    Index initial_at;
    Touches touches;
    VEC(Fingerprint) looks; /* of the thread that goes on alone, before each load since it last did more */
    HashSet sides;          /* branches of the source and ways they went, as hashes */
} Recorder;

void recorder_init(Recorder *r, Campaign *c, Forest *f);
void recorder_free(Recorder *r);
/* Executes events in an order, from the beginning, on inputs; then the thread of the last node (0: the main
 * thread) alone, as far as it goes without reading what another thread wrote. RUN_REFUSED: the sink, an
 * operation on an object with a state, is not possible there; RUN_DIVERGED: the run left what was foretold.
 */
typedef enum RunResult { RUN_DONE, RUN_REFUSED, RUN_DIVERGED } RunResult;
RunResult recorder_run(Recorder *r, const NodeId *order, size_t n, NodeId sink, Model *model);
/* Goes on to a maximal configuration without recording anything, and counts the run. */
void recorder_finish(Recorder *r);
/* What a byte held in the beginning of runs with this first creation; NULL: none has shown that. */
const Expr *recorder_initial(const Recorder *r, NodeId first, uint64_t address);
/* The side of the source's branch, or of one of the checks of an instruction, that a branch is. */
uint64_t recorder_side(const Forest *f, NodeId branch);

/* Whether inputs can have values with which all branches of a scenario go as they should. */
typedef enum DataResult { DATA_SOLVED, DATA_IMPOSSIBLE, DATA_UNKNOWN } DataResult;
typedef struct DataProblem {
    const Recorder *recorder;
    Substitution *substitution;
    ExprPool *pool;
    Solver *solver;
    VEC(uint32_t) core; /* loads (numbers of events) whose local sources are to blame */
    VEC(bool) blamed;   /* by strand: it has a branch, a load or a store that is to blame */
} DataProblem;
/* `order`: its events in an order in which they can happen. On DATA_SOLVED, *model is a new reference. */
DataResult data_solve(DataProblem *d, const Scenario *s, const Forest *f, const uint32_t *order,
                      Model **model);

/* --- the search (interference_search.c) ---------------------------------------------------------------- */

/* A candidate that cannot be realized, and what of it would have to be otherwise: loads that would have to be
 * interfered, joins of threads that would have to go another way. */
typedef struct Kept {
    Candidate *candidate;
    VEC(NodeId) loads;
    VEC(NodeId) joins;       /* any other way of theirs may help */
    bool unordered;          /* what is wrong is the order of its events, whatever their values */
    VEC(NodeId) quiet_joins; /* one with a store to a word of those loads may */
    bool loose;              /* how many interferences it has depends on how threads go that are joined */
} Kept;

/* Things that wait for nodes with a key: kept candidates by word of memory, joins by thread. */
typedef struct WaitList {
    uint64_t key;
    VEC(uint32_t) who;
} WaitList;

/* A candidate with a join that needs an end of its thread, or with a thread that holds a mutex at its tip. */
typedef struct Open {
    Candidate *candidate;
    NodeId node;
    uint32_t below; /* only an end with which it may need fewer interferences is wanted */
} Open;

/* Candidates of one degree: those that promise new coverage first, else the oldest. */
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
    uint8_t *cover;     /* as Machine.cover: what was covered so far */
    bool beyond;        /* there are candidates of a degree above the bound */
    bool stop;          /* every side of every branch is covered */
} Interference;

/* What is told of a degree. */
InterferenceLevel *search_level(Interference *x, uint32_t degree);
/* Takes a candidate over; those that there were before, or that need too many interferences, go. False where
 * what it wants does not go together. */
bool search_push(Interference *x, Candidate *c);
/* The next candidate, for the caller; NULL: there is none. */
Candidate *search_next(Interference *x);
/* Whether a candidate may lead to an error though all branches of the source went both ways: a check that
 * never failed, another address or size, an access that comes too late. */
bool search_is_check(const Interference *x, const Candidate *c);
/* Notes for a candidate, whose scenario is built, which of its joins have a part in what is to blame
 * (DataProblem.blamed), or all of them. */
void search_blame_joins(const Interference *x, Kept *k, bool all);
/* Keeps a candidate that cannot be realized as it is: one of its loads has to read something else, or one of
 * the threads that it joins to go another way. */
void search_keep(Interference *x, Kept k);
/* Takes over a candidate whose scenario, which is built, is ambiguous: what decides it are candidates of
 * their own. */
void search_resolve(Interference *x, Candidate *c);
/* Threads beside that of the sink of a candidate, whose scenario is built, go on until they hold no mutex:
 * candidates of their own. False where there is nothing to do; else the candidate is taken over. */
bool search_release(Interference *x, Candidate *c);
/* What runs showed for the first time. */
void search_meet_write(Interference *x, NodeId store);
void search_meet_access(Interference *x, NodeId access);
void search_meet_exit(Interference *x, NodeId end);
void search_meet_user(Interference *x, NodeId user);
void search_meet_position(Interference *x, const Position *p);
void search_meet_release(Interference *x, NodeId id);

#endif
