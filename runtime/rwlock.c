/*
 * rwlock.c — read-write locks and their attributes. The engine keeps the threads that hold one. The
 * object holds its generation and its mark (see runtime.h).
 */
#include "pthread_impl.h"
#include "runtime.h"

#define WORD(l) ((l)->__u.__i[0])
#define MARK(l) ((l)->__u.__i[1])
#define HOME(l) ((l)->__u.__i[3])
/* Set by PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP only. */
#define KIND(l) ((l)->__u.__i[4])

/* PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP. A reader that waits behind a waiting writer may be
 * a deadlock that a lock which prefers readers does not have. */
#define WRITERS_FIRST 2
static const char not_preferred[] =
    "read-write locks that prefer writers were explored as locks that prefer readers";

static void note_not_preferred(void) {
    __heddle_syscall(HEDDLE_CALL_BEYOND, (long)not_preferred, 0, 0, 0, 0, 0);
}

static int word_of(const pthread_rwlock_t *l) {
    look_for_signals();
    if (KIND(l) == WRITERS_FIRST) note_not_preferred();
    return __heddle_word(l, WORD(l), MARK(l), MARK_RWLOCK, "read-write lock");
}

PUBLIC int pthread_rwlock_init(pthread_rwlock_t *restrict l,
                               const pthread_rwlockattr_t *restrict a) {
    ObjectBefore before = {WORD(l), MARK(l), HOME(l)};
    int word = __heddle_new_word(l, before, MARK_RWLOCK, "read-write lock");
    if (a && a->__attr[1] == WRITERS_FIRST) note_not_preferred();
    invariant(!(word & 255));
    *l = (pthread_rwlock_t){0};
    WORD(l) = word;
    MARK(l) = MARK_RWLOCK;
    HOME(l) = __heddle_home(l);
    return 0;
}

PUBLIC int pthread_rwlock_destroy(pthread_rwlock_t *l) {
    int word = word_of(l);
    int error = __heddle_destroy(l, word, 3);
    WORD(l) = 0;
    MARK(l) = MARK_DESTROYED;
    return error;
}

/* Return the result of a lock that waits, of one that does not, and of one with a deadline. */
static inline __attribute__((__always_inline__)) int waited(int error) {
    invariant((error != EBUSY) & (error != ETIMEDOUT));
    return error;
}
static inline __attribute__((__always_inline__)) int tried(int error) {
    invariant((error != ETIMEDOUT) & (error != EDEADLK));
    return error;
}

PUBLIC int pthread_rwlock_rdlock(pthread_rwlock_t *l) {
    return waited(__heddle_rwlock_rdlock(l, word_of(l)));
}
PUBLIC int pthread_rwlock_wrlock(pthread_rwlock_t *l) {
    return waited(__heddle_rwlock_wrlock(l, word_of(l)));
}
PUBLIC int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
    return tried(__heddle_rwlock_tryrdlock(l, word_of(l)));
}
PUBLIC int pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
    return tried(__heddle_rwlock_trywrlock(l, word_of(l)));
}
PUBLIC int pthread_rwlock_unlock(pthread_rwlock_t *l) {
    return __heddle_rwlock_unlock(l, word_of(l));
}

/* Maps the error of a timed lock. A lock that is available at once is taken even if the deadline is
 * invalid. */
static int timed(int error, const struct timespec *at) {
    invariant(error != EBUSY);
    return error == ETIMEDOUT && (at->tv_nsec < 0 || at->tv_nsec >= 1000000000L) ? EINVAL : error;
}

static int timed_rdlock(pthread_rwlock_t *l, int clock, const struct timespec *at) {
    int word = word_of(l);
    __heddle_deadline(clock, at);
    return timed(__heddle_rwlock_tryrdlock(l, word | HEDDLE_TIMED), at);
}
static int timed_wrlock(pthread_rwlock_t *l, int clock, const struct timespec *at) {
    int word = word_of(l);
    __heddle_deadline(clock, at);
    return timed(__heddle_rwlock_trywrlock(l, word | HEDDLE_TIMED), at);
}

PUBLIC int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict l,
                                      const struct timespec *restrict at) {
    return timed_rdlock(l, 0, at);
}
PUBLIC int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict l,
                                      const struct timespec *restrict at) {
    return timed_wrlock(l, 0, at);
}
PUBLIC int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict l, clockid_t clock,
                                      const struct timespec *restrict at) {
    if (!__heddle_is_clock(clock)) return EINVAL;
    return timed_rdlock(l, clock, at);
}
PUBLIC int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict l, clockid_t clock,
                                      const struct timespec *restrict at) {
    if (!__heddle_is_clock(clock)) return EINVAL;
    return timed_wrlock(l, clock, at);
}

PUBLIC int pthread_rwlockattr_init(pthread_rwlockattr_t *a) {
    *a = (pthread_rwlockattr_t){0};
    return 0;
}
PUBLIC int pthread_rwlockattr_destroy(pthread_rwlockattr_t *a) { return 0; }
PUBLIC int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *a, int shared) {
    if ((unsigned)shared > 1u) return EINVAL;
    a->__attr[0] = (unsigned)shared;
    return 0;
}
PUBLIC int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *restrict a,
                                         int *restrict shared) {
    *shared = (int)a->__attr[0];
    return 0;
}
/* Kinds as in glibc: 0 and 1 prefer readers, which is what all locks do here; 2 prefers writers. */
PUBLIC int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *a, int kind) {
    if ((unsigned)kind > 2u) return EINVAL;
    a->__attr[1] = (unsigned)kind;
    return 0;
}
PUBLIC int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *a, int *kind) {
    *kind = (int)a->__attr[1];
    return 0;
}
