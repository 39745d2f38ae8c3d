/*
 * transfer.c — sendfile and copy_file_range: a file is read and written in parts, as if by separate
 * calls.
 */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
#include "kernel.h"

#define PIECE 4096

SYSCALL(fstat);
SYSCALL(lseek);
SYSCALL(pread64);
SYSCALL(pwrite64);
SYSCALL(write);

static int is_regular(long fd) {
    struct stat s;
    return !__heddle_sys_fstat(fd, (long)&s, 0, 0, 0, 0) && S_ISREG(s.st_mode);
}

/* Copies from the offset *from of the file `in` to the offset *to of `out`, or to its own offset if
 * `to` is null. Returns the number of bytes, or -errno if there are none; the offsets advance by
 * that number. */
static long transfer(long in, long *from, long out, long *to, long count) {
    char bytes[PIECE];
    long done = 0, n = 0;
    while (done < count) {
        long size = count - done < PIECE ? count - done : PIECE, got;
        n = got = __heddle_sys_pread64(in, (long)bytes, size, *from, 0, 0);
        if (got > 0)
            n = to ? __heddle_sys_pwrite64(out, (long)bytes, got, *to, 0, 0)
                   : __heddle_sys_write(out, (long)bytes, got, 0, 0, 0);
        if (n <= 0) break;
        done += n;
        *from += n;
        if (to) *to += n;
        if (n < got) break;
    }
    return done ? done : n;
}

/* Determines the offset to use: the caller's, or the open file's. */
static long begin(long fd, const long *given, long *at) {
    *at = given ? *given : __heddle_sys_lseek(fd, 0, SEEK_CUR, 0, 0, 0);
    return *at < 0 ? given ? -EINVAL : *at : 0;
}
static void end(long fd, long *given, long at) {
    if (given)
        *given = at;
    else
        __heddle_sys_lseek(fd, at, SEEK_SET, 0, 0, 0);
}

SYSCALL(sendfile) {
    long at, *given = (long *)c, count = concrete(d);
    if (!__heddle_file(a) || !__heddle_file(b)) return -EBADF;
    if (count < 0 || !is_regular(b)) return -EINVAL;
    long error = begin(b, given, &at);
    if (error) return error;
    long done = transfer(b, &at, a, 0, count);
    end(b, given, at);
    return done;
}

SYSCALL(copy_file_range) {
    long from, to, *given_from = (long *)b, *given_to = (long *)d, count = concrete(e);
    if (count < 0 || f) return -EINVAL;
    if (!__heddle_file(a) || !__heddle_file(c)) return -EBADF;
    if (!is_regular(a) || !is_regular(c)) return -EINVAL;
    long error = begin(a, given_from, &from);
    if (!error) error = begin(c, given_to, &to);
    if (error) return error;
    long done = transfer(a, &from, c, &to, count);
    end(a, given_from, from);
    end(c, given_to, to);
    return done;
}
