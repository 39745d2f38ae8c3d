/* gnu_sys_epoll.h — what glibc declares in <sys/epoll.h> beyond musl. */
#ifndef HEDDLE_BITS_GNU_SYS_EPOLL_H
#define HEDDLE_BITS_GNU_SYS_EPOLL_H

#include <time.h>
int epoll_pwait2(int, struct epoll_event *, int, const struct timespec *, const sigset_t *);

#endif
