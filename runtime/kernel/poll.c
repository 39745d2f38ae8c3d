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

/* Files that are polled, and what tells that one of them is ready. */
struct polled {
    struct pollfd *fds;
    struct file **file;
    long n, count;
    struct __heddle_item *items;
};

/* Collects the items to wait for. Returns the number of descriptors that are not open. */
static long collect(struct polled *p) {
    long found = p->count = 0;
    for (long k = 0; k < p->n; k++) {
        struct pollfd *at = &p->fds[k];
        at->revents = 0;
        p->file[k] = at->fd >= 0 ? __heddle_file(at->fd) : 0;
        if (at->fd >= 0 && !p->file[k]) {
            at->revents = POLLNVAL;
            found++;
        }
        if (p->file[k])
            p->count +=
                p->file[k]->ops->watch(p->file[k], waited_for(at->events), p->items + p->count);
    }
    return found;
}

/* Looks which files are ready, in a piece that names the items. Returns how many are. */
static long look(struct polled *p) {
    long found = 0;
    for (long k = 0; k < p->n; k++)
        if (p->file[k]) {
            struct pollfd *at = &p->fds[k];
            at->revents = (short)(with_kinds(p->file[k]->ops->ready(p->file[k])) &
                                  ((unsigned short)at->events | POLLERR | POLLHUP));
            found += at->revents != 0;
        }
    return found;
}

/* Looks again where a thread was woken and no file is ready, since the items tell more than what is
 * asked for, or changed after they were collected. Then the thread waits for a change of those that
 * woke it. Returns how many files are ready; -1 if the items are to be collected anew. */
static long look_again(struct polled *p) {
    unsigned masks[3 * 64 + 1], *mask = masks;
    if (p->count > 3 * 64 + 1) mask = kernel_alloc((unsigned long)p->count * sizeof *mask);
    int stale = 0;
    for (long k = 0; k < p->count; k++) {
        mask[k] = p->items[k].mask;
        p->items[k].mask = 0;
    }
    __heddle_kernel_enter(p->items, (int)p->count, 0, "poll");
    long found = look(p);
    for (long k = 0; k < p->count; k++) {
        struct __heddle_item *i = &p->items[k];
        unsigned word = *(unsigned *)i->object, woke = (word ^ i->expect) & mask[k];
        stale |= woke && mask[k] == LIST_OF_SET;
        i->mask = woke ? ~0u : mask[k];
        if (woke) i->expect = word;
    }
    leave();
    if (mask != masks) __heddle_free(mask);
    return found ? found : stale ? -1 : 0;
}

/* Waits until one of the files is ready; `nanoseconds` < 0: forever. Returns the number of ready
 * files, with their events in revents. */
static long poll_files(struct pollfd *fds, long n, long nanoseconds) {
    struct __heddle_item items[3 * 64 + 1];
    struct file *files[64];
    if (n < 0 || n > MAX_POLL) return -EINVAL;
    struct pollfd *asked = fds, *own = (struct pollfd *)detour(fds, n * (long)sizeof *fds);
    if (own) fds = memcpy(own, asked, (unsigned long)n * sizeof *fds);
    struct polled p = {fds, files, n, 0, items};
    if (n > 64) {
        p.items = kernel_alloc((3 * (unsigned long)n + 1) * sizeof *items);
        p.file = kernel_alloc((unsigned long)n * sizeof *files);
    }
    if (nanoseconds > 0) deadline_in(nanoseconds);
    long found;
    int waits, late;
    for (int again = 0;; again = 1) {
        found = collect(&p);
        waits = !found && nanoseconds != 0;
        unsigned any = 0;
        for (long k = 0; k < p.count; k++) any |= p.items[k].mask = waits ? p.items[k].mask : 0;
        late = p.count || (waits && (nanoseconds < 0 || time_is_real()));
        /* Without events to wait for it is a sleep. Without a time limit either, the thread waits
         * for something that never happens. */
        static unsigned never;
        if (late && waits && !any)
            p.items[p.count++] = (struct __heddle_item)WAIT(&never, READS, 1);
        if (!late) {
            late = waits;
            break;
        }
        if (again && waits && (found = look_again(&p))) {
            late = 0;
            if (found < 0) continue;
            break;
        }
        late = wait_for_piece(p.items, (int)p.count, waits && nanoseconds > 0, "poll", 1);
        if (late < 0) break;
        found += look(&p);
        leave();
        if (found || late || !waits) break;
    }
    if (late > 0 && nanoseconds > 0) engine(HEDDLE_CALL_PASS, nanoseconds);
    if (n > 64) {
        __heddle_free(p.items);
        __heddle_free(p.file);
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
