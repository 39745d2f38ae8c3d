/* gnu_time.h — what glibc declares in <time.h> beyond musl. */
#ifndef HEDDLE_BITS_GNU_TIME_H
#define HEDDLE_BITS_GNU_TIME_H

#if defined(_GNU_SOURCE) || defined(_BSD_SOURCE)
time_t timelocal(struct tm *);
#endif
#ifdef _GNU_SOURCE
int timespec_getres(struct timespec *, int);
#endif

#endif
