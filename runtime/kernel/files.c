/*
 * files.c — the emulated file system: what the folder given with --files holds, and what the program changes,
 * which stays in its own state. Names are absolute paths in a hash table; a bucket is one object, so that
 * threads which work on different names hardly meet. A name that is not in the table is as in the folder
 * given.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <dirent.h>
#include <utime.h>
#include "kernel.h"

#define BUCKETS 32
struct name {
    struct name *next;
    char *path;
    struct inode *inode; /* NULL: removed */
};
static struct bucket {
    unsigned word;
    struct name *first;
} buckets[BUCKETS];
static unsigned working_word;
static char working[PATH_MAX] = "/"; /* the working directory */
static int mask = 022;

enum { DEVICE_NULL = 3, DEVICE_ZERO = 5, DEVICE_RANDOM = 8, DEVICE_STANDARD = 100 };
static const struct {
    const char *path;
    int mode, number;
    const char *text;
} given[] = {
    {"/", S_IFDIR | 0755, 0},
    {"/dev", S_IFDIR | 0755, 0},
    {"/tmp", S_IFDIR | 01777, 0},
    {"/dev/null", S_IFCHR | 0666, DEVICE_NULL},
    {"/dev/zero", S_IFCHR | 0666, DEVICE_ZERO},
    {"/dev/random", S_IFCHR | 0666, DEVICE_RANDOM},
    {"/dev/urandom", S_IFCHR | 0666, DEVICE_RANDOM},
    {"/dev/stdin", S_IFCHR | 0600, DEVICE_STANDARD},
    {"/dev/stdout", S_IFCHR | 0600, DEVICE_STANDARD + 1},
    {"/dev/stderr", S_IFCHR | 0600, DEVICE_STANDARD + 2},
    {"/etc", S_IFDIR | 0755, 0},
    {"/etc/hosts", S_IFREG | 0644, 0, "127.0.0.1 localhost heddle\n::1 localhost\n"},
    {"/etc/passwd", S_IFREG | 0644, 0, "root:x:0:0:root:/root:/bin/sh\nuser:x:1000:1000:user:/:/bin/sh\n"},
    {"/etc/group", S_IFREG | 0644, 0, "root:x:0:\nuser:x:1000:\n"}};

static struct bucket *bucket_of(const char *path) {
    unsigned long h = 5381;
    for (const char *c = path; *c; c++) h = h * 33 + (unsigned char)*c;
    return &buckets[h % BUCKETS];
}

static const char *last_slash(const char *path) {
    const char *s = path;
    for (const char *c = path; *c; c++)
        if (*c == '/') s = c;
    return s;
}

/* The folder that a path lies in, in `out`. */
static void parent_of(const char *path, char *out) {
    long n = last_slash(path) - path;
    if (!n) n = 1;
    memcpy(out, path, (unsigned long)n);
    out[n] = 0;
}

/* --- what is there under a name (within a piece on its bucket)
 * ------------------------------------------------ */

struct there {
    struct inode *inode; /* NULL: as given, with these attributes */
    unsigned mode;       /* 0: nothing is there */
    unsigned long size, number, modified;
};

static struct name *name_of(const char *path) {
    struct name *n = bucket_of(path)->first;
    while (n && strcmp(n->path, path)) n = n->next;
    return n;
}

static struct there look(const char *path) {
    struct there t = {0};
    struct name *n = name_of(path);
    if (n) {
        t.inode = n->inode;
        if (n->inode)
            t.mode = n->inode->mode, t.size = (unsigned long)n->inode->size, t.number = n->inode->number,
            t.modified = (unsigned long)n->inode->modified;
        return t;
    }
    struct __heddle_host_file host;
    if (engine(HEDDLE_CALL_HOST_STAT, path, &host) == 0) {
        t.mode = (unsigned)host.mode, t.size = host.size, t.number = host.inode, t.modified = host.modified;
        return t;
    }
    for (unsigned k = 0; k < sizeof given / sizeof *given; k++)
        if (!strcmp(given[k].path, path))
            t.mode = (unsigned)given[k].mode, t.number = k + 1,
            t.size = given[k].text ? strlen(given[k].text) : 0;
    return t;
}

static struct inode *put(const char *path, const struct there *t) {
    struct inode *i = kernel_alloc(sizeof *i);
    char *copy = kernel_alloc(strlen(path) + 1);
    struct name *n = kernel_alloc(sizeof *n);
    if (!i || !copy || !n) return 0;
    strcpy(copy, path);
    i->word = POLLIN | POLLOUT;
    i->mode = t->mode;
    i->size = (long)t->size;
    i->number = t->number ? t->number : (unsigned long)i >> 4;
    i->modified = (long)t->modified;
    i->links = 1;
    struct bucket *b = bucket_of(path);
    *n = (struct name){b->first, copy, i};
    b->first = n;
    return i;
}

