/*
 * rwlock.c — read-write locks and their attributes. The engine keeps the threads that hold one. The
 * object holds its generation and its mark (see runtime.h).
 */
#include "pthread_impl.h"
#include "runtime.h"
#include <stddef.h>

#define WORD(l) ((l)->__u.__i[0])
#define MARK(l) ((l)->__u.__i[1])
#define HOME(l) ((l)->__u.__i[3])
/* PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP sets it, too. */
#define KIND(l) ((l)->__u.__i[4])

/* The kind PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP: a writer that waits keeps readers out.
 * Such a lock has a gate, a lock of its own in the same object. A writer holds the gate for writing
 * from where it begins to wait, and readers go through it. A writer that waits before the gate
 * keeps nobody out, as if it had not come yet: nobody can tell the difference. Who only tries to
 * lock for writing never waits, and leaves the gate alone. */
#define WRITERS_FIRST 2
#define GATE(l) (&(l)->__u.__i[6])
_Static_assert(offsetof(pthread_rwlock_t, __u.__i[6]) == HEDDLE_GATE_AT, "where the gate lies");
#define GATE_WORD(l) (GATE(l)[0])
#define GATE_MARK(l) (GATE(l)[1])

static int word_of(const pthread_rwlock_t *l) {
    look_for_signals();
    return __heddle_word(l, WORD(l), MARK(l), MARK_RWLOCK, "read-write lock");
}
static int gate_word(const pthread_rwlock_t *l) {
    return HEDDLE_GATE |
           __heddle_word(GATE(l), GATE_WORD(l), GATE_MARK(l), MARK_RWLOCK, "read-write lock");
}

PUBLIC int pthread_rwlock_init(pthread_rwlock_t *restrict l,
                               const pthread_rwlockattr_t *restrict a) {
    ObjectBefore before = {WORD(l), MARK(l), HOME(l)};
    int word = __heddle_new_word(l, before, MARK_RWLOCK, "read-write lock");
    invariant(!(word & 255));
    *l = (pthread_rwlock_t){0};
    WORD(l) = word;
    MARK(l) = MARK_RWLOCK;
    HOME(l) = __heddle_home(l);
    if (a && a->__attr[1] == WRITERS_FIRST) {
        KIND(l) = WRITERS_FIRST;
        GATE_WORD(l) = word;
        GATE_MARK(l) = MARK_RWLOCK;
    }
    return 0;
}

PUBLIC int pthread_rwlock_destroy(pthread_rwlock_t *l) {
    int error = __heddle_destroy(l, word_of(l), 3);
    if (KIND(l) == WRITERS_FIRST) GATE_MARK(l) = MARK_DESTROYED;
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

/* Opens the gate. */
static void leave_gate(pthread_rwlock_t *l) { __heddle_rwlock_unlock(GATE(l), gate_word(l)); }

PUBLIC int pthread_rwlock_rdlock(pthread_rwlock_t *l) {
    int word = word_of(l);
    if (KIND(l) != WRITERS_FIRST) return waited(__heddle_rwlock_rdlock(l, word));
    int error = waited(__heddle_rwlock_rdlock(GATE(l), gate_word(l)));
    if (error) return error;
    error = waited(__heddle_rwlock_rdlock(l, word));
    leave_gate(l);
    return error;
}
PUBLIC int pthread_rwlock_wrlock(pthread_rwlock_t *l) {
    int word = word_of(l);
    if (KIND(l) != WRITERS_FIRST) return waited(__heddle_rwlock_wrlock(l, word));
    int error = waited(__heddle_rwlock_wrlock(GATE(l), gate_word(l)));
    if (error) return error;
    error = waited(__heddle_rwlock_wrlock(l, word));
    if (error) leave_gate(l);
    return error;
}
PUBLIC int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
    int word = word_of(l);
    if (KIND(l) != WRITERS_FIRST) return tried(__heddle_rwlock_tryrdlock(l, word));
    int error = tried(__heddle_rwlock_tryrdlock(GATE(l), gate_word(l)));
    if (error) return error;
    error = tried(__heddle_rwlock_tryrdlock(l, word));
    leave_gate(l);
    return error;
}
PUBLIC int pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
    return tried(__heddle_rwlock_trywrlock(l, word_of(l)));
}
PUBLIC int pthread_rwlock_unlock(pthread_rwlock_t *l) {
    int word = word_of(l), first = KIND(l) == WRITERS_FIRST, gate = first ? gate_word(l) : 0,
        error = __heddle_rwlock_unlock(l, word);
    if (error != HEDDLE_WROTE) return error;
    /* The memory may be gone: who had the lock next may have destroyed it. Unlocking the gate has
     * no effect where the thread had only tried. */
    if (first) __heddle_rwlock_unlock(GATE(l), gate);
    return 0;
}

/* Maps the error of a timed lock. A lock that is available at once is taken even if the deadline is
 * invalid. */
static int timed(int error, const struct timespec *at) {
    invariant(error != EBUSY);
    return error == ETIMEDOUT && (at->tv_nsec < 0 || at->tv_nsec >= 1000000000L) ? EINVAL : error;
}

static int timed_rdlock(pthread_rwlock_t *l, int clock, const struct timespec *at) {
    int word = word_of(l), first = KIND(l) == WRITERS_FIRST;
    __heddle_deadline(clock, at);
    if (!first) return timed(__heddle_rwlock_tryrdlock(l, word | HEDDLE_TIMED), at);
    int error = __heddle_rwlock_tryrdlock(GATE(l), gate_word(l) | HEDDLE_TIMED);
    if (error) return timed(error, at);
    __heddle_deadline(clock, at);
    error = timed(__heddle_rwlock_tryrdlock(l, word | HEDDLE_TIMED), at);
    leave_gate(l);
    return error;
}
static int timed_wrlock(pthread_rwlock_t *l, int clock, const struct timespec *at) {
    int word = word_of(l), first = KIND(l) == WRITERS_FIRST;
    __heddle_deadline(clock, at);
    if (first) {
        int error = __heddle_rwlock_trywrlock(GATE(l), gate_word(l) | HEDDLE_TIMED);
        if (error) return timed(error, at);
        __heddle_deadline(clock, at);
    }
    int error = timed(__heddle_rwlock_trywrlock(l, word | HEDDLE_TIMED), at);
    if (first && error) leave_gate(l);
    return error;
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
/* Kinds as in glibc: 0 and 1 prefer readers, 2 prefers writers. */
PUBLIC int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *a, int kind) {
    if ((unsigned)kind > 2u) return EINVAL;
    a->__attr[1] = (unsigned)kind;
    return 0;
}
PUBLIC int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *a, int *kind) {
    *kind = (int)a->__attr[1];
    return 0;
}
