/* stream.c — streams of bytes from writers to readers: pipes, and each direction of a connected
 * socket. */
#include <limits.h>
#include <signal.h>
#include "kernel.h"

#define MOST_OF_MESSAGE (212992 - 32) /* of a Unix socket whose buffer has the usual size */

/* Checks a stream in a piece that names it: its bytes lie in its buffer, and each end is open or
 * closed. Shutting down an end does not close it. */
CHECK void check_stream(const struct stream *s) {
    long start = peek(s->start), len = peek(s->len), capacity = peek(s->capacity);
    invariant((len >= 0) & ((len <= STREAM_CAPACITY) | (peek(s->holds) != BYTES)));
    invariant((start >= 0) & (start + len <= capacity));
    invariant(!len | (peek(s->data) != 0));
    int named = peek(s->inode) != 0;
    invariant(named | !((peek(s->readers) | peek(s->writers)) & ~1));
    invariant((peek(s->ends) >= 0) & ((peek(s->ends) <= 2) | named));
    invariant(!named | (peek(s->ends) == peek(s->readers) + peek(s->writers)));
    invariant(!peek(s->readers) | (peek(s->ends) > 0));
    invariant(((peek(s->word) & POLLHUP) != 0) ==
              ((!peek(s->writers) & (peek(s->holds) != DATAGRAMS) & !peek(s->fresh)) |
               (peek(s->deaf) != 0)));
    invariant(((peek(s->word) & POLLERR) != 0) == !peek(s->readers));
}

/* Whether a read tells the end when nothing is left. */
static int is_over(const struct stream *s) {
    return (!s->writers && s->holds != DATAGRAMS) || s->deaf;
}

/* How much room makes a stream ready for writing. */
static long room_needed(const struct stream *s) { return s->eager ? 1 : PIPE_BUF; }

HIDDEN void __heddle_stream_update(struct stream *s, unsigned happened) {
    unsigned word = 0;
    int over = is_over(s) && !s->fresh;
    if (s->len || over) word |= POLLIN;
    if (s->len <= STREAM_CAPACITY - room_needed(s) || !s->readers) word |= POLLOUT;
    if (over) word |= POLLHUP;
    if (!s->readers) word |= POLLERR;
    s->word = edge_bits(&s->edges, word, happened);
    if (__heddle_check) check_stream(s);
}

HIDDEN struct stream *__heddle_stream_new(int eager, int holds) {
    struct stream *s = kernel_alloc(sizeof *s);
    if (!s) return 0;
    s->readers = s->writers = 1;
    s->ends = 2;
    s->eager = eager;
    s->holds = holds;
    __heddle_stream_update(s, 0);
    return s;
}

static int waits_in_time(int flags) { return flags & STREAM_TIMED && !(flags & O_NONBLOCK); }

/* Takes these bytes out. */
static void take_out(struct stream *s, long n) {
    s->start += n;
    s->len -= n;
    if (!s->len) s->start = 0;
    __heddle_stream_update(s, s->eager || s->len + n > STREAM_CAPACITY - PIPE_BUF ? POLLOUT : 0);
}

static long first_size(const struct stream *s) {
    long size = 0;
    if (s->len) memcpy(&size, s->data + s->start, sizeof size);
    return size;
}

HIDDEN long __heddle_stream_left(const struct stream *s) {
    if (s->holds == DATAGRAMS) return first_size(s);
    long left = s->len;
    if (s->holds == BYTES) return left;
    for (long at = s->start, size; at < s->start + s->len; at += size + (long)sizeof size) {
        memcpy(&size, s->data + at, sizeof size);
        left -= (long)sizeof size;
    }
    return left;
}

