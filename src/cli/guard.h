/*
 * guard.h — enforces limits and signals during any activity of a command. Most activities check
 * whether to end. Some do not, or too seldom (loading a program, analysing it, a long step of a
 * library). A watching thread ends the process, a moment after the end was due, with what is known
 * by then.
 */
#ifndef HEDDLE_CLI_GUARD_H
#define HEDDLE_CLI_GUARD_H

#include <stdbool.h>

/* Reports and writes what is known, while other threads may continue. Returns the exit status.
 * `reason` is "time" or "interrupted", `doing` as given to guard_doing. The watching thread calls
 * it, at most once. */
typedef int (*GuardGiveUp)(void *context, const char *reason, const char *doing);

/* Begins to watch, after cli_catch_signals. `seconds` is the limit from now on; 0: none. */
void guard_begin(double seconds);
void guard_end(void);

/* Sets the current activity, in words ("the program was loaded"); `context` must live until the
 * next one is set. NULL: no activity that could take long, and the process is not ended. */
void guard_doing(const char *doing, GuardGiveUp give_up, void *context);

/* Returns the seconds that are left, at least 0.01; 0: there is no limit. */
double guard_left(void);

/* Protect changes of the data that `give_up` reads. */
void guard_hold(void);
void guard_release(void);

#endif
