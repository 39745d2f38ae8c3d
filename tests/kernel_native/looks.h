/* looks.h — what several programs of this suite ask of a descriptor. */
#ifndef LOOKS_H
#define LOOKS_H

#include <poll.h>
#include <sys/ioctl.h>

/* The events of `events`, and errors, that poll tells at once; or what poll returned. */
static inline int polled(int fd, short events) {
    struct pollfd f = {fd, events, 0};
    int n = poll(&f, 1, 0);
    return n < 0 ? n : f.revents;
}

/* The bytes that can be read, by ioctl. */
static inline int waiting(int fd) {
    int n = -7;
    return ioctl(fd, FIONREAD, &n) ? -1 : n;
}

#endif
