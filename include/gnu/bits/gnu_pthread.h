/* gnu_pthread.h — what glibc declares in <pthread.h> beyond musl. Included at the end of that
 * header. */
#ifndef HEDDLE_BITS_GNU_PTHREAD_H
#define HEDDLE_BITS_GNU_PTHREAD_H

/* As PTHREAD_MUTEX_INITIALIZER is in the header, with the type. */
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP        \
    {                                                 \
        {{PTHREAD_MUTEX_RECURSIVE, 0, 0, 0x4d757441}} \
    }
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP        \
    {                                                  \
        {{PTHREAD_MUTEX_ERRORCHECK, 0, 0, 0x4d757441}} \
    }
#define PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP PTHREAD_MUTEX_INITIALIZER
#define PTHREAD_MUTEX_ADAPTIVE_NP PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_FAST_NP PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_TIMED_NP PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_RECURSIVE_NP PTHREAD_MUTEX_RECURSIVE
#define PTHREAD_MUTEX_ERRORCHECK_NP PTHREAD_MUTEX_ERRORCHECK

enum {
    PTHREAD_RWLOCK_PREFER_READER_NP,
    PTHREAD_RWLOCK_PREFER_WRITER_NP, /* without effect in glibc, too */
    PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP,
    PTHREAD_RWLOCK_DEFAULT_NP = PTHREAD_RWLOCK_PREFER_READER_NP
};
/* As PTHREAD_RWLOCK_INITIALIZER is in the header, with the kind. */
#define PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP                         \
    {                                                                             \
        {                                                                         \
            { 0, 0x4d757443, 0, 0, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP } \
        }                                                                         \
    }
int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *__restrict, int *__restrict);
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *, int);

#ifdef _GNU_SOURCE
int pthread_cond_clockwait(pthread_cond_t *__restrict, pthread_mutex_t *__restrict, clockid_t,
                           const struct timespec *__restrict);
int pthread_mutex_clocklock(pthread_mutex_t *__restrict, clockid_t,
                            const struct timespec *__restrict);
int pthread_rwlock_clockrdlock(pthread_rwlock_t *__restrict, clockid_t,
                               const struct timespec *__restrict);
int pthread_rwlock_clockwrlock(pthread_rwlock_t *__restrict, clockid_t,
                               const struct timespec *__restrict);
int pthread_clockjoin_np(pthread_t, void **, clockid_t, const struct timespec *);
int pthread_yield(void);

/* Processors and signals of a thread that is created with these attributes. */
#define PTHREAD_ATTR_NO_SIGMASK_NP (-1)
int pthread_attr_setaffinity_np(pthread_attr_t *, size_t, const struct cpu_set_t *);
int pthread_attr_getaffinity_np(const pthread_attr_t *, size_t, struct cpu_set_t *);
int pthread_attr_setsigmask_np(pthread_attr_t *, const sigset_t *);
int pthread_attr_getsigmask_np(const pthread_attr_t *, sigset_t *);

/* Cancellation is deferred already unless the thread says otherwise; so it is between these. */
#define pthread_cleanup_push_defer_np(f, x)      \
    do {                                         \
        int __type;                              \
        struct __ptcb __handler;                 \
        _pthread_cleanup_push(&__handler, f, x); \
        pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &__type);
#define pthread_cleanup_pop_restore_np(run)  \
    pthread_setcanceltype(__type, (int *)0); \
    _pthread_cleanup_pop(&__handler, (run)); \
    }                                        \
    while (0)
#endif

#endif
