/* gnu_sys_uio.h — what glibc declares in <sys/uio.h> beyond musl. */
#ifndef HEDDLE_BITS_GNU_SYS_UIO_H
#define HEDDLE_BITS_GNU_SYS_UIO_H

#ifdef _GNU_SOURCE
#ifndef RWF_HIPRI
#define RWF_HIPRI 0x1
#define RWF_DSYNC 0x2
#define RWF_SYNC 0x4
#define RWF_NOWAIT 0x8
#define RWF_APPEND 0x10
#endif
ssize_t preadv2(int, const struct iovec *, int, off_t, int);
ssize_t pwritev2(int, const struct iovec *, int, off_t, int);
#endif

#endif
