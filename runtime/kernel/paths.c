/*
 * paths.c — resolves paths relative to the working directory or to an open folder, and through
 * symbolic links. Every call with a path begins here.
 */
#include <stdio.h>
#include "files.h"

static unsigned working_word;
static char working[PATH_MAX] = "/"; /* the working directory */

/* Looks up the components of `out` from position `from` on. Returns the end of the first that is a
 * link, with its target; 0 if there is none; or -errno. `whole`: including the last one. */
static long check(char *out, long from, int whole, char *target) {
    struct __heddle_item items[PATH_MAX / 2];
    int n = 0;
    long len = (long)strlen(out), found = 0;
    for (long k = from + 1; k <= len; k++)
        if ((out[k] == '/' || !out[k]) && k > 1) {
            char end = out[k];
            out[k] = 0;
            items[n++] = (struct __heddle_item)ITEM(__heddle_bucket_of(out), READS);
            out[k] = end;
        }
    if (!n) return 0;
    enter_(items, (unsigned long)n, "look a path up");
    for (long k = from + 1; k <= len && !found; k++) {
        if ((out[k] != '/' && out[k]) || k == 1) continue;
        char end = out[k];
        out[k] = 0;
        struct there t = __heddle_look(out);
        if (S_ISLNK(t.mode) && (end || whole)) {
            if (t.inode && t.inode->data)
                strcpy(target, t.inode->data);
            else
                found = -ENOENT; /* links of the given folder are followed when it is read */
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

static int is_no_folder(const char *path) {
    enter("look at a name", ITEM(__heddle_bucket_of(path), READS));
    struct there t = __heddle_look(path);
    leave();
    return t.mode && !S_ISDIR(t.mode);
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
            if (size > NAME_MAX || len + size + 2 > PATH_MAX) return -ENAMETOOLONG;
            out[len++] = '/';
            memcpy(out + len, at, (unsigned long)size);
            len += size;
        }
        out[len] = 0;
        at = end;
        if (!up && !last) continue;
        /* Before a step up, and at the end, all components passed must be folders. */
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
    /* What a name with a slash at its end leads to is a folder, if it is there. */
    return *at == '/' && is_no_folder(out) ? -ENOTDIR : 0;
}

/* --- the working directory --- */

static long change_folder(const char *path) {
    enter("look at a name", ITEM(__heddle_bucket_of(path), READS));
    struct there t = __heddle_look(path);
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
