/*
 * bluetooth.c — a simplified model of a device driver that is stopped while it works: stop() may find no
 * pending work just before add() announces itself.
 *
 * Known answer: an assertion failure in add (the device is stopped while it works), in both interleave modes;
 * it needs two reads of what the other thread wrote. With -DFIXED, add announces itself before it looks at
 * the flag: safe.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int pending = 1; /* the driver itself, and each thread inside it */
static atomic_bool stopping, drained, stopped;

static void leave(void) {
    if (atomic_fetch_sub(&pending, 1) == 1) atomic_store(&drained, true);
}

static bool enter(void) {
#ifdef FIXED
    atomic_fetch_add(&pending, 1);
    if (!atomic_load(&stopping)) return true;
    leave();
    return false;
#else
    if (atomic_load(&stopping)) return false;
    atomic_fetch_add(&pending, 1);
    return true;
#endif
}

static void *add(void *unused) {
    if (enter()) {
        heddle_assert(!atomic_load(&stopped)); /* the device is there for as long as we are inside */
        leave();
    }
    return unused;
}

static void *stop(void *unused) {
    atomic_store(&stopping, true);
    leave();
    heddle_assume(atomic_load(&drained)); /* waits; only the schedules where it goes on matter */
    atomic_store(&stopped, true);
    return unused;
}

int main(void) {
    pthread_t adder, stopper;
    pthread_create(&adder, NULL, add, NULL);
    pthread_create(&stopper, NULL, stop, NULL);
    pthread_join(adder, NULL);
    pthread_join(stopper, NULL);
    return 0;
}
