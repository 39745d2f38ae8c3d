/* statements.h — access to SQLite, for the files of this room only. */
#ifndef HEDDLE_STORE_STATEMENTS_H
#define HEDDLE_STORE_STATEMENTS_H

#include "base/tables/hash_set.h"
#include "store/database.h"
#include <sqlite3.h>

struct Database {
    sqlite3 *handle;
    char *path;
    int64_t identified; /* the version whose identity is in `identity`, or 0 */
    uint64_t identity;
    HashSet damaged; /* damaged records found, so that each counts once */
};

typedef VEC(int64_t) Numbers;

/* The kinds of records, for store_note_damage. */
typedef enum RecordKind { RECORD_VERSION, RECORD_CHUNK, RECORD_FINDING, RECORD_LIST } RecordKind;

/* Notes that a record is damaged or missing. */
void store_note_damage(Database *d, RecordKind kind, int64_t id);
/* Whether the last call failed because the contents of the file are damaged, which concerns one
 * record only. */
bool store_is_damage(const Database *d);

/* Writes one line on the last failed call to *error; always returns false. `doing` is "read" or
 * "write". */
bool store_fail(const Database *d, const char *doing, char **error);

/*
 * Prepares a statement with its parameters, one letter of `types` each: i an int64_t, t a text
 * (NULL: empty), b bytes (const void *, size_t). Returns NULL on failure. The caller finalizes it.
 */
sqlite3_stmt *store_statement(Database *d, const char *sql, const char *types, ...);
/* Runs a statement without result rows, with parameters as above. */
bool store_change(Database *d, char **error, const char *sql, const char *types, ...);
/* Runs several statements without parameters. */
bool store_run(Database *d, const char *sql, char **error);
/* Reads the number in the first row and column of the result. */
bool store_number(Database *d, const char *sql, const char *types, int64_t parameter, int64_t *out,
                  char **error);
/* Appends the numbers of the first column; `parameter` is used if the statement has one. */
bool store_numbers(Database *d, const char *sql, int64_t parameter, Numbers *out, char **error);
/* The same for readers: if the file is damaged, appends the numbers before the damage, each once,
 * and notes the damage. */
bool store_numbers_before_damage(Database *d, const char *sql, int64_t parameter, Numbers *out,
                                 char **error);

/* A transaction that writes. The changes in between are undone if `fine` is false or the end
 * fails. */
bool store_begin(Database *d, char **error);
bool store_end(Database *d, bool fine, char **error);

/* Reads the version with this id; *there is false if there is none that can be trusted. */
bool store_read_version(Database *d, int64_t id, Arena *arena, VersionInfo *out, bool *there,
                        char **error);
/* Returns a hash of the constant data of a version. It binds chunks and findings to the version by
 * more than its number, which a damaged file might give to another one. */
uint64_t store_identity(const VersionInfo *v);

#endif
