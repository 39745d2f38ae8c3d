/* libraries.c — see libraries.h. */
#include "cli/lib/libraries.h"
#include "cli/cli.h"
#include <glob.h>
#include <stdlib.h>

char *libraries_folder(void) {
    char *cache = cli_cache_folder(NULL), *folder = cache ? xasprintf("%s/libraries", cache) : NULL;
    free(cache);
    return folder;
}

void libraries_list(Arena *arena, StringList *folders) {
    char *folder = libraries_folder(), *pattern = folder ? xasprintf("%s/*/current", folder) : NULL;
    glob_t g;
    if (pattern && glob(pattern, 0, NULL, &g) == 0) {
        for (size_t k = 0; k < g.gl_pathc; k++)
            vec_push(folders, arena_strdup(arena, g.gl_pathv[k]));
        globfree(&g);
    }
    free(pattern);
    free(folder);
}

/* Packages that are not called libNAME-dev. */
static const struct {
    const char *library, *package;
} packages[] = {
    {"z", "zlib1g-dev"},
    {"expat", "libexpat1-dev"},
    {"crypto", "libssl-dev"},
    {"uv", "libuv1-dev"},
    {"xml2", "libxml2-dev"},
    {"png", "libpng-dev"},
    {"jpeg", "libjpeg62-turbo-dev"},
    {"curl", "libcurl4-openssl-dev"},
    {"tinfo", "libncurses-dev"},
    {"ncursesw", "libncurses-dev"},
    {"event_core", "libevent-dev"},
    {"event_pthreads", "libevent-dev"},
    {"event_extra", "libevent-dev"},
    {"pcre2-8", "libpcre2-dev"},
    {"pcre", "libpcre3-dev"},
};

const char *libraries_package(Arena *arena, const char *library) {
    for (size_t k = 0; k < ARRAY_LEN(packages); k++)
        if (!strcmp(packages[k].library, library)) return packages[k].package;
    char *guess = xasprintf("lib%s-dev", library);
    const char *kept = arena_strdup(arena, guess);
    free(guess);
    return kept;
}
