/* pairs.h — what the programs here share: see pairs.c. */
#ifndef PAIRS_H
#define PAIRS_H
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <arpa/inet.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>

/* A call that a thread makes. Its value is what the program learns. */
#define CALL(name) static int name##_call(void)
/* The result of a system call, or -errno. */
#define E(call)                              \
    ({                                       \
        long result = (call);                \
        (int)(result < 0 ? -errno : result); \
    })
/* The same for a descriptor: its number does not matter. */
#define FD(call)                 \
    ({                           \
        long result = (call);    \
        result < 0 ? -errno : 1; \
    })

static inline int polled(int fd, short events) {
    struct pollfd f = {fd, events, 0};
    int n = poll(&f, 1, 0);
    return n < 0 ? -errno : f.revents;
}

#endif
