/*
 * access_log.h — what a thread touches between two of its visible operations, noted while several
 * threads exist: the material of race detection and of the visible set. See AccessLog in thread.h.
 */
#ifndef HEDDLE_VM_MEMORY_ACCESS_LOG_H
#define HEDDLE_VM_MEMORY_ACCESS_LOG_H

#include "vm/machine/machine.h"

/* False where every byte is known to be in the log already. May say true too often. */
static inline bool log_is_new(const Thread *t, uint64_t address, unsigned size, bool write) {
    uint64_t word = address >> 3, need = (uint64_t)(((1u << size) - 1) << (address & 7))
                                         << (write ? 8 : 0);
    uint64_t have = t->log->filter[word & (LOG_FILTER - 1)];
    return have >> 16 != word || (have & need) != need || (address & 7) + size > 8;
}
/* An atomic section begins or ends: what was touched before counts apart from what follows. */
void log_boundary(Thread *t);
/* A fence, by an order of opcodes.h. False where the slice has too many. */
bool log_fence(Thread *t, unsigned order);
/* A word that a symbolic access may touch. */
void log_vague(Machine *m, Thread *t, uint64_t address, bool write);
void log_access(Machine *m, Thread *t, uint64_t address, uint64_t size, bool write);
/* The end of an object, as a write. */
void log_end(Machine *m, Thread *t, uint64_t address, uint64_t size);
/* The same of all variables of a thread of one kind at once. */
void log_thread_end(Machine *m, Thread *t, uint64_t address, uint64_t size);
/* An atomic access, which is its thread's newest event. */
void log_atomic(Machine *m, Thread *t, uint64_t address, uint64_t size, bool writes);

#endif
