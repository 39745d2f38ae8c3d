/* unseen_files.c — see unseen_files.h. */
#include "cli/commands/test/unseen_files.h"
#include <stdlib.h>
#include <sys/stat.h>

static bool is_file(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

static bool is_seen(const TestSettings *s, const char *argument) {
    if (s->sym_files.len && strlen(argument) == 1) return true;
    if (!s->files) return false;
    char *path = xasprintf("%s/%s", s->files, argument);
    struct stat st;
    bool there = stat(path, &st) == 0;
    free(path);
    return there;
}

void warn_of_unseen_files(const TestSettings *s, const StringList *arguments) {
    for (size_t k = 0; k < arguments->len; k++) {
        const char *a = arguments->data[k];
        if (!is_file(a) || is_seen(s, a)) continue;
        cli_error(
            "warning: `%s` is a file here, but the program sees only those of the folder that "
            "--files names",
            a);
        return;
    }
}
