/*
 * access_log.c — logs what a thread touches between two visible operations, each word of memory
 * once, for race detection and the visible set. An access to more than some thousand bytes is one
 * entry. A small direct-mapped filter keeps loops from logging the same word again.
 */
#include "vm/interpreter/execution.h"
#include "vm/memory/visible.h"
#include <stdlib.h>

/* Bytes from which on an access is one entry. The limit is lower for the end of an object, which is
 * not touched again. Words of other ranges may be touched again and again, so they are better
 * logged one by one. */
#define LOG_RANGE 4096
#define LOG_END 128

#define FEW_ENTRIES 64 /* more are not searched */

/* Checks that a word that the filter keeps out of the log is in it already, since the last
 * boundary. A write stands for a read of the same bytes. */
static void check_filtered(const Thread *t, uint64_t word, uint8_t mask, bool write) {
    const AccessLog *log = t->log;
    uint8_t have = 0;
    if (log->entries.len > FEW_ENTRIES) return;
    for (size_t k = 0; k < log->entries.len; k++) {
        const LogEntry *e = &log->entries.data[k];
        if (e->word != word || e->words != 1 || e->vague) continue;
        if (e->section != (t->section > 0) || e->atomic != log->atomic ||
            e->fences != log->fences.len)
            continue;
        have |= write ? e->writes : e->reads | e->writes;
    }
    invariant(!(mask & ~have));
}

/* The innermost place in code, also of a library. */
static uint32_t own_loc(const Machine *m, const Thread *t) {
    uint32_t loc = 0;
    const char *function;
    machine_stack_locs(m, t, &loc, &function, 1);
    return loc;
}

/* What the entries of one access have in common. */
typedef struct Logged {
    Machine *m;
    Thread *t;
    bool write;
    uint32_t loc; /* its source place, once `has_loc` */
    bool has_loc;
} Logged;

/* Entries from which on those that the filter let in again are dropped before the log grows. */
#define LOG_CROWDED (1u << 16)

static bool is_repeated_access(const LogEntry *a, const LogEntry *b) {
    return a->word == b->word && a->words == b->words && a->reads == b->reads &&
           a->writes == b->writes && a->marks == b->marks;
}

static uint64_t access_hash(const LogEntry *e) {
    uint64_t kind = (uint64_t)e->marks << 16 | (uint64_t)e->writes << 8 | e->reads;
    return hash_combine(hash_combine(e->word, e->words), kind);
}

/* Drops entries that repeat an earlier one: of each access the first place stays. A thread that
 * computes for long in more memory than the filter covers would fill any memory otherwise. */
static void log_drop_repeated(AccessLog *log) {
    size_t n = log->entries.len, size = LOG_CROWDED, kept = 0;
    LogEntry *e = log->entries.data;
    while (size < 2 * n) size *= 2;
    uint32_t *first = xcalloc(size, sizeof *first); /* index of an entry + 1; 0: none */
    for (size_t k = 0; k < n; k++) {
        size_t at = access_hash(&e[k]) & (size - 1);
        while (first[at] && !is_repeated_access(&e[first[at] - 1], &e[k]))
            at = (at + 1) & (size - 1);
        if (first[at]) continue;
        e[kept++] = e[k];
        first[at] = (uint32_t)kept;
    }
    invariant(kept && kept <= n);
    log->entries.len = kept;
    free(first);
}

/* Makes room for an entry. The log doubles unless more than half of it was dropped. */
static __attribute__((noinline)) void log_make_room(AccessLog *log) {
    if (log->entries.len >= LOG_CROWDED && log->entries.len < UINT32_MAX / 2)
        log_drop_repeated(log);
    if (log->entries.len >= log->entries.cap / 2)
        vec_grow_((void **)&log->entries.data, &log->entries.cap, log->entries.cap + 1,
                  sizeof *log->entries.data);
}

/* Written in its place, each part once: reading back what was just written in smaller parts takes
 * the processor longer than all the rest. */
static ALWAYS_INLINE void log_push(Logged *a, uint64_t word, uint64_t words, unsigned mask,
                                   bool vague) {
    AccessLog *log = a->t->log;
    if (!a->has_loc) {
        a->loc =
            access_in_checked_piece(a->m, a->t) ? own_loc(a->m, a->t) : machine_loc(a->m, a->t);
        a->has_loc = true;
    }
    if (unlikely(log->entries.len == log->entries.cap)) log_make_room(log);
    LogEntry *e = &log->entries.data[log->entries.len++];
    e->word = word;
    e->words = words;
    e->reads = a->write ? 0 : (uint8_t)mask;
    e->writes = a->write ? (uint8_t)mask : 0;
    bool section = a->t->section > 0;
    e->marks = (uint16_t)(vague | section << 1 | log->atomic << 2 | log->fences.len << 3);
    e->loc = a->loc;
    invariant(e->vague == vague && e->section == section && e->atomic == log->atomic &&
              e->fences == log->fences.len);
}

