/* system.c — calls of glibc that are others of musl in other words. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <malloc.h>
#include <sched.h>
#include <search.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <bits/gnu_sys_uio.h>
#include "gnu.h"

#define PAGE 4096UL
#define MILLION 1000000L

PUBLIC void *pvalloc(size_t size) {
    if (size <= PTRDIFF_MAX) return memalign(PAGE, size ? (size + PAGE - 1) & ~(PAGE - 1) : PAGE);
    errno = ENOMEM;
    return NULL;
}

PUBLIC char *canonicalize_file_name(const char *path) { return realpath(path, NULL); }

PUBLIC int group_member(gid_t group) {
    gid_t groups[NGROUPS_MAX];
    int count = getgroups(NGROUPS_MAX, groups);
    for (int k = 0; k < count; k++)
        if (groups[k] == group) return 1;
    return 0;
}

/* There is one node of memory. */
PUBLIC int getcpu(unsigned *processor, unsigned *node) {
    int now = sched_getcpu();
    if (now < 0) return -1;
    if (processor) *processor = (unsigned)now;
    if (node) *node = 0;
    return 0;
}

/* Waits in whole milliseconds, not less than the time given. */
PUBLIC int epoll_pwait2(int set, struct epoll_event *events, int most, const struct timespec *time,
                        const sigset_t *mask) {
    long ms = -1;
    if (time && (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= 1000 * MILLION)) {
        errno = EINVAL;
        return -1;
    }
    if (time && time->tv_sec < INT_MAX / 1000)
        ms = time->tv_sec * 1000 + (time->tv_nsec + MILLION - 1) / MILLION;
    else if (time)
        ms = INT_MAX;
    return epoll_pwait(set, events, most, (int)ms, mask);
}

/* What says how fast the data is to be or to stay has no effect; what changes the call is refused.
 */
static int refuses(int flags) {
    if (!(flags & ~(RWF_HIPRI | RWF_DSYNC | RWF_SYNC))) return 0;
    errno = EOPNOTSUPP;
    return 1;
}
PUBLIC ssize_t preadv2(int fd, const struct iovec *parts, int count, off_t at, int flags) {
    if (refuses(flags)) return -1;
    return at == -1 ? readv(fd, parts, count) : preadv(fd, parts, count, at);
}
PUBLIC ssize_t pwritev2(int fd, const struct iovec *parts, int count, off_t at, int flags) {
    if (refuses(flags)) return -1;
    return at == -1 ? writev(fd, parts, count) : pwritev(fd, parts, count, at);
}

PUBLIC int scandirat(int folder, const char *path, struct dirent ***names,
                     int (*wanted)(const struct dirent *),
                     int (*order)(const struct dirent **, const struct dirent **)) {
    if (folder == AT_FDCWD || *path == '/') return scandir(path, names, wanted, order);
    int fd = openat(folder, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *open = fd < 0 ? NULL : fdopendir(fd);
    struct dirent **list = NULL, *entry;
    int count = 0;
    if (!open) {
        if (fd >= 0) close(fd);
        return -1;
    }
    while ((entry = readdir(open))) {
        if (wanted && !wanted(entry)) continue;
        struct dirent **longer = realloc(list, (size_t)(count + 1) * sizeof *list);
        struct dirent *copy = longer ? malloc(entry->d_reclen) : NULL;
        if (longer) list = longer;
        if (!copy) break;
        list[count++] = memcpy(copy, entry, entry->d_reclen);
    }
    closedir(open);
    if (entry) {
        while (count) free(list[--count]);
        free(list);
        return -1;
    }
    if (order) qsort(list, (size_t)count, sizeof *list, (int (*)(const void *, const void *))order);
    *names = list;
    return count;
}

PUBLIC time_t timelocal(struct tm *when) { return mktime(when); }
PUBLIC int timespec_getres(struct timespec *resolution, int base) {
    return base == TIME_UTC && !clock_getres(CLOCK_REALTIME, resolution) ? base : 0;
}

/* A node of musl's trees. */
struct node {
    const void *key;
    struct node *sides[2];
    int height;
};
typedef void Visit(const void *node, VISIT when, void *argument);
static void walk(const struct node *r, Visit *visit, void *argument) {
    if (!r) return;
    if (r->height == 1) {
        visit(r, leaf, argument);
        return;
    }
    visit(r, preorder, argument);
    walk(r->sides[0], visit, argument);
    visit(r, postorder, argument);
    walk(r->sides[1], visit, argument);
    visit(r, endorder, argument);
}
PUBLIC void twalk_r(const void *root, Visit *visit, void *argument) { walk(root, visit, argument); }

/* Masks of the first 32 signals, as BSD had them. */
static sigset_t set_of(int mask) {
    sigset_t set;
    sigemptyset(&set);
    *(unsigned long *)&set = (unsigned)mask;
    return set;
}
static int change(int how, int mask) {
    sigset_t set = set_of(mask), before;
    return sigprocmask(how, &set, &before) ? -1 : (int)*(unsigned long *)&before;
}
PUBLIC int sigblock(int mask) { return change(SIG_BLOCK, mask); }
PUBLIC int sigsetmask(int mask) { return change(SIG_SETMASK, mask); }
PUBLIC int siggetmask(void) { return change(SIG_BLOCK, 0); }

/* A handler that runs once, and may be interrupted by its own signal. */
PUBLIC void (*sysv_signal(int number, void (*handler)(int)))(int) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESETHAND | SA_NODEFER}, old;
    return sigaction(number, &action, &old) ? SIG_ERR : old.sa_handler;
}
