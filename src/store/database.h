/*
 * database.h — the history of a program's explorations: the versions explored, with settings and
 * results, their summaries, and their findings. The interface takes and gives plain data: the
 * contents of summaries and layouts are opaque here.
 *
 * The database is a file (SQLite) or on a server (PostgreSQL), with a schema version. Each call
 * that adds something is a transaction of its own, on the disk when the call returns. If a process
 * is killed or the machine loses power, the database still opens and has everything that was
 * confirmed. Several processes may use one; they write one after the other. Each record has a
 * checksum. A record that does not match is left out and counted (database_damaged), never trusted.
 * A server that goes away once it is open is waited for, a minute at most and once.
 *
 * A Database is used by one thread at a time. Functions that return false or 0 leave one line in
 * *error, which the caller frees; nothing is changed then, and the database can be used further.
 */
#ifndef HEDDLE_STORE_DATABASE_H
#define HEDDLE_STORE_DATABASE_H

#include "base/base.h"

/* Time that a process waits for another one that is writing, in milliseconds. */
#define DATABASE_PATIENCE_MS 5000

typedef struct Database Database;

/* Opens a file, which is created if it does not exist, or a server by its URI. Returns NULL with
 * one line in *error on failure. Reasons: it is no database, or another program's, or was made by a
 * newer Heddle; an essential part is damaged; it cannot be written, or stays locked. *away, which
 * may be NULL: it is a server that is away. */
Database *database_open(const char *path, bool *away, char **error);
/* Returns the address as messages show it, without a password; the caller frees. */
char *database_shown_address(const char *path);
void database_close(Database *d);
/* Returns how many records read since it was opened are damaged or missing. If it is not 0,
 * the data read is correct but incomplete: a version without findings may have had some. */
uint64_t database_damaged(const Database *d);
/* Returns the size of the file in bytes; of a server, that of the rows. */
uint64_t database_bytes(Database *d);

/* One exploration of one version of a program. Texts passed in may be NULL for empty ones; texts
 * received never are. */
typedef struct VersionInfo {
    int64_t id;             /* above 0 and ascending; no number is given twice */
    const char *name;       /* the user's name for it: file names */
    uint64_t program_hash;  /* of code and data; not 0 */
    uint64_t settings_hash; /* of options that change what is explored */
    uint64_t lineage;       /* common to versions whose addresses agree, see layout */
    const void *layout;     /* opaque */
    size_t layout_size;
    bool finished, complete;
    const char *verdict;       /* "safe", "bug", "incomplete" */
    const char *incomplete;    /* reasons why it is not complete; lines */
    const char *result;        /* JSON text of its summary */
    int64_t created;           /* seconds since 1970 */
    uint64_t chunks, findings; /* numbers at its end; set only by database_finish */
} VersionInfo;

/* The versions that database_find considers. */
typedef enum VersionChoice { VERSION_ANY, VERSION_FINISHED } VersionChoice;

/* Finds the newest version with these settings and this program (0: any program); of finished ones
 * the newest that is complete, where one is. The data in *out
 * belongs to the arena. False if there is none; then *error is NULL, or one line if it could not be
 * read. */
bool database_find(Database *d, uint64_t program_hash, uint64_t settings_hash, VersionChoice choice,
                   Arena *arena, VersionInfo *out, char **error);
/* Passes all versions to `visit`, oldest first, until it returns false. The data of a VersionInfo
 * lives as long as the call of `visit`, which may change the database. */
bool database_each_version(Database *d, bool (*visit)(void *context, const VersionInfo *v),
                           void *context, char **error);
/* Begins a version, which is not finished yet. Ignores `id`, `finished`, `complete`, `verdict`,
 * `incomplete`, `result` and the counts of *v. Returns its id, or 0. */
int64_t database_begin(Database *d, const VersionInfo *v, char **error);
/* Ends the version v->id, with `complete`, `verdict`, `incomplete` and `result` of *v. */
bool database_finish(Database *d, const VersionInfo *v, char **error);

/* Adds opaque bytes to a version, less than 10^9 of them. */
bool database_add_chunk(Database *d, int64_t version, const void *data, size_t size, char **error);
/* Passes the chunks of all versions of the lineage with these settings to `visit`, finished or not,
 * oldest first, until it returns false. Only versions that `wanted` (NULL: all) accepts count. The
 * bytes live as long as the call of `visit`, which may change the database. */
bool database_each_chunk(Database *d, uint64_t lineage, uint64_t settings_hash,
                         bool (*wanted)(void *context, const VersionInfo *v),
                         bool (*visit)(void *context, const void *data, size_t size), void *context,
                         char **error);

typedef struct StoredFinding {
    const char *key; /* findings with the same key are the same bug */
    const char *kind, *message, *place;
    const void *test; /* the text of its test file */
    size_t test_size;
} StoredFinding;

/* Adds a finding to a version, or replaces the one with the same key. */
bool database_add_finding(Database *d, int64_t version, const StoredFinding *f, char **error);
/* Passes the findings of a version to `visit`, oldest first, until it returns false; data as
 * above. */
bool database_each_finding(Database *d, int64_t version,
                           bool (*visit)(void *context, const StoredFinding *f), void *context,
                           char **error);

/*
 * Drops versions with their chunks and findings, oldest first, until the file has at most
 * `max_bytes` and at most `keep_versions` are left; 0 is no limit. The newest finished version
 * always stays, and so does the newest of all. The file shrinks accordingly. Either everything
 * happens or nothing. *dropped_versions may be NULL.
 */
bool database_shrink(Database *d, uint64_t max_bytes, unsigned keep_versions,
                     uint64_t *dropped_versions, char **error);

#endif
