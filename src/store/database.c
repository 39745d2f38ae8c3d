/* database.c — opens a database of explorations. See database.h. */
#include "store/statements.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t database_damaged(const Database *d) { return d->damaged.len; }

/* Reports why the file cannot be opened. SQLite tries a second time for reading only, which hides
 * why it could not write. */
static char *why_not_opened(const Database *d, const char *name, SqlFailure failure,
                            const char *said) {
    int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666), e = errno;
    if (fd < 0) return xasprintf("cannot open %s: %s", d->path, strerror(e));
    close(fd);
    return store_failure_text(d, "open", failure, said);
}

/* Opens a file that may be anything. */
static bool open_file(Database *d, char **error) {
    struct stat st;
    SqlFailure failure;
    /* Names such as ":memory:" and "file:x?mode=memory" mean files here. */
    char *name = *d->path == '/' ? xstrdup(d->path) : xasprintf("./%s", d->path);
    bool there = stat(name, &st) == 0, folder = there && S_ISDIR(st.st_mode);
    /* SQLite treats a file of one byte as empty. */
    bool other = there && S_ISREG(st.st_mode) && st.st_size == 1;
    if (folder) *error = xasprintf("cannot open %s: %s", d->path, strerror(EISDIR));
    if (other) *error = xasprintf("%s is not a database of heddle", d->path);
    if (!*error && !(d->sql = sql_open(d->path, true, &failure, error))) {
        char *text = why_not_opened(d, name, failure, *error);
        free(*error);
        *error = text;
    }
    free(name);
    return !*error && store_prepare_file(d, error);
}

static bool open_server(Database *d, const char *address, bool *away, char **error) {
    SqlFailure failure;
    if (!(d->sql = sql_open(address, true, &failure, error))) {
        char *text = xasprintf("cannot open %s: %s", d->path, *error);
        free(*error);
        *error = text;
        *away = failure == SQL_AWAY;
        return false;
    }
    sql_patience(d->sql, DATABASE_PATIENCE_MS);
    if (store_prepare_server(d, error)) return true;
    *away = sql_is_away(d->sql);
    return false;
}

char *database_shown_address(const char *path) { return sql_shown_address(path); }

Database *database_open(const char *path, bool *away, char **error) {
    Database *d = xcalloc(1, sizeof *d);
    d->server = sql_is_server(path);
    d->path = sql_shown_address(path);
    bool gone = false;
    *error = NULL;
    bool fine = d->server ? open_server(d, path, &gone, error) : open_file(d, error);
    if (away) *away = gone;
    if (fine) return d;
    database_close(d);
    return NULL;
}

void database_close(Database *d) {
    if (!d) return;
    sql_close(d->sql);
    hash_set_free(&d->damaged);
    free(d->path);
    free(d);
}
