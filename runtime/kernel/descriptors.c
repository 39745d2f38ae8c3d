/*
 * descriptors.c — the table of descriptors, and the calls that lead from a descriptor to its open
 * file.
 *
 * POSIX numbers descriptors by the lowest free one: calls that create or close one are ordered with
 * each other by the table. Calls that use one look it up without a piece, unless something
 * unordered changes its slot.
 */
#include <sys/ioctl.h>
#include <sys/uio.h>
#include "kernel.h"

HIDDEN struct slot __heddle_slots[MAX_DESCRIPTORS];
static struct file files[3];
static int ready; /* set in the first piece of start() */

/* Flags of close_range(); libc has no names for them. */
#define CLOSE_RANGE_UNSHARE 2u
#define CLOSE_RANGE_CLOEXEC 4u

/* With --fds=per-thread each thread has its own part of the table. */
#define THREAD_DESCRIPTORS 64
static unsigned tables[MAX_DESCRIPTORS / THREAD_DESCRIPTORS];

void __heddle_lock_output(void);
long __heddle_output(long fd, const char *from, long n), __heddle_input(char *to, long n),
    __heddle_input_at(long offset, char *to, long n), __heddle_input_seek(long offset, int whence);

static long standard_read(struct file *f, char *to, long n, long offset) {
    if (f != &files[0]) return -EBADF;
    return offset >= 0 ? __heddle_input_at(offset, to, n) : __heddle_input(to, n);
}
static long standard_write(struct file *f, const char *from, long n, long offset) {
    return f == &files[0] ? -EBADF : __heddle_output(f - files, from, n);
}
static int standard_watch(struct file *f, unsigned events, struct __heddle_item *items) {
    items[0] = (struct __heddle_item)WAIT(f, READS, events);
    return 1;
}
static unsigned standard_ready(struct file *f) { return POLLIN | POLLOUT; }
static long standard_seek(struct file *f, long offset, int whence) {
    return f == &files[0] ? __heddle_input_seek(offset, whence) : -ESPIPE;
}
static long standard_stat(struct file *f, struct kstat *st) {
    st->st_mode = f == &files[0] ? S_IFREG | 0600 : S_IFIFO | 0600;
    st->st_size = f == &files[0] ? engine(HEDDLE_CALL_STDIN, 0, 0, 0) : 0;
    return 0;
}
static const struct file_operations standard = {.read = standard_read,
                                                .syncs = 1,
                                                .write = standard_write,
                                                .watch = standard_watch,
                                                .ready = standard_ready,
                                                .seek = standard_seek,
                                                .stat = standard_stat};
static const struct file_operations standard_in = {.read = standard_read,
                                                   .syncs = 1,
                                                   .write = standard_write,
                                                   .watch = standard_watch,
                                                   .ready = standard_ready,
                                                   .seek = standard_seek,
                                                   .stat = standard_stat,
                                                   .not_watched = 1};

/* Called before main, and before there are threads. */
HIDDEN void __heddle_kernel_start(void) {
    for (int k = 0; k < 3; k++) {
        files[k] = (struct file){.word = POLLIN | POLLOUT,
                                 .uses = 1,
                                 .installed = 1,
                                 .mode = k ? O_WRONLY : O_RDONLY,
                                 .flags = k ? O_WRONLY : O_RDONLY,
                                 .ops = k ? &standard : &standard_in};
        __heddle_slots[k].file = &files[k];
    }
    engine(HEDDLE_CALL_QUIET, __heddle_slots, sizeof __heddle_slots);
    engine(HEDDLE_CALL_QUIET, files, sizeof files);
    if (is_visible(&__heddle_slots[1], 2 * sizeof *__heddle_slots)) __heddle_lock_output();
    ready = 1;
}

static unsigned *table_of(long fd) {
    return option(HEDDLE_OPTION_FDS_PER_THREAD) ? &tables[fd / THREAD_DESCRIPTORS] : tables;
}

