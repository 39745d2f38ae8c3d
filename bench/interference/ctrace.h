/*
 * ctrace.h — a library that traces what the threads of a program do: who they are (a hash table of
 * threads by number), which levels of which units are traced (masks for the whole program and for
 * each thread), which functions each of them is in (a stack), and a buffer of what was traced,
 * written out when it is full. One mutex is for the table and one for the buffer; flags and masks
 * are atomic.
 *
 * It is for the two drivers ctrace_a.c and ctrace_b.c. What is wrong with it, each unless FIXED is
 * defined:
 *  - trace_add looks whether the thread is known, gives the mutex back, and adds it without another
 *    look;
 *  - trace_write looks whether tracing is on, and then writes to the buffer, which may have been
 *    closed
 * since;
 *  - trace_remove takes a thread out of the table, but trace_level may still hold what it found
 *    there: it is written after it was given back.
 */
#ifndef CTRACE_H
#define CTRACE_H
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define UNITS 2
#define LEVELS 3 /* errors, notes, calls */
#define THREADS_MOST 4
#define BUCKETS 2
#define DEPTH 4
#define LINES 4

enum TraceResult { TRACE_OK, TRACE_KNOWN, TRACE_UNKNOWN, TRACE_FULL, TRACE_OFF, TRACE_BAD };
enum TraceLevel { TRACE_ERROR, TRACE_NOTE, TRACE_CALL };

typedef struct TraceThread {
    bool used;
    int number; /* what the program calls it */
    atomic_uint mask[UNITS];
    int next; /* in its bucket; 0: none, else the slot and 1 */
    int depth;
    const char *in[DEPTH];
} TraceThread;

typedef struct TraceLine {
    int thread, unit, level;
    const char *text;
} TraceLine;

static struct {
    atomic_bool on;
    atomic_uint mask[UNITS];
    pthread_mutex_t table_lock, buffer_lock;
    int bucket[BUCKETS];
    TraceThread thread[THREADS_MOST];
    int known; /* threads */
    bool open;
    int lines, flushed, lost;
    TraceLine line[LINES];
} trace;

/* --- the program as a whole ------------------------------------------------------------------- */

static void trace_init(void) {
    pthread_mutex_init(&trace.table_lock, NULL);
    pthread_mutex_init(&trace.buffer_lock, NULL);
    for (int unit = 0; unit < UNITS; unit++) atomic_store(&trace.mask[unit], 1u << TRACE_ERROR);
    trace.open = true;
    atomic_store(&trace.on, true);
}

static void trace_switch(bool on) { atomic_store(&trace.on, on); }

static bool trace_is_on(void) { return atomic_load(&trace.on); }

static enum TraceResult trace_unit_level(int unit, enum TraceLevel level, bool on) {
    if (unit < 0 || unit >= UNITS || level >= LEVELS) return TRACE_BAD;
    if (on)
        atomic_fetch_or(&trace.mask[unit], 1u << level);
    else
        atomic_fetch_and(&trace.mask[unit], ~(1u << level));
    return TRACE_OK;
}

/* With the mutex of the buffer. */
static void trace_flush(void) {
    trace.flushed += trace.lines;
    trace.lines = 0;
}

/* No line may come after this one. */
static void trace_end(void) {
    trace_switch(false);
    pthread_mutex_lock(&trace.buffer_lock);
    trace_flush();
    trace.open = false;
    pthread_mutex_unlock(&trace.buffer_lock);
}

/* --- the table of threads, with its mutex ----------------------------------------------------- */

static int trace_hash(int number) { return (number & 0x7fff) % BUCKETS; }

/* The slot and 1, or 0. */
static int trace_find(int number) {
    for (int k = trace.bucket[trace_hash(number)]; k; k = trace.thread[k - 1].next)
        if (trace.thread[k - 1].number == number) return k;
    return 0;
}

static int trace_free_slot(void) {
    for (int k = 0; k < THREADS_MOST; k++)
        if (!trace.thread[k].used) return k + 1;
    return 0;
}

static void trace_link(int slot, int number) {
    TraceThread *t = &trace.thread[slot - 1];
    int *bucket = &trace.bucket[trace_hash(number)];
    t->used = true;
    t->number = number;
    t->depth = 0;
    for (int unit = 0; unit < UNITS; unit++) atomic_store(&t->mask[unit], 0);
    t->next = *bucket;
    *bucket = slot;
    trace.known++;
}

static void trace_unlink(int slot, int number) {
    int *at = &trace.bucket[trace_hash(number)];
    while (*at && *at != slot) at = &trace.thread[*at - 1].next;
    heddle_assert(*at == slot);
    *at = trace.thread[slot - 1].next;
    trace.thread[slot - 1].used = false;
    trace.thread[slot - 1].number = -1;
    trace.known--;
}

/* How often a number is in the table: once, or not at all. */
static int trace_count(int number) {
    int count = 0;
    for (int k = trace.bucket[trace_hash(number)]; k; k = trace.thread[k - 1].next)
        count += trace.thread[k - 1].number == number;
    return count;
}

