/*
 * open.c — opens files by their names, and implements operations on open regular files and devices.
 * The bytes of a regular file are read from the given folder until they are changed; from then on
 * they are the program's own. Open folders are in folders.c.
 */
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include "files.h"

/* --- the bytes of a regular file (within a piece that writes the inode) --- */

static int reserve(struct inode *i, long size) {
    if (size <= i->capacity) return 0;
    if (i->mapped) {
        __heddle_warn("a file was not made longer than its first shared mapping");
        return -ENOSPC;
    }
    long capacity = i->capacity ? i->capacity : 64;
    while (capacity < size) capacity *= 2;
    char *data = kernel_alloc((unsigned long)capacity);
    if (!data) return -ENOSPC;
    if (i->data) {
        memcpy(data, i->data, (unsigned long)i->size);
        __heddle_free(i->data);
    }
    memset(data + i->size, 0, (unsigned long)(capacity - i->size));
    i->data = data;
    i->capacity = capacity;
    return 0;
}

/* Checks a file in a piece that names it: its contents lie in its memory, or in the given folder.
 */
CHECK void check_inode(const struct inode *i) {
    invariant(peek(i->size) >= 0);
    invariant(peek(i->host) ? !peek(i->data) : peek(i->size) <= peek(i->capacity));
    invariant(!peek(i->capacity) == !peek(i->data));
    invariant(peek(i->links) >= 0);
}

/* Copies the contents into memory. */
static int load(struct inode *i) {
    if (!i->host) return 0;
    const char *host = i->host;
    long size = i->size;
    i->host = 0;
    i->size = 0;
    int e = reserve(i, size);
    if (e) return e;
    i->size = engine(HEDDLE_CALL_HOST_READ, host, 0, i->data, size);
    if (i->size >= 0) return 0;
    i->size = 0;
    return -EIO;
}

static int resize(struct inode *i, long size) {
    /* contents that are discarded need not be loaded */
    if (!size && i->host) i->host = 0, i->size = 0;
    int e = load(i);
    if (e || (e = reserve(i, size))) return e;
    if (size < i->size && !i->mapped) memset(i->data + size, 0, (unsigned long)(i->size - size));
    i->size = size;
    i->modified = engine(HEDDLE_CALL_TIME, 1);
    return 0;
}

/* --- open regular files --- */

static long regular_read(struct file *f, char *to, long n, long offset) {
    struct inode *i = f->object;
    char *own = detour(to, n);
    /* Only a read at the file's own offset changes the open file. */
    enter("read a file", ITEM(f, offset < 0 ? WRITES : READS), ITEM(i, READS));
    if (__heddle_check) check_inode(i);
    long at = offset < 0 ? f->offset : offset, have = at < i->size ? i->size - at : 0;
    if (have > n) have = n;
    const char *shared = i->mapped ? i->data : 0;
    if (shared)
        ; /* copied outside the piece, like accesses of the program's own threads */
    else if (have && i->host)
        have = engine(HEDDLE_CALL_HOST_READ, i->host, at, own ? own : to, have);
    else if (have)
        memcpy(own ? own : to, i->data + at, (unsigned long)have);
    if (offset < 0 && have > 0) f->offset += have;
    leave();
    if (shared && have > 0) memcpy(to, shared + at, (unsigned long)have);
    if (own) {
        if (have > 0 && !shared) memcpy(to, own, (unsigned long)have);
        __heddle_free(own);
    }
    return have;
}

static long regular_write(struct file *f, const char *from, long n, long offset) {
    struct inode *i = f->object;
    char *own = detour(from, n);
    if (own) memcpy(own, from, (unsigned long)n);
    int append = f->flags & O_APPEND;
    enter("write to a file", ITEM(f, offset < 0 ? WRITES : READS), ITEM(i, WRITES));
    long at = append ? i->size : offset < 0 ? f->offset : offset;
    int e = load(i);
    if (!e && n && at + n > i->size) e = resize(i, at + n);
    char *shared = i->mapped ? i->data : 0;
    if (!e && n) {
        if (!shared) memcpy(i->data + at, own ? own : from, (unsigned long)n);
        i->modified = engine(HEDDLE_CALL_TIME, 1);
        if (offset < 0) f->offset = at + n;
    }
    if (__heddle_check && !e) check_inode(i);
    leave();
    if (shared && !e) memcpy(shared + at, from, (unsigned long)n);
    if (own) __heddle_free(own);
    return e ? e : n;
}