HIDDEN struct file *__heddle_file(long fd) {
    fd = (int)concrete(fd);
    if (fd < 0 || fd >= MAX_DESCRIPTORS) return 0;
    if (!is_visible(&__heddle_slots[fd], sizeof __heddle_slots[fd])) return __heddle_slots[fd].file;
    enter("look up a descriptor", ITEM(table_of(fd), READS));
    struct file *f = __heddle_slots[fd].file;
    leave();
    return f;
}

HIDDEN struct file *__heddle_file_new(const struct file_operations *ops, void *object,
                                      unsigned flags) {
    struct file *f = kernel_alloc(sizeof *f);
    if (f)
        *f = (struct file){.word = POLLIN | POLLOUT,
                           .mode = flags & O_ACCMODE,
                           .flags = flags,
                           .ops = ops,
                           .object = object};
    return f;
}

/* Makes writing to the standard output noticeable once descriptor `fd` is f, or closed (NULL): it
 * needs locks then. If there are already threads, which print without locks, the exploration begins
 * again with locks. */
static void output_goes_elsewhere(long fd, const struct file *f) {
    if ((fd != 1 && fd != 2) || f == &files[1] || f == &files[2]) return;
    output_is_seen();
    if (__heddle_thread_self() == 1 && __heddle_next_thread() == 2)
        __heddle_lock_output();
    else
        engine(HEDDLE_CALL_SHOW, &__heddle_slots[1], 2 * sizeof *__heddle_slots);
}

/* Defined if the program sets limits (process.c). */
HIDDEN long __heddle_descriptor_limit(void) __attribute__((__weak__));
static long most_descriptors(void) {
    long most = __heddle_descriptor_limit ? __heddle_descriptor_limit() : DESCRIPTOR_LIMIT;
    return most < MAX_DESCRIPTORS ? most : MAX_DESCRIPTORS;
}

/* Checks the slot of an open descriptor, in a piece that names its table. An open file knows how
 * many descriptors it has. */
CHECK void check_slot(long fd) {
    const struct file *f = peek(__heddle_slots[fd].file);
    invariant(f != 0);
    invariant(peek(f->uses) > 0);
    invariant(peek(f->uses) <= MAX_DESCRIPTORS);
    invariant(peek(f->installed) == 1);
    invariant(peek(f->ops) != 0);
    invariant(peek(f->word) == (POLLIN | POLLOUT));
}

HIDDEN long __heddle_install(struct file *f, long from, int close_on_exec) {
    long end = most_descriptors();
    if (option(HEDDLE_OPTION_FDS_PER_THREAD)) {
        long mine = (__heddle_thread_self() - 1) % (MAX_DESCRIPTORS / THREAD_DESCRIPTORS) *
                    THREAD_DESCRIPTORS;
        if (from < mine) from = mine;
        end = mine + THREAD_DESCRIPTORS;
    }
    enter("create a descriptor", ITEM(table_of(from), WRITES), ITEM(f, WRITES));
    int closed = f->installed && !f->uses;
    while (from < end && __heddle_slots[from].file && !closed) from++;
    if (from < end && !closed) {
        __heddle_slots[from] = (struct slot){f, close_on_exec};
        f->uses++;
        f->installed = 1;
        if (__heddle_check) check_slot(from);
    }
    leave();
    if (from < end && !closed) output_goes_elsewhere(from, f);
    return closed ? -EBADF : from < end ? from : -EMFILE;
}

HIDDEN long __heddle_install_new(struct file *f, int close_on_exec) {
    if (!f) return -ENOMEM;
    long fd = __heddle_install(f, 0, close_on_exec);
    if (fd >= 0) return fd;
    if (f->ops->release) f->ops->release(f);
    __heddle_free(f);
    return fd;
}

/* Whether another thread may be about to use the file it found under this number: then the memory
 * stays. */
static int is_shared(long fd) { return is_visible(&__heddle_slots[fd], sizeof __heddle_slots[fd]); }

static void dismiss(struct file *f) {
    invariant(!peek(f->uses) & peek(f->installed));
    if (f->watches) __heddle_unwatch(f);
    if (f->ops->release) f->ops->release(f);
    if ((f < files || f >= files + 3) && !f->kept) __heddle_free(f);
}

