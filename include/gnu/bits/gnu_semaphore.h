/* gnu_semaphore.h — what glibc declares in <semaphore.h> beyond musl. */
#ifndef HEDDLE_BITS_GNU_SEMAPHORE_H
#define HEDDLE_BITS_GNU_SEMAPHORE_H

#ifdef _GNU_SOURCE
#define __NEED_clockid_t
#include <bits/alltypes.h>
int sem_clockwait(sem_t *__restrict, clockid_t, const struct timespec *__restrict);
#endif

#endif
