/*
 * names.c — the table of names of the emulated file system. The file with a name comes from the
 * given folder, exists in every system, or was made by the program. All work on names uses this
 * table, so that one place decides which of the three counts.
 */
#include "files.h"

HIDDEN struct bucket __heddle_buckets[BUCKETS];
HIDDEN int __heddle_umask = 022;

HIDDEN const struct given __heddle_given[] = {
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
    {"/etc/passwd", S_IFREG | 0644, 0,
     "root:x:0:0:root:/root:/bin/sh\nuser:x:1000:1000:user:/:/bin/sh\n"},
    {"/etc/group", S_IFREG | 0644, 0, "root:x:0:\nuser:x:1000:\n"},
    {"/dev/shm", S_IFDIR | 01777, 0}};

HIDDEN struct bucket *__heddle_bucket_of(const char *path) {
    unsigned long h = 5381;
    for (const char *c = path; *c; c++) h = h * 33 + (unsigned char)*c;
    return &__heddle_buckets[h % BUCKETS];
}

/* Checks the names of a bucket in a piece that names it: each belongs to it, and is there once. */
CHECK void check_bucket(const struct bucket *b) {
    for (struct name *n = peek(b->first); n; n = peek(n->next)) {
        invariant(peek(n->path) != 0);
        invariant(!peek(n->inode) ? 1 : peek(peek(n->inode)->number) != 0);
        for (struct name *other = peek(b->first); other != n; other = peek(other->next))
            invariant(peek(other->path) != peek(n->path));
    }
}

HIDDEN struct name *__heddle_name_of(const char *path) {
    struct name *n = __heddle_bucket_of(path)->first;
    if (__heddle_check) check_bucket(__heddle_bucket_of(path));
    while (n && strcmp(n->path, path)) n = n->next;
    return n;
}

HIDDEN struct there __heddle_look(const char *path) {
    struct there t = {0};
    struct name *n = __heddle_name_of(path);
    if (n) {
        t.inode = n->inode;
        if (n->inode) t.mode = n->inode->type, t.number = n->inode->number;
        return t;
    }
    struct __heddle_host_file host;
    if (engine(HEDDLE_CALL_HOST_STAT, path, &host) == 0) {
        t.mode = (unsigned)host.mode, t.size = host.size, t.number = host.inode,
        t.modified = host.modified;
        return t;
    }
    for (unsigned k = 0; k < GIVEN; k++)
        if (!strcmp(__heddle_given[k].path, path))
            t.mode = (unsigned)__heddle_given[k].mode, t.number = k + 1,
            t.size = __heddle_given[k].text ? strlen(__heddle_given[k].text) : 0;
    return t;
}

HIDDEN struct inode *__heddle_inode_new(const char *path, const struct there *t) {
    struct inode *i = kernel_alloc(sizeof *i);
    char *copy = kernel_alloc(strlen(path) + 1);
    struct name *n = kernel_alloc(sizeof *n);
    if (!i || !copy || !n) return 0;
    strcpy(copy, path);
    i->word = POLLIN | POLLOUT;
    i->mode = t->mode;
    i->type = t->mode & S_IFMT;
    i->size = (long)t->size;
    i->number = t->number ? t->number : (unsigned long)i >> 4;
    i->modified = (long)t->modified;
    i->links = 1;
    struct bucket *b = __heddle_bucket_of(path);
    *n = (struct name){b->first, copy, i};
    b->first = n;
    return i;
}

HIDDEN struct inode *__heddle_adopt(const char *path) {
    struct name *n = __heddle_name_of(path);
    if (n && n->inode) return n->inode;
    struct there t = __heddle_look(path);
    if (!t.mode) return 0;
    struct inode *i = __heddle_inode_new(path, &t);
    struct __heddle_host_file host;
    if (i && engine(HEDDLE_CALL_HOST_STAT, path, &host) == 0) {
        if (host.symbolic) {
            i->capacity = i->size;
            i->data = kernel_alloc((unsigned long)i->size);
            engine(HEDDLE_CALL_HOST_READ, path, 0, i->data, i->size);
            /* The contents of a made file are called as KLEE calls them: "A-data". */
            char made[] = "?-data";
            made[0] = path[1];
            __heddle_make_symbolic(i->data + host.symbolic_at, host.symbolic,
                                   host.made ? made : path + 1);
        } else
            i->host = __heddle_name_of(path)->path;
    } else if (i && i->size && !i->data) {
        i->capacity = i->size;
        i->data = kernel_alloc((unsigned long)i->size);
        memcpy(i->data, __heddle_given[t.number - 1].text, (unsigned long)i->size);
    }
    return i;
}

