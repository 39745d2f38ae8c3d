/*
 * lazy_init.c — an object created at its first use; the check is not repeated under the lock.
 *
 * Known answer: an assertion failure in main, in both interleave modes: two threads each create the object.
 * No data race. With -DFIXED the check is repeated: safe.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int *) instance;
static int created;

static int *get_instance(void) {
    int *object = atomic_load(&instance);
    if (object) return object;
    pthread_mutex_lock(&lock);
#ifdef FIXED
    object = atomic_load(&instance);
#endif
    if (!object) {
        object = malloc(sizeof *object);
        *object = 42;
        created++;
        atomic_store(&instance, object);
    }
    pthread_mutex_unlock(&lock);
    return object;
}

static void *use(void *unused) {
    heddle_assert(*get_instance() == 42);
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, use, NULL);
    pthread_create(&u, NULL, use, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    heddle_assert(created == 1);
    return 0;
}
