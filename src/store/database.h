/*
 * database.h — the history of a program's explorations, in one file: which versions of it were
 * explored with which settings and with what result, what was summarised meanwhile, and what was
 * found. Plain data in, plain data out: what summaries and layouts mean is known elsewhere.
 *
 * The file is an SQLite database with a schema version. Each call that adds something is a
 * transaction of its own, on the disk when the call returns: a process that is killed at any
 * moment, or a machine without power, leaves a file that opens and has all that was confirmed.
 * Several processes may use one file; they write one after the other. Each record has a checksum.
 * One that does not fit is left out and counted (database_damaged), never trusted.
 *
 * A Database is used by one thread at a time. Functions that return false or 0 leave one line in
 * *error, which the caller frees; nothing is changed then, and the database can be used further.
 */
#ifndef HEDDLE_STORE_DATABASE_H
#define HEDDLE_STORE_DATABASE_H

#include "base/base.h"

/* How long one process waits for another that is writing, in milliseconds. */
#define DATABASE_PATIENCE_MS 5000

typedef struct Database Database;

/* Opens the file, or creates it. NULL with one line in *error: it is no database, or another
 * program's, was made by a newer Heddle, is damaged where it matters, cannot be written, or is
 * locked for long. */
Database *database_open(const char *path, char **error);
void database_close(Database *d);
/* How many records that were met since the file was opened are damaged or missing. Where it is not
 * 0, what was read is true but less than what was written: a version without findings may have had
 * some. */
uint64_t database_damaged(const Database *d);
/* The size of the file. */
uint64_t database_bytes(Database *d);

/* One exploration of one version of a program. Texts may be NULL for an empty one where it is
 * given; they never are where it is received. */
typedef struct VersionInfo {
    int64_t id;            /* more than 0, later ones have greater ones; no number is given twice */
    const char *name;      /* what the user called it: file names */
    uint64_t program_hash; /* code and data; not 0 */
    uint64_t settings_hash; /* options that change what is explored */
    uint64_t lineage;       /* versions whose addresses agree, see layout */
    const void *layout;     /* opaque */
    size_t layout_size;
    bool finished, complete;
    const char *verdict;    /* "safe", "bug", "incomplete" */
    const char *incomplete; /* why it is not complete; lines */
    const char *result;     /* JSON text of its summary */
    int64_t created;        /* seconds since 1970 */
    uint64_t chunks,
        findings; /* how many it had when it was finished; set by database_finish alone */
} VersionInfo;

/* Which versions database_find looks at. */
typedef enum VersionChoice { VERSION_ANY, VERSION_FINISHED } VersionChoice;

/* The newest version with these settings and this program (0: any program). What *out points to
 * belongs to the arena. False where there is none; then *error is NULL, or one line where it could
 * not be read. */
bool database_find(Database *d, uint64_t program_hash, uint64_t settings_hash, VersionChoice choice,
                   Arena *arena, VersionInfo *out, char **error);
/* All versions, oldest first, until `visit` returns false. What a VersionInfo points to lives as
 * long as the call of `visit`, which may change the database. */
bool database_each_version(Database *d, bool (*visit)(void *context, const VersionInfo *v),
                           void *context, char **error);
/* Begins a version, which is not finished yet; `id`, `finished`, `complete`, `verdict`,
 * `incomplete`, `result` and the counts of *v are not looked at. Its id, or 0. */
int64_t database_begin(Database *d, const VersionInfo *v, char **error);
/* Ends the version v->id: takes over `complete`, `verdict`, `incomplete` and `result`. */
bool database_finish(Database *d, const VersionInfo *v, char **error);

/* Adds opaque bytes to a version, less than 10^9 of them. */
bool database_add_chunk(Database *d, int64_t version, const void *data, size_t size, char **error);
/* The chunks of all versions of the lineage with these settings, finished or not, oldest first,
 * until `visit` returns false; only of those that `wanted` (NULL: all) accepts. The bytes live as
 * long as the call of `visit`, which may change the database. */
bool database_each_chunk(Database *d, uint64_t lineage, uint64_t settings_hash,
                         bool (*wanted)(void *context, const VersionInfo *v),
                         bool (*visit)(void *context, const void *data, size_t size), void *context,
                         char **error);

typedef struct StoredFinding {
    const char *key; /* what makes two findings the same bug */
    const char *kind, *message, *place;
    const void *test; /* the text of its test file */
    size_t test_size;
} StoredFinding;

/* Adds a finding to a version, or replaces that with the same key. */
bool database_add_finding(Database *d, int64_t version, const StoredFinding *f, char **error);
/* The findings of a version, oldest first, until `visit` returns false; as above. */
bool database_each_finding(Database *d, int64_t version,
                           bool (*visit)(void *context, const StoredFinding *f), void *context,
                           char **error);

/*
 * Drops versions with all that belongs to them, oldest first, until the file has at most
 * `max_bytes` and at most `keep_versions` are left; 0 is no limit. The newest finished version
 * stays in any case, and the newest of all. The file becomes smaller by what went. All happens or
 * nothing. *dropped_versions may be NULL.
 */
bool database_shrink(Database *d, uint64_t max_bytes, unsigned keep_versions,
                     uint64_t *dropped_versions, char **error);

#endif
