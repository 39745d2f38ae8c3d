/*
 * metadata.c — attributes of files that can be read and set without opening them: existence, size,
 * mode, owner, times.
 */
#include <sys/statfs.h>
#include <unistd.h>
#include "files.h"

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

HIDDEN long __heddle_inode_stat(struct file *f, struct kstat *st) {
    struct inode *i = f->object;
    enter("look at a file", ITEM(i, READS));
    struct there t = {i, i->mode, i->number, (unsigned long)i->size, (unsigned long)i->modified};
    int links = i->links;
    leave();
    fill(st, &t, links);
    return 0;
}

static long stat_at(long dirfd, const char *name, void *st, long flags) {
    char path[PATH_MAX];
    if (flags & AT_EMPTY_PATH && name && !*name) {
        long __heddle_descriptor_stat(long, void *);
        return __heddle_descriptor_stat(dirfd, st);
    }
    long e = __heddle_resolve(dirfd, name, !(flags & AT_SYMLINK_NOFOLLOW), path);
    if (e) return e;
    enter("look at a name", ITEM(__heddle_bucket_of(path), READS));
    struct there t = __heddle_look(path);
    leave();
    int links = 1;
    if (t.inode) {
        enter("look at a file", ITEM(t.inode, READS));
        t.mode = t.inode->mode;
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
SYSCALL(newfstatat) {
    /* Two bits concern files on other machines. */
    if (d & ~(AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | AT_EMPTY_PATH | AT_STATX_SYNC_TYPE))
        return -EINVAL;
    return stat_at((int)a, (const char *)b, (void *)c, d);
}

static long access_at(long dirfd, const char *name, long how) {
    struct kstat st;
    if (how & ~(R_OK | W_OK | X_OK)) return -EINVAL;
    long e = stat_at(dirfd, name, &st, 0);
    return e ? e : how & 1 && !S_ISDIR(st.st_mode) && !(st.st_mode & 0111) ? -EACCES : 0;
}
SYSCALL(access) { return access_at(AT_FDCWD, (const char *)a, b); }
SYSCALL(faccessat) { return access_at((int)a, (const char *)b, c); }
SYSCALL(faccessat2) {
    if (d & ~(AT_EACCESS | AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) return -EINVAL;
    return access_at((int)a, (const char *)b, c);
}

static long set_mode(struct inode *i, unsigned mode) {
    enter("change a file's mode", ITEM(i, WRITES));
    i->mode = i->type | (mode & 07777);
    leave();
    return 0;
}
static long change_mode(long dirfd, const char *name, unsigned mode) {
    char path[PATH_MAX];
    long e = __heddle_resolve(dirfd, name, 1, path);
    if (e) return e;
    enter("look a name up", ITEM(__heddle_bucket_of(path), WRITES));
    struct inode *i = __heddle_adopt(path);
    leave();
    return i ? set_mode(i, mode) : -ENOENT;
}
SYSCALL(chmod) { return change_mode(AT_FDCWD, (const char *)a, (unsigned)b); }
SYSCALL(fchmodat) { return change_mode((int)a, (const char *)b, (unsigned)c); }
SYSCALL(fchmod) {
    struct file *x = __heddle_file(a);
    struct inode *i = x && x->ops == &__heddle_regular ? x->object : 0;
    if (!i) return x ? 0 : -EBADF;
    return set_mode(i, (unsigned)b);
}
/* All files belong to the only user. */
SYSCALL(chown) { return access_at(AT_FDCWD, (const char *)a, 0); }
SYSCALL(lchown) { return access_at(AT_FDCWD, (const char *)a, 0); }
SYSCALL(fchownat) { return access_at((int)a, (const char *)b, 0); }
SYSCALL(fchown) { return __heddle_file(a) ? 0 : -EBADF; }
static int is_file_time(const struct timespec *t) {
    return t->tv_nsec == UTIME_NOW || t->tv_nsec == UTIME_OMIT ||
           (unsigned long)concrete(t->tv_nsec) < 1000000000;
}

SYSCALL(utimensat) {
    const struct timespec *times = (const struct timespec *)c;
    if (d & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) return -EINVAL;
    if (times && !(is_file_time(&times[0]) && is_file_time(&times[1]))) return -EINVAL;
    char path[PATH_MAX];
    struct inode *i = 0;
    if (!b) {
        struct file *x = __heddle_file(a);
        if (!x) return -EBADF;
        i = x->ops == &__heddle_regular ? x->object : 0;
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
    i->modified = !times || times[1].tv_nsec == UTIME_NOW ? engine(HEDDLE_CALL_TIME, 1)
                  : times[1].tv_nsec == UTIME_OMIT
                      ? i->modified
                      : times[1].tv_sec * 1000000000 + times[1].tv_nsec;
    leave();
    return 0;
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