static void trace_check(int number) { heddle_assert(trace_count(number) <= 1); }

/* --- threads ---------------------------------------------------------------------------------- */

static enum TraceResult trace_add(int number) {
    enum TraceResult result = TRACE_OK;
    pthread_mutex_lock(&trace.table_lock);
    if (trace_find(number)) result = TRACE_KNOWN;
#ifndef FIXED
    pthread_mutex_unlock(&trace.table_lock);
    pthread_mutex_lock(&trace.table_lock);
#endif
    if (result == TRACE_OK) {
        int slot = trace_free_slot();
        if (slot)
            trace_link(slot, number);
        else
            result = TRACE_FULL;
    }
    trace_check(number);
    pthread_mutex_unlock(&trace.table_lock);
    return result;
}

static enum TraceResult trace_remove(int number) {
    enum TraceResult result = TRACE_UNKNOWN;
    pthread_mutex_lock(&trace.table_lock);
    int slot = trace_find(number);
    if (slot) {
        trace_unlink(slot, number);
        result = TRACE_OK;
    }
    trace_check(number);
    pthread_mutex_unlock(&trace.table_lock);
    return result;
}

/* Switches a level of a unit on or off for one thread. */
static enum TraceResult trace_level(int number, int unit, enum TraceLevel level, bool on) {
    if (unit < 0 || unit >= UNITS || level >= LEVELS) return TRACE_BAD;
    pthread_mutex_lock(&trace.table_lock);
    int slot = trace_find(number);
#ifndef FIXED
    pthread_mutex_unlock(&trace.table_lock);
#endif
    if (slot) {
        TraceThread *t = &trace.thread[slot - 1];
        unsigned mask = atomic_load(&t->mask[unit]);
        atomic_store(&t->mask[unit], on ? mask | 1u << level : mask & ~(1u << level));
    }
#ifndef FIXED
    pthread_mutex_lock(&trace.table_lock);
#endif
    if (slot) heddle_assert(trace.thread[slot - 1].number == number);
    pthread_mutex_unlock(&trace.table_lock);
    return slot ? TRACE_OK : TRACE_UNKNOWN;
}

/* Whether a level of a unit is traced, for the program or for one thread. */
static bool trace_wanted(int number, int unit, enum TraceLevel level) {
    if (atomic_load(&trace.mask[unit]) & 1u << level) return true;
    bool wanted = false;
    pthread_mutex_lock(&trace.table_lock);
    int slot = trace_find(number);
    if (slot) wanted = atomic_load(&trace.thread[slot - 1].mask[unit]) & 1u << level;
    pthread_mutex_unlock(&trace.table_lock);
    return wanted;
}

/* --- lines ------------------------------------------------------------------------------------ */

static enum TraceResult trace_write(int number, int unit, enum TraceLevel level, const char *text) {
    enum TraceResult result = TRACE_OK;
    if (unit < 0 || unit >= UNITS || level >= LEVELS) return TRACE_BAD;
    if (!trace_is_on()) return TRACE_OFF;
    if (!trace_wanted(number, unit, level)) return TRACE_OFF;
    pthread_mutex_lock(&trace.buffer_lock);
#ifdef FIXED
    if (!trace.open) {
        pthread_mutex_unlock(&trace.buffer_lock);
        return TRACE_OFF;
    }
#endif
    heddle_assert(trace.open);
    if (trace.lines == LINES) trace_flush();
    trace.line[trace.lines++] = (TraceLine){number, unit, (int)level, text};
    if (level == TRACE_ERROR) trace_flush();
    pthread_mutex_unlock(&trace.buffer_lock);
    return result;
}

/* A function of a unit was entered, or left. */
static enum TraceResult trace_enter(int number, int unit, const char *function) {
    enum TraceResult result = TRACE_UNKNOWN;
    if (!trace_is_on()) return TRACE_OFF;
    pthread_mutex_lock(&trace.table_lock);
    int slot = trace_find(number);
    if (slot) {
        TraceThread *t = &trace.thread[slot - 1];
        result = t->depth < DEPTH ? TRACE_OK : TRACE_FULL;
        if (t->depth < DEPTH) t->in[t->depth++] = function;
    }
    pthread_mutex_unlock(&trace.table_lock);
    if (result == TRACE_OK) result = trace_write(number, unit, TRACE_CALL, function);
    return result;
}

static enum TraceResult trace_leave(int number, int unit) {
    enum TraceResult result = TRACE_UNKNOWN;
    const char *function = NULL;
    if (!trace_is_on()) return TRACE_OFF;
    pthread_mutex_lock(&trace.table_lock);
    int slot = trace_find(number);
    if (slot) {
        TraceThread *t = &trace.thread[slot - 1];
        result = t->depth ? TRACE_OK : TRACE_BAD;
        if (t->depth) function = t->in[--t->depth];
    }
    pthread_mutex_unlock(&trace.table_lock);
    if (result == TRACE_OK) result = trace_write(number, unit, TRACE_CALL, function);
    return result;
}
#endif