static long regular_seek(struct file *f, long offset, int whence) {
    struct inode *i = f->object;
    enter("move in a file", ITEM(f, WRITES), ITEM(i, READS));
    long to = whence == SEEK_SET   ? offset
              : whence == SEEK_CUR ? f->offset + offset
              : whence == SEEK_END ? i->size + offset
                                   : -1;
    if (whence == SEEK_DATA || whence == SEEK_HOLE)
        to = offset >= i->size ? -ENXIO : whence == SEEK_DATA ? offset : i->size;
    if (to >= 0) f->offset = to;
    invariant(peek(f->offset) >= 0);
    leave();
    return to >= 0 || to == -ENXIO ? to : -EINVAL;
}

HIDDEN int __heddle_always_watch(struct file *f, unsigned events, struct __heddle_item *items) {
    items[0] = (struct __heddle_item)WAIT(f, READS, events & (POLLIN | POLLOUT));
    return 1;
}
HIDDEN unsigned __heddle_always_ready(struct file *f) { return POLLIN | POLLOUT; }

static long regular_truncate(struct file *f, long size) {
    struct inode *i = f->object;
    enter("truncate a file", ITEM(i, WRITES));
    char *shared = i->mapped ? i->data : 0;
    long before = i->size;
    int e = resize(i, size);
    if (__heddle_check && !e) check_inode(i);
    leave();
    if (shared && !e && size < before) memset(shared + size, 0, (unsigned long)(before - size));
    return e;
}

static long regular_control(struct file *f, unsigned long request, long argument) {
    struct inode *i = f->object;
    if (request != FIONREAD) return -ENOTTY;
    enter("ask for bytes in a file", ITEM(f, READS), ITEM(i, READS));
    long left = i->size - f->offset;
    leave();
    *(int *)argument = (int)left;
    return 0;
}

HIDDEN const struct file_operations __heddle_regular = {.read = regular_read,
                                                        .write = regular_write,
                                                        .watch = __heddle_always_watch,
                                                        .ready = __heddle_always_ready,
                                                        .seek = regular_seek,
                                                        .stat = __heddle_inode_stat,
                                                        .truncate = regular_truncate,
                                                        .control = regular_control,
                                                        .syncs = 1,
                                                        .has_inode = 1,
                                                        .not_watched = 1};

/* --- devices --- */

static int device_of(struct file *f) {
    return __heddle_given[((struct inode *)f->object)->number - 1].number;
}
static long device_read(struct file *f, char *to, long n, long offset) {
    if (device_of(f) == DEVICE_NULL) return 0;
    if (device_of(f) == DEVICE_RANDOM)
        __heddle_random(to, n);
    else
        memset(to, 0, (unsigned long)n);
    return n;
}
static long device_write(struct file *f, const char *from, long n, long offset) { return n; }
static long device_seek(struct file *f, long offset, int whence) {
    return (unsigned)whence > SEEK_END ? -EINVAL : 0;
}
static const struct file_operations device = {.read = device_read,
                                              .write = device_write,
                                              .watch = __heddle_always_watch,
                                              .ready = __heddle_always_ready,
                                              .seek = device_seek,
                                              .stat = __heddle_inode_stat,
                                              .has_inode = 1,
                                              .not_watched = 1};

/* --- calls --- */

