/*
 * sample_store.h — for tests of the database of explorations: a file in a folder of its own, versions and
 * chunks whose content can be told from their numbers, and a look at all of a file that says whether
 * something in it is untrue.
 */
#ifndef HEDDLE_TESTS_SAMPLE_STORE_H
#define HEDDLE_TESTS_SAMPLE_STORE_H

#include "store/database.h"
#include <fcntl.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#define SETTINGS 77
#define CHUNKS 20 /* of each version of a sample */
#define VERSIONS 3
#define CHUNK_MAX 9000

static char folder[64], path[96];

static inline int set_up(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "%s", "/tmp/heddle-store-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/h.db", folder);
    return 0;
}

static inline int tear_down(void **state) {
    (void)state;
    char journal[128];
    snprintf(journal, sizeof journal, "%s-journal", path);
    unlink(path);
    unlink(journal);
    return rmdir(folder);
}

static inline bool one_line(char *error) {
    bool fine = error && *error && !strchr(error, '\n');
    free(error);
    return fine;
}

static inline Database *open_fine(void) {
    char *error = NULL;
    Database *d = database_open(path, NULL, &error);
    if (!d) print_error("%s\n", error);
    assert_non_null(d);
    return d;
}

/* It is not opened, with a line that has `words`. */
static inline void refuses(const char *file, const char *words) {
    char *error = NULL;
    assert_null(database_open(file, NULL, &error));
    if (!error || !strstr(error, words)) fail_msg("told: %s", error ? error : "nothing");
    assert_true(one_line(error));
}

/* Chunk n of a lineage: its bytes tell which one it is, and its size follows from that. */
static inline size_t chunk(uint64_t lineage, uint64_t n, uint8_t *out) {
    size_t size = 16 + hash_combine(lineage, n) % (CHUNK_MAX - 16);
    if (n % 5 == 4) size = 16 + size % 100;
    for (size_t k = 0; k < size; k++) out[k] = (uint8_t)(hash_combine(lineage + n, k / 16) >> k % 16);
    memcpy(out, &lineage, 8);
    memcpy(out + 8, &n, 8);
    return size;
}

static inline bool is_chunk(const void *data, size_t size, uint64_t lineage, uint64_t n) {
    uint8_t bytes[CHUNK_MAX];
    return chunk(lineage, n, bytes) == size && !memcmp(bytes, data, size);
}

/* What was seen of a lineage: chunks in the order 0, 1, …, perhaps with gaps. */
typedef struct Seen {
    uint64_t lineage, next, count, stop_after;
    bool wrong;
} Seen;

static inline bool see(void *context, const void *data, size_t size) {
    Seen *s = context;
    uint64_t n = 0;
    if (size >= 16) memcpy(&n, (const uint8_t *)data + 8, 8);
    if (size < 16 || n < s->next || !is_chunk(data, size, s->lineage, n)) s->wrong = true;
    s->next = n + 1;
    return ++s->count != s->stop_after;
}

static inline Seen seen_of(Database *d, uint64_t lineage) {
    Seen s = {.lineage = lineage};
    char *error = NULL;
    if (!database_each_chunk(d, lineage, SETTINGS, NULL, see, &s, &error)) s.wrong = !one_line(error);
    return s;
}

static inline VersionInfo version(uint64_t lineage) {
    return (VersionInfo){.name = "a.c b.c",
                         .program_hash = lineage | 1ull << 63,
                         .settings_hash = SETTINGS,
                         .lineage = lineage,
                         .layout = "lay\0out",
                         .layout_size = 7,
                         .created = 1700000000 + (int64_t)lineage};
}

static inline VersionInfo ended(int64_t id) {
    return (VersionInfo){
        .id = id, .complete = true, .verdict = "bug", .incomplete = "one\ntwo\n", .result = "{\"a\": 1}"};
}

/* A version with chunks and a finding for each of the lineages 1 to VERSIONS, all but the last finished. */
static inline void fill(Database *d) {
    uint8_t bytes[CHUNK_MAX];
    char *error = NULL;
    for (uint64_t lineage = 1; lineage <= VERSIONS; lineage++) {
        VersionInfo v = version(lineage);
        int64_t id = database_begin(d, &v, &error);
        assert_int_equal(id, lineage);
        for (uint64_t n = 0; n < CHUNKS; n++)
            assert_true(database_add_chunk(d, id, bytes, chunk(lineage, n, bytes), &error));
        StoredFinding f = {"key", "assertion", "x == 1", "a.c:3", bytes, chunk(lineage, CHUNKS, bytes)};
        assert_true(database_add_finding(d, id, &f, &error));
        v = ended(id);
        if (lineage < VERSIONS) assert_true(database_finish(d, &v, &error));
    }
}

/* What was read of a sample; `wrong` where something is not as it was written. */
typedef struct Contents {
    Database *d;
    unsigned versions, findings;
    bool wrong;
} Contents;

static inline bool see_finding(void *context, const StoredFinding *f) {
    Contents *c = context;
    uint64_t lineage;
    if (f->test_size >= 16) memcpy(&lineage, f->test, 8);
    if (f->test_size < 16 || !is_chunk(f->test, f->test_size, lineage, CHUNKS) ||
        strcmp(f->key, "key") != 0 || strcmp(f->kind, "assertion") != 0 ||
        strcmp(f->message, "x == 1") != 0 || strcmp(f->place, "a.c:3") != 0)
        c->wrong = true;
    c->findings++;
    return true;
}

static inline bool see_version(void *context, const VersionInfo *v) {
    Contents *c = context;
    VersionInfo like = version(v->lineage), end = ended(v->id);
    if (!v->finished) end = (VersionInfo){.verdict = "", .incomplete = "", .result = ""};
    if (strcmp(v->name, like.name) != 0 || v->program_hash != like.program_hash ||
        v->settings_hash != SETTINGS || v->id != (int64_t)v->lineage || v->layout_size != like.layout_size ||
        memcmp(v->layout, like.layout, v->layout_size) != 0 || v->created != like.created ||
        v->complete != end.complete || strcmp(v->verdict, end.verdict) != 0 ||
        strcmp(v->incomplete, end.incomplete) != 0 || strcmp(v->result, end.result) != 0)
        c->wrong = true;
    char *error = NULL;
    unsigned before = c->findings;
    if (!database_each_finding(c->d, v->id, see_finding, c, &error)) c->wrong = !one_line(error);
    Seen s = seen_of(c->d, v->lineage);
    if (s.wrong) c->wrong = true;
    /* A finished version that is not whole is told. */
    if (v->finished && (s.count != CHUNKS || c->findings == before) && !database_damaged(c->d))
        c->wrong = true;
    c->versions++;
    return true;
}

static inline Contents contents_of(Database *d) {
    Contents c = {.d = d};
    char *error = NULL;
    if (!database_each_version(d, see_version, &c, &error)) c.wrong = !one_line(error);
    return c;
}

static inline void write_file(const char *name, const void *bytes, size_t size) {
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, size), size);
    close(fd);
}

static inline void run_sql(const char *sql) {
    sqlite3 *other;
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
}

#endif
