/*
 * named_pipe.c — named pipes: streams whose ends are opened by a name. Who opens one end waits
 * until the other one is opened, too.
 */
#include "files.h"
#include "pipe.h"

/* A stream with a name. It has any number of readers and writers, and is never freed. */
struct ends {
    /* A state word of its own. POLLIN: a reader that opens it need not wait; POLLOUT: a writer. */
    unsigned word;
    int waiting_readers, waiting_writers; /* in open */
    int called_readers, called_writers;   /* of these: for whom the other end has come */
    struct stream *stream;
};

CHECK void check_ends(const struct ends *e) {
    invariant((peek(e->called_readers) >= 0) &
              (peek(e->called_readers) <= peek(e->waiting_readers)));
    invariant((peek(e->called_writers) >= 0) &
              (peek(e->called_writers) <= peek(e->waiting_writers)));
    invariant(!((peek(e->stream->readers) < 0) | (peek(e->stream->writers) < 0)));
}

/* Updates both state words, in a piece on both. */
static void update_ends(struct ends *e, unsigned happened) {
    struct stream *s = e->stream;
    if (!s->ends) s->start = s->len = 0; /* nobody can read it any more */
    e->word = (s->writers || e->called_readers ? POLLIN : 0) |
              (s->readers || e->called_writers ? POLLOUT : 0);
    __heddle_stream_update(s, happened);
    if (__heddle_check) check_ends(e);
}

/* Adds an end, or takes one away. */
static void change_ends(struct ends *e, int reading, int writing, int by) {
    struct stream *s = e->stream;
    if (reading) s->readers += by;
    if (writing) s->writers += by;
    s->ends += (reading + writing) * by;
    if (by > 0 && reading) e->called_writers = e->waiting_writers;
    if (by > 0 && writing) e->called_readers = e->waiting_readers;
    if (writing)
        s->fresh = 0;
    else if (by > 0 && !s->writers && s->readers == 1)
        s->fresh = 1;
    update_ends(e, POLLIN | POLLOUT);
}

static void named_release(struct file *f) {
    struct ends *e = f->other;
    enter("close a named pipe", ITEM(e->stream, WRITES), ITEM(e, WRITES));
    change_ends(e, pipe_reads(f), pipe_writes(f), -1);
    leave();
}

static long named_stat(struct file *f, struct kstat *st) {
    struct inode *i = ((struct stream *)f->object)->inode;
    enter("look at a file", ITEM(i, READS));
    st->st_mode = i->mode;
    st->st_ino = i->number;
    st->st_nlink = (nlink_t)i->links;
    leave();
    return 0;
}

static const struct file_operations named_operations = {PIPE_OPERATIONS, .release = named_release,
                                                        .stat = named_stat};

/* Waits in open until the other end has been opened. Returns 0 or -EINTR. */
static long wait_for_other_end(struct ends *e, int reading) {
    struct __heddle_item items[] = {WAIT(e, WRITES, reading ? POLLIN : POLLOUT),
                                    ITEM(e->stream, WRITES)};
    int *waiting = reading ? &e->waiting_readers : &e->waiting_writers;
    int *called = reading ? &e->called_readers : &e->called_writers;
    int late = wait_for_piece(items, 2, 0, "wait for the other end of a named pipe", 0);
    if (late < 0) enter("give up opening a named pipe", ITEM(e, WRITES), ITEM(e->stream, WRITES));
    --*waiting;
    if (*called > *waiting || (late >= 0 && *called)) --*called;
    if (late < 0)
        change_ends(e, reading, !reading, -1);
    else
        update_ends(e, 0);
    leave();
    return late < 0 ? -EINTR : 0;
}

static long named_open(struct inode *i, long flags) {
    struct ends *e = i->socket;
    int mode = (int)flags & O_ACCMODE, reading = mode != O_WRONLY, writing = mode != O_RDONLY;
    struct file *f = __heddle_file_new(&named_operations, e->stream, (unsigned)flags & ~O_CREAT);
    if (!f) return -ENOMEM;
    f->other = e;
    enter("open a named pipe", ITEM(e->stream, WRITES), ITEM(e, WRITES));
    int refused = mode == O_WRONLY && flags & O_NONBLOCK && !e->stream->readers;
    int waits =
        !(flags & O_NONBLOCK) && (writing ? !reading && !e->stream->readers : !e->stream->writers);
    e->stream->inode = i;
    if (!refused) {
        if (waits) ++*(reading ? &e->waiting_readers : &e->waiting_writers);
        change_ends(e, reading, writing, 1);
    }
    leave();
    long error = refused ? -ENXIO : waits ? wait_for_other_end(e, reading) : 0;
    if (error) {
        __heddle_free(f);
        return error;
    }
    return __heddle_install_new(f, !!(flags & O_CLOEXEC));
}

static long make_named_pipe(long dirfd, const char *name, unsigned mode) {
    struct stream *s = __heddle_stream_new(0, BYTES);
    struct ends *e = kernel_alloc(sizeof *e);
    long error = -ENOSPC;
    if (s && e) {
        s->readers = s->writers = s->ends = 0;
        e->stream = s;
        error = __heddle_make_at(dirfd, name,
                                 &(struct inode){.mode = mode, .socket = e, .open = named_open});
    }
    if (error && s) __heddle_free(s);
    if (error && e) __heddle_free(e);
    return error;
}

static long make_node(long dirfd, const char *name, unsigned mode) {
    unsigned kind = mode & S_IFMT, permissions = mode & ~(unsigned)__heddle_umask & 07777;
    if (S_ISFIFO(kind)) return make_named_pipe(dirfd, name, S_IFIFO | permissions);
    if (kind && !S_ISREG(kind)) return -EPERM;
    return __heddle_make_at(dirfd, name, &(struct inode){.mode = S_IFREG | permissions});
}
SYSCALL(mknod) { return make_node(AT_FDCWD, (const char *)a, (unsigned)b); }
SYSCALL(mknodat) { return make_node((int)a, (const char *)b, (unsigned)c); }
