/* pipe.c — pipes: the two ends of a stream as open files. */
#include <limits.h>
#include <sys/ioctl.h>
#include "pipe.h"

HIDDEN long __heddle_pipe_read(struct file *f, char *to, long n, long offset) {
    return offset >= 0 ? -ESPIPE
                       : __heddle_stream_read(f->object, to, n, (int)f->flags & O_NONBLOCK,
                                              "read from a pipe");
}
/* Writes to a pipe with O_DIRECT: each part of at most PIPE_BUF bytes is read alone. */
static long write_packets(struct file *f, const char *from, long n) {
    long done = 0, one = 0;
    while (done < n) {
        long part = n - done < PIPE_BUF ? n - done : PIPE_BUF;
        one = __heddle_stream_write(f->object, from + done, part, (int)f->flags & O_NONBLOCK,
                                    "write to a pipe");
        if (one < 0) break;
        done += one;
    }
    if (one == -EPIPE) __heddle_broken_pipe();
    return done ? done : one;
}

HIDDEN long __heddle_pipe_write(struct file *f, const char *from, long n, long offset) {
    if (offset >= 0) return -ESPIPE;
    if (((struct stream *)f->object)->holds != BYTES) return write_packets(f, from, n);
    return __heddle_stream_write(f->object, from, n, (int)f->flags & O_NONBLOCK, "write to a pipe");
}
static void pipe_release(struct file *f) {
    __heddle_stream_close(pipe_reads(f) ? f->object : 0, pipe_writes(f) ? f->object : 0, f->kept);
}
HIDDEN int __heddle_pipe_watch(struct file *f, unsigned events, struct __heddle_item *items) {
    unsigned bits = (pipe_reads(f) ? (events & POLLIN) | POLLHUP : 0) |
                    (pipe_writes(f) ? (events & POLLOUT) | POLLERR : 0);
    items[0] = (struct __heddle_item)WAIT(f->object, READS, bits);
    return 1;
}
HIDDEN unsigned __heddle_pipe_ready(struct file *f) {
    struct stream *s = f->object;
    unsigned mask = (pipe_reads(f) ? (s->len ? POLLIN : 0) | POLLHUP : 0) |
                    (pipe_writes(f) ? POLLOUT | POLLERR : 0);
    return s->word & mask;
}
static long pipe_stat(struct file *f, struct kstat *st) {
    st->st_mode = S_IFIFO | 0600;
    return 0;
}
HIDDEN long __heddle_pipe_control(struct file *f, unsigned long request, long argument) {
    struct stream *s = f->object;
    if (request != FIONREAD) return -ENOTTY;
    enter("look at a pipe", ITEM(s, READS));
    int n = (int)__heddle_stream_left(s);
    leave();
    *(int *)argument = n;
    return 0;
}
static const struct file_operations pipe_operations = {PIPE_OPERATIONS, .release = pipe_release,
                                                       .stat = pipe_stat};

SYSCALL(pipe2) {
    if (b & ~(O_CLOEXEC | O_NONBLOCK | O_DIRECT)) return -EINVAL;
    int *fds = (int *)a;
    struct stream *s = __heddle_stream_new(0, b & O_DIRECT ? MESSAGES : BYTES);
    if (!s) return -ENOMEM;
    long in = __heddle_install_new(
        __heddle_file_new(&pipe_operations, s, O_RDONLY | (b & O_NONBLOCK)), !!(b & O_CLOEXEC));
    if (in < 0) return in;
    long out = __heddle_install_new(
        __heddle_file_new(&pipe_operations, s, O_WRONLY | (b & O_NONBLOCK)), !!(b & O_CLOEXEC));
    if (out < 0) {
        long __heddle_descriptor_close(long);
        __heddle_descriptor_close(in);
        return out;
    }
    fds[0] = (int)in;
    fds[1] = (int)out;
    return 0;
}
SYSCALL(pipe) { return __heddle_sys_pipe2(a, 0, 0, 0, 0, 0); }