static long open_at(long dirfd, const char *name, long flags, long mode) {
    char path[PATH_MAX];
    if (__heddle_fault("fault:open")) return flags & O_CREAT ? -ENOSPC : -EMFILE;
    flags = concrete(flags);
    mode &= ~__heddle_umask;
    int made, follow = !(flags & O_NOFOLLOW) && !((flags & O_CREAT) && (flags & O_EXCL));
    unsigned is, wanted = flags & O_CREAT ? S_IFREG | (unsigned)(mode & 07777) : 0;
    struct inode *i;
    do {
        long e = __heddle_resolve(dirfd, name, follow, path);
        if (e) return e;
        if (flags & O_CREAT && *name && name[strlen(name) - 1] == '/') return -EISDIR;
        if (!(i = __heddle_inode(path, wanted, &made, &is))) return -ENOENT;
    } while (S_ISLNK(is) && follow); /* another thread has put a link there since */
    if (flags & O_CREAT && flags & O_EXCL && !made) return -EEXIST;
    int writes = (flags & O_ACCMODE) != O_RDONLY || flags & O_TRUNC;
    struct file *f;
    if (S_ISDIR(is)) {
        if (writes || flags & O_CREAT) return -EISDIR;
        char *copy = kernel_alloc(strlen(path) + 1);
        f = __heddle_file_new(&__heddle_folder, i, (unsigned)flags);
        if (!f || !copy) return -ENOMEM;
        strcpy(copy, path);
        f->path = copy;
        return __heddle_install_new(f, !!(flags & O_CLOEXEC));
    }
    if (flags & O_DIRECTORY) return -ENOTDIR;
    if (S_ISLNK(is)) return -ELOOP;
    if (S_ISSOCK(is)) return -ENXIO;
    if (S_ISFIFO(is) && i->open) return i->open(i, flags);
    if (S_ISCHR(is) && __heddle_given[i->number - 1].number >= DEVICE_STANDARD) {
        struct file *standard =
            __heddle_file(__heddle_given[i->number - 1].number - DEVICE_STANDARD);
        return standard ? __heddle_install(standard, 0, !!(flags & O_CLOEXEC)) : -ENXIO;
    }
    f = __heddle_file_new(S_ISCHR(is) ? &device : &__heddle_regular, i, (unsigned)flags);
    if (f && flags & O_TRUNC && S_ISREG(is)) regular_truncate(f, 0);
    return __heddle_install_new(f, !!(flags & O_CLOEXEC));
}
/* Makes a file without a name. */
SYSCALL(memfd_create) {
    if (strnlen((const char *)a, 250) == 250 || b & ~(MFD_CLOEXEC | MFD_ALLOW_SEALING))
        return -EINVAL;
    struct inode *i = kernel_alloc(sizeof *i);
    if (!i) return -ENOMEM;
    *i = (struct inode){.word = POLLIN | POLLOUT,
                        .type = S_IFREG,
                        .mode = S_IFREG | 0777,
                        .number = (unsigned long)i >> 4};
    return __heddle_install_new(__heddle_file_new(&__heddle_regular, i, O_RDWR),
                                !!(b & MFD_CLOEXEC));
}
SYSCALL(openat) { return open_at((int)a, (const char *)b, c, d); }
SYSCALL(open) { return open_at(AT_FDCWD, (const char *)a, b, c); }
SYSCALL(creat) { return open_at(AT_FDCWD, (const char *)a, O_CREAT | O_WRONLY | O_TRUNC, b); }

SYSCALL(truncate) {
    char path[PATH_MAX];
    int made;
    unsigned is;
    if (b < 0) return -EINVAL;
    long error = __heddle_resolve(AT_FDCWD, (const char *)a, 1, path);
    if (error) return error;
    struct inode *i = __heddle_inode(path, 0, &made, &is);
    if (!i) return -ENOENT;
    if (!S_ISREG(is)) return S_ISDIR(is) ? -EISDIR : -EINVAL;
    return regular_truncate(&(struct file){.object = i}, b);
}

SYSCALL(fallocate) {
    struct file *x = __heddle_file(a);
    if (c < 0 || d <= 0) return -EINVAL;
    if (!x) return -EBADF;
    if (b) return -EOPNOTSUPP;
    if (x->mode == O_RDONLY) return -EBADF;
    if (x->ops != &__heddle_regular) return x->ops->seek ? -ENODEV : -ESPIPE;
    struct inode *i = x->object;
    enter("allocate a file", ITEM(i, WRITES));
    int error = c + d > i->size ? resize(i, c + d) : 0;
    leave();
    return error;
}

/* Moves the contents of an open regular file into memory of the program, at least up to `end`, for
 * a shared mapping. */
HIDDEN long __heddle_share_file(struct file *f, long end, char **data) {
    if (f->ops != &__heddle_regular) return -ENODEV;
    struct inode *i = f->object;
    enter("map a file", ITEM(i, WRITES));
    long e = load(i), capacity = ((end > i->size ? end : i->size) + 4095) & ~4095L;
    if (!e && !i->mapped) {
        char *own = __heddle_malloc((unsigned long)capacity, 4096);
        if (own) {
            memcpy(own, i->data, (unsigned long)i->size);
            __heddle_free(i->data);
            i->data = own;
            i->capacity = capacity;
            i->mapped = 1;
        } else
            e = -ENOMEM;
    } else if (!e && capacity > i->capacity) {
        __heddle_warn("a file was mapped further than its first shared mapping, which was refused");
        e = -ENOMEM;
    }
    *data = i->data;
    leave();
    return e;
}

/* Reads the contents of an open regular file from an offset on, for a private mapping. */
HIDDEN long __heddle_map_file(struct file *f, char *to, long n, long offset) {
    return f->ops == &__heddle_regular ? regular_read(f, to, n, offset) : -ENODEV;
}