HIDDEN long __heddle_descriptor_close(long fd) {
    fd = (int)concrete(fd);
    for (struct file *f; (f = __heddle_file(fd));) {
        int shared = is_shared(fd);
        enter("close a descriptor", ITEM(table_of(fd), WRITES), ITEM(f, WRITES));
        /* Whether nothing changed since the look-up. */
        int mine = __heddle_slots[fd].file == f, last = 0;
        if (mine) {
            if (__heddle_check) check_slot(fd);
            if (shared) f->kept = 1;
            __heddle_slots[fd] = (struct slot){0};
            last = --f->uses == 0;
        }
        leave();
        if (!mine) continue;
        output_goes_elsewhere(fd, NULL);
        __heddle_drop_locks(f, last);
        if (last) dismiss(f);
        return 0;
    }
    return -EBADF;
}

static long duplicate(long old, long new, int close_on_exec) {
    new = (int)concrete(new);
    if (new < 0 || new >= most_descriptors()) return -EBADF;
    for (;;) {
        struct file *f = __heddle_file(old), *before = __heddle_file(new);
        if (!f) return -EBADF;
        if (old == new) return new;
        int last = 0, shared = is_shared(new);
        enter("duplicate a descriptor", ITEM(table_of(new), WRITES), ITEM(f, WRITES),
              ITEM(before ? before : f, WRITES));
        /* Whether nothing changed since the look-up. */
        int same = __heddle_slots[new].file == before && f->uses;
        if (same) {
            if (before) last = --before->uses == 0;
            if (before && shared) before->kept = 1;
            __heddle_slots[new] = (struct slot){f, close_on_exec};
            f->uses++;
            if (__heddle_check) check_slot(new);
        }
        leave();
        if (same) output_goes_elsewhere(new, f);
        if (same && before) __heddle_drop_locks(before, last);
        if (last) dismiss(before);
        if (same) return new;
    }
}

SYSCALL(dup) {
    struct file *x = __heddle_file(a);
    return x ? __heddle_install(x, 0, 0) : -EBADF;
}
SYSCALL(dup2) { return duplicate((int)a, b, 0); }
SYSCALL(dup3) {
    return (int)a == (int)b || c & ~O_CLOEXEC ? -EINVAL : duplicate((int)a, b, !!(c & O_CLOEXEC));
}

static int readable(const struct file *f) { return f->mode != O_WRONLY; }
static int writable(const struct file *f) { return f->mode != O_RDONLY; }

/* Sets those flags of an open file that are in `mask`. */
static void set_flags(struct file *f, unsigned mask, unsigned flags) {
    int shared = is_visible(&f->flags, sizeof f->flags);
    if (shared) enter("set the flags of an open file", ITEM(f, WRITES));
    f->flags = (f->flags & ~mask) | (flags & mask);
    if (shared) leave();
}

SYSCALL(fcntl) {
    struct file *x = __heddle_file(a);
    if (!x) return -EBADF;
    switch ((int)b) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
        if ((int)c < 0 || (int)c >= most_descriptors()) return -EINVAL;
        return __heddle_install(x, (int)c, b == F_DUPFD_CLOEXEC);
    case F_GETFD: return __heddle_slots[(int)a].close_on_exec ? FD_CLOEXEC : 0;
    case F_SETFD:
        enter("set a descriptor's flag", ITEM(table_of(a), WRITES));
        __heddle_slots[(int)a].close_on_exec = c & FD_CLOEXEC;
        leave();
        return 0;
    case F_GETFL: return x->flags & ~(unsigned)(O_CLOEXEC | O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY);
    case F_SETFL:
        if (c & O_ASYNC) __heddle_warn("signals of input and output (O_ASYNC) do not come");
        set_flags(x, O_APPEND | O_NONBLOCK | O_DIRECT | O_NOATIME, (unsigned)concrete(c));
        return 0;
    case F_GETLK:
    case F_SETLK:
    case F_SETLKW:
    case F_OFD_GETLK:
    case F_OFD_SETLK:
    case F_OFD_SETLKW: return __heddle_lock_range(x, (int)b, (struct flock *)c);
    case F_GETPIPE_SZ: return x->ops->capacity ? x->ops->capacity : -EBADF;
    case F_SETOWN: return 0;
    case F_GETOWN: return 0;
    default: return -EINVAL;
    }
}

