/*
 * door.h — whether all that changed memory in a step went through the door (vm/memory/range.h): a
 * check for builds that look for mistakes of ours (-Dverify_door=true, as `make debug` has it).
 */
#ifndef HEDDLE_AUDIT_DOOR_H
#define HEDDLE_AUDIT_DOOR_H

#include "run/observers.h"

/* Ends the process where a byte that was there before a step changed in it, is neither in the log
 * of its thread nor what the operation is on, and other threads may be looking. */
extern const RunObserver door_observer;

#endif