static ALWAYS_INLINE void log_add(Logged *a, uint64_t word, unsigned mask) {
    if (unlikely(machine_is_unlogged(a->m, word << 3, (word + 1) << 3))) return;
    uint64_t *slot = &a->t->log->filter[word & (LOG_FILTER - 1)];
    uint64_t need = (uint64_t)mask << (a->write ? 8 : 0), have = *slot;
    if (have >> 16 != word) have = word << 16;
    if ((have & need) == need) {
        if (unlikely(base_invariants)) check_filtered(a->t, word, (uint8_t)mask, a->write);
        return;
    }
    /* A read after a write of the same bytes adds nothing: an access that conflicts with the read
     * conflicts with the write, too. In a replay it does (races.c). */
    *slot = have | (a->write && !a->m->options.replaying ? need | mask : need);
    log_push(a, word, 1, mask, false);
}

/* Logs whole words as one entry. In the filter it takes the place of its first word, and the
 * highest bit marks it. */
static void add_range(Logged *a, uint64_t word, uint64_t words) {
    uint64_t *slot = &a->t->log->filter[word & (LOG_FILTER - 1)],
             tag = hash_combine(word, words << 1 | a->write) | 1ull << 63;
    if (*slot == tag) return;
    *slot = tag;
    log_push(a, word, words, 255, false);
}

static void add_bytes(Logged *a, uint64_t address, uint64_t size) {
    while (size) {
        uint64_t n = MIN(size, 8 - (address & 7));
        log_add(a, address >> 3, ((1u << n) - 1) << (address & 7));
        address += n;
        size -= n;
    }
}

static void add_as_range(Logged *a, uint64_t address, uint64_t size) {
    uint64_t first = (address + 7) >> 3, words = ((address + size) >> 3) - first;
    /* A range of 16 bytes or more contains whole words, and bytes are left only at both ends. */
    invariant(size < 16 ||
              (words && first << 3 >= address && (first + words) << 3 <= address + size));
    if (size < 16 || machine_is_unlogged(a->m, first << 3, (first + words) << 3)) {
        add_bytes(a, address, size);
        return;
    }
    add_range(a, first, words);
    add_bytes(a, address, (first << 3) - address);
    add_bytes(a, (first + words) << 3, (address + size) & 7);
}

void log_access(Machine *m, Thread *t, uint64_t address, uint64_t size, bool write) {
    Logged a = {.m = m, .t = t, .write = write};
    (size > LOG_RANGE ? add_as_range : add_bytes)(&a, address, size);
}

void log_thread_end(Machine *m, Thread *t, uint64_t address, uint64_t size) {
    add_as_range(&(Logged){.m = m, .t = t, .write = true}, address, size);
}
void log_end(Machine *m, Thread *t, uint64_t address, uint64_t size) {
    Logged a = {.m = m, .t = t, .write = true};
    (size > LOG_END ? add_as_range : add_bytes)(&a, address, size);
}

void log_boundary(Thread *t) {
    for (size_t k = 0; k < t->log->entries.len; k++)
        t->log->filter[t->log->entries.data[k].word & (LOG_FILTER - 1)] = 0;
}

void log_atomic(Machine *m, Thread *t, uint64_t address, uint64_t size, bool writes) {
    /* Logged like a section of its own: the access belongs to the event. Conflicting atomic
     * accesses are ordered as dependent events, so only a plain access can race with it. */
    t->section++;
    t->log->atomic = true;
    log_access(m, t, address, size, writes);
    t->log->atomic = false;
    t->section--;
    log_boundary(t);
}

bool log_fence(Thread *t, unsigned order) {
    AccessLog *log = t->log;
    /* Two fences without an access between them become one. A release before an acquire does not:
     * the release does not hand on what the acquire takes. */
    bool touched = log->entries.len && vec_last(&log->entries).fences == log->fences.len;
    if (log->fences.len && !touched) {
        uint8_t *last = &vec_last(&log->fences);
        if (*last != ORDER_RELEASE || order != ORDER_ACQUIRE) {
            *last = *last == order ? (uint8_t)order : ORDER_SEQUENTIAL;
            return true;
        }
    }
    if (log->fences.len == LOG_FENCES) return false;
    vec_push(&log->fences, (uint8_t)order);
    invariant(log->fences.len <= LOG_FENCES);
    log_boundary(t);
    return true;
}

void log_vague(Machine *m, Thread *t, uint64_t address, bool write) {
    /* In the filter it has a mark like a range, of which no other access is a part. */
    uint64_t word = address >> 3, *slot = &t->log->filter[word & (LOG_FILTER - 1)],
             tag = hash_combine(word, 4 | write) | 1ull << 63;
    if (*slot == tag || machine_is_unlogged(m, word << 3, (word + 1) << 3)) return;
    *slot = tag;
    log_push(&(Logged){.m = m, .t = t, .write = write}, word, 1, 255, true);
}
