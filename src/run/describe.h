/*
 * describe.h — descriptions of a run at the moment of a finding: campaigns report them, replay
 * compares them.
 */
#ifndef HEDDLE_RUN_DESCRIBE_H
#define HEDDLE_RUN_DESCRIBE_H

#include "finding/finding.h"
#include "run/run.h"

/* The run so far as a finding, owned by the caller, and parts of it. */
Finding *describe_run(Run *r, const char *kind, const char *message, int thread, uint32_t loc);
Finding *describe_fault(Run *r, const Fault *fault);
/* The same for a race, whose first access was earlier; and one line about it, which the
 * caller frees. */
char *describe_race_message(Machine *m, const RaceAccess *first, const RaceAccess *second);
/* Explains why two accesses race although every run orders them; the caller frees. NULL: the run
 * does not order them, or the reason is unknown. */
char *race_reason(const Run *r, const RaceAccess *first, const RaceAccess *second);
Finding *describe_race(Run *r, const char *message, const RaceAccess *first,
                       const RaceAccess *second);
/* One line about a deadlock of the threads `stuck`, by slot, and one about a block that was not
 * freed; the caller frees them. *first is the first of the threads (-1: none). */
char *describe_deadlock(Machine *m, const bool *stuck, int *first);
char *describe_leak(const Block *x);
/* The message of a path that a cut-off ended. */
#define PATH_CUT "the path comes to a state that another path goes on from"
/* A path that ended without an error, as a finding of the kind FINDING_PATH. Its message is that of
 * describe_path_end, which the caller frees. */
Finding *describe_path(Run *r);
char *describe_path_end(const Run *r);
/* A step of a schedule; `ordinal` is its number in its thread. */
ScheduleStep describe_step(const Machine *m, const Action *a, uint32_t ordinal);
SourcePlace describe_place(const Program *p, uint32_t loc);
ThreadReport describe_thread(Run *r, uint32_t slot);
#endif