/* Whether reads and writes can be at an offset. */
static int has_offsets(const struct file *f) { return f->ops->seek && !f->ops->one_offset; }

static long read_at(long fd, char *to, long n, long offset) {
    struct file *f = __heddle_file(fd);
    if (!f) return -EBADF;
    if (offset >= 0 && !has_offsets(f)) return -ESPIPE;
    if (!readable(f)) return -EBADF;
    if (!f->ops->read) return -EINVAL;
    n = concrete(n);
    return n < 0 ? -EINVAL : f->ops->read(f, to, n, offset);
}
static long write_at(long fd, const char *from, long n, long offset) {
    struct file *f = __heddle_file(fd);
    if (!f) return -EBADF;
    if (offset >= 0 && !has_offsets(f)) return -ESPIPE;
    if (!writable(f)) return -EBADF;
    if (!f->ops->write) return -EINVAL;
    n = concrete(n);
    if (n < 0) return -EINVAL;
    leaves(from, n);
    return f->ops->write(f, from, n, offset);
}

HIDDEN long __heddle_descriptor_read(long fd, char *to, long n) { return read_at(fd, to, n, -1); }
HIDDEN long __heddle_descriptor_write(long fd, const char *from, long n) {
    return write_at(fd, from, n, -1);
}

static long lengths(const struct iovec *v, long n) {
    unsigned long total = 0;
    if (n < 0 || n > 1024) return -EINVAL;
    for (long k = 0; k < n; k++) total += v[k].iov_len;
    return total > 0x7fffffff ? -EINVAL : (long)total;
}

/* Writes all parts in one transfer. */
static long gather(long fd, const struct iovec *v, long n, long offset) {
    long total = lengths(v, n);
    if (n == 1) return write_at(fd, v[0].iov_base, total, offset);
    struct file *file = __heddle_file(fd);
    if (!file || !writable(file)) return -EBADF;
    if (total < 0) return total;
    if (file >= files && file < files + 3) {
        /* The standard output takes everything; it is not copied. */
        for (long k = 0; k < n; k++)
            if (v[k].iov_len) write_at(fd, v[k].iov_base, (long)v[k].iov_len, offset);
        return total;
    }
    char *all = kernel_alloc((unsigned long)total + 1);
    if (!all) return -ENOMEM;
    for (long k = 0; k < n; k++) leaves(v[k].iov_base, (long)v[k].iov_len);
    long at = 0;
    for (long k = 0; k < n; at += (long)v[k++].iov_len)
        memcpy(all + at, v[k].iov_base, v[k].iov_len);
    long done = write_at(fd, all, total, offset);
    __heddle_free(all);
    return done;
}
static long scatter(long fd, const struct iovec *v, long n, long offset) {
    long total = lengths(v, n);
    if (n == 1) return read_at(fd, v[0].iov_base, total, offset);
    if (total < 0) return total;
    char *all = kernel_alloc((unsigned long)total + 1);
    if (!all) return -ENOMEM;
    long done = read_at(fd, all, total, offset), at = 0;
    for (long k = 0; k < n && at < done; k++) {
        long part = done - at < (long)v[k].iov_len ? done - at : (long)v[k].iov_len;
        memcpy(v[k].iov_base, all + at, (unsigned long)part);
        at += part;
    }
    __heddle_free(all);
    return done;
}
HIDDEN long __heddle_descriptor_writev(long fd, const struct iovec *v, long n) {
    return gather(fd, v, n, -1);
}
HIDDEN long __heddle_descriptor_readv(long fd, const struct iovec *v, long n) {
    return scatter(fd, v, n, -1);
}

