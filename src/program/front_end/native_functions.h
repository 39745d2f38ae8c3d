/*
 * native_functions.h — what the program's code and the runtime of `heddle replay --native` agree
 * on: kinds of accesses, and the functions whose calls go to the runtime (replay_threads.c), which
 * defines each as __heddle_native_NAME.
 */
#ifndef HEDDLE_PROGRAM_FRONT_END_NATIVE_FUNCTIONS_H
#define HEDDLE_PROGRAM_FRONT_END_NATIVE_FUNCTIONS_H

/* What is passed to __heddle_native_access. */
enum { NATIVE_LOAD, NATIVE_STORE, NATIVE_UPDATE };

// clang-format off
#define NATIVE_FUNCTIONS(F) \
    F(pthread_create) F(pthread_join) F(pthread_detach) F(pthread_mutex_lock) \
    F(pthread_mutex_trylock) F(pthread_mutex_timedlock) F(pthread_mutex_unlock) \
    F(pthread_mutex_destroy) F(pthread_cond_wait) F(pthread_cond_timedwait) \
    F(pthread_cond_signal) F(pthread_cond_broadcast) F(pthread_cond_destroy) \
    F(pthread_rwlock_rdlock) F(pthread_rwlock_wrlock) F(pthread_rwlock_unlock) \
    F(pthread_rwlock_tryrdlock) F(pthread_rwlock_trywrlock) F(pthread_rwlock_timedrdlock) \
    F(pthread_rwlock_timedwrlock) F(pthread_rwlock_destroy) F(pthread_barrier_wait) \
    F(pthread_barrier_destroy) F(pthread_spin_lock) F(pthread_spin_trylock) \
    F(pthread_spin_unlock) F(pthread_spin_destroy) F(pthread_once) F(call_once) F(sem_wait) \
    F(sem_trywait) F(sem_timedwait) F(sem_post) F(sem_getvalue) F(sem_destroy) F(thrd_create) \
    F(thrd_join) F(thrd_exit) F(thrd_detach) F(mtx_lock) F(mtx_trylock) F(mtx_timedlock) \
    F(mtx_unlock) F(mtx_destroy) F(cnd_wait) F(cnd_timedwait) F(cnd_signal) F(cnd_broadcast) \
    F(cnd_destroy) F(abort) F(__assert_fail) F(_exit) F(_Exit) F(sleep) F(usleep) \
    F(nanosleep) F(clock_nanosleep) F(sched_yield) F(thrd_sleep) F(thrd_yield)
// clang-format on

#endif
