/*
 * apart.h — a thread that calls library functions for another thread, which can stop waiting. It
 * serves functions that cannot be interrupted, or check too seldom for an interruption.
 */
#ifndef HEDDLE_BASE_APART_H
#define HEDDLE_BASE_APART_H

#include <stdbool.h>

typedef struct Apart Apart;

typedef struct ApartCall {
    void (*function)(void *context);
    /* Called in the other thread once the function has returned after it was given up, instead of a
     * return to the caller. Frees the context and its contents. */
    void (*abandoned)(void *context);
    void *context;
} ApartCall;

Apart *apart_new(void);
/* Frees `a`; no call may be in progress. */
void apart_free(Apart *a);

/* Calls call.function in the other thread and waits for it. False if apart_give_up ended the wait:
 * then `a` does not exist any more, and the other thread owns the call's context. */
bool apart_call(Apart *a, ApartCall call);
/* Ends the wait for the call in progress. Called by a third thread, which knows that there is a
 * call. */
void apart_give_up(Apart *a);

/* Whether calls that were given up are still running. They may use libraries, so the process must
 * then end without the clean-up functions of libraries (_exit). */
bool apart_any_abandoned(void);

#endif
