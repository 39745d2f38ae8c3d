/*
 * apart.h — a thread that calls functions of libraries for another one, which can stop waiting for
 * them: for what cannot be interrupted, or looks too seldom at whether it is.
 */
#ifndef HEDDLE_BASE_APART_H
#define HEDDLE_BASE_APART_H

#include <stdbool.h>

typedef struct Apart Apart;

typedef struct ApartCall {
    void (*function)(void *context);
    /* Called instead of returning to who called, once the function has returned after it was given
     * up: frees the context and what it holds, in the other thread. */
    void (*abandoned)(void *context);
    void *context;
} ApartCall;

Apart *apart_new(void);
/* No call is in progress. */
void apart_free(Apart *a);

/* Calls call.function in the other thread and waits for it. False where apart_give_up ended the
 * wait: then `a` is no more, and the call's context is the other thread's. */
bool apart_call(Apart *a, ApartCall call);
/* Ends the wait for the call in progress; from a third thread, which knows that there is one. */
void apart_give_up(Apart *a);

/* Whether calls that were given up are still going on. Libraries may be in use then: such a process
 * must end without the functions that clean up behind libraries (_exit). */
bool apart_any_abandoned(void);

#endif
