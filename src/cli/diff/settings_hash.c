/* settings_hash.c — see settings_hash.h. */
#include "cli/diff/settings_hash.h"
#include "program/load/load_key.h"
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t hash_field(const TestBuild *b, const BuildField *f) {
    const char *at = (const char *)b + f->offset;
    if (f->type == BUILD_FLAG) return *(const bool *)at;
    if (f->type != BUILD_TEXTS) return *(char *const *)at ? hash_string(*(char *const *)at) : 1;
    size_t n = *(const size_t *)((const char *)b + f->count);
    uint64_t h = n;
    for (size_t k = 0; k < n; k++) h = hash_combine(h, hash_string((*(char **const *)at)[k]));
    return h;
}

/* Hashes the contents of a file; 1: there is none. The contents of a pipe or a device never count
 * as the same. */
static uint64_t hash_contents(const char *path) {
    struct stat s;
    if (!path || stat(path, &s) != 0) return 1;
    if (!S_ISREG(s.st_mode)) return hash_combine((uint64_t)getpid(), (uint64_t)(time_wall() * 1e6));
    FILE *f = fopen(path, "rb");
    if (!f) return 1;
    uint64_t h = 2;
    char block[65536];
    for (bool more = true; more;) {
        size_t n = fread(block, 1, sizeof block, f);
        h = hash_combine(h, hash_bytes(block, n, 1));
        more = n == sizeof block;
    }
    fclose(f);
    return h;
}

static int compare_file_names(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/*
 * Hashes a folder by the names in it and the system's data about each entry. The program can see
 * all of these data except the time of the last change. The time stands for the contents, which
 * need not be read.
 */
static uint64_t hash_folder(const char *root) {
    char *path = xstrdup(root);
    FTS *all = fts_open((char *[]){path, NULL}, FTS_PHYSICAL | FTS_NOCHDIR, compare_file_names);
    uint64_t h = 1;
    size_t skip = strlen(root);
    for (FTSENT *e; all && !cli_interrupted() && (e = fts_read(all));) {
        if (e->fts_info == FTS_DP) continue;
        const struct stat *s = e->fts_statp;
        h = hash_combine(h, hash_string(e->fts_path + skip));
        h = hash_combine(h, e->fts_info);
        if (e->fts_info == FTS_NS) continue;
        h = hash_combine(h, s->st_mode);
        h = hash_combine(h, (uint64_t)s->st_size);
        h = hash_combine(h, s->st_ino);
        h = hash_combine(h, hash_bytes(&s->st_mtim, sizeof s->st_mtim, 1));
        h = hash_combine(h, hash_bytes(&s->st_ctim, sizeof s->st_ctim, 1));
    }
    if (all) fts_close(all);
    free(path);
    return h;
}

uint64_t settings_hash(const TestBuild *b, const TestSettings *s, const Checks *checks) {
    Digest build = digest_new();
    load_key_executable(&build); /* another one may see states and findings otherwise */
    uint64_t h = hash_combine(hash_string(HEDDLE_VERSION), build.lane[0]);
    for (const BuildField *f = build_fields; f->key; f++) {
        if (!strcmp(f->key, "directory") || !strcmp(f->key, "files") ||
            !strcmp(f->key, "plugins") || !strcmp(f->key, "layout"))
            continue;
        h = hash_combine(hash_combine(h, hash_string(f->key)), hash_field(b, f));
    }
    /* A suppressed error ends its run without a trace in the database. */
    Checks told = *checks;
    told.race = b->run.check_race;
    told.race_given = told.uninitialised_given = false;
    h = hash_combine(h, hash_bytes(&told, sizeof told, 1));
    h = hash_combine(h, hash_contents(s->suppressions));
    h = hash_combine(h, hash_contents(s->stdin_path));
    if (s->files) h = hash_combine(h, hash_folder(s->files));
    const InterferenceSettings *i = &s->explore.interference;
    h = hash_combine(h, i->bound);
    return hash_combine(h, i->stop_covered);
}