/* What is there becomes an inode of our own. */
static struct inode *adopt(const char *path) {
    struct name *n = name_of(path);
    if (n && n->inode) return n->inode;
    struct there t = look(path);
    if (!t.mode) return 0;
    struct inode *i = put(path, &t);
    struct __heddle_host_file host;
    if (i && engine(HEDDLE_CALL_HOST_STAT, path, &host) == 0) {
        if (host.symbolic) {
            i->capacity = i->size;
            i->data = kernel_alloc((unsigned long)i->size);
            engine(HEDDLE_CALL_HOST_READ, path, 0, i->data, i->size);
            __heddle_make_symbolic(i->data + host.symbolic_at, host.symbolic, path + 1);
        } else
            i->host = name_of(path)->path;
    } else if (i && i->size && !i->data) {
        i->capacity = i->size;
        i->data = kernel_alloc((unsigned long)i->size);
        memcpy(i->data, given[t.number - 1].text, (unsigned long)i->size);
    }
    return i;
}

/* A name for an inode, or none (NULL). */
static int set_name(const char *path, struct inode *i) {
    struct name *n = name_of(path);
    if (!n) {
        char *copy = kernel_alloc(strlen(path) + 1);
        n = kernel_alloc(sizeof *n);
        if (!n || !copy) return -ENOMEM;
        strcpy(copy, path);
        struct bucket *b = bucket_of(path);
        *n = (struct name){b->first, copy, 0};
        b->first = n;
    }
    n->inode = i;
    return 0;
}

/* A removed name that the folder given does not have is forgotten. */
static void drop_name(const char *path) {
    struct __heddle_host_file host;
    struct bucket *b = bucket_of(path);
    for (struct name **at = &b->first; *at; at = &(*at)->next)
        if (!strcmp((*at)->path, path)) {
            struct name *n = *at;
            if (engine(HEDDLE_CALL_HOST_STAT, path, &host) != 0) {
                *at = n->next;
                if (!n->inode || n->inode->host != n->path) __heddle_free(n->path);
                __heddle_free(n);
            } else
                n->inode = 0;
            return;
        }
    set_name(path, 0);
}

/* --- paths
 * --------------------------------------------------------------------------------------------------- */

static void enter_all(const char *what, int writes) {
    struct __heddle_item items[BUCKETS];
    for (int k = 0; k < BUCKETS; k++) items[k] = (struct __heddle_item)ITEM(&buckets[k], writes);
    enter_(items, BUCKETS, what);
}

/* Looks at the components of `out` from position `from` on: the end of the first that is a link, with its
 * target; or 0; or -errno. `whole`: the last one too. */
static long check(char *out, long from, int whole, char *target) {
    struct __heddle_item items[PATH_MAX / 2];
    int n = 0;
    long len = (long)strlen(out), found = 0;
    for (long k = from + 1; k <= len; k++)
        if ((out[k] == '/' || !out[k]) && k > 1) {
            char end = out[k];
            out[k] = 0;
            items[n++] = (struct __heddle_item)ITEM(bucket_of(out), READS);
            out[k] = end;
        }
    if (!n) return 0;
    enter_(items, (unsigned long)n, "look a path up");
    for (long k = from + 1; k <= len && !found; k++) {
        if ((out[k] != '/' && out[k]) || k == 1) continue;
        char end = out[k];
        out[k] = 0;
        struct there t = look(out);
        if (S_ISLNK(t.mode) && (end || whole)) {
            if (t.inode && t.inode->data)
                strcpy(target, t.inode->data);
            else
                found = -ENOENT; /* the links of the folder given are followed by it */
            if (!found) found = k;
        } else if (end && !t.mode)
            found = -ENOENT;
        else if (end && !S_ISDIR(t.mode))
            found = -ENOTDIR;
        out[k] = end;
    }
    leave();
    return found;
}

