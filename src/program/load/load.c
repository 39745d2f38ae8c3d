/*
 * load.c — loads a program: from the cache if none of its dependencies changed, else by the front
 * end.
 */
#include "program/load/file_reads.h"
#include "program/load/front_end.h"
#include "program/load/load_key.h"
#include "program/load/program_cache.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Returns the text of reads kept for `key`, which the caller frees, or NULL. */
static char *kept_reads(const char *folder, Digest key) {
    size_t offset, len;
    uint8_t *data = program_cache_find(folder, CACHE_READS, key, &offset, &len);
    char *text = data ? strndup((const char *)data + offset, len) : NULL;
    free(data);
    return text;
}

/* Returns the program of this key, if it is cached and its library members are unchanged. */
static Program *find_program(const ProgramOptions *options, Digest program, LoadRecord *record) {
    size_t offset, len;
    uint8_t *data = program_cache_find(options->cache, CACHE_PROGRAM, program, &offset, &len);
    Program *p = data ? program_file_read(data, offset, len, record) : NULL;
    if (!p) {
        free(data);
        return NULL;
    }
    if (load_members_same(options, record)) return p;
    load_record_clear(record);
    program_free(p);
    return NULL;
}

static Program *find(const ProgramOptions *options, Digest key, LoadRecord *record) {
    char *text = kept_reads(options->cache, key);
    Digest program;
    Program *p = text && reads_find(text, &program) ? find_program(options, program, record) : NULL;
    free(text);
    return p;
}

static void store(const ProgramOptions *options, Digest key, const Program *p,
                  const LoadRecord *record) {
    Digest program = key;
    if (record->reads.len) digest_add(&program, record->reads.data, record->reads.len);
    Bytes b = {0};
    program_file_write(&b, p, record);
    bool stored = program_cache_store(options->cache, CACHE_PROGRAM, program, b.data, b.len,
                                      PROGRAM_CACHE_BYTES);
    vec_free(&b);
    if (!stored) return;
    char *older = kept_reads(options->cache, key), *text = reads_text(record, program, older);
    program_cache_store(options->cache, CACHE_READS, key, text, strlen(text), PROGRAM_CACHE_BYTES);
    free(older);
    free(text);
}

/* Returns a time that is later than all changes of files so far and not later than future ones.
 * Files have the time of a clock that advances in steps of some milliseconds, and is behind the
 * exact one; some kernels take the exact time for a file whose last change was looked at. */
static struct timespec time_between_changes(void) {
    enum { MOST_LOOKS = 100 }; /* the clock may be set back meanwhile */
    struct timespec first, now;
    clock_gettime(CLOCK_REALTIME, &first);
    for (unsigned k = 0; k < MOST_LOOKS; k++) {
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
        clock_gettime(CLOCK_REALTIME_COARSE, &now);
        if (reads_time_before(first, now)) break;
    }
    return now;
}

Program *program_load(const ProgramOptions *options, char **error) {
    LoadRecord record = {0};
    Digest key;
    *error = NULL;
    bool known = options->cache && load_key(options, &key);
    Program *p = known ? find(options, key, &record) : NULL;
    if (!p) {
        if (known) record.started = time_between_changes();
        const FrontEnd *f = front_end(error);
        p = f ? f->build(options, &record, error) : NULL;
        if (p && known && !record.reads_unknown) store(options, key, p, &record);
    }
    if (record.messages.len) fputs(record.messages.data, stderr);
    load_record_clear(&record);
    return p;
}
