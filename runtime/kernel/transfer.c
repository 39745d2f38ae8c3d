/*
 * transfer.c — sendfile and copy_file_range: a file is read and written in parts, as if by separate
 * calls.
 */
#include <errno.h>
#include <fcntl.h>
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

/* Returns whether a file is open for reading, or for writing. */
static int is_open_for(const struct file *f, unsigned other) {
    return (f->flags & O_ACCMODE) != other;
}

SYSCALL(sendfile) {
    long at, *given = (long *)c, count = concrete(d);
    struct file *out = __heddle_file(a), *in = __heddle_file(b);
    if (!out || !in || !is_open_for(in, O_WRONLY) || !is_open_for(out, O_RDONLY)) return -EBADF;
    if (count < 0 || !is_regular(b)) return -EINVAL;
    if (!out->ops->capacity && out->flags & O_APPEND) return -EINVAL; /* a pipe may have it */
    long error = begin(b, given, &at);
    if (error) return error;
    long done = transfer(b, &at, a, 0, count);
    end(b, given, at);
    return done;
}

/* Returns why no bytes can be copied from one file to another, 0 if they can. `size` becomes the
 * size of the first file, or -1 where the second one is another file. */
static long refuses_copies(long in, long out, long *size) {
    const struct file *from = __heddle_file(in), *to = __heddle_file(out);
    struct stat x, y;
    if (!from || !to) return -EBADF;
    long error = __heddle_sys_fstat(in, (long)&x, 0, 0, 0, 0);
    if (!error) error = __heddle_sys_fstat(out, (long)&y, 0, 0, 0, 0);
    if (error) return error;
    if (S_ISDIR(x.st_mode) || S_ISDIR(y.st_mode)) return -EISDIR;
    if (!S_ISREG(x.st_mode) || !S_ISREG(y.st_mode)) return -EINVAL;
    if (!is_open_for(from, O_WRONLY) || !is_open_for(to, O_RDONLY) || to->flags & O_APPEND)
        return -EBADF;
    *size = x.st_dev == y.st_dev && x.st_ino == y.st_ino ? x.st_size : -1;
    return 0;
}

SYSCALL(copy_file_range) {
    long size, from, to, *given_from = (long *)b, *given_to = (long *)d, count = concrete(e);
    if (count < 0 || f) return -EINVAL;
    long error = refuses_copies(a, c, &size);
    if (!error) error = begin(a, given_from, &from);
    if (!error) error = begin(c, given_to, &to);
    if (error) return error;
    if (size >= 0) {
        /* Within a file, what is read ends where the file ended before, and is not overwritten. */
        if (count > size - from) count = size > from ? size - from : 0;
        if (count && to + count > from && to < from + count) return -EINVAL;
    }
    long done = transfer(a, &from, c, &to, count);
    end(a, given_from, from);
    end(c, given_to, to);
    return done;
}
