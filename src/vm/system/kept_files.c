/* kept_files.c — files as records, and the look at them by path. See kept_files.h. */
#include "vm/system/kept_files_internal.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#define MOST_LINKS 40 /* that one path leads through, as in Linux */

KeptFiles *kept_files_new(void) {
    KeptFiles *k = xcalloc(1, sizeof *k);
    k->arena = arena_new();
    return k;
}

void kept_files_free(KeptFiles *k) {
    if (!k) return;
    vec_free(&k->file);
    vec_free(&k->record);
    arena_free(k->arena);
    free(k);
}

size_t kept_files_count(const KeptFiles *k) { return k->record.len; }

const void *kept_files_record(const KeptFiles *k, size_t n, size_t *size) {
    *size = k->record.data[n].size;
    return k->record.data[n].bytes;
}

Digest kept_files_digest(const KeptFiles *k) {
    Digest d = digest_new();
    digest_add_number(&d, k->record.len);
    for (size_t n = 0; n < k->record.len; n++)
        digest_add(&d, k->record.data[n].bytes, k->record.data[n].size);
    return d;
}

/* --- records ---------------------------------------------------------------------------------- */

void kept_files_put(Wire *w, const KeptFile *f) {
    wire_put_text(w, f->path);
    wire_put_32(w, f->mode);
    wire_put_64(w, f->inode);
    wire_put_64(w, f->size);
    wire_put_64(w, f->seconds);
    wire_put_64(w, f->nanoseconds);
    wire_put_block(w, f->data, f->length);
}

/* Reads a record, behind which there is a zero byte. The data stay in it; the path belongs to the
 * arena. */
static bool get_file(Arena *arena, const void *record, size_t size, KeptFile *f) {
    WireReader r = wire_reader(record, size);
    char *path = wire_get_text(&r);
    *f = (KeptFile){.path = arena_strdup(arena, path)};
    free(path);
    f->mode = wire_get_32(&r);
    f->inode = wire_get_64(&r);
    f->size = wire_get_64(&r);
    f->seconds = wire_get_64(&r);
    f->nanoseconds = wire_get_64(&r);
    f->data = wire_get_block(&r, &f->length);
    return wire_is_read(&r);
}

static int compare_path(const void *path, const void *file) {
    return strcmp(path, ((const KeptFile *)file)->path);
}

static const KeptFile *file_at(const KeptFiles *k, const char *path) {
    return k->file.len
               ? bsearch(path, k->file.data, k->file.len, sizeof *k->file.data, compare_path)
               : NULL;
}

/* Whether a path has the form that paths have here. */
static bool is_kept_path(const char *path) {
    if (strlen(path) >= PATH_MAX || *path != '/') return false;
    if (!path[1]) return true;
    for (const char *s = path; *s;) {
        size_t n = strcspn(++s, "/");
        bool dots = (n == 1 && *s == '.') || (n == 2 && s[0] == '.' && s[1] == '.');
        if (!n || n > NAME_MAX || dots) return false;
        s += n;
    }
    return true;
}

/* Whether the folder of a path is there; it comes before what is in it. */
static bool has_parent(const KeptFiles *k, const char *path) {
    size_t n = (size_t)(strrchr(path, '/') - path);
    char *parent = n ? strndup(path, n) : xstrdup("/");
    const KeptFile *f = path[1] ? file_at(k, parent) : NULL;
    free(parent);
    return !path[1] || (f && S_ISDIR(f->mode));
}

/* Whether the file can follow those that are there. */
static bool is_possible(const KeptFiles *k, const KeptFile *f) {
    bool folder = S_ISDIR(f->mode), link = S_ISLNK(f->mode), input = !*f->path;
    if (k->file.len >= KEPT_MOST_FILES || f->nanoseconds >= 1000000000) return false;
    if (k->file.len && strcmp(vec_last(&k->file).path, f->path) >= 0) return false;
    if (input) return S_ISREG(f->mode) && f->size == f->length;
    if (!is_kept_path(f->path) || !has_parent(k, f->path) || (!f->path[1] && !folder)) return false;
    if (link) return f->length && f->length < PATH_MAX && !memchr(f->data, 0, f->length);
    return folder ? !f->length : S_ISREG(f->mode) && f->size == f->length;
}

