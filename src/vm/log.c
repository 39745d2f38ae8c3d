/*
 * log.c — what a thread touches between two visible operations, each word of memory once: the material of race
 * detection and of the visible set. A small direct-mapped filter keeps loops from logging the same word again.
 */
#include "vm/internal.h"

static void add(Machine *m, Thread *t, uint64_t word, uint8_t mask, bool write, bool vague) {
    AccessLog *log = t->log;
    for (size_t k = 0; k < m->unlogged.len; k++)
        if (word << 3 < m->unlogged.data[k].end && (word << 3) + 8 > m->unlogged.data[k].start) return;
    uint64_t *slot = &log->filter[word & (LOG_FILTER - 1)];
    uint64_t need = (uint64_t)mask << (write ? 8 : 0);
    if (*slot >> 16 != word) *slot = word << 16;
    if ((*slot & need) == need) return;
    /* Whatever conflicts with a read conflicts with a write of the same bytes: a read after it adds nothing. */
    if (!vague) *slot |= write ? need | mask : need;
    LogEntry e = {word, write ? 0 : mask, write ? mask : 0, vague, t->section > 0, machine_loc(m, t)};
    vec_push(&log->entries, e);
}

void log_access(Machine *m, Thread *t, uint64_t address, uint64_t size, bool write) {
    while (size) {
        uint64_t n = MIN(size, 8 - (address & 7));
        add(m, t, address >> 3, (uint8_t)(((1u << n) - 1) << (address & 7)), write, false);
        address += n;
        size -= n;
    }
}

void log_boundary(Thread *t) {
    for (size_t k = 0; k < t->log->entries.len; k++) t->log->filter[t->log->entries.data[k].word & (LOG_FILTER - 1)] = 0;
}

void log_atomic(Machine *m, Thread *t, uint64_t address, uint64_t size, bool writes) {
    /* Like a section of its own: the access belongs to the event. Conflicting atomic accesses are ordered as
     * dependent events, so only a plain access can race with it. */
    t->section++;
    log_access(m, t, address, size, writes);
    t->section--;
    log_boundary(t);
}

void log_vague(Machine *m, Thread *t, uint64_t address, bool write) { add(m, t, address >> 3, 255, write, true); }