/* Reads one message; what does not fit is lost. */
static long read_message(struct stream *s, char *to, long n, int flags, const char *what) {
    char *own = detour(to, n);
    struct __heddle_item item = WAIT(s, WRITES, flags & O_NONBLOCK ? 0 : POLLIN);
    int late = wait_for_piece(&item, 1, waits_in_time(flags), what, 0);
    long size = 0, have = 0, error = late < 0 ? -EINTR : 0;
    if (late >= 0) {
        int none = !s->len;
        size = first_size(s);
        have = size < n ? size : n;
        if (have) memcpy(own ? own : to, s->data + s->start + sizeof size, (unsigned long)have);
        if (!none && !(flags & STREAM_PEEK)) take_out(s, size + (long)sizeof size);
        int over = is_over(s) && !(s->holds == DATAGRAMS && flags & O_NONBLOCK);
        if (none) error = !s->readers ? -EBADF : over ? 0 : -EAGAIN;
        leave();
    }
    if (own) {
        memcpy(to, own, (unsigned long)have);
        __heddle_free(own);
    }
    return error ? error : flags & STREAM_WHOLE ? size : have;
}

HIDDEN long __heddle_stream_read(struct stream *s, char *to, long n, int flags, const char *what) {
    long total = 0;
    int end = 0, closed = 0, interrupted = 0;
    if (!n) return 0;
    if (s->holds != BYTES) return read_message(s, to, n, flags, what);
    char *own = detour(to, n);
    for (;;) {
        struct __heddle_item item = WAIT(s, WRITES, flags & O_NONBLOCK ? 0 : POLLIN);
        int late = wait_for_piece(&item, 1, waits_in_time(flags), what, 0);
        if (late < 0) {
            interrupted = 1;
            break;
        }
        long have = s->len < n - total ? s->len : n - total;
        end = is_over(s);
        closed = !s->readers;
        if (have) memcpy((own ? own : to) + total, s->data + s->start, (unsigned long)have);
        if (have && !(flags & STREAM_PEEK)) take_out(s, have);
        leave();
        total += have;
        if (late || total == n || end || !(flags & STREAM_ALL) ||
            flags & (O_NONBLOCK | STREAM_PEEK))
            break;
    }
    if (own) {
        memcpy(to, own, (unsigned long)total);
        __heddle_free(own);
    }
    return total ? total : interrupted ? -EINTR : closed ? -EBADF : end ? 0 : -EAGAIN;
}

HIDDEN void __heddle_broken_pipe(void) {
    struct sigaction action;
    sigset_t blocked;
    sigaction(SIGPIPE, 0, &action);
    pthread_sigmask(SIG_BLOCK, 0, &blocked);
    if (action.sa_handler == SIG_IGN || sigismember(&blocked, SIGPIPE)) return;
    /* SIGPIPE is for the writing thread: a handler runs at once. */
    if (action.sa_handler != SIG_DFL) {
        raise(SIGPIPE);
        return;
    }
    __heddle_warn("the process was ended by SIGPIPE");
    __heddle_syscall(SYS_exit_group, 128 + SIGPIPE, 0, 0, 0, 0, 0);
}

/* Puts these bytes behind the others. */
static void append(struct stream *s, const void *from, long n) {
    if (s->start + s->len + n > s->capacity) {
        long capacity = s->capacity ? s->capacity : 256;
        while (capacity < s->len + n) capacity *= 2;
        char *data = capacity > s->capacity ? kernel_alloc((unsigned long)capacity) : s->data;
        memmove(data, s->data + s->start, (unsigned long)s->len);
        if (data != s->data && s->data) __heddle_free(s->data);
        s->data = data;
        s->capacity = capacity;
        s->start = 0;
    }
    invariant(peek(s->start) + peek(s->len) + n <= peek(s->capacity));
    if (n) memcpy(s->data + s->start + s->len, from, (unsigned long)n);
    s->len += n;
}

/* Writes one message. There is room for it if there is room for a byte. */
static long write_message(struct stream *s, const char *from, long n, int flags, const char *what) {
    if (n > MOST_OF_MESSAGE) return -EMSGSIZE;
    char *own = detour(from, n);
    if (own) memcpy(own, from, (unsigned long)n);
    struct __heddle_item item = WAIT(s, WRITES, flags & O_NONBLOCK ? 0 : POLLOUT);
    long done = -EINTR;
    if (wait_for_piece(&item, 1, waits_in_time(flags), what, 0) >= 0) {
        done = -EAGAIN;
        if (!s->writers || (!s->readers && s->holds == MESSAGES))
            done = -EPIPE;
        else if (!s->readers) {
            done = s->refused ? -ENOTCONN : -ECONNREFUSED;
            s->refused = 1;
        } else if (s->len < STREAM_CAPACITY) {
            append(s, &n, sizeof n);
            append(s, own ? own : from, n);
            __heddle_stream_update(s, POLLIN);
            done = n;
        }
        leave();
    }
    if (own) __heddle_free(own);
    return done;
}

