/* opened_test.c — see opened_test.h. */
#include "cli/commands/opened_test.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

bool opened_test_begin(OpenedTest *o, const char *path, const char *cache, char **error) {
    *error = NULL;
    *o = (OpenedTest){.test = test_read(path, error)};
    if (!o->test) return false;
    o->cache = cli_cache_folder(cache); /* where the user is, not the test */
    if (chdir(o->test->build.directory) != 0)
        *error = xasprintf("%s: the test's folder %s: %s", path, o->test->build.directory,
                           strerror(errno));
    else
        o->program = cli_load_program(&o->test->build, o->cache);
    o->changed = o->program && o->program->hash != o->test->finding->program_hash;
    return o->program != NULL;
}

void opened_test_clear(OpenedTest *o) {
    program_free(o->program);
    if (o->test) test_destroy(o->test);
    free(o->cache);
    *o = (OpenedTest){0};
}
