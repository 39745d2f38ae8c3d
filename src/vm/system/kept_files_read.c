/* kept_files_read.c — reads a folder and a standard input once. See kept_files.h. */
#include "vm/system/kept_files_internal.h"
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct KeptReading {
    VEC(KeptFile) file;
    Arena *arena;
    uint64_t bytes;
    char *error;
} KeptReading;

static bool cannot_read(KeptReading *r, const char *path, const char *why) {
    if (!r->error) r->error = xasprintf("%s cannot be kept in a database: %s", path, why);
    for (char *c = r->error; *c; c++)
        if (*c == '\n') *c = ' ';
    return false;
}

static bool too_large(KeptReading *r, const char *path) {
    char *why = xasprintf("the program's files have more than %d MiB", KEPT_MOST_MIB);
    cannot_read(r, path, why);
    free(why);
    return false;
}

/* Reads everything from `fd`, up to the limit. */
static bool read_data(KeptReading *r, const char *path, int fd, KeptFile *f) {
    uint8_t block[65536];
    Wire all = {0};
    ssize_t n;
    bool fits = true;
    while (fits && (n = read(fd, block, sizeof block)) != 0) {
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            vec_free(&all);
            return cannot_read(r, path, strerror(errno));
        }
        r->bytes += (uint64_t)n;
        fits = r->bytes <= KEPT_MOST_MIB << 20;
        if (fits) wire_put(&all, block, (size_t)n);
    }
    if (fits) {
        uint8_t *copy = arena_alloc(r->arena, all.len + 1);
        if (all.len) memcpy(copy, all.data, all.len);
        f->data = copy;
        f->length = all.len;
    }
    vec_free(&all);
    return fits || too_large(r, path);
}

static void set_status(KeptFile *f, const struct stat *s) {
    f->mode = s->st_mode;
    f->inode = s->st_ino;
    f->size = (uint64_t)s->st_size;
    f->seconds = (uint64_t)s->st_mtim.tv_sec;
    f->nanoseconds = (uint64_t)s->st_mtim.tv_nsec;
}

static bool same_state(const struct stat *a, const struct stat *b) {
    return a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec && a->st_ino == b->st_ino &&
           a->st_mode == b->st_mode;
}

/* Reads a regular file, whose status and contents must be of one time. */
static bool read_regular(KeptReading *r, const char *path, KeptFile *f) {
    struct stat before, after;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return cannot_read(r, path, strerror(errno));
    bool fine = fstat(fd, &before) == 0 || cannot_read(r, path, strerror(errno));
    if (fine && before.st_size > KEPT_MOST_MIB << 20) fine = too_large(r, path);
    fine = fine && read_data(r, path, fd, f);
    if (fine) {
        set_status(f, &before);
        fine = (S_ISREG(before.st_mode) && fstat(fd, &after) == 0 && same_state(&before, &after) &&
                f->length == f->size) ||
               cannot_read(r, path, "it changed while it was read");
    }
    close(fd);
    return fine;
}

static bool read_target(KeptReading *r, const char *path, KeptFile *f) {
    char target[PATH_MAX];
    ssize_t n = readlink(path, target, sizeof target);
    if (n < 0) return cannot_read(r, path, strerror(errno));
    if (!n || n == sizeof target) return cannot_read(r, path, "it is no usual link");
    uint8_t *copy = arena_alloc(r->arena, (size_t)n + 1);
    memcpy(copy, target, (size_t)n);
    f->data = copy;
    f->length = (size_t)n;
    return true;
}

static bool read_entry(KeptReading *r, const FTSENT *e, size_t skip) {
    KeptFile f = {.data = (const uint8_t *)""};
    const char *path = e->fts_path;
    if (e->fts_info == FTS_NS || e->fts_info == FTS_DNR || e->fts_info == FTS_ERR)
        return cannot_read(r, path, strerror(e->fts_errno));
    if (r->file.len >= KEPT_MOST_FILES) {
        char *why = xasprintf("the program has more than %d files", KEPT_MOST_FILES);
        cannot_read(r, path, why);
        free(why);
        return false;
    }
    set_status(&f, e->fts_statp);
    bool fine = true;
    if (S_ISREG(f.mode))
        fine = read_regular(r, path, &f);
    else if (S_ISLNK(f.mode))
        fine = read_target(r, path, &f);
    else if (!S_ISDIR(f.mode))
        fine = cannot_read(r, path, "it is neither a file, a folder nor a link");
    f.path = arena_strdup(r->arena, path[skip] ? path + skip : "/");
    if (fine && strlen(f.path) >= PATH_MAX) fine = cannot_read(r, path, strerror(ENAMETOOLONG));
    vec_push(&r->file, f);
    return fine;
}

static bool read_folder(KeptReading *r, const char *folder) {
    struct stat s;
    if (stat(folder, &s) != 0 || !S_ISDIR(s.st_mode)) {
        r->error = xasprintf("files=%s: no such folder", folder);
        return false;
    }
    char *root = xstrdup(folder);
    size_t skip = strlen(root);
    while (skip && root[skip - 1] == '/') root[--skip] = 0;
    FTS *all = fts_open((char *[]){skip ? root : "/", NULL},
                        FTS_COMFOLLOW | FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    bool fine = all != NULL || cannot_read(r, folder, strerror(errno));
    while (fine) {
        errno = 0;
        FTSENT *e = fts_read(all);
        if (!e && errno) fine = cannot_read(r, folder, strerror(errno));
        if (!e) break;
        if (e->fts_info != FTS_DP) fine = read_entry(r, e, skip);
    }
    if (all) fts_close(all);
    free(root);
    return fine;
}

static bool read_stdin(KeptReading *r, const char *path) {
    KeptFile f = {.path = "", .mode = S_IFREG};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return cannot_read(r, path, strerror(errno));
    bool fine = read_data(r, path, fd, &f);
    f.size = f.length;
    close(fd);
    if (fine) vec_push(&r->file, f);
    return fine;
}

static int compare_kept(const void *a, const void *b) {
    return strcmp(((const KeptFile *)a)->path, ((const KeptFile *)b)->path);
}

KeptFiles *kept_files_read(const char *folder, const char *stdin_path, char **error) {
    KeptReading r = {.arena = arena_new()};
    KeptFiles *k = kept_files_new();
    bool fine = (!folder || read_folder(&r, folder)) && (!stdin_path || read_stdin(&r, stdin_path));
    if (r.file.len) qsort(r.file.data, r.file.len, sizeof *r.file.data, compare_kept);
    for (size_t n = 0; fine && n < r.file.len; n++) {
        Wire w = {0};
        kept_files_put(&w, &r.file.data[n]);
        fine = kept_files_add(k, w.data, w.len) ||
               cannot_read(&r, *r.file.data[n].path ? r.file.data[n].path : stdin_path,
                           "its name or its status is not usual");
        vec_free(&w);
    }
    *error = r.error;
    vec_free(&r.file);
    arena_free(r.arena);
    if (fine) return k;
    kept_files_free(k);
    return NULL;
}
