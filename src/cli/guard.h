/*
 * guard.h — limits and signals are kept whatever a command is busy with. Most of what it does looks
 * whether it is to end; some does not, or too seldom (loading a program, analysing it, a long step
 * of a library). A thread watches, and a moment after the end was due it ends the process with what
 * is known by then.
 */
#ifndef HEDDLE_CLI_GUARD_H
#define HEDDLE_CLI_GUARD_H

#include <stdbool.h>

/* Tells and writes what is known, while other threads may go on; the exit status. `reason`: "time"
 * or "interrupted"; `doing` as it was given. Called by the thread that watches, at most once. */
typedef int (*GuardGiveUp)(void *context, const char *reason, const char *doing);

/* Begins to watch, after cli_catch_signals. `seconds` from now on are the limit; 0: none. */
void guard_begin(double seconds);
void guard_end(void);

/* What is done from now on, in words ("the program was loaded"); `context` must live until
 * something else is. NULL: nothing that could take long, and nothing is ended. */
void guard_doing(const char *doing, GuardGiveUp give_up, void *context);

/* The seconds that are left, at least 0.01; 0 where there is no limit. */
double guard_left(void);

/* What `give_up` reads is changed in between. */
void guard_hold(void);
void guard_release(void);

#endif
