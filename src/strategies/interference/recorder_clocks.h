/*
 * recorder_clocks.h — clocks of the events of a recorded run: for each thread the number of its
 * events that come before by program order, creation and joins alone, which every scenario keeps.
 */
#ifndef HEDDLE_STRATEGIES_INTERFERENCE_RECORDER_CLOCKS_H
#define HEDDLE_STRATEGIES_INTERFERENCE_RECORDER_CLOCKS_H

#include "strategies/interference/interference.h"

/* The number of events of a thread up to the event at a position, itself included, by program
 * order, creation and joins. */
uint32_t recorder_clock_at(const Recorder *r, size_t position, uint32_t thread);

/* The position on the path of the newest event of a thread; -1: none. */
int64_t recorder_newest(const Recorder *r, int thread);

/* Computes the clock of the newest event, whose action is `a`; `before` and `creation` are the
 * positions of the event of its thread before it and of its thread's creation, -1: none. */
void recorder_note_clock(Recorder *r, const Action *a, int64_t before, int64_t creation);

/* Whether an event of the path comes before the next operation of a thread. */
bool recorder_is_past(const Recorder *r, size_t position, int thread);

#endif
