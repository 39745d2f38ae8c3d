/*
 * interference.h — the parts of con2colic testing: runs that fill the forest (interference_run.c), the values
 * that a scenario demands of inputs (interference_data.c), and the search for scenarios (interference.c).
 */
#ifndef HEDDLE_EXPLORE_INTERFERENCE_H
#define HEDDLE_EXPLORE_INTERFERENCE_H

#include "base/hash_set.h"
#include "event/scenario.h"
#include "explore/internal.h"
#include "explore/touches.h"
#include "expr/substitute.h"

/* What a byte held before anything visible wrote it. */
typedef struct InitialByte {
    uint64_t address;
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
    const Expr *returned;
    bool recording;
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
    HashSet sides; /* branches of the source and ways they went, as hashes */
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
/* What a byte held in the beginning; NULL: no run has shown that. */
const Expr *recorder_initial(const Recorder *r, uint64_t address);
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

#endif