HIDDEN long __heddle_resolve(long dirfd, const char *path, int follow, char *out) {
    char rest[PATH_MAX], target[PATH_MAX];
    long n = 0;
    if (!path) return -EFAULT;
    for (;; n++) {
        if (n == PATH_MAX) return -ENAMETOOLONG;
        rest[n] = (char)concrete(path[n]);
        if (!rest[n]) break;
    }
    if (!n) return -ENOENT;
    if (rest[0] == '/')
        strcpy(out, "/");
    else if (dirfd == AT_FDCWD) {
        enter("look at the working directory", ITEM(&working_word, READS));
        strcpy(out, working);
        leave();
    } else {
        struct file *f = __heddle_file(dirfd);
        if (!f) return -EBADF;
        if (!f->path) return -ENOTDIR;
        strcpy(out, f->path);
    }
    long len = (long)strlen(out), checked = len;
    if (len == 1) len = checked = 0;
    char *at = rest;
    for (int links = 0;;) {
        while (*at == '/') at++;
        char *end = at;
        while (*end && *end != '/') end++;
        long size = end - at;
        int last = 1;
        for (char *c = end; *c; c++) last &= *c == '/';
        if (size == 1 && *at == '.') size = 0;
        int up = size == 2 && at[0] == '.' && at[1] == '.';
        if (size && !up) {
            if (len + size + 2 > PATH_MAX) return -ENAMETOOLONG;
            out[len++] = '/';
            memcpy(out + len, at, (unsigned long)size);
            len += size;
        }
        out[len] = 0;
        at = end;
        if (!up && !last) continue;
        /* Before a step up, and at the end: whether what was passed through are folders. */
        long found = check(out, checked, up || follow || *end == '/', target);
        if (found < 0) return found;
        if (found) {
            if (++links > 40) return -ELOOP;
            char tail[PATH_MAX];
            if (snprintf(tail, sizeof tail, "%s%s%s%s", target, out + found, up ? "/.." : "", at) >=
                (int)sizeof tail)
                return -ENAMETOOLONG;
            strcpy(rest, tail);
            at = rest;
            len = found;
            out[len] = 0;
            len = last_slash(out) - out;
            if (*target == '/') len = 0;
            out[len] = 0;
            checked = checked < len ? checked : len;
            continue;
        }
        if (up) {
            len = len ? last_slash(out) - out : 0;
            out[len] = 0;
        }
        checked = len;
        if (last) break;
    }
    if (!len) strcpy(out, "/");
    return 0;
}

static long enter_name(const char *path, int how, const char *what) {
    char parent[PATH_MAX];
    parent_of(path, parent);
    enter(what, ITEM(bucket_of(path), how), ITEM(bucket_of(parent), READS));
    return strcmp(path, "/") && !S_ISDIR(look(parent).mode) ? -ENOENT : 0;
}

HIDDEN struct inode *__heddle_inode(const char *path, unsigned mode, int *made, unsigned *is) {
    struct inode *i = 0;
    *made = 0;
    *is = 0;
    if (enter_name(path, WRITES, mode ? "create a name" : "look a name up") == 0) {
        i = adopt(path);
        if (!i && mode) {
            struct there t = {.mode = mode, .modified = (unsigned long)engine(HEDDLE_CALL_TIME, 0)};
            i = put(path, &t);
            *made = i != 0;
        }
        if (i) *is = i->mode;
    }
    leave();
    return i;
}

/* --- regular files (within a piece that writes the inode)
 * ----------------------------------------------------- */

