/*
 * replay.h — the runtime of `heddle replay --native`: it makes the threads of a normal process take
 * the visible operations of a test in the order of its schedule, one thread at a time, and gives
 * the test's inputs. Linked with the program, whose code calls __heddle_native_access and
 * __heddle_native_call before accesses and calls (program/front_end/native_steps.c).
 *
 * The plan (replay/native_plan.c) has, by thread, the operations that other threads can notice,
 * each with its kind and place. A thread that comes to the next operation of its own waits until
 * all operations before it in the plan were taken and every other thread waits as well.
 */
#ifndef HEDDLE_NATIVE_REPLAY_H
#define HEDDLE_NATIVE_REPLAY_H

#include "../../src/program/front_end/native_functions.h"
#include <stdbool.h>
#include <stddef.h>

/* replay_plan.c: the plan, read from the file that HEDDLE_NATIVE_PLAN names. */
typedef struct Place {
    const char *file;
    unsigned line, column;
} Place;
typedef struct PlannedStep {
    int thread;
    const char *kind; /* as in a test: "lock", "load", … */
    unsigned outcome;
    Place place;
    bool taken;
} PlannedStep;
typedef struct PlannedThread {
    const char *name; /* "0", "0.1", … */
    bool stands;      /* at `standing`, when the schedule is over */
    Place standing;
} PlannedThread;
typedef struct Plan {
    PlannedStep *steps;
    size_t nsteps;
    PlannedThread *threads;
    int nthreads;
    int thread;        /* the one that it is about; -1: all that stand */
    Place place;       /* of the finding */
    Place accesses[2]; /* of a race */
    int accessing[2];  /* their threads */
    bool debugged;     /* somebody may stop the process for as long as they like */
} Plan;
extern Plan replay_plan;
void replay_read_plan(void);
/* Fills `size` bytes with the value of the input; zero if the test has none of that name. */
void replay_input(const char *name, void *bytes, size_t size);
bool replay_same_place(const Place *a, const Place *b);
/* Writes a line to the report, which the parent process reads. */
__attribute__((format(printf, 1, 2))) void replay_report(const char *format, ...);

/* replay_engine.c: sends a signal to the calling thread. Unlike raise, it can be unwound, so that a
 * debugger that stops there shows the program's calls. */
void replay_signal(int number);

/* replay_turns.c: whose turn it is. */
/* Waits for the turn of the calling thread's next operation of the plan and takes it, if it has
 * this kind and the place of the call it is in. Accesses to memory before it are passed over: the
 * compiled program need not have them. False: it is not the next one. `outcome` may be NULL. */
bool replay_may_take(const char *kind, unsigned *outcome);
/* The same, and otherwise replay_stand. Returns the outcome, or 0. */
unsigned replay_take(const char *kind);
/* Called before an operation that may block and is not in the plan: behind the plan's end of the
 * thread, it waits until the plan is over. */
void replay_stand(void);
/* Whether threads run without a plan, since it is over or the process has left it. */
bool replay_is_over(void);
/* A thread of the plan begins as the n-th child of its creator, and ends. */
int replay_child(void);
void replay_begin_thread(int thread);
void replay_end_thread(void);
/* The name of the calling thread, "0.1"; never NULL. */
const char *replay_thread_name(void);

#endif
