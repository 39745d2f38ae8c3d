/*
 * files.h — shared by the parts of the emulated file system: the table of names, open files and the
 * contents of folders. The file system has the contents of the folder given with --files, and the
 * program's changes, which stay in its own state. Names are absolute paths in a hash table. A
 * bucket is one object, so that threads that work on different names seldom conflict. A name that
 * is not in the table is as in the given folder.
 */
#ifndef HEDDLE_KERNEL_FILES_H
#define HEDDLE_KERNEL_FILES_H

#include <limits.h>
#include "kernel.h"

/* --- the table of names (names.c) --- */

#define BUCKETS 32
struct name {
    struct name *next;
    char *path;
    struct inode *inode; /* NULL: removed */
};
struct bucket {
    unsigned word;
    struct name *first;
};
extern HIDDEN struct bucket __heddle_buckets[BUCKETS];

/* Files that exist without being in the given folder. The number of such an inode is its index here
 * plus one. */
enum { GIVEN = 15, DEVICE_NULL = 3, DEVICE_ZERO = 5, DEVICE_RANDOM = 8, DEVICE_STANDARD = 100 };
struct given {
    const char *path;
    int mode, number;
    const char *text;
};
extern HIDDEN const struct given __heddle_given[GIVEN];

/* The bits of a mode that are cleared in new names. */
extern HIDDEN int __heddle_umask;

struct there {
    struct inode *inode; /* NULL: as given, with these attributes */
    unsigned mode;       /* 0: the name does not exist; of an inode its type alone */
    unsigned long number, size, modified; /* the last two not of an inode */
};

HIDDEN struct bucket *__heddle_bucket_of(const char *path);
/* Begins a piece on all names. */
HIDDEN void __heddle_enter_all_names(const char *what, int writes);
/* Begins a piece on a name and the folder that contains it. Returns -ENOENT (in the piece) if that
 * is no folder. */
HIDDEN long __heddle_enter_name(const char *path, int how, const char *what);

/* The same for a name that an existing file gets, whose old one the piece may take away. */
HIDDEN long __heddle_enter_two_names(const char *old, const char *new, const char *what);
/* Whether the folder that contains a path is there. Called within a piece on its bucket. */
HIDDEN int __heddle_has_parent(const char *path);

/* The following functions are called within a piece on the bucket of the path. Returns its entry,
 * or NULL. */
HIDDEN struct name *__heddle_name_of(const char *path);
/* Returns the file with a name. What can change of an inode is read in a piece that names it. */
HIDDEN struct there __heddle_look(const char *path);
/* Returns a new inode under a name that is not in the table, or NULL when memory is exhausted. */
HIDDEN struct inode *__heddle_inode_new(const char *path, const struct there *t);
/* Makes the file with a name an inode in the table. NULL if there is no such file. */
HIDDEN struct inode *__heddle_adopt(const char *path);
/* Counts that an inode, or NULL, lost a name, in a piece of its own. */
HIDDEN void __heddle_inode_lost(struct inode *i);
/* Gives an inode a name; NULL removes the name. */
HIDDEN int __heddle_set_name(const char *path, struct inode *i);
/* Forgets a removed name that the given folder does not have. */
HIDDEN void __heddle_drop_name(const char *path);

/* Creates the file `name` (links.c): with the mode of `like`, the target of a link that is its
 * `data`, its `socket` and `open`. Returns 0 or -errno. */
HIDDEN long __heddle_make_at(long dirfd, const char *name, const struct inode *like);

static inline const char *last_slash(const char *path) {
    const char *s = path;
    for (const char *c = path; *c; c++)
        if (*c == '/') s = c;
    return s;
}

/* --- open files (open.c, folders.c, metadata.c) --- */

extern HIDDEN const struct file_operations __heddle_regular, __heddle_folder;
/* Operations of files that are always ready. */
HIDDEN int __heddle_always_watch(struct file *f, unsigned events, struct __heddle_item *items);
HIDDEN unsigned __heddle_always_ready(struct file *f);
/* The operation stat for inodes. */
HIDDEN long __heddle_inode_stat(struct file *f, struct kstat *st);

/* --- contents of a folder (folders.c) --- */

struct listing {
    long n, capacity, at;
    char **names;
};
/* Adds the contents of a folder, within a piece that reads all buckets. */
HIDDEN void __heddle_listing_add(struct listing *l, const char *folder);
HIDDEN void __heddle_listing_free(struct listing *l);

#endif