HIDDEN void __heddle_inode_lost(struct inode *i) {
    if (!i) return;
    enter("remove a link", ITEM(i, WRITES));
    i->links--;
    leave();
}

HIDDEN int __heddle_set_name(const char *path, struct inode *i) {
    struct name *n = __heddle_name_of(path);
    if (!n) {
        char *copy = kernel_alloc(strlen(path) + 1);
        n = kernel_alloc(sizeof *n);
        if (!n || !copy) return -ENOMEM;
        strcpy(copy, path);
        struct bucket *b = __heddle_bucket_of(path);
        *n = (struct name){b->first, copy, 0};
        b->first = n;
    }
    n->inode = i;
    return 0;
}

HIDDEN void __heddle_drop_name(const char *path) {
    struct __heddle_host_file host;
    struct bucket *b = __heddle_bucket_of(path);
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
    __heddle_set_name(path, 0);
}

/* --- pieces on names --- */

HIDDEN void __heddle_enter_all_names(const char *what, int writes) {
    struct __heddle_item items[BUCKETS];
    for (int k = 0; k < BUCKETS; k++)
        items[k] = (struct __heddle_item)ITEM(&__heddle_buckets[k], writes);
    enter_(items, BUCKETS, what);
}

/* Writes the folder that contains a path to `out`. */
static void parent_of(const char *path, char *out) {
    long n = last_slash(path) - path;
    if (!n) n = 1;
    memcpy(out, path, (unsigned long)n);
    out[n] = 0;
}

HIDDEN int __heddle_has_parent(const char *path) {
    char parent[PATH_MAX];
    parent_of(path, parent);
    return !strcmp(path, "/") || S_ISDIR(__heddle_look(parent).mode);
}

HIDDEN long __heddle_enter_name(const char *path, int how, const char *what) {
    char parent[PATH_MAX];
    parent_of(path, parent);
    enter(what, ITEM(__heddle_bucket_of(path), how), ITEM(__heddle_bucket_of(parent), READS));
    return __heddle_has_parent(path) ? 0 : -ENOENT;
}

HIDDEN long __heddle_enter_two_names(const char *old, const char *new, const char *what) {
    char parent[PATH_MAX];
    parent_of(new, parent);
    enter(what, ITEM(__heddle_bucket_of(old), WRITES), ITEM(__heddle_bucket_of(new), WRITES),
          ITEM(__heddle_bucket_of(parent), READS));
    return __heddle_has_parent(new) ? 0 : -ENOENT;
}

HIDDEN struct inode *__heddle_inode(const char *path, unsigned mode, int *made, unsigned *is) {
    struct inode *i = 0;
    *made = 0;
    *is = 0;
    if (__heddle_enter_name(path, WRITES, mode ? "create a name" : "look a name up") == 0) {
        i = __heddle_adopt(path);
        if (!i && mode) {
            struct there t = {.mode = mode, .modified = (unsigned long)engine(HEDDLE_CALL_TIME, 1)};
            i = __heddle_inode_new(path, &t);
            *made = i != 0;
        }
        if (i) *is = i->type;
    }
    leave();
    return i;
}

static unsigned umask_word;
SYSCALL(umask) {
    engine(HEDDLE_CALL_QUIET, &__heddle_umask, sizeof __heddle_umask);
    int shared = is_visible(&__heddle_umask, sizeof __heddle_umask);
    if (shared) enter("set the mask of modes", ITEM(&umask_word, WRITES));
    int old = __heddle_umask;
    __heddle_umask = (int)a & 0777;
    if (shared) leave();
    return old;
}
