/*
 * visible.h — which bytes of memory are visible: accesses to them are interleaved, each an
 * operation of its own. The set is chosen by whoever explores (machine_set_visible).
 */
#ifndef HEDDLE_VM_MEMORY_VISIBLE_H
#define HEDDLE_VM_MEMORY_VISIBLE_H

#include "vm/machine/machine.h"

/* Whether any byte of [address, address + size) is visible. */
bool access_is_visible(const Machine *m, uint64_t address, uint64_t size);
/* The first visible range that ends behind `address`, or NULL. */
const VisibleRange *access_visible_after(const Machine *m, uint64_t address);

#endif
