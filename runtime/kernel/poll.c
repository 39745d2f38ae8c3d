/* poll.c — waits for several descriptors: poll, select. */
#include <signal.h>
#include <sys/select.h>
#include <time.h>
#include "kernel.h"

#define MAX_POLL 1024

/* Normal data are all data that there are. */
static unsigned waited_for(short events) {
    unsigned e = (unsigned short)events;
    return e | (e & POLLRDNORM ? POLLIN : 0) | (e & POLLWRNORM ? POLLOUT : 0);
}
static unsigned with_kinds(unsigned ready) {
    return ready | (ready & POLLIN ? POLLRDNORM : 0) | (ready & POLLOUT ? POLLWRNORM : 0);
}

/* Waits until one of the files is ready; `nanoseconds` < 0: forever. Returns the number of ready
 * files, with their events in revents. */
static long poll_files(struct pollfd *fds, long n, long nanoseconds) {
    struct __heddle_item items[3 * 64], *all = items;
    struct file *files[64], **file = files;
    long count = 0, found = 0;
    if (n < 0 || n > MAX_POLL) return -EINVAL;
    struct pollfd *asked = fds, *own = (struct pollfd *)detour(fds, n * (long)sizeof *fds);
    if (own) fds = memcpy(own, asked, (unsigned long)n * sizeof *fds);
    if (n > 64) {
        all = kernel_alloc(3 * (unsigned long)n * sizeof *all);
        file = kernel_alloc((unsigned long)n * sizeof *file);
    }
    for (long k = 0; k < n; k++) {
        fds[k].revents = 0;
        file[k] = fds[k].fd >= 0 ? __heddle_file(fds[k].fd) : 0;
        if (fds[k].fd >= 0 && !file[k]) {
            fds[k].revents = POLLNVAL;
            found++;
        }
        if (file[k]) count += file[k]->ops->watch(file[k], waited_for(fds[k].events), all + count);
    }
    int waits = !found && nanoseconds != 0;
    if (!waits)
        for (long k = 0; k < count; k++) all[k].mask = 0;
    int late = count || (waits && nanoseconds < 0);
    /* Without files it is a sleep. Without a time limit either, the thread waits for something that
     * never happens. */
    static unsigned never;
    if (waits && nanoseconds > 0) {
        deadline_in(nanoseconds);
        late |= time_is_real();
    }
    if (!count && late) all[count++] = (struct __heddle_item)WAIT(&never, READS, 1);
    if (late) {
        late = wait_for_piece(all, (int)count, waits && nanoseconds > 0, "poll", 1);
        for (long k = 0; k < n && late >= 0; k++)
            if (file[k]) {
                fds[k].revents = (short)(with_kinds(file[k]->ops->ready(file[k])) &
                                         ((unsigned short)fds[k].events | POLLERR | POLLHUP));
                found += fds[k].revents != 0;
            }
        if (late >= 0) leave();
    } else
        late = waits;
    if (late > 0 && nanoseconds > 0) engine(HEDDLE_CALL_PASS, nanoseconds);
    if (all != items) {
        __heddle_free(all);
        __heddle_free(file);
    }
    if (own) {
        for (long k = 0; k < n; k++) asked[k].revents = own[k].revents;
        __heddle_free(own);
    }
    return late < 0 ? -EINTR : found;
}

struct poll_call {
    struct pollfd *fds;
    long n, nanoseconds;
};
static long poll_call(void *p, int waits) {
    struct poll_call *c = p;
    return poll_files(c->fds, c->n, waits ? c->nanoseconds : 0);
}
static long poll_masked(struct pollfd *fds, long n, long nanoseconds, const sigset_t *mask) {
    struct poll_call call = {fds, n, nanoseconds};
    return __heddle_wait_masked(mask, &call, nanoseconds != 0, poll_call);
}

static long duration(const struct timespec *t) { return t ? nanoseconds(t) : -1; }

SYSCALL(poll) {
    int timeout = (int)concrete((int)c);
    return poll_files((struct pollfd *)a, concrete(b), timeout < 0 ? -1 : timeout * 1000000L);
}
SYSCALL(ppoll) {
    return poll_masked((struct pollfd *)a, concrete(b), duration((const struct timespec *)c),
                       (const sigset_t *)d);
}

static long select_files(long n, fd_set *in, fd_set *out, fd_set *except, long nanoseconds,
                         const sigset_t *mask) {
    struct pollfd fds[FD_SETSIZE];
    long count = 0, found = 0;
    if (n < 0 || n > FD_SETSIZE) return -EINVAL;
    for (int fd = 0; fd < n; fd++) {
        short events = (short)((in && FD_ISSET(fd, in) ? POLLIN : 0) |
                               (out && FD_ISSET(fd, out) ? POLLOUT : 0) |
                               (except && FD_ISSET(fd, except) ? POLLPRI : 0));
        if (events) fds[count++] = (struct pollfd){fd, events, 0};
    }
    long e = poll_masked(fds, count, nanoseconds, mask);
    if (e < 0) return e;
    for (long k = 0; k < count; k++)
        if (fds[k].revents & POLLNVAL) return -EBADF;
    for (long k = 0; k < count; k++) {
        int fd = fds[k].fd, r = fds[k].revents;
        if (in && FD_ISSET(fd, in)) {
            if (r & (POLLIN | POLLHUP | POLLERR))
                found++;
            else
                FD_CLR(fd, in);
        }
        if (out && FD_ISSET(fd, out)) {
            if (r & (POLLOUT | POLLERR))
                found++;
            else
                FD_CLR(fd, out);
        }
        if (except && FD_ISSET(fd, except)) {
            if (r & POLLPRI)
                found++;
            else
                FD_CLR(fd, except);
        }
    }
    return found;
}
SYSCALL(select) {
    const struct timeval *t = (const struct timeval *)e;
    return select_files(concrete(a), (fd_set *)b, (fd_set *)c, (fd_set *)d,
                        t ? concrete(t->tv_sec) * 1000000000 + concrete(t->tv_usec) * 1000 : -1, 0);
}
SYSCALL(pselect6) {
    const sigset_t *const *mask = (const sigset_t *const *)f; /* and its size */
    return select_files(concrete(a), (fd_set *)b, (fd_set *)c, (fd_set *)d,
                        duration((const struct timespec *)e), mask ? *mask : 0);
}
