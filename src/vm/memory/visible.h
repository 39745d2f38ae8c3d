/*
 * visible.h — the visible bytes of memory: accesses to them are interleaved, each an operation of
 * its own. The explorer chooses the set (machine_set_visible).
 */
#ifndef HEDDLE_VM_MEMORY_VISIBLE_H
#define HEDDLE_VM_MEMORY_VISIBLE_H

#include "vm/machine/machine.h"

/* Whether any byte of [address, address + size) is visible. */
bool access_is_visible(const Machine *m, uint64_t address, uint64_t size);
/* Returns the first visible range that ends after `address`, or NULL. */
const VisibleRange *access_visible_after(const Machine *m, uint64_t address);
/* Whether a thread is within an atomic section, or a piece of a system call, whose accesses are no
 * operations of their own. */
static inline bool access_is_enclosed(const Machine *m, const Thread *t) {
    return t->section && !m->divides_sections;
}
/* Whether a thread is within a piece of a system call whose accesses audit/contract.h checks. */
static inline bool access_in_checked_piece(const Machine *m, const Thread *t) {
    return unlikely(m->logs_pieces) && t->section && t->piece;
}
/* Whether accesses to visible bytes are logged like others, since they are no events: in a slice
 * that is lifted, where there is one thread or within an atomic section. What the slice reads there
 * is part of what it depends on. Elsewhere nothing is ordered by such accesses that the section, as
 * an event, does not order. */
bool access_logs_visible(const Machine *m, const Thread *t);

#endif
