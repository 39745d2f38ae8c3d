/*
 * links.c — calls that create, remove and move names of folders, links and files. They change the
 * table of names, not the contents of a file.
 */
#include <stdio.h>
#include <bits/gnu_stdio.h>
#include "files.h"

HIDDEN long __heddle_make_at(long dirfd, const char *name, const struct inode *like) {
    char path[PATH_MAX];
    long e = __heddle_resolve(dirfd, name, 0, path);
    if (e) return e;
    e = __heddle_enter_name(path, WRITES, "create a name");
    if (!e && __heddle_look(path).mode) e = -EEXIST;
    if (!e) {
        struct there t = {.mode = like->mode,
                          .modified = (unsigned long)engine(HEDDLE_CALL_TIME, 1)};
        struct name *n = __heddle_name_of(path);
        if (n) __heddle_drop_name(path);
        struct inode *i = __heddle_inode_new(path, &t);
        if (!i) e = -ENOSPC;
        if (i && like->data) {
            i->size = (long)strlen(like->data);
            i->data = kernel_alloc((unsigned long)i->size + 1);
            strcpy(i->data, like->data);
        }
        if (i) {
            i->socket = like->socket;
            i->open = like->open;
        }
    }
    leave();
    return e;
}
static long make_folder(long dirfd, const char *name, long mode) {
    unsigned permissions = (unsigned)(mode & ~__heddle_umask & 07777);
    return __heddle_make_at(dirfd, name, &(struct inode){.mode = S_IFDIR | permissions});
}
SYSCALL(mkdir) { return make_folder(AT_FDCWD, (const char *)a, b); }
SYSCALL(mkdirat) { return make_folder((int)a, (const char *)b, c); }
SYSCALL(symlinkat) {
    /* Copied outside of the piece that makes the link, like all memory of the program. */
    char target[PATH_MAX];
    long n = 0;
    while (n < PATH_MAX && (target[n] = (char)concrete(((const char *)a)[n]))) n++;
    if (n == PATH_MAX) return -ENAMETOOLONG;
    if (!n) return -ENOENT;
    return __heddle_make_at((int)b, (const char *)c,
                            &(struct inode){.mode = S_IFLNK | 0777, .data = target});
}
SYSCALL(symlink) { return __heddle_sys_symlinkat(a, AT_FDCWD, b, 0, 0, 0); }

/* Whether the last part of a path is `part`. */
static int ends_in(const char *path, const char *part) {
    unsigned long n = strlen(path), size = strlen(part);
    while (n && path[n - 1] == '/') n--;
    return n >= size && !memcmp(path + n - size, part, size) &&
           (n == size || path[n - size - 1] == '/');
}

static long unlink_at(long dirfd, const char *name, int remove_folder) {
    char path[PATH_MAX];
    long e = __heddle_resolve(dirfd, name, 0, path);
    if (e) return e;
    if (remove_folder && ends_in(name, ".")) return -EINVAL;
    if (remove_folder && ends_in(name, "..")) return -ENOTEMPTY;
    if (remove_folder)
        __heddle_enter_all_names("remove a folder", WRITES);
    else
        enter("remove a name", ITEM(__heddle_bucket_of(path), WRITES));
    struct there t = __heddle_look(path);
    e = !t.mode                            ? -ENOENT
        : S_ISDIR(t.mode) != remove_folder ? (remove_folder ? -ENOTDIR : -EISDIR)
                                           : 0;
    if (!e && remove_folder) {
        struct listing l = {0};
        __heddle_listing_add(&l, path);
        if (l.n) e = -ENOTEMPTY;
        __heddle_listing_free(&l);
    }
    struct inode *i = e ? 0 : t.inode;
    if (!e) __heddle_drop_name(path);
    leave();
    __heddle_inode_lost(i);
    return e;
}
SYSCALL(unlink) { return unlink_at(AT_FDCWD, (const char *)a, 0); }
SYSCALL(rmdir) { return unlink_at(AT_FDCWD, (const char *)a, 1); }
SYSCALL(unlinkat) {
    if (c & ~AT_REMOVEDIR) return -EINVAL;
    return unlink_at((int)a, (const char *)b, (c & AT_REMOVEDIR) != 0);
}

static long link_at(long from_fd, const char *from, long to_fd, const char *to, int follow) {
    char old[PATH_MAX], new[PATH_MAX];
    long e = __heddle_resolve(from_fd, from, follow, old);
    if (!e) e = __heddle_resolve(to_fd, to, 0, new);
    if (e) return e;
    long lost = __heddle_enter_two_names(old, new, "create a link");
    struct inode *i = __heddle_adopt(old);
    e = !i || lost                ? -ENOENT
        : S_ISDIR(i->type)        ? -EPERM
        : __heddle_look(new).mode ? -EEXIST
                                  : __heddle_set_name(new, i);
    leave();
    if (e) return e;
    enter("create a link", ITEM(i, WRITES));
    i->links++;
    leave();
    return 0;
}
SYSCALL(link) { return link_at(AT_FDCWD, (const char *)a, AT_FDCWD, (const char *)b, 0); }
SYSCALL(linkat) {
    if (e & ~(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH)) return -EINVAL;
    return link_at((int)a, (const char *)b, (int)c, (const char *)d, e & AT_SYMLINK_FOLLOW);
}

