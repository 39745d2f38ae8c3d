/*
 * files.h — what the parts of the emulated file system share: the table of names, open files and
 * what is in a folder. The file system has what the folder given with --files holds, and what the
 * program changes, which stays in its own state. Names are absolute paths in a hash table; a bucket
 * is one object, so that threads which work on different names hardly meet. A name that is not in
 * the table is as in the folder given.
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

/* What is there without being in the folder given; the number of its inode is its place here plus
 * one. */
enum { GIVEN = 15, DEVICE_NULL = 3, DEVICE_ZERO = 5, DEVICE_RANDOM = 8, DEVICE_STANDARD = 100 };
struct given {
    const char *path;
    int mode, number;
    const char *text;
};
extern HIDDEN const struct given __heddle_given[GIVEN];

/* The bits of a mode that new names do not get. */
extern HIDDEN int __heddle_umask;

struct there {
    struct inode *inode; /* NULL: as given, with these attributes */
    unsigned mode;       /* 0: nothing is there */
    unsigned long size, number, modified;
};

HIDDEN struct bucket *__heddle_bucket_of(const char *path);
/* Begins a piece on all names. */
HIDDEN void __heddle_enter_all_names(const char *what, int writes);
/* Begins a piece on a name and the folder that it lies in; -ENOENT (in the piece) where that is
 * none. */
HIDDEN long __heddle_enter_name(const char *path, int how, const char *what);

/* The rest happens within a piece on the bucket of the path. Its entry, or NULL: */
HIDDEN struct name *__heddle_name_of(const char *path);
/* What is there under a name. */
HIDDEN struct there __heddle_look(const char *path);
/* A new inode under a name that the table does not have; NULL when memory is exhausted. */
HIDDEN struct inode *__heddle_inode_new(const char *path, const struct there *t);
/* What is there becomes an inode of our own; NULL where nothing is. */
HIDDEN struct inode *__heddle_adopt(const char *path);
/* A name for an inode, or none (NULL). */
HIDDEN int __heddle_set_name(const char *path, struct inode *i);
/* A removed name that the folder given does not have is forgotten. */
HIDDEN void __heddle_drop_name(const char *path);

static inline const char *last_slash(const char *path) {
    const char *s = path;
    for (const char *c = path; *c; c++)
        if (*c == '/') s = c;
    return s;
}

/* --- open files (open.c, folders.c, metadata.c) --- */

extern HIDDEN const struct file_operations __heddle_regular, __heddle_folder;
/* Of what is always ready. */
HIDDEN int __heddle_always_watch(struct file *f, unsigned events, struct __heddle_item *items);
HIDDEN unsigned __heddle_always_ready(struct file *f);
/* Of what is an inode. */
HIDDEN long __heddle_inode_stat(struct file *f, struct kstat *st);

/* --- what is in a folder (folders.c) --- */

struct listing {
    long n, capacity, at;
    char **names;
};
/* All that is in a folder, within a piece that reads all buckets. */
HIDDEN void __heddle_listing_add(struct listing *l, const char *folder);
HIDDEN void __heddle_listing_free(struct listing *l);

#endif
