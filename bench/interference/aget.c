/*
 * aget.c — the core of a download accelerator: each worker fetches the blocks of its segment into a
 * buffer, moves its offset on and adds to the number of bytes that all have written; when the user
 * stops it (an input says when), another thread saves what is needed to resume. What the server
 * sends is an input: short reads.
 *
 * Bugs: the number of bytes is read, added to and written in three steps; and the offset and that
 * number are under no common lock, so that the saved state may not fit together. (Every access is
 * atomic by itself.)
 *
 * Known answer: two assertions fail. The saved number differs from the sum of the offsets: with 1
 * interference, where the saver reads the offset as the worker wrote it and the number as it was at
 * the start. After all were joined the number differs from what was fetched: with 0, as each worker
 * reads the number as it was at the start, and main reads what the last one wrote after the join.
 * -DFIXED (one mutex): none can fail.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#ifndef WORKERS
#define WORKERS 2
#endif
#define BLOCK 4
#define BLOCKS 2 /* of a segment, at most that many reads */

typedef struct {
    int from, to; /* of the file */
    atomic_int offset;
    bool failed;
} Segment;
static Segment segments[WORKERS];
static atomic_int written;
static atomic_bool stopping;
static char target[WORKERS * BLOCK * BLOCKS];
static struct {
    int offset[WORKERS], written;
    bool valid;
} saved;
#ifdef FIXED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
#else
#define LOCK() (void)0
#define UNLOCK() (void)0
#endif

/* What one read from the server gives: the number of bytes, 0 at the end of the connection, less on
 * errors. */
static int receive(char *to, int most) {
    signed char got = heddle_schar("got");
    if (got < 0) return -1;
    heddle_assume(got <= most);
    for (int k = 0; k < got; k++) to[k] = 'd';
    return got;
}

static void *download(void *argument) {
    Segment *s = argument;
    for (int reads = 0; reads < BLOCKS; reads++) {
        if (atomic_load(&stopping)) break;
        int at = atomic_load(&s->offset);
        if (at >= s->to) break;
        int got = receive(target + at, BLOCK);
        if (got < 0) {
            s->failed = true;
            break;
        }
        if (got == 0) break;
        LOCK();
        atomic_store(&s->offset, at + got);
        int before = atomic_load(&written);
        atomic_store(&written, before + got);
        UNLOCK();
    }
    return NULL;
}

/* The number first, so that it is the one that lags behind. */
static void save(void) {
    int sum = 0;
    LOCK();
    saved.written = atomic_load(&written);
    for (int k = 0; k < WORKERS; k++) {
        saved.offset[k] = atomic_load(&segments[k].offset);
        sum += saved.offset[k] - segments[k].from;
    }
    UNLOCK();
    saved.valid = true;
    heddle_assert(saved.written == sum);
}

static void *control(void *unused) {
    if (heddle_bool("stop")) {
        atomic_store(&stopping, true);
        save();
    }
    return unused;
}

int main(void) {
    pthread_t worker[WORKERS], controller;
    for (int k = 0; k < WORKERS; k++) {
        segments[k].from = k * BLOCK * BLOCKS;
        segments[k].to = (k + 1) * BLOCK * BLOCKS;
        atomic_store(&segments[k].offset, segments[k].from);
        pthread_create(&worker[k], NULL, download, &segments[k]);
    }
    pthread_create(&controller, NULL, control, NULL);
    int sum = 0;
    for (int k = 0; k < WORKERS; k++) {
        pthread_join(worker[k], NULL);
        sum += atomic_load(&segments[k].offset) - segments[k].from;
    }
    pthread_join(controller, NULL);
    heddle_assert(atomic_load(&written) == sum);
    return 0;
}
