/*
 * folders.c — the contents of a folder: the names in the given folder and those in the table
 * together. Used to list an open folder and to check that one is empty.
 */
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>
#include "files.h"

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

/* Returns the name of `path` in the folder, or NULL. */
static const char *inside(const char *folder, const char *path) {
    unsigned long n = strlen(folder);
    if (n == 1) n = 0;
    if (strncmp(path, folder, n) || path[n] != '/' || !path[n + 1]) return 0;
    for (const char *c = path + n + 1; *c; c++)
        if (*c == '/') return 0;
    return path + n + 1;
}

HIDDEN void __heddle_listing_add(struct listing *l, const char *folder) {
    char name[PATH_MAX], path[PATH_MAX];
    for (long k = 0; engine(HEDDLE_CALL_HOST_LIST, folder, k, name, sizeof name) > 0; k++) {
        if (snprintf(path, sizeof path, "%s/%s", folder[1] ? folder : "", name) >= (int)sizeof path)
            continue;
        struct name *n = __heddle_name_of(path);
        if (!n || n->inode) add_to(l, name);
    }
    for (int b = 0; b < BUCKETS; b++)
        for (struct name *n = __heddle_buckets[b].first; n; n = n->next)
            if (n->inode && inside(folder, n->path)) add_to(l, inside(folder, n->path));
    for (unsigned k = 0; k < GIVEN; k++)
        if (inside(folder, __heddle_given[k].path) && !__heddle_name_of(__heddle_given[k].path))
            add_to(l, inside(folder, __heddle_given[k].path));
}

HIDDEN void __heddle_listing_free(struct listing *l) {
    for (long k = 0; k < l->n; k++) __heddle_free(l->names[k]);
    if (l->names) __heddle_free(l->names);
}

/* --- open folders --- */

struct entry {
    unsigned long number;
    long offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

/* Writes what comes next of a listing. Called within a piece on the open file. */
static long next_entries(struct listing *l, char *to, long n) {
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

/* Begins a piece that reads the folder, if its listing is missing. Returns the listing. */
static struct listing *read_folder(struct file *f) {
    struct __heddle_item items[BUCKETS + 1];
    for (int k = 0; k < BUCKETS; k++)
        items[k] = (struct __heddle_item)ITEM(&__heddle_buckets[k], READS);
    items[BUCKETS] = (struct __heddle_item)ITEM(f, WRITES);
    enter_(items, BUCKETS + 1, "list a folder");
    struct listing *l = f->other;
    if (!l && (l = f->other = kernel_alloc(sizeof *l))) {
        add_to(l, ".");
        add_to(l, "..");
        __heddle_listing_add(l, f->path);
    }
    return l;
}

static long folder_list(struct file *f, char *to, long n) {
    char *own = detour(to, n);
    enter("go on in a folder", ITEM(f, WRITES));
    struct listing *l = f->other;
    if (!l) {
        leave();
        l = read_folder(f);
    }
    long done = l ? next_entries(l, own ? own : to, n) : -ENOMEM;
    leave();
    if (own) {
        if (done > 0) memcpy(to, own, (unsigned long)done);
        __heddle_free(own);
    }
    return done;
}

static void folder_release(struct file *f) {
    struct listing *l = f->other;
    if (f->kept) return; /* a thread that found it may still read it */
    if (l) {
        __heddle_listing_free(l);
        __heddle_free(l);
    }
    __heddle_free((void *)f->path);
}
static long folder_seek(struct file *f, long offset, int whence) {
    if (whence != SEEK_SET) return -EINVAL;
    enter("move in a folder", ITEM(f, WRITES));
    struct listing *l = f->other;
    if (!offset && l) {
        /* Rewinding reads the folder again. */
        __heddle_listing_free(l);
        __heddle_free(l);
        f->other = 0;
    } else if (l)
        l->at = offset;
    leave();
    return offset;
}
static long folder_read(struct file *f, char *to, long n, long offset) { return -EISDIR; }
HIDDEN const struct file_operations __heddle_folder = {.read = folder_read,
                                                       .syncs = 1,
                                                       .has_inode = 1,
                                                       .list = folder_list,
                                                       .release = folder_release,
                                                       .seek = folder_seek,
                                                       .stat = __heddle_inode_stat,
                                                       .watch = __heddle_always_watch,
                                                       .ready = __heddle_always_ready,
                                                       .not_watched = 1};
