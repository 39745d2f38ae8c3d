/*
 * scratch.h — a stack of temporary arrays for recursive algorithms, without an allocation for each.
 */
#ifndef HEDDLE_BASE_SCRATCH_H
#define HEDDLE_BASE_SCRATCH_H

#include "base/base.h"

typedef struct Scratch {
    uint8_t *base;
    size_t top; /* save and restore it to free what was taken in between */
} Scratch;

void scratch_init(Scratch *s);
void scratch_free(Scratch *s);
/* Returns room for `bytes` bytes, not cleared. Ends the process if SCRATCH_BYTES are not enough. */
void *scratch_take(Scratch *s, size_t bytes);

#endif
