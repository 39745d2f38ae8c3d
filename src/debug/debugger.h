/*
 * debugger.h — what the commands of a debugger do: breakpoints, watched values, steps by lines in
 * both directions, over a session. Not for other rooms.
 */
#ifndef HEDDLE_DEBUG_DEBUGGER_H
#define HEDDLE_DEBUG_DEBUGGER_H

#include "debug/debug_expression.h"
#include "debug/session.h"

typedef enum BreakpointKind {
    BREAK_LINE,
    BREAK_FUNCTION,
    BREAK_WRITE, /* a value is changed */
    BREAK_ACCESS /* the same, or read: the first time in a slice */
} BreakpointKind;

typedef struct Breakpoint {
    unsigned id;
    BreakpointKind kind;
    char *what;      /* the file, the function, or the expression */
    uint32_t line;   /* where it really is; 0: nowhere */
    char *condition; /* NULL: none */
    char *problem;   /* why it is never met, or what is wrong with its condition; NULL: nothing */
    /* Watched values. */
    uint64_t address, size;
    uint8_t *old;
} Breakpoint;

/* What a step goes to. */
typedef enum StepKind { STEP_INTO, STEP_OVER, STEP_OUT, STEP_INSTRUCTION } StepKind;

typedef struct Debugger {
    DebugSession *session;
    VEC(Breakpoint) breakpoints;
    unsigned next_id;
    unsigned hit;    /* the breakpoint that was met last; 0: none */
    char *complaint; /* of its condition; NULL: none */
    /* The lines at which the frames of the thread that runs are, by depth; 0: not yet. And the last
     * instruction there. */
    VEC(uint32_t) lines;
    VEC(const Insn *) places;
    uint32_t *prologues; /* by function: the instructions of its prologue */
    size_t seen;         /* entries of the thread's log of accesses that were looked at */
    /* The step that is under way. */
    bool stepping;
    StepKind kind;
    int thread;
    uint32_t depth;
} Debugger;

Debugger *debugger_new(DebugSession *s);
void debugger_free(Debugger *d);

/* Adds a breakpoint; `what` and `condition` (NULL: none) are copied. Returns its number. One that
 * is never met has a `problem`. A watched value is looked up in `scope`. */
unsigned debugger_break(Debugger *d, BreakpointKind kind, const char *what, uint32_t line,
                        const char *condition, const DebugScope *scope);
/* Lets a watched value be of `size` bytes from its address on. */
void debugger_widen(Debugger *d, unsigned id, uint64_t size);
/* Returns the breakpoint of a number, or NULL. */
Breakpoint *debugger_breakpoint(const Debugger *d, unsigned id);
/* Removes one; all of a kind, those of lines only in `file` (NULL: everywhere). */
bool debugger_delete(Debugger *d, unsigned id);
void debugger_delete_kind(Debugger *d, BreakpointKind kind, const char *file);

/* Goes on, or back, to a breakpoint or the end (start). */
DebugStop debugger_continue(Debugger *d, bool back);
/* Takes a step of the thread `slot`. */
DebugStop debugger_step(Debugger *d, StepKind kind, bool back, int slot);

/* A scope for expressions: a frame of a thread (slot -1: none). `arena` is the caller's. */
DebugScope debugger_scope(const Debugger *d, int slot, uint32_t frame, Arena *arena);
/* Whether two names are of one file. */
bool debugger_same_file(const char *a, const char *b);

#endif