static long broken_stream(int flags) {
    if (!(flags & STREAM_QUIET)) __heddle_broken_pipe();
    return -EPIPE;
}

/* Writes no bytes: nothing to a pipe, while a socket tells whether something could be sent. */
static long write_nothing(struct stream *s, int flags) {
    if (!(flags & STREAM_SOCKET)) return 0;
    enter("send nothing to a socket", ITEM(s, READS));
    int broken = !s->writers || (!s->readers && !(flags & STREAM_FAR));
    leave();
    return broken ? broken_stream(flags) : 0;
}

HIDDEN long __heddle_stream_write(struct stream *s, const char *from, long n, int flags,
                                  const char *what) {
    long total = 0;
    if (s->holds != BYTES) return write_message(s, from, n, flags, what);
    if (!n) return write_nothing(s, flags);
    char *own = detour(from, n);
    if (own) memcpy(own, from, (unsigned long)n);
    const char *source = own ? own : from;
    int broken = 0, closed = 0, interrupted = 0;
    /* What is small enough goes into a pipe as a whole, or waits. */
    int whole = !s->eager && n <= PIPE_BUF, tried = 0;
    while (total < n && !broken) {
        int waits = !(flags & O_NONBLOCK) && (tried || !whole);
        struct __heddle_item item = WAIT(s, WRITES, waits ? POLLOUT : 0);
        if (wait_for_piece(&item, 1, waits_in_time(flags), what, 0) < 0) {
            interrupted = 1;
            break;
        }
        /* Another thread closed it after it was looked up. */
        closed = !s->writers && !(flags & STREAM_SOCKET);
        broken = !s->readers || !s->writers;
        long room = STREAM_CAPACITY - s->len, part = broken             ? 0
                                                     : room < n - total ? room
                                                                        : n - total;
        if (whole && part < n) part = 0;
        if (part) {
            append(s, source + total, part);
            __heddle_stream_update(s, POLLIN);
        }
        leave();
        total += part;
        int again = whole && !part && !tried && !(flags & O_NONBLOCK);
        if (again) {
            tried = 1;
            continue;
        }
        if (!part || flags & O_NONBLOCK) break;
    }
    if (own) __heddle_free(own);
    if (total) return total;
    if (interrupted) return -EINTR;
    if (closed) return -EBADF;
    return broken ? broken_stream(flags) : -EAGAIN;
}

HIDDEN void __heddle_stream_shut(struct stream *s) {
    enter("shut a stream down", ITEM(s, WRITES));
    s->writers = 0;
    __heddle_stream_update(s, POLLIN | POLLOUT);
    leave();
}

HIDDEN void __heddle_stream_deafen(struct stream *s) {
    enter("shut a stream down", ITEM(s, WRITES));
    s->deaf = 1;
    __heddle_stream_update(s, POLLIN | POLLOUT);
    leave();
}

HIDDEN void __heddle_stream_empty(struct stream *s) {
    enter("drop what a socket received", ITEM(s, WRITES));
    if (s->len) take_out(s, s->len);
    leave();
}

/* Whether that was the last end. */
static int close_end(struct stream *s, int *end, int kept) {
    invariant(peek(s->ends) > 0);
    *end = 0;
    if (kept) s->kept = 1;
    __heddle_stream_update(s, POLLIN | POLLOUT);
    return !--s->ends && !s->kept;
}

static void end(struct stream *s) {
    if (s->data) __heddle_free(s->data);
    __heddle_free(s);
}

HIDDEN void __heddle_stream_close(struct stream *in, struct stream *out, int kept) {
    struct stream *any = in ? in : out;
    if (!any) return;
    enter("close a stream", ITEM(any, WRITES), ITEM(out ? out : any, WRITES));
    int first = in ? close_end(in, &in->readers, kept) : 0,
        second = out ? close_end(out, &out->writers, kept) : 0;
    leave();
    if (first) end(in);
    if (second) end(out);
}
