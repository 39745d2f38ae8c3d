/*
 * memory_check.h — what holds of emulated memory between two slices: how its bitmaps, its overlay
 * and the trail fit together.
 */
#ifndef HEDDLE_VM_MEMORY_MEMORY_CHECK_H
#define HEDDLE_VM_MEMORY_MEMORY_CHECK_H

#include "vm/memory/memory.h"

/* Checks the lines that changed since the last mark (a sample where there are many), and the trail.
 * Only where base_invariants is set: it takes time. */
void memory_check(const Memory *m);

#endif
