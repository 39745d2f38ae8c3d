/*
 * recorder_initial.h — the initial values of bytes in the scenarios of con2colic testing: what they
 * had before any visible write.
 */
#ifndef HEDDLE_STRATEGIES_INTERFERENCE_RECORDER_INITIAL_H
#define HEDDLE_STRATEGIES_INTERFERENCE_RECORDER_INITIAL_H

#include "strategies/interference/interference.h"

/* The position on the path of the newest write of a byte before position `limit`; -1: none was
 * visible. `related`: what the access that asks is related to. */
int64_t recorder_last_write(Recorder *r, const Objects *related, uint64_t address, size_t limit);
/* Before a thread's pending operation on memory, notes the initial values of bytes that no visible
 * write has changed. */
void recorder_note_initial(Recorder *r, const Operation *o, const Objects *related);

#endif