static long rename_at(long from_fd, const char *from, long to_fd, const char *to, long flags) {
    char old[PATH_MAX], new[PATH_MAX], path[PATH_MAX];
    long e = __heddle_resolve(from_fd, from, 0, old);
    if (!e) e = __heddle_resolve(to_fd, to, 0, new);
    if (e) return e;
    enter("look at a name", ITEM(__heddle_bucket_of(old), READS));
    int is_folder = S_ISDIR(__heddle_look(old).mode);
    leave();
    /* It may have become a folder, or a file, since. */
    for (;; is_folder = !is_folder) {
        if (is_folder)
            __heddle_enter_all_names("rename a folder", WRITES);
        else
            __heddle_enter_two_names(old, new, "rename a file");
        if (S_ISDIR(__heddle_look(old).mode) == is_folder) break;
        leave();
    }
    struct inode *i = __heddle_adopt(old);
    struct there there = __heddle_look(new);
    struct inode *replaced = 0;
    if (!i || !__heddle_has_parent(new))
        e = -ENOENT;
    else if (flags & RENAME_NOREPLACE && there.mode)
        e = -EEXIST;
    else if (there.mode && S_ISDIR(there.mode) != S_ISDIR(i->type))
        e = is_folder ? -ENOTDIR : -EISDIR;
    else if (is_folder && i->host)
        e = -EXDEV; /* its contents could not be moved with it */
    else if (there.inode != i && strcmp(old, new)) {
        unsigned long n = strlen(old);
        if (is_folder && !strncmp(new, old, n) && new[n] == '/') e = -EINVAL;
        struct listing l = {0};
        if (!e && is_folder && there.mode) {
            __heddle_listing_add(&l, new);
            if (l.n) e = -ENOTEMPTY;
            __heddle_listing_free(&l);
            l = (struct listing){0};
        }
        if (!e) {
            __heddle_drop_name(old);
            if (there.mode) __heddle_drop_name(new);
            replaced = there.inode;
            e = __heddle_set_name(new, i);
            if (is_folder)
                for (int b = 0; b < BUCKETS; b++)
                    for (struct name *k = __heddle_buckets[b].first, *next; k; k = next) {
                        next = k->next;
                        if (!k->inode || strncmp(k->path, old, n) || k->path[n] != '/') continue;
                        struct inode *moved = k->inode;
                        if (snprintf(path, sizeof path, "%s%s", new, k->path + n) >=
                            (int)sizeof path)
                            continue;
                        k->inode = 0;
                        __heddle_set_name(path, moved);
                    }
        }
    }
    leave();
    __heddle_inode_lost(replaced);
    return e;
}
/* Lets two files change their names. Of folders none does: some file systems of Linux refuse, too.
 */
static long exchange_at(long one_fd, const char *one, long other_fd, const char *other) {
    char first[PATH_MAX], second[PATH_MAX];
    long e = __heddle_resolve(one_fd, one, 0, first);
    if (!e) e = __heddle_resolve(other_fd, other, 0, second);
    if (e) return e;
    enter("exchange files", ITEM(__heddle_bucket_of(first), WRITES),
          ITEM(__heddle_bucket_of(second), WRITES));
    struct inode *i = __heddle_adopt(first), *j = __heddle_adopt(second);
    if (!i || !j)
        e = -ENOENT;
    else if (S_ISDIR(i->type) || S_ISDIR(j->type))
        e = -EINVAL;
    else {
        e = __heddle_set_name(first, j);
        if (!e) e = __heddle_set_name(second, i);
    }
    leave();
    return e;
}
SYSCALL(rename) { return rename_at(AT_FDCWD, (const char *)a, AT_FDCWD, (const char *)b, 0); }
SYSCALL(renameat) { return rename_at((int)a, (const char *)b, (int)c, (const char *)d, 0); }
SYSCALL(renameat2) {
    if (e & ~(RENAME_NOREPLACE | RENAME_EXCHANGE) || e == (RENAME_NOREPLACE | RENAME_EXCHANGE))
        return -EINVAL;
    if (e == RENAME_EXCHANGE) return exchange_at((int)a, (const char *)b, (int)c, (const char *)d);
    return rename_at((int)a, (const char *)b, (int)c, (const char *)d, e);
}

static long read_link(long dirfd, const char *name, char *to, long n) {
    char path[PATH_MAX], target[PATH_MAX];
    long e = __heddle_resolve(dirfd, name, 0, path);
    if (e) return e;
    enter("look at a link", ITEM(__heddle_bucket_of(path), READS));
    struct there t = __heddle_look(path);
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
