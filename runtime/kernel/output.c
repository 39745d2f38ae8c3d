/*
 * output.c — the calls on stdout, stderr and stdin that every program makes, whether it works with
 * files or not. The code for descriptors is linked only into programs that can open or change one;
 * then these calls are passed on to it.
 */
#include <sys/uio.h>
#include "kernel.h"

#define WEAK __attribute__((__weak__, __visibility__("hidden")))
WEAK long __heddle_descriptor_write(long fd, const char *from, long n);
WEAK long __heddle_descriptor_writev(long fd, const struct iovec *v, long n);
WEAK long __heddle_descriptor_read(long fd, char *to, long n);
WEAK long __heddle_descriptor_readv(long fd, const struct iovec *v, long n);
WEAK long __heddle_descriptor_close(long fd);
WEAK long __heddle_descriptor_seek(long fd, long offset, int whence);
WEAK long __heddle_descriptor_control(long fd, unsigned long request, long argument);
WEAK long __heddle_descriptor_stat(long fd, void *st);

/* The closed ones of descriptors 0 to 2, in programs that can close them but do no more. They are
 * looked up without a piece: if another thread closes one without order, the look-up becomes
 * visible. */
static struct {
    unsigned word, closed;
} standard;

void __heddle_lock_output(void);

/* Called before main. Gives output streams locks like other streams if the order of writing and
 * closing matters. */
HIDDEN void __heddle_output_start(void) {
    engine(HEDDLE_CALL_QUIET, &standard, sizeof standard);
    if (is_visible(&standard, sizeof standard)) __heddle_lock_output();
}

HIDDEN int __heddle_is_closed(long fd) {
    if (!is_visible(&standard, sizeof standard)) return standard.closed >> fd & 1;
    enter("look up a descriptor", ITEM(&standard, READS));
    int closed = standard.closed >> fd & 1;
    leave();
    return closed;
}

static int is_open(long fd) { return fd >= 0 && fd <= 2 && !__heddle_is_closed(fd); }
static int takes_output(long fd) { return (fd == 1 || fd == 2) && !__heddle_is_closed(fd); }

static long close_standard(long fd) {
    if (fd < 0 || fd > 2) return -EBADF;
    if (fd) output_is_seen();
    enter("close a descriptor", ITEM(&standard, WRITES));
    int was_open = !(standard.closed >> fd & 1);
    standard.closed |= 1u << fd;
    leave();
    return was_open ? 0 : -EBADF;
}

static unsigned output_word, input_word;
static long input_offset;
HIDDEN const char *__heddle_input_data; /* not NULL if the standard input is symbolic */

HIDDEN long __heddle_input_at(long offset, char *to, long n) {
    if (!__heddle_input_data) return engine(HEDDLE_CALL_STDIN, offset, to, n);
    long left = engine(HEDDLE_CALL_STDIN, offset, 0, 0);
    if (n > left) n = left;
    memcpy(to, __heddle_input_data + offset, (unsigned long)n);
    return n;
}

HIDDEN long __heddle_output(long fd, const char *from, long n) {
    if (!option(HEDDLE_OPTION_ORDERED_OUTPUT)) return engine(HEDDLE_CALL_OUTPUT, fd, from, n);
    char *own = detour(from, n);
    if (own) memcpy(own, from, (unsigned long)n);
    enter("write to the standard output", ITEM(&output_word, WRITES));
    engine(HEDDLE_CALL_OUTPUT, fd, own ? own : from, n);
    leave();
    if (own) __heddle_free(own);
    return n;
}

HIDDEN long __heddle_input(char *to, long n) {
    char *own = detour(to, n);
    enter("read the standard input", ITEM(&input_word, WRITES));
    long have = __heddle_input_at(input_offset, own ? own : to, n);
    input_offset += have;
    leave();
    if (own) {
        memcpy(to, own, (unsigned long)have);
        __heddle_free(own);
    }
    return have;
}

HIDDEN long __heddle_input_seek(long offset, int whence) {
    enter("move in the standard input", ITEM(&input_word, WRITES));
    long to = whence == SEEK_SET   ? offset
              : whence == SEEK_CUR ? input_offset + offset
              : whence == SEEK_END ? engine(HEDDLE_CALL_STDIN, 0, 0, 0) + offset
                                   : -1;
    if (to >= 0) input_offset = to;
    leave();
    return to >= 0 ? to : -EINVAL;
}

SYSCALL(write) {
    if (__heddle_fault("fault:write")) return -EIO;
    if (__heddle_descriptor_write) return __heddle_descriptor_write(a, (const char *)b, c);
    return takes_output((int)a) ? __heddle_output(a, (const char *)b, c) : -EBADF;
}

SYSCALL(writev) {
    if (__heddle_fault("fault:write")) return -EIO;
    const struct iovec *v = (const struct iovec *)b;
    if (__heddle_descriptor_writev) return __heddle_descriptor_writev(a, v, c);
    if (!takes_output((int)a)) return -EBADF;
    long total = 0;
    for (long k = 0; k < c; k++)
        if (v[k].iov_len) total += __heddle_output(a, v[k].iov_base, (long)v[k].iov_len);
    return total;
}

SYSCALL(read) {
    if (__heddle_fault("fault:read")) return -EIO;
    if (c > 1 && __heddle_fault("short:read")) c = 1;
    if (__heddle_descriptor_read) return __heddle_descriptor_read(a, (char *)b, c);
    return a == 0 && is_open(0) ? __heddle_input((char *)b, c) : -EBADF;
}

SYSCALL(readv) {
    if (__heddle_fault("fault:read")) return -EIO;
    const struct iovec *v = (const struct iovec *)b;
    if (__heddle_descriptor_readv) return __heddle_descriptor_readv(a, v, c);
    if (a != 0 || !is_open(0)) return -EBADF;
    long total = 0;
    for (long k = 0; k < c; k++) {
        long n = v[k].iov_len ? __heddle_input(v[k].iov_base, (long)v[k].iov_len) : 0;
        total += n;
        if (n < (long)v[k].iov_len) break;
    }
    return total;
}

SYSCALL(close) {
    if (__heddle_descriptor_close) return __heddle_descriptor_close(a);
    return close_standard((int)concrete(a));
}

SYSCALL(lseek) {
    if (__heddle_descriptor_seek) return __heddle_descriptor_seek(a, b, (int)c);
    if (!is_open((int)a)) return -EBADF;
    return a == 0 ? __heddle_input_seek(b, (int)c) : -ESPIPE;
}

SYSCALL(ioctl) {
    if (__heddle_descriptor_control) return __heddle_descriptor_control(a, (unsigned long)b, c);
    return is_open((int)a) ? -ENOTTY : -EBADF;
}

SYSCALL(fstat) {
    if (__heddle_descriptor_stat) return __heddle_descriptor_stat(a, (void *)b);
    if (!is_open((int)a)) return -EBADF;
    struct kstat *st = (struct kstat *)b;
    *st = (struct kstat){.st_mode = a ? S_IFIFO | 0600 : S_IFREG | 0600,
                         .st_nlink = 1,
                         .st_size = a ? 0 : engine(HEDDLE_CALL_STDIN, 0, 0, 0),
                         .st_blksize = 4096};
    return 0;
}
