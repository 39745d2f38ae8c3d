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

/* Checks a stream whose lock is held: it is read, or written, or neither, and what is left to read
 * or to write has an end. */
CHECK void check_stream(FILE *f) {
    unsigned char *read = peek(f->rpos), *write = peek(f->wpos), *base = peek(f->wbase);
    invariant(!read | !write);
    invariant(!read == !peek(f->rend));
    invariant(read <= peek(f->rend));
    invariant(!write == !base);
    invariant((base <= write) & (write <= peek(f->wend)));
    invariant(peek(f->fd) >= -1);
}

/* Non-zero asks the caller to unlock. The engine counts recursion. */
int __lockfile(FILE *f) {
    __heddle_mutex_lock((void *)&f->lock, RECURSIVE);
    if (__heddle_check) check_stream(f);
    return 1;
}

void __unlockfile(FILE *f) {
    if (__heddle_check) check_stream(f);
    __heddle_mutex_unlock((void *)&f->lock, RECURSIVE);
}

PUBLIC void flockfile(FILE *f) { __heddle_mutex_lock((void *)&f->lock, RECURSIVE); }

PUBLIC int ftrylockfile(FILE *f) {
    return __heddle_mutex_trylock((void *)&f->lock, RECURSIVE) ? -1 : 0;
}

PUBLIC void funlockfile(FILE *f) { __heddle_mutex_unlock((void *)&f->lock, RECURSIVE); }

/* libc calls this as the last use of a stream's lock, before the stream is freed: there is nothing
 * to do. */
void __unlist_locked_file(FILE *f) {}
