/*
 * tsd.c — thread-specific data. A key is an index and a generation. If a key is deleted and another
 * one made at the same index, a thread must not see its old value, and no thread can clear the
 * others' tables. A program may use a key only after its creation, in happens-before, so only
 * creating and deleting take the lock.
 */
#include "pthread_impl.h"
#include <threads.h>
#include <errno.h>
#include "runtime.h"

static struct {
    unsigned generation; /* odd: in use */
    void (*destructor)(void *);
} keys[PTHREAD_KEYS_MAX];

static int keys_lock;

static _Thread_local struct {
    unsigned generation;
    void *value;
} slots[PTHREAD_KEYS_MAX];

static _Thread_local int used;

/* Whether a key exists; otherwise that is reported. */
static int exists(unsigned key) {
    if (key < PTHREAD_KEYS_MAX && keys[key].generation % 2 == 1) return 1;
    __heddle_mistake("api", "use of a key", " for thread-specific data that does not exist",
                     "behind the use of a key that does not exist: the call fails", NULL);
    return 0;
}

PUBLIC int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    int error = EAGAIN;
    __heddle_mutex_lock(&keys_lock, 0);
    for (unsigned i = 0; i < PTHREAD_KEYS_MAX; i++) {
        if (keys[i].generation % 2 == 1) continue;
        invariant(!peek(keys[i].destructor)); /* the key was deleted */
        keys[i].generation++;
        invariant(peek(keys[i].generation) % 2 == 1);
        keys[i].destructor = destructor;
        *key = i;
        error = 0;
        break;
    }
    __heddle_mutex_unlock(&keys_lock, 0);
    return error;
}

PUBLIC int pthread_key_delete(pthread_key_t key) {
    __heddle_mutex_lock(&keys_lock, 0);
    int known = exists(key);
    if (known) {
        keys[key].generation++;
        invariant(peek(keys[key].generation) % 2 == 0);
        keys[key].destructor = NULL;
    }
    __heddle_mutex_unlock(&keys_lock, 0);
    return known ? 0 : EINVAL;
}

PUBLIC int pthread_setspecific(pthread_key_t key, const void *value) {
    if (!exists(key)) return EINVAL;
    invariant(peek(slots[key].generation) <= peek(keys[key].generation));
    slots[key].generation = keys[key].generation;
    slots[key].value = (void *)value;
    used = 1;
    return 0;
}

static void *get(pthread_key_t key) {
    return exists(key) && slots[key].generation == keys[key].generation ? slots[key].value : NULL;
}

PUBLIC void *pthread_getspecific(pthread_key_t key) { return get(key); }

/* Rounds, as in POSIX: a destructor may set values again. */
void __heddle_run_tsd_destructors(void) {
    for (int round = 0; used && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
        used = 0;
        for (unsigned i = 0; i < PTHREAD_KEYS_MAX; i++) {
            void *value = slots[i].value;
            if (!value || slots[i].generation != keys[i].generation) continue;
            slots[i].value = NULL;
            if (keys[i].destructor) keys[i].destructor(value);
        }
    }
}

PUBLIC int tss_create(tss_t *key, tss_dtor_t destructor) {
    return pthread_key_create(key, destructor) ? thrd_error : thrd_success;
}

PUBLIC void tss_delete(tss_t key) { pthread_key_delete(key); }
PUBLIC int tss_set(tss_t key, void *value) {
    return pthread_setspecific(key, value) ? thrd_error : thrd_success;
}
PUBLIC void *tss_get(tss_t key) { return get(key); }
