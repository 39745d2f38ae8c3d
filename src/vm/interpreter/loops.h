/*
 * loops.h — the four dispatch loops, each in a file of its own that compiles interp.inc with other
 * settings. Only for these files and interp.c.
 */
#ifndef HEDDLE_VM_INTERPRETER_LOOPS_H
#define HEDDLE_VM_INTERPRETER_LOOPS_H

#include "vm/interpreter/execution.h"

/* Why a loop returned. `t->pc` is where the thread goes on. */
typedef enum LoopOutcome {
    OUTCOME_STOP,   /* the thread waits before a visible operation, or has ended */
    OUTCOME_SWITCH, /* another loop has to go on */
    OUTCOME_POLL,   /* m->poll_at instructions were executed */
} LoopOutcome;

/* Runs the top frame of a thread that is ready, and what it calls and returns to, until one of the
 * outcomes above. */
LoopOutcome loop_fast(Machine *m, Thread *t);     /* no log of accesses, no expressions */
LoopOutcome loop_logged(Machine *m, Thread *t);   /* accesses are logged, no expressions */
LoopOutcome loop_symbolic(Machine *m, Thread *t); /* registers of the frame may hold expressions */
LoopOutcome loop_watched(Machine *m, Thread *t);  /* the same, for m->watch */

#endif
