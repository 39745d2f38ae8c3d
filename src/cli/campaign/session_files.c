/* session_files.c — the files of the program under test, which the campaign keeps. See session.h.
 */
#include "cli/campaign/session.h"
#include "store/sql/sql.h"
#include <stdlib.h>

/* --- what is written beside them -------------------------------------------------------------- */

/* Returns the place of a file, of which some parts may not exist yet; the caller frees. NULL: it
 * has none. */
static char *place_of(const char *path) {
    char *copy = xstrdup(*path ? path : "."), *place = realpath(copy, NULL);
    StrBuf missing = {0};
    str_add(&missing, "");
    while (!place) {
        char *slash = strrchr(copy, '/'), *name = slash ? slash + 1 : copy;
        char *longer = xasprintf("/%s%s", name, missing.data);
        missing.len = 0;
        str_add(&missing, longer);
        free(longer);
        if (slash == copy)
            copy[1] = 0;
        else if (slash)
            *slash = 0;
        place = realpath(slash ? copy : ".", NULL);
        if (!slash || !copy[1]) break;
    }
    char *whole = place ? xasprintf("%s%s", strcmp(place, "/") ? place : "", missing.data) : NULL;
    free(place);
    free(copy);
    vec_free(&missing);
    return whole;
}

static bool is_place_inside(const char *path, const char *folder) {
    char *place = place_of(path), *root = place_of(folder);
    size_t n = root && strcmp(root, "/") ? strlen(root) : 0;
    bool inside = place && root && !strncmp(place, root, n) && (!place[n] || place[n] == '/');
    free(place);
    free(root);
    return inside;
}

bool session_keeps_apart(const TestSettings *s) {
    const char *what = NULL;
    if (!s->files) return true;
    if (!sql_is_server(s->db) && is_place_inside(s->db, s->files)) what = "database";
    if (*s->out && is_place_inside(s->out, s->files)) what = "output folder";
    if (what)
        cli_error("the %s is in the folder of --files=%s, and the program would see it change: "
                  "--%s can name another place",
                  what, s->files, *what == 'd' ? "db" : "out");
    return !what;
}

/* --- reading ---------------------------------------------------------------------------------- */

static bool add_kept_file(void *files, const void *bytes, size_t size) {
    return kept_files_add(files, bytes, size);
}

static bool has_digest(const Session *s, const KeptFiles *k) {
    return !strcmp(s->files, session_digest_text(s->arena, kept_files_digest(k)));
}

/* May follow a try that read some of them. */
static StoreAnswer read_kept_files(Session *s) {
    kept_files_free(s->kept);
    s->kept = kept_files_new();
    return campaign_store_files(s->store, add_kept_file, s->kept);
}

bool session_read_files(Session *s) {
    bool named = s->build.stdin_path != NULL;
    for (size_t k = 0; k < s->build.nsystem; k++) named |= has_prefix(s->build.system[k], "files=");
    if (named != (*s->files != 0)) {
        cli_error("%s: the database is damaged: it does not say which files the program has",
                  s->shown);
        return false;
    }
    if (!named) return true;
    if (SESSION_TRIES(s, read_kept_files(s)) != STORE_FINE) {
        cli_error("%s", campaign_store_error(s->store));
        return false;
    }
    if (has_digest(s, s->kept)) return true;
    cli_error("%s: the database is damaged: the program's files are not those that it began with",
              s->shown);
    return false;
}

void session_tell_files(const Session *s) {
    const char *folder = NULL;
    char *error = NULL, *input = NULL;
    if (!s->kept) return;
    for (size_t k = 0; k < s->build.nsystem; k++)
        if (has_prefix(s->build.system[k], "files="))
            folder = s->build.system[k] + strlen("files=");
    if (s->build.stdin_path)
        input = *s->build.stdin_path == '/'
                    ? xstrdup(s->build.stdin_path)
                    : xasprintf("%s/%s", s->build.directory, s->build.stdin_path);
    KeptFiles *now = kept_files_read(folder, input, &error);
    if (!now || !has_digest(s, now))
        fprintf(stderr,
                "heddle: note: the program's files on this machine are not those with which "
                "the campaign began; it goes on with the latter\n");
    kept_files_free(now);
    free(error);
    free(input);
}
