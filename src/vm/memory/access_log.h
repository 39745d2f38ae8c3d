/*
 * access_log.h — logs the accesses of a thread between two of its visible operations, while several
 * threads exist. Race detection and the visible set use the log. See AccessLog in thread.h.
 */
#ifndef HEDDLE_VM_MEMORY_ACCESS_LOG_H
#define HEDDLE_VM_MEMORY_ACCESS_LOG_H

#include "vm/machine/machine.h"

/* False if every byte is known to be in the log already. May be true without need. */
static inline bool log_is_new(const Thread *t, uint64_t address, unsigned size, bool write) {
    uint64_t word = address >> 3, need = (uint64_t)(((1u << size) - 1) << (address & 7))
                                         << (write ? 8 : 0);
    uint64_t have = t->log->filter[word & (LOG_FILTER - 1)];
    return have >> 16 != word || (have & need) != need || (address & 7) + size > 8;
}
/* Begins or ends an atomic section: earlier accesses count apart from later ones. */
void log_boundary(Thread *t);
/* Logs a fence with an order of opcodes.h. False if the slice has too many. */
bool log_fence(Thread *t, unsigned order);
/* Logs a word that a symbolic access may touch. */
void log_vague(Machine *m, Thread *t, uint64_t address, bool write);
void log_access(Machine *m, Thread *t, uint64_t address, uint64_t size, bool write);
/* Logs the end of an object, as a write. */
void log_end(Machine *m, Thread *t, uint64_t address, uint64_t size);
/* Logs the end of all variables of one kind of a thread at once. */
void log_thread_end(Machine *m, Thread *t, uint64_t address, uint64_t size);
/* Logs an atomic access, which is its thread's newest event. */
void log_atomic(Machine *m, Thread *t, uint64_t address, uint64_t size, bool writes);

#endif
