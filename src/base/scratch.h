/*
 * scratch.h — a stack of temporary arrays: what an algorithm that calls itself needs for a moment,
 * without an allocation each time.
 */
#ifndef HEDDLE_BASE_SCRATCH_H
#define HEDDLE_BASE_SCRATCH_H

#include "base/base.h"

typedef struct Scratch {
    uint8_t *base;
    size_t top; /* save it, and put it back to give up what was taken since */
} Scratch;

void scratch_init(Scratch *s);
void scratch_free(Scratch *s);
/* Room for `bytes` bytes, not cleared. Ends the process where SCRATCH_BYTES are not enough. */
void *scratch_take(Scratch *s, size_t bytes);

#endif