SYSCALL(pread64) { return d < 0 ? -EINVAL : read_at(a, (char *)b, c, d); }
SYSCALL(pwrite64) { return d < 0 ? -EINVAL : write_at(a, (const char *)b, c, d); }
SYSCALL(preadv) { return d < 0 ? -EINVAL : scatter(a, (const struct iovec *)b, c, d); }
SYSCALL(pwritev) { return d < 0 ? -EINVAL : gather(a, (const struct iovec *)b, c, d); }

HIDDEN long __heddle_descriptor_seek(long fd, long offset, int whence) {
    struct file *f = __heddle_file(fd);
    if (f && (unsigned)whence > 4 /* SEEK_HOLE */) return -EINVAL;
    return !f ? -EBADF : f->ops->seek ? f->ops->seek(f, concrete(offset), whence) : -ESPIPE;
}

HIDDEN long __heddle_descriptor_stat(long fd, void *st) {
    struct file *f = __heddle_file(fd);
    if (!f) return -EBADF;
    *(struct kstat *)st = (struct kstat){
        .st_nlink = 1, .st_blksize = 4096, .st_uid = 1000, .st_gid = 1000, .st_mode = 0600};
    return f->ops->stat ? f->ops->stat(f, st) : 0;
}

HIDDEN long __heddle_descriptor_control(long fd, unsigned long request, long argument) {
    struct file *f = __heddle_file(fd);
    if (!f) return -EBADF;
    switch (request) {
    case FIONBIO: set_flags(f, O_NONBLOCK, concrete(*(int *)argument) ? O_NONBLOCK : 0); return 0;
    case FIOCLEX:
    case FIONCLEX: __heddle_slots[fd].close_on_exec = request == FIOCLEX; return 0;
    default: return f->ops->control ? f->ops->control(f, request, argument) : -ENOTTY;
    }
}

SYSCALL(ftruncate) {
    struct file *x = __heddle_file(a);
    return !x                                  ? -EBADF
           : !x->ops->truncate || !writable(x) ? -EINVAL
           : b < 0                             ? -EINVAL
                                               : x->ops->truncate(x, concrete(b));
}
HIDDEN long __heddle_no_seek(struct file *f, long offset, int whence) { return 0; }
SYSCALL(fsync) {
    struct file *x = __heddle_file(a);
    return !x ? -EBADF : x->ops->syncs ? 0 : -EINVAL;
}
SYSCALL(fdatasync) { return __heddle_sys_fsync(a, 0, 0, 0, 0, 0); }
SYSCALL(sync_file_range) {
    struct file *x = __heddle_file(a);
    if (!x) return -EBADF;
    return b < 0 || c < 0 || d & ~7l ? -EINVAL : has_offsets(x) ? 0 : -ESPIPE;
}
SYSCALL(fadvise64) {
    struct file *x = __heddle_file(a);
    if (!x) return -EBADF;
    if (!has_offsets(x)) return -ESPIPE;
    return (unsigned long)d > POSIX_FADV_NOREUSE || c < 0 ? -EINVAL : 0;
}
SYSCALL(getdents64) {
    struct file *x = __heddle_file(a);
    return !x ? -EBADF : !x->ops->list ? -ENOTDIR : x->ops->list(x, (char *)b, c);
}
SYSCALL(close_range) {
    unsigned first = (unsigned)concrete(a), last = (unsigned)concrete(b),
             flags = (unsigned)concrete(c);
    if (flags & ~(CLOSE_RANGE_UNSHARE | CLOSE_RANGE_CLOEXEC) || first > last) return -EINVAL;
    for (unsigned k = first; k <= last && k < MAX_DESCRIPTORS; k++) {
        if (!__heddle_file(k)) continue;
        if (flags & CLOSE_RANGE_CLOEXEC)
            __heddle_sys_fcntl(k, F_SETFD, FD_CLOEXEC, 0, 0, 0);
        else
            __heddle_descriptor_close(k);
    }
    return 0;
}
