/*
 * state_text.h — the whole state of a program as a text, equal for equal states: the oracle of
 * fingerprints.
 */
#ifndef HEDDLE_AUDIT_STATE_TEXT_H
#define HEDDLE_AUDIT_STATE_TEXT_H

#include "run/run.h"

/* Accesses of a thread after one of its events. */
typedef VEC(LogEntry) Touched;

typedef struct StateText {
    Run *run;             /* the run whose state is written */
    TrailMark start;      /* the initial state of the run: only changed memory is written */
    VEC(Touched) touched; /* by position of the path */
    StrBuf text;
    VEC(uint32_t) node,
        input;              /* numbers of expressions and inputs in the text, by id; 0: none yet */
    VEC(uint32_t) numbered; /* the ids of inputs in the order of their numbers */
    uint32_t nodes;
    bool shaping;
    /* hidden blocks that other threads freed are left out: what is known of them is no state */
    bool without_hidden;
    bool without_frees; /* freed blocks are left out, and which a thread can use again */
} StateText;

/* Makes the text, which the caller takes. */
void state_text_put(StateText *v);
void state_text_free(StateText *v);
/* Overwrites dead registers, whose contents must not matter. */
void state_text_overwrite_dead(Machine *m, Thread *t);

#endif
