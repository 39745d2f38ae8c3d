/*
 * door.h — checks whether all changes of memory in a step went through the door
 * (vm/memory/range.h), to find mistakes in the engine. Built with -Dverify_door=true, as in `make
 * debug`.
 */
#ifndef HEDDLE_AUDIT_DOOR_H
#define HEDDLE_AUDIT_DOOR_H

#include "run/observers.h"

/* Ends the process if an existing byte changed in a step that other threads may read. Changes in
 * the log of the step's thread, or by the operation itself, are excepted. */
extern const RunObserver door_observer;

#endif
