/* expect: safe */
/*
 * bluetooth: a model of a device driver that is stopped while it works; after Qadeer and Wu, PLDI
 * 2004. Version 3: entering has one way out; refused requests are not counted any more.
 */
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define ADDERS 3

static atomic_int pending = 1; /* the driver itself, and each thread inside it */
static atomic_bool stopping, drained, stopped;
static atomic_int served;

static void leave(void) {
    if (atomic_fetch_sub(&pending, 1) == 1) drained = true;
}

static bool enter(void) {
    atomic_fetch_add(&pending, 1);
    bool open = !stopping;
    if (!open) leave();
    return open;
}

static void *add(void *unused) {
    if (enter()) {
        assert(!stopped);
        served++;
        leave();
    }
    return unused;
}

static void *stop(void *unused) {
    stopping = true;
    leave();
    heddle_assume(drained);
    stopped = true;
    return unused;
}

int main(void) {
    pthread_t adder[ADDERS], stopper;
    for (int k = 0; k < ADDERS; k++) pthread_create(&adder[k], NULL, add, NULL);
    pthread_create(&stopper, NULL, stop, NULL);
    for (int k = 0; k < ADDERS; k++) pthread_join(adder[k], NULL);
    pthread_join(stopper, NULL);
    return 0;
}