bool kept_files_add(KeptFiles *k, const void *record, size_t size) {
    KeptFile f;
    if (size > (KEPT_MOST_MIB << 20) + KEPT_MOST_HEAD) return false;
    uint8_t *copy = arena_alloc(k->arena, size + 1);
    memcpy(copy, record, size);
    if (!get_file(k->arena, copy, size, &f) || !is_possible(k, &f)) return false;
    k->bytes += f.length;
    if (k->bytes > KEPT_MOST_MIB << 20) return false;
    vec_push(&k->file, f);
    vec_push(&k->record, ((KeptRecord){copy, size}));
    return true;
}

/* --- looking ---------------------------------------------------------------------------------- */

const KeptFile *kept_files_stdin(const KeptFiles *k) { return file_at(k, ""); }

/* Appends the next word of *rest to the path in `at`, or goes up by one. False if it gets too
 * long. */
static bool step_along(char *at, const char **rest) {
    size_t n = strcspn(*rest, "/"), length = strlen(at);
    const char *word = *rest;
    *rest += n + strspn(*rest + n, "/");
    if (!n || (n == 1 && *word == '.')) return true;
    if (n == 2 && word[0] == '.' && word[1] == '.') {
        char *slash = strrchr(at, '/');
        if (slash) *slash = 0;
        return true;
    }
    if (length + n + 2 > PATH_MAX) return false;
    at[length] = '/';
    memcpy(at + length + 1, word, n);
    at[length + 1 + n] = 0;
    return true;
}

/* Puts the target of a link, which is at `at`, before the rest of the way. */
static bool follow(char *at, const KeptFile *link, const char *rest, char *way) {
    char tail[PATH_MAX];
    int n = snprintf(tail, sizeof tail, "%s/%s", (const char *)link->data, rest);
    if (n < 0 || n >= (int)sizeof tail) return false;
    strcpy(way, tail);
    if (*way == '/')
        *at = 0;
    else
        *strrchr(at, '/') = 0;
    return true;
}

/* `at` is the path so far, without links; empty for the root. */
const KeptFile *kept_files_look(const KeptFiles *k, const char *path, int *error) {
    char at[PATH_MAX] = "", way[PATH_MAX];
    const KeptFile *f = file_at(k, "/");
    unsigned links = 0;
    *error = ENAMETOOLONG;
    if (strlen(path) >= sizeof way) return NULL;
    strcpy(way, path);
    for (const char *rest = way + strspn(way, "/"); f && *rest;) {
        if (!S_ISDIR(f->mode)) {
            *error = ENOTDIR;
            return NULL;
        }
        if (!step_along(at, &rest)) return NULL;
        f = file_at(k, *at ? at : "/");
        if (!f || !S_ISLNK(f->mode)) continue;
        bool much = ++links > MOST_LINKS;
        if (much || !follow(at, f, rest, way)) {
            *error = much ? ELOOP : ENAMETOOLONG;
            return NULL;
        }
        rest = way + strspn(way, "/");
        f = file_at(k, *at ? at : "/");
    }
    *error = f ? 0 : ENOENT;
    return f;
}

void kept_files_names(const KeptFiles *k, const KeptFile *folder,
                      void (*visit)(void *context, const char *name), void *context) {
    size_t n = folder->path[1] ? strlen(folder->path) : 0;
    for (size_t j = 0; j < k->file.len; j++) {
        const char *path = k->file.data[j].path;
        if (*path && path[1] && !strncmp(path, folder->path, n) && path[n] == '/' &&
            !strchr(path + n + 1, '/'))
            visit(context, path + n + 1);
    }
}
