/* files.c — calls of Linux for which musl has no function: statx, renameat2, close_range. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#ifdef HEDDLE_NATIVE
#include <sys/syscall.h>
#else
#include "syscall.h" /* of libc: a call of the emulated kernel */
#endif
#include <bits/gnu_sys_stat.h>
#include "gnu.h"

static struct statx_timestamp time_of(const struct timespec *t) {
    return (struct statx_timestamp){.tv_sec = t->tv_sec, .tv_nsec = (unsigned)t->tv_nsec};
}

/* Fills in what fstatat tells; STATX_BTIME, mounts and attributes are not among that. */
PUBLIC int statx(int folder, const char *restrict path, int flags, unsigned mask,
                 struct statx *restrict x) {
    struct stat st;
    if (mask & STATX__RESERVED || (flags & AT_STATX_SYNC_TYPE) == AT_STATX_SYNC_TYPE) {
        errno = EINVAL;
        return -1;
    }
    if (fstatat(folder, path, &st, flags & ~AT_STATX_SYNC_TYPE)) return -1;
    *x = (struct statx){.stx_mask = STATX_BASIC_STATS,
                        .stx_blksize = (unsigned)st.st_blksize,
                        .stx_nlink = (unsigned)st.st_nlink,
                        .stx_uid = st.st_uid,
                        .stx_gid = st.st_gid,
                        .stx_mode = (unsigned short)st.st_mode,
                        .stx_ino = st.st_ino,
                        .stx_size = (unsigned long long)st.st_size,
                        .stx_blocks = (unsigned long long)st.st_blocks,
                        .stx_atime = time_of(&st.st_atim),
                        .stx_ctime = time_of(&st.st_ctim),
                        .stx_mtime = time_of(&st.st_mtim),
                        .stx_rdev_major = major(st.st_rdev),
                        .stx_rdev_minor = minor(st.st_rdev),
                        .stx_dev_major = major(st.st_dev),
                        .stx_dev_minor = minor(st.st_dev)};
    return 0;
}

PUBLIC int renameat2(int from_folder, const char *from, int to_folder, const char *to,
                     unsigned flags) {
    return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

PUBLIC int close_range(unsigned first, unsigned last, int flags) {
    return (int)syscall(SYS_close_range, first, last, flags);
}
PUBLIC void closefrom(int first) {
    (void)syscall(SYS_close_range, first < 0 ? 0u : (unsigned)first, ~0u, 0);
}
#ifdef HEDDLE_NATIVE
PUBLIC int execveat(int folder, const char *path, char *const arguments[],
                    char *const environment[], int flags) {
    return (int)syscall(SYS_execveat, folder, path, arguments, environment, flags);
}
#endif
