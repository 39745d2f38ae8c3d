/*
 * stdio_lock.c — libc's internal locks as engine mutexes, by address. stdout and stderr carry lock
 * < 0 ("needs none"), so that libc does not lock them and output of different threads commutes. A
 * program's explicit flockfile on them is honoured among flockfile callers.
 */
#include "stdio_impl.h"
#include "pthread_impl.h"
#include "lock.h"
#include "runtime.h"

#define RECURSIVE 1

void __lock(volatile int *l) { __heddle_mutex_lock((void *)l, 0); }
void __unlock(volatile int *l) { __heddle_mutex_unlock((void *)l, 0); }

/* Non-zero asks the caller to unlock. The engine counts recursion. */
int __lockfile(FILE *f) {
    __heddle_mutex_lock((void *)&f->lock, RECURSIVE);
    return 1;
}

void __unlockfile(FILE *f) { __heddle_mutex_unlock((void *)&f->lock, RECURSIVE); }

PUBLIC void flockfile(FILE *f) { __heddle_mutex_lock((void *)&f->lock, RECURSIVE); }

PUBLIC int ftrylockfile(FILE *f) {
    return __heddle_mutex_trylock((void *)&f->lock, RECURSIVE) ? -1 : 0;
}

PUBLIC void funlockfile(FILE *f) { __heddle_mutex_unlock((void *)&f->lock, RECURSIVE); }

/* libc calls this as the last use of a stream's lock, before the stream is freed: there is nothing
 * to do. */
void __unlist_locked_file(FILE *f) {}
