/*
 * memory_check.h — invariants of emulated memory between two slices: its bitmaps, its overlay and
 * the trail fit together.
 */
#ifndef HEDDLE_VM_MEMORY_MEMORY_CHECK_H
#define HEDDLE_VM_MEMORY_MEMORY_CHECK_H

#include "vm/memory/memory.h"

/* Checks the lines that changed since the last mark (a sample if there are many), and the trail.
 * Called only if base_invariants is set, since it takes time. */
void memory_check(const Memory *m);

#endif
