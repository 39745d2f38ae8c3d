/*
 * session.h — a finding that one can go through forwards and backwards. A run executes it again
 * from its test; the undo trail takes steps back, and within a slice the step is executed once more
 * up to the place wanted. Not for other rooms.
 */
#ifndef HEDDLE_DEBUG_SESSION_H
#define HEDDLE_DEBUG_SESSION_H

#include "debug/debug_value.h"
#include "replay/replay.h"
#include "report/test_file/test_file.h"

/* A moment of the run: `step` steps are complete, and `insn` instructions of the next one's slice
 * are executed or about to be: 0: its operation has not happened yet; n > 0: it has, and
 * instruction n of the slice, from 1, is next. */
typedef struct DebugMoment {
    size_t step;
    uint64_t insn;
} DebugMoment;

/* A step: of the test's schedule, or chosen by the user. */
typedef struct DebugStep {
    int slot; /* -1: of the schedule, at the same index */
    uint32_t outcome;
} DebugStep;

typedef struct DebugSession DebugSession;

/* Looks at the moments of a step in order: at its beginning (`t` NULL), before each instruction of
 * the slice, at its end (`next` NULL). True: stop there. The answer does not count for moments
 * outside of those that are asked about. The beginning may be within the slice, before any
 * instruction, which is not shown itself; true: it has to be another one. */
typedef bool DebugLook(void *context, DebugSession *s, Thread *t, const Insn *next);

struct DebugSession {
    const Program *program;
    Test *test;         /* the caller's */
    const char *folder; /* where relative names of files that the user gives begin; the caller's */
    Replay replay;
    ReplayCallbacks callbacks;
    Run *run;
    DebugTypes *types;
    InstructionWatch watch;
    TrailMark start;     /* the state before the first step */
    DebugMoment finding; /* where the finding of the test shows: a race at its second access, others
                            at the end */
    VEC(DebugStep) path;
    bool measures; /* the run so far is given up where its expressions are too many */
    bool too_large;
    bool open;  /* behind the path the threads go on in turn */
    bool ended; /* nothing can go on behind the last step of the path */
    DebugMoment now;
    int thread; /* the slot that is looked at; -1: none yet */
    /* The error that was met on the way to `now`, NULL: none. */
    Finding *error;
    DebugMoment error_at;
    bool (*interrupted)(void *context); /* asked now and then; true: what is going on stops */
    void *interrupted_context;
    bool reads_log;           /* `look` reads the log of accesses */
    VEC(uint64_t) lengths;    /* of slices, by step: instructions; 0: not known */
    uint64_t executed, shown; /* instructions so far, and those that were looked at */
    /* While a slice is executed. */
    uint64_t count;       /* the number of the instruction at hand, from 1; 0: none was shown yet */
    bool begun;           /* `look` has looked at the beginning */
    uint64_t begin_by;    /* it has to, before an instruction behind this one */
    bool missed;          /* it has not; or there is an error among those that were not shown */
    uint64_t stop_count;  /* pause there; 0: nowhere */
    uint64_t from, until; /* instructions that `look` is asked about: from < n < until */
    uint64_t last;        /* the last one where it said true */
    bool pause;           /* at the first such */
    DebugLook *look;
    void *look_context;
};

/* Why the session came to stand. */
typedef enum DebugStop {
    DEBUG_STOP_LOOK,
    DEBUG_STOP_END,
    DEBUG_STOP_START,
    DEBUG_STOP_USER
} DebugStop;

/* Begins at the finding. `options` and `test` are kept. Values show how they came from the inputs,
 * unless that takes too much, or the program then leaves the schedule. NULL with one line in *error
 * (the caller frees) if the program does not take the schedule. */
DebugSession *session_new(const Program *program, const CampaignOptions *options, Test *test,
                          bool other_code, char **error);
void session_free(DebugSession *s);

/* The number of steps known so far. */
size_t session_steps(const DebugSession *s);
/* Goes to a moment; to the end of the step if the slice is shorter. */
void session_go(DebugSession *s, DebugMoment to);
/* Goes on until `look` says true, or to the end of the run. */
DebugStop session_forward(DebugSession *s, DebugLook *look, void *context);
/* Goes back to the latest moment before now where `look` says true, or to the start. `only`: the
 * slot of the thread in whose steps it may be; -1: any. */
DebugStop session_backward(DebugSession *s, DebugLook *look, void *context, int only);

/* Whether nothing comes after now. */
bool session_at_end(const DebugSession *s);
/* Lets a thread take the next step, and forgets what came behind it. Behind it the threads go on in
 * turn. False with one line in *error (the caller frees) if it cannot. The session must be between
 * steps (now.insn 0). */
bool session_choose(DebugSession *s, int slot, char **error);
/* Lists the threads that can take the next step. */
unsigned session_enabled(DebugSession *s, int *threads);
/* Returns the run up to now as a finding: what was met, or a path. The caller frees it. */
Finding *session_finding(DebugSession *s);

/* Returns a fingerprint of the program's state now: memory, threads, objects. Equal states have
 * equal ones. Slow. */
Fingerprint session_state(DebugSession *s);

/* The place of a frame: an index into Program.locs. */
uint32_t session_frame_loc(const Thread *t, uint32_t frame);
/* The innermost frame of the program's own code, the innermost of all if there is none. */
uint32_t session_own_frame(const Thread *t);

#endif
