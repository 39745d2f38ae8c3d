/* gnu_sched.h — what glibc declares in <sched.h> beyond musl. */
#ifndef HEDDLE_BITS_GNU_SCHED_H
#define HEDDLE_BITS_GNU_SCHED_H

#ifdef _GNU_SOURCE
int getcpu(unsigned *, unsigned *);
#endif

#endif
