/* cache_folder.c — the folder that caches loaded programs. */
#include "cli/cli.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the default folder, by the XDG Base Directory Specification; NULL: there is none. */
static char *usual_folder(void) {
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (base && *base == '/') return xasprintf("%s/heddle", base);
    return home && *home == '/' ? xasprintf("%s/.cache/heddle", home) : NULL;
}

char *cli_cache_folder(const char *given) {
    if (given && !strcmp(given, "off")) return NULL;
    if (!given) return usual_folder();
    /* The path is absolute, since replay changes the current folder. */
    if (mkdir(given, 0700) != 0 && errno != EEXIST) {
        cli_error("note: --cache=%s: %s; nothing is cached", given, strerror(errno));
        return NULL;
    }
    char *path = realpath(given, NULL);
    struct stat st;
    if (path && stat(path, &st) == 0 && !S_ISDIR(st.st_mode))
        errno = ENOTDIR;
    else if (path && access(path, W_OK) == 0)
        return path;
    cli_error("note: --cache=%s: %s; nothing is cached", given, strerror(errno));
    return path;
}