static int reserve(struct inode *i, long size) {
    if (size <= i->capacity) return 0;
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

/* The contents become our own. */
static int load(struct inode *i) {
    if (!i->host) return 0;
    const char *host = i->host;
    long size = i->size;
    i->host = 0;
    i->size = 0;
    int e = reserve(i, size);
    if (e) return e;
    i->size = engine(HEDDLE_CALL_HOST_READ, host, 0, i->data, size);
    return i->size < 0 ? -EIO : 0;
}

static int resize(struct inode *i, long size) {
    int e = size ? load(i) : 0;
    if (!size) i->host = 0;
    if (e || (e = reserve(i, size))) return e;
    if (size < i->size) memset(i->data + size, 0, (unsigned long)(i->size - size));
    i->size = size;
    i->modified = engine(HEDDLE_CALL_TIME, 0);
    return 0;
}

static long regular_read(struct file *f, char *to, long n, long offset) {
    struct inode *i = f->object;
    char *own = detour(to, n);
    /* Only a read at the file's own offset changes the open file. */
    enter("read a file", ITEM(f, offset < 0 ? WRITES : READS), ITEM(i, READS));
    long at = offset < 0 ? f->offset : offset, have = at < i->size ? i->size - at : 0;
    if (have > n) have = n;
    if (have && i->host)
        have = engine(HEDDLE_CALL_HOST_READ, i->host, at, own ? own : to, have);
    else if (have)
        memcpy(own ? own : to, i->data + at, (unsigned long)have);
    if (offset < 0 && have > 0) f->offset += have;
    leave();
    if (own) {
        if (have > 0) memcpy(to, own, (unsigned long)have);
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
    if (!e && n) {
        memcpy(i->data + at, own ? own : from, (unsigned long)n);
        i->modified = engine(HEDDLE_CALL_TIME, 0);
        if (offset < 0) f->offset = at + n;
    }
    leave();
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
    leave();
    return to >= 0 || to == -ENXIO ? to : -EINVAL;
}

static void fill(struct kstat *st, const struct there *t, int links) {
    *st = (struct kstat){.st_dev = 1,
                         .st_ino = t->number,
                         .st_nlink = (nlink_t)links,
                         .st_mode = t->mode,
                         .st_uid = 1000,
                         .st_gid = 1000,
                         .st_size = (off_t)t->size,
                         .st_blksize = 4096,
                         .st_blocks = ((long)t->size + 511) / 512};
    st->st_mtime_sec = st->st_ctime_sec = st->st_atime_sec = (long)(t->modified / 1000000000);
    st->st_mtime_nsec = st->st_ctime_nsec = st->st_atime_nsec = (long)(t->modified % 1000000000);
}

static long inode_stat(struct file *f, struct kstat *st) {
    struct inode *i = f->object;
    enter("look at a file", ITEM(i, READS));
    struct there t = {i, i->mode, (unsigned long)i->size, i->number, (unsigned long)i->modified};
    int links = i->links;
    leave();
    fill(st, &t, links);
    return 0;
}

static int always_watch(struct file *f, unsigned events, struct __heddle_item *items) {
    items[0] = (struct __heddle_item)WAIT(f, READS, events & (POLLIN | POLLOUT));
    return 1;
}
static unsigned always_ready(struct file *f) { return POLLIN | POLLOUT; }

static long regular_truncate(struct file *f, long size) {
    struct inode *i = f->object;
    enter("truncate a file", ITEM(i, WRITES));
    int e = resize(i, size);
    leave();
    return e;
}

static const struct file_operations regular = {.read = regular_read,
                                               .write = regular_write,
                                               .watch = always_watch,
                                               .ready = always_ready,
                                               .seek = regular_seek,
                                               .stat = inode_stat,
                                               .truncate = regular_truncate,
                                               .not_watched = 1};

/* --- devices
 * --------------------------------------------------------------------------------------------------- */

static int device_of(struct file *f) { return given[((struct inode *)f->object)->number - 1].number; }
static long device_read(struct file *f, char *to, long n, long offset) {
    if (device_of(f) == DEVICE_NULL) return 0;
    /* Random bytes are the same in every run. */
    memset(to, device_of(f) == DEVICE_RANDOM ? 0x5a : 0, (unsigned long)n);
    return n;
}
static long device_write(struct file *f, const char *from, long n, long offset) { return n; }
static long device_seek(struct file *f, long offset, int whence) { return 0; }
static const struct file_operations device = {.read = device_read,
                                              .write = device_write,
                                              .watch = always_watch,
                                              .ready = always_ready,
                                              .seek = device_seek,
                                              .stat = inode_stat,
                                              .not_watched = 1};

/* --- folders
 * --------------------------------------------------------------------------------------------------- */

struct listing {
    long n, capacity, at;
    char **names;
};

static void add_to(struct listing *l, const char *name) {
    for (long k = 0; k < l->n; k++)
        if (!strcmp(l->names[k], name)) return;
    if (l->n == l->capacity) {
        l->capacity = l->capacity ? l->capacity * 2 : 16;
        char **names = kernel_alloc((unsigned long)l->capacity * sizeof *names);
        if (l->n) memcpy(names, l->names, (unsigned long)l->n * sizeof *names);
        if (l->names) __heddle_free(l->names);
        l->names = names;
    }
    char *copy = kernel_alloc(strlen(name) + 1);
    strcpy(copy, name);
    long k = l->n++;
    for (; k > 2 && strcmp(l->names[k - 1], copy) > 0; k--) l->names[k] = l->names[k - 1];
    l->names[k] = copy;
}

/* The name of `path` in the folder, or NULL. */
static const char *inside(const char *folder, const char *path) {
    unsigned long n = strlen(folder);
    if (n == 1) n = 0;
    if (strncmp(path, folder, n) || path[n] != '/' || !path[n + 1]) return 0;
    for (const char *c = path + n + 1; *c; c++)
        if (*c == '/') return 0;
    return path + n + 1;
}

/* All that is in a folder, within a piece that reads all buckets. */
static void collect(struct listing *l, const char *folder) {
    char name[PATH_MAX], path[PATH_MAX];
    for (long k = 0; engine(HEDDLE_CALL_HOST_LIST, folder, k, name, sizeof name) > 0; k++) {
        if (snprintf(path, sizeof path, "%s/%s", folder[1] ? folder : "", name) >= (int)sizeof path) continue;
        struct name *n = name_of(path);
        if (!n || n->inode) add_to(l, name);
    }
    for (int b = 0; b < BUCKETS; b++)
        for (struct name *n = buckets[b].first; n; n = n->next)
            if (n->inode && inside(folder, n->path)) add_to(l, inside(folder, n->path));
    for (unsigned k = 0; k < sizeof given / sizeof *given; k++)
        if (inside(folder, given[k].path) && !name_of(given[k].path))
            add_to(l, inside(folder, given[k].path));
}

static void free_listing(struct listing *l) {
    for (long k = 0; k < l->n; k++) __heddle_free(l->names[k]);
    if (l->names) __heddle_free(l->names);
}

struct entry {
    unsigned long number;
    long offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

static long folder_list(struct file *f, char *to, long n) {
    struct listing *l = f->other;
    if (!l) {
        l = f->other = kernel_alloc(sizeof *l);
        if (!l) return -ENOMEM;
        enter_all("list a folder", READS);
        add_to(l, ".");
        add_to(l, "..");
        collect(l, f->path);
        leave();
    }
    long done = 0;
    for (; l->at < l->n; l->at++) {
        const char *name = l->names[l->at];
        long length = (long)(offsetof(struct entry, name) + strlen(name) + 8) & ~7L;
        if (done + length > n) break;
        struct entry *e = (struct entry *)(to + done);
        e->number = (unsigned long)l->at + 1;
        e->offset = l->at + 1;
        e->length = (unsigned short)length;
        e->type = DT_UNKNOWN;
        strcpy(e->name, name);
        done += length;
    }
    return !done && l->at < l->n ? -EINVAL : done;
}

static void folder_release(struct file *f) {
    struct listing *l = f->other;
    if (l) {
        free_listing(l);
        __heddle_free(l);
    }
    __heddle_free((void *)f->path);
}
static long folder_seek(struct file *f, long offset, int whence) {
    struct listing *l = f->other;
    if (whence != SEEK_SET) return -EINVAL;
    if (!offset && l) {
        /* Rewinding looks again. */
        free_listing(l);
        __heddle_free(l);
        f->other = 0;
    } else if (l)
        l->at = offset;
    return offset;
}
static long folder_read(struct file *f, char *to, long n, long offset) { return -EISDIR; }
static const struct file_operations folder = {.read = folder_read,
                                              .list = folder_list,
                                              .release = folder_release,
                                              .seek = folder_seek,
                                              .stat = inode_stat,
                                              .watch = always_watch,
                                              .ready = always_ready,
                                              .not_watched = 1};

/* --- calls
 * ----------------------------------------------------------------------------------------------------- */

static long open_at(long dirfd, const char *name, long flags, long mode) {
    char path[PATH_MAX];
    if (__heddle_fault("fault:open")) return flags & O_CREAT ? -ENOSPC : -EMFILE;
    flags = concrete(flags);
    mode &= ~mask;
    long e = __heddle_resolve(dirfd, name, !(flags & O_NOFOLLOW) && !((flags & O_CREAT) && (flags & O_EXCL)),
                              path);
    if (e) return e;
    int made;
    unsigned is;
    struct inode *i =
        __heddle_inode(path, flags & O_CREAT ? S_IFREG | (unsigned)(mode & 07777) : 0, &made, &is);
    if (!i) return -ENOENT;
    if (flags & O_CREAT && flags & O_EXCL && !made) return -EEXIST;
    int writes = (flags & O_ACCMODE) != O_RDONLY;
    struct file *f;
    if (S_ISDIR(is)) {
        if (writes || flags & O_CREAT) return -EISDIR;
        char *copy = kernel_alloc(strlen(path) + 1);
        f = __heddle_file_new(&folder, i, (unsigned)flags);
        if (!f || !copy) return -ENOMEM;
        strcpy(copy, path);
        f->path = copy;
        return __heddle_install_new(f, !!(flags & O_CLOEXEC));
    }
    if (flags & O_DIRECTORY) return -ENOTDIR;
    if (S_ISLNK(is)) return -ELOOP;
    if (S_ISSOCK(is)) return -ENXIO;
    if (S_ISCHR(is) && given[i->number - 1].number >= DEVICE_STANDARD) {
        struct file *standard = __heddle_file(given[i->number - 1].number - DEVICE_STANDARD);
        return standard ? __heddle_install(standard, 0, !!(flags & O_CLOEXEC)) : -ENXIO;
    }
    f = __heddle_file_new(S_ISCHR(is) ? &device : &regular, i, (unsigned)flags);
    if (f && flags & O_TRUNC && writes && S_ISREG(is)) regular_truncate(f, 0);
    return __heddle_install_new(f, !!(flags & O_CLOEXEC));
}
SYSCALL(openat) { return open_at((int)a, (const char *)b, c, d); }
SYSCALL(open) { return open_at(AT_FDCWD, (const char *)a, b, c); }
SYSCALL(creat) { return open_at(AT_FDCWD, (const char *)a, O_CREAT | O_WRONLY | O_TRUNC, b); }

static long stat_at(long dirfd, const char *name, void *st, long flags) {
    char path[PATH_MAX];
    if (flags & AT_EMPTY_PATH && name && !*name) {
        long __heddle_descriptor_stat(long, void *);
        return __heddle_descriptor_stat(dirfd, st);
    }
    long e = __heddle_resolve(dirfd, name, !(flags & AT_SYMLINK_NOFOLLOW), path);
    if (e) return e;
    enter("look at a name", ITEM(bucket_of(path), READS));
    struct there t = look(path);
    leave();
    int links = 1;
    if (t.inode) {
        enter("look at a file", ITEM(t.inode, READS));
        t.size = (unsigned long)t.inode->size;
        t.modified = (unsigned long)t.inode->modified;
        links = t.inode->links;
        leave();
    }
    if (!t.mode) return -ENOENT;
    fill(st, &t, links);
    return 0;
}
SYSCALL(stat) { return stat_at(AT_FDCWD, (const char *)a, (void *)b, 0); }
SYSCALL(lstat) { return stat_at(AT_FDCWD, (const char *)a, (void *)b, AT_SYMLINK_NOFOLLOW); }
SYSCALL(newfstatat) { return stat_at((int)a, (const char *)b, (void *)c, d); }

static long access_at(long dirfd, const char *name, long how) {
    struct kstat st;
    long e = stat_at(dirfd, name, &st, 0);
    return e ? e : how & 1 && !S_ISDIR(st.st_mode) && !(st.st_mode & 0111) ? -EACCES : 0;
}
SYSCALL(access) { return access_at(AT_FDCWD, (const char *)a, b); }
SYSCALL(faccessat) { return access_at((int)a, (const char *)b, c); }
SYSCALL(faccessat2) { return access_at((int)a, (const char *)b, c); }

static long make_at(long dirfd, const char *name, unsigned mode, const char *target) {
    char path[PATH_MAX];
    long e = __heddle_resolve(dirfd, name, 0, path);
    if (e) return e;
    e = enter_name(path, WRITES, "create a name");
    if (!e && look(path).mode) e = -EEXIST;
    if (!e) {
        struct there t = {.mode = mode, .modified = (unsigned long)engine(HEDDLE_CALL_TIME, 0)};
        struct name *n = name_of(path);
        if (n) drop_name(path);
        struct inode *i = put(path, &t);
        if (!i) e = -ENOSPC;
        if (i && target) {
            i->size = (long)strlen(target);
            i->data = kernel_alloc((unsigned long)i->size + 1);
            strcpy(i->data, target);
        }
    }
    leave();
    return e;
}
SYSCALL(mkdir) { return make_at(AT_FDCWD, (const char *)a, S_IFDIR | (unsigned)(b & ~mask & 07777), 0); }
SYSCALL(mkdirat) { return make_at((int)a, (const char *)b, S_IFDIR | (unsigned)(c & ~mask & 07777), 0); }
SYSCALL(symlink) { return make_at(AT_FDCWD, (const char *)b, S_IFLNK | 0777, (const char *)a); }
SYSCALL(symlinkat) { return make_at((int)b, (const char *)c, S_IFLNK | 0777, (const char *)a); }
SYSCALL(mknod) {
    return (b & S_IFMT) && !S_ISREG(b)
               ? -EPERM
               : make_at(AT_FDCWD, (const char *)a, S_IFREG | (unsigned)(b & ~mask & 07777), 0);
}

static long unlink_at(long dirfd, const char *name, int remove_folder) {
    char path[PATH_MAX];
    long e = __heddle_resolve(dirfd, name, 0, path);
    if (e) return e;
    if (remove_folder)
        enter_all("remove a folder", WRITES);
    else
        enter("remove a name", ITEM(bucket_of(path), WRITES));
    struct there t = look(path);
    e = !t.mode ? -ENOENT : S_ISDIR(t.mode) != remove_folder ? (remove_folder ? -ENOTDIR : -EISDIR) : 0;
    if (!e && remove_folder) {
        struct listing l = {0};
        collect(&l, path);
        if (l.n) e = -ENOTEMPTY;
        free_listing(&l);
    }
    struct inode *i = e ? 0 : t.inode;
    if (!e) drop_name(path);
    leave();
    if (i && i->links > 1) {
        enter("remove a link", ITEM(i, WRITES));
        i->links--;
        leave();
    }
    return e;
}
SYSCALL(unlink) { return unlink_at(AT_FDCWD, (const char *)a, 0); }
SYSCALL(rmdir) { return unlink_at(AT_FDCWD, (const char *)a, 1); }
SYSCALL(unlinkat) { return unlink_at((int)a, (const char *)b, c & AT_REMOVEDIR); }

static long link_at(long from_fd, const char *from, long to_fd, const char *to, int follow) {
    char old[PATH_MAX], new[PATH_MAX];
    long e = __heddle_resolve(from_fd, from, follow, old);
    if (!e) e = __heddle_resolve(to_fd, to, 0, new);
    if (e) return e;
    enter("create a link", ITEM(bucket_of(old), WRITES), ITEM(bucket_of(new), WRITES));
    struct inode *i = adopt(old);
    e = !i ? -ENOENT : S_ISDIR(i->mode) ? -EPERM : look(new).mode ? -EEXIST : set_name(new, i);
    leave();
    if (e) return e;
    enter("create a link", ITEM(i, WRITES));
    i->links++;
    leave();
    return 0;
}
SYSCALL(link) { return link_at(AT_FDCWD, (const char *)a, AT_FDCWD, (const char *)b, 0); }
SYSCALL(linkat) { return link_at((int)a, (const char *)b, (int)c, (const char *)d, e & AT_SYMLINK_FOLLOW); }

static long rename_at(long from_fd, const char *from, long to_fd, const char *to, long flags) {
    char old[PATH_MAX], new[PATH_MAX], path[PATH_MAX];
    long e = __heddle_resolve(from_fd, from, 0, old);
    if (!e) e = __heddle_resolve(to_fd, to, 0, new);
    if (e) return e;
    enter("look at a name", ITEM(bucket_of(old), READS));
    int is_folder = S_ISDIR(look(old).mode);
    leave();
    if (is_folder)
        enter_all("rename a folder", WRITES);
    else
        enter("rename a file", ITEM(bucket_of(old), WRITES), ITEM(bucket_of(new), WRITES));
    struct inode *i = adopt(old);
    struct there there = look(new);
    if (!i)
        e = -ENOENT;
    else if (flags & 1 /* RENAME_NOREPLACE */ && there.mode)
        e = -EEXIST;
    else if (there.mode && S_ISDIR(there.mode) != S_ISDIR(i->mode))
        e = is_folder ? -ENOTDIR : -EISDIR;
    else if (is_folder && i->host)
        e = -EXDEV; /* what is in it could not be moved with it */
    else if (strcmp(old, new)) {
        unsigned long n = strlen(old);
        if (is_folder && !strncmp(new, old, n) && new[n] == '/') e = -EINVAL;
        struct listing l = {0};
        if (!e && is_folder && there.mode) {
            collect(&l, new);
            if (l.n) e = -ENOTEMPTY;
            free_listing(&l);
            l = (struct listing){0};
        }
        if (!e) {
            drop_name(old);
            if (there.mode) drop_name(new);
            e = set_name(new, i);
            if (is_folder)
                for (int b = 0; b < BUCKETS; b++)
                    for (struct name *k = buckets[b].first, *next; k; k = next) {
                        next = k->next;
                        if (!k->inode || strncmp(k->path, old, n) || k->path[n] != '/') continue;
                        struct inode *moved = k->inode;
                        if (snprintf(path, sizeof path, "%s%s", new, k->path + n) >= (int)sizeof path)
                            continue;
                        k->inode = 0;
                        set_name(path, moved);
                    }
        }
    }
    leave();
    return e;
}
SYSCALL(rename) { return rename_at(AT_FDCWD, (const char *)a, AT_FDCWD, (const char *)b, 0); }
SYSCALL(renameat) { return rename_at((int)a, (const char *)b, (int)c, (const char *)d, 0); }
SYSCALL(renameat2) { return rename_at((int)a, (const char *)b, (int)c, (const char *)d, e); }

static long read_link(long dirfd, const char *name, char *to, long n) {
    char path[PATH_MAX], target[PATH_MAX];
    long e = __heddle_resolve(dirfd, name, 0, path);
    if (e) return e;
    enter("look at a link", ITEM(bucket_of(path), READS));
    struct there t = look(path);
    long length = S_ISLNK(t.mode) && t.inode && t.inode->data ? (long)strlen(t.inode->data) : 0;
    if (length) memcpy(target, t.inode->data, (unsigned long)length);
    leave();
    if (!t.mode) return -ENOENT;
    if (!length) return -EINVAL;
    if (length > n) length = n;
    memcpy(to, target, (unsigned long)length);
    return length;
}
SYSCALL(readlink) { return read_link(AT_FDCWD, (const char *)a, (char *)b, c); }
SYSCALL(readlinkat) { return read_link((int)a, (const char *)b, (char *)c, d); }

SYSCALL(truncate) {
    long fd = open_at(AT_FDCWD, (const char *)a, O_WRONLY, 0), done;
    if (fd < 0) return fd;
    long __heddle_descriptor_close(long);
    done = regular_truncate(__heddle_file(fd), b);
    __heddle_descriptor_close(fd);
    return done;
}

static long change_mode(long dirfd, const char *name, unsigned mode) {
    char path[PATH_MAX];
    long e = __heddle_resolve(dirfd, name, 1, path);
    if (e) return e;
    enter("change a file's mode", ITEM(bucket_of(path), WRITES));
    struct inode *i = adopt(path);
    if (i) i->mode = (i->mode & S_IFMT) | (mode & 07777);
    leave();
    return i ? 0 : -ENOENT;
}
SYSCALL(chmod) { return change_mode(AT_FDCWD, (const char *)a, (unsigned)b); }
SYSCALL(fchmodat) { return change_mode((int)a, (const char *)b, (unsigned)c); }
SYSCALL(fchmod) {
    struct file *x = __heddle_file(a);
    return x ? 0 : -EBADF;
}
/* Everything belongs to the one user there is. */
SYSCALL(chown) { return access_at(AT_FDCWD, (const char *)a, 0); }
SYSCALL(lchown) { return access_at(AT_FDCWD, (const char *)a, 0); }
SYSCALL(fchownat) { return access_at((int)a, (const char *)b, 0); }
SYSCALL(fchown) { return __heddle_file(a) ? 0 : -EBADF; }
SYSCALL(utimensat) {
    const struct timespec *times = (const struct timespec *)c;
    char path[PATH_MAX];
    struct inode *i = 0;
    if (!b) {
        struct file *x = __heddle_file(a);
        if (!x) return -EBADF;
        i = x->ops == &regular ? x->object : 0;
    } else {
        long error = __heddle_resolve((int)a, (const char *)b, !(d & AT_SYMLINK_NOFOLLOW), path);
        int made;
        unsigned is;
        if (error) return error;
        i = __heddle_inode(path, 0, &made, &is);
        if (!i) return -ENOENT;
    }
    if (!i) return 0;
    enter("set a file's times", ITEM(i, WRITES));
    i->modified = !times || times[1].tv_nsec == UTIME_NOW ? engine(HEDDLE_CALL_TIME, 0)
                  : times[1].tv_nsec == UTIME_OMIT        ? i->modified
                                                          : times[1].tv_sec * 1000000000 + times[1].tv_nsec;
    leave();
    return 0;
}
SYSCALL(umask) {
    engine(HEDDLE_CALL_QUIET, &mask, sizeof mask);
    int old = mask;
    mask = (int)a & 0777;
    return old;
}

static long change_folder(const char *path) {
    enter("look at a name", ITEM(bucket_of(path), READS));
    struct there t = look(path);
    leave();
    if (!S_ISDIR(t.mode)) return t.mode ? -ENOTDIR : -ENOENT;
    enter("change the working directory", ITEM(&working_word, WRITES));
    strcpy(working, path);
    leave();
    return 0;
}
SYSCALL(chdir) {
    char path[PATH_MAX];
    long error = __heddle_resolve(AT_FDCWD, (const char *)a, 1, path);
    return error ? error : change_folder(path);
}
SYSCALL(fchdir) {
    struct file *x = __heddle_file(a);
    return !x ? -EBADF : !x->path ? -ENOTDIR : change_folder(x->path);
}
SYSCALL(getcwd) {
    char copy[PATH_MAX];
    enter("look at the working directory", ITEM(&working_word, READS));
    strcpy(copy, working);
    leave();
    long n = (long)strlen(copy) + 1;
    if (n > b) return -ERANGE;
    memcpy((char *)a, copy, (unsigned long)n);
    return n;
}

static long space(struct statfs *s) {
    *s = (struct statfs){.f_type = 0x01021994,
                         .f_bsize = 4096,
                         .f_blocks = 1 << 20,
                         .f_bfree = 1 << 19,
                         .f_bavail = 1 << 19,
                         .f_files = 1 << 20,
                         .f_ffree = 1 << 19,
                         .f_namelen = 255,
                         .f_frsize = 4096};
    return 0;
}
SYSCALL(statfs) {
    long error = access_at(AT_FDCWD, (const char *)a, 0);
    return error ? error : space((struct statfs *)b);
}
SYSCALL(fstatfs) { return __heddle_file(a) ? space((struct statfs *)b) : -EBADF; }
SYSCALL(fallocate) {
    struct file *x = __heddle_file(a);
    if (!x || x->ops != &regular) return -EBADF;
    if (b) return -EOPNOTSUPP;
    struct inode *i = x->object;
    enter("allocate a file", ITEM(i, WRITES));
    int error = c + d > i->size ? resize(i, c + d) : 0;
    leave();
    return error;
}

/* --- mapping
 * ----------------------------------------------------------------------------------------------------- */

/* The contents of an open regular file from an offset on, for a private mapping. */
HIDDEN long __heddle_map_file(struct file *f, char *to, long n, long offset) {
    return f->ops == &regular ? regular_read(f, to, n, offset) : -ENODEV;
}
