/*
 * barrier.c — barriers and their attributes. The engine keeps the threads that have arrived. The
 * object holds its generation, its mark (see runtime.h) and the count.
 */
#include "pthread_impl.h"
#include "runtime.h"

#define WORD(b) ((b)->__u.__i[0])
#define MARK(b) ((b)->__u.__i[1])
#define COUNT(b) ((b)->__u.__i[2])
#define HOME(b) ((b)->__u.__i[3])

/* Barriers have no static initialiser. */
static int word_of(const pthread_barrier_t *b) {
    look_for_signals();
    if (MARK(b) != MARK_BARRIER) __heddle_bad_object(MARK(b), "barrier");
    return WORD(b);
}

PUBLIC int pthread_barrier_init(pthread_barrier_t *restrict b,
                                const pthread_barrierattr_t *restrict a, unsigned count) {
    if (count - 1 > INT_MAX - 1) return EINVAL;
    int word =
        __heddle_new_word(b, (ObjectBefore){WORD(b), MARK(b), HOME(b)}, MARK_BARRIER, "barrier");
    *b = (pthread_barrier_t){0};
    WORD(b) = word;
    MARK(b) = MARK_BARRIER;
    HOME(b) = __heddle_home(b);
    COUNT(b) = (int)count;
    return 0;
}

PUBLIC int pthread_barrier_destroy(pthread_barrier_t *b) {
    int word = word_of(b);
    int error = __heddle_destroy(b, word, 5);
    WORD(b) = 0;
    MARK(b) = MARK_DESTROYED;
    return error;
}

PUBLIC int pthread_barrier_wait(pthread_barrier_t *b) {
    int word = word_of(b);
    int serial = __heddle_barrier_wait(b, word, (unsigned)COUNT(b));
    invariant((serial == 0) | (serial == PTHREAD_BARRIER_SERIAL_THREAD));
    return serial;
}

PUBLIC int pthread_barrierattr_init(pthread_barrierattr_t *a) {
    *a = (pthread_barrierattr_t){0};
    return 0;
}
PUBLIC int pthread_barrierattr_destroy(pthread_barrierattr_t *a) { return 0; }
PUBLIC int pthread_barrierattr_setpshared(pthread_barrierattr_t *a, int shared) {
    if ((unsigned)shared > 1u) return EINVAL;
    a->__attr = (unsigned)shared;
    return 0;
}
PUBLIC int pthread_barrierattr_getpshared(const pthread_barrierattr_t *restrict a,
                                          int *restrict shared) {
    *shared = (int)a->__attr;
    return 0;
}
