/* program_cache.c — see program_cache.h. */
#include "program/load/program_cache.h"
#include "program/program_file.h"
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Changes with the layout of Header. The key identifies the format of the bytes that follow it. */
#define MAGIC "heddle program 1"
#define KEY_DIGITS 32
/* Age at which an unfinished file counts as left behind by a process that ended. */
#define ABANDONED_SECONDS 3600
/* A folder is trimmed, which looks at each of its files, behind one entry in TRIM_EVERY, and behind
 * one that takes more than 1/TRIM_SHARE of what may stay. */
#define TRIM_EVERY 32
#define TRIM_SHARE 64

/* By CacheKind. */
static const char *const suffixes[] = {".program", ".reads", ".unit", ".libraries", ".compiled"};

typedef struct Header {
    char magic[16];
    Digest key;
    Digest contents; /* of the bytes that follow */
    uint64_t len;    /* number of those bytes */
    uint64_t zero;
} Header;

static char *path_of(const char *folder, CacheKind kind, Digest key) {
    return xasprintf("%s/%016" PRIx64 "%016" PRIx64 "%s", folder, key.lane[0], key.lane[1],
                     suffixes[kind]);
}

static bool is_sound_entry(const uint8_t *data, size_t size, Digest key) {
    Header h;
    memcpy(&h, data, sizeof h);
    if (memcmp(h.magic, MAGIC, sizeof h.magic) || !digest_equal(h.key, key) ||
        h.len != size - sizeof h || h.zero)
        return false;
    Digest d = digest_new();
    digest_add(&d, data + sizeof h, h.len);
    return digest_equal(d, h.contents);
}

uint8_t *program_cache_find(const char *folder, CacheKind kind, Digest key, size_t *offset,
                            size_t *len) {
    char *path = path_of(folder, kind, key);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    free(path);
    if (fd < 0) return NULL;
    struct stat st;
    uint8_t *data = NULL;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > (off_t)sizeof(Header) &&
        (uint64_t)st.st_size <= PROGRAM_CACHE_BYTES) {
        data = xmalloc((size_t)st.st_size);
        if (!bytes_read(fd, data, (size_t)st.st_size) ||
            !is_sound_entry(data, (size_t)st.st_size, key)) {
            free(data);
            data = NULL;
        }
    }
    /* The time of the last change records the last use. */
    if (data) futimens(fd, (struct timespec[]){{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_NOW}});
    close(fd);
    *offset = sizeof(Header);
    *len = data ? (size_t)st.st_size - sizeof(Header) : 0;
    return data;
}

/* Makes a folder and the folders above it. */
static void make_folder(const char *folder) {
    char *path = xstrdup(folder);
    for (char *s = path + 1; *path && *s; s++)
        if (*s == '/') {
            *s = 0;
            mkdir(path, 0777);
            *s = '/';
        }
    mkdir(path, 0700);
    free(path);
}

/* Whether a name is that of a cache file, finished or not. No other file is ever removed. */
static bool is_ours(const char *name, bool *finished) {
    if (strspn(name, "0123456789abcdef") != KEY_DIGITS) return false;
    *finished = false;
    for (size_t k = 0; k < ARRAY_LEN(suffixes); k++)
        *finished |= !strcmp(name + KEY_DIGITS, suffixes[k]);
    return *finished ||
           (!strncmp(name + KEY_DIGITS, ".new-", 5) && strlen(name) == KEY_DIGITS + 11);
}

typedef struct Entry {
    char *name;
    struct timespec used;
    uint64_t size;
} Entry;

static int compare_entries(const void *a, const void *b) {
    const Entry *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec) return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    if (x->used.tv_nsec != y->used.tv_nsec) return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* Removes the least recently used files until at most `most` bytes are left. */
static void trim_folder(const char *folder, uint64_t most) {
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    if (!d) {
        if (fd >= 0) close(fd);
        return;
    }
    VEC(Entry) entries = {0};
    uint64_t total = 0;
    time_t now = time(NULL);
    for (struct dirent *e; (e = readdir(d));) {
        struct stat st;
        bool finished;
        if (!is_ours(e->d_name, &finished) ||
            fstatat(fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(st.st_mode))
            continue;
        if (!finished && now - st.st_mtim.tv_sec > ABANDONED_SECONDS) {
            unlinkat(fd, e->d_name, 0);
            continue;
        }
        total += (uint64_t)st.st_size;
        if (finished)
            vec_push(&entries, ((Entry){xstrdup(e->d_name), st.st_mtim, (uint64_t)st.st_size}));
    }
    if (total > most && entries.len)
        qsort(entries.data, entries.len, sizeof(Entry), compare_entries);
    for (size_t k = 0; k < entries.len; k++) {
        if (total > most && unlinkat(fd, entries.data[k].name, 0) == 0)
            total -= entries.data[k].size;
        free(entries.data[k].name);
    }
    vec_free(&entries);
    closedir(d);
}

bool program_cache_store(const char *folder, CacheKind kind, Digest key, const void *bytes,
                         size_t n, uint64_t most) {
    Header h = {.magic = MAGIC, .key = key, .len = n, .contents = digest_new()};
    if (n + sizeof h > most) return false;
    digest_add(&h.contents, bytes, n);
    make_folder(folder);
    /* Written under another name first: no process reads half of it, and the last writer wins. */
    char *path = path_of(folder, kind, key),
         *new = xasprintf("%.*s.new-XXXXXX", (int)(strlen(path) - strlen(suffixes[kind])), path);
    int fd = mkostemp(new, O_CLOEXEC);
    bool fine = fd >= 0;
    if (fd >= 0) {
        fine = bytes_write(fd, &h, sizeof h) && bytes_write(fd, bytes, n);
        fine = close(fd) == 0 && fine;
        fine = fine && rename(new, path) == 0;
        if (!fine) unlink(new);
        if (n > most / TRIM_SHARE || key.lane[0] % TRIM_EVERY == 0) trim_folder(folder, most);
    }
    free(new);
    free(path);
    return fine;
}
