/* statements.h — what the files of this room share that keep explorations of versions. Not for
 * others. */
#ifndef HEDDLE_STORE_STATEMENTS_H
#define HEDDLE_STORE_STATEMENTS_H

#include "base/tables/hash_set.h"
#include "store/database.h"
#include "store/sql/sql.h"

struct Database {
    Sql *sql;
    bool server;
    char *path;         /* or the address, without a password */
    int64_t identified; /* the version whose identity is in `identity`, or 0 */
    uint64_t identity;
    HashSet damaged; /* damaged records found, so that each counts once */
    bool gone;       /* the server stayed away, and is not waited for any more */
};

/* Tables of campaigns on the same server have the shorter names. */
#define CHUNKS_TABLE "/*pg:version_*/chunks"
#define FINDINGS_TABLE "/*pg:version_*/findings"

typedef VEC(int64_t) Numbers;

/* The kinds of records, for store_note_damage. */
typedef enum RecordKind { RECORD_VERSION, RECORD_CHUNK, RECORD_FINDING, RECORD_LIST } RecordKind;

/* Notes that a record is damaged or missing. */
void store_note_damage(Database *d, RecordKind kind, int64_t id);
/* Whether the last call failed because the contents are damaged, which concerns one record only. */
bool store_is_damage(const Database *d);

/* Returns the line of a failure, of which the back end said something; the caller frees. */
char *store_failure_text(const Database *d, const char *doing, SqlFailure failure,
                         const char *said);
/* Writes one line on the last failed call to *error; always returns false. `doing` is "read" or
 * "write". */
bool store_fail(const Database *d, const char *doing, char **error);
/* After a failure: whether a server that was away is there again; then *error is freed. It waits
 * for a while, counted from *since (0: from now). */
bool store_again(Database *d, double *since, char **error);
/* Evaluates an operation until it succeeds, or fails for another reason than a server that is
 * away. */
#define STORE_TRYING(d, error, operation)                     \
    __extension__({                                           \
        bool fine_;                                           \
        double since_ = 0;                                    \
        do fine_ = (operation);                               \
        while (!fine_ && store_again((d), &since_, (error))); \
        fine_;                                                \
    })

/* Begins a query, with parameters by the letters of `types` as in sql_run. False on failure. */
bool store_query(Database *d, const char *sql, const char *types, ...);
/* Runs a statement without result rows, with parameters as above. */
bool store_change(Database *d, char **error, const char *sql, const char *types, ...);
/* Runs a statement without parameters. */
bool store_run(Database *d, const char *sql, char **error);
/* Reads the number in the first row and column of the result. */
bool store_number(Database *d, const char *sql, const char *types, int64_t parameter, int64_t *out,
                  char **error);
/* Appends the numbers of the first column; `parameter` is used if the statement has one. */
bool store_numbers(Database *d, const char *sql, int64_t parameter, Numbers *out, char **error);
/* The same for readers: if the database is damaged, appends the numbers before the damage, each
 * once, and notes the damage. */
bool store_numbers_before_damage(Database *d, const char *sql, int64_t parameter, Numbers *out,
                                 char **error);

/* A transaction that writes. The changes in between are undone if `fine` is false or the end
 * fails. */
bool store_begin(Database *d, char **error);
bool store_end(Database *d, bool fine, char **error);

/* database_file.c, database_server.c: checks that the database is one of these and in a known
 * version, and can be written; makes the tables if they are missing. */
bool store_prepare_file(Database *d, char **error);
bool store_prepare_server(Database *d, char **error);

/* Reads the version with this id; *there is false if there is none that can be trusted. */
bool store_read_version(Database *d, int64_t id, Arena *arena, VersionInfo *out, bool *there,
                        char **error);
/* Returns a hash of the constant data of a version. It binds chunks and findings to the version by
 * more than its number, which a damaged file might give to another one. */
uint64_t store_identity(const VersionInfo *v);

#endif
