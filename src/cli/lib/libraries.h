/*
 * libraries.h — the libraries that heddle lib built, for heddle cc. Each has a folder with `lib`
 * and `include`.
 */
#ifndef HEDDLE_CLI_LIB_LIBRARIES_H
#define HEDDLE_CLI_LIB_LIBRARIES_H

#include "cli/options.h"

/* Returns the folder of all of them, which may be missing; the caller frees. NULL: the environment
 * gives none. */
char *libraries_folder(void);
/* Appends the folder of each library, in the version that was built last, by name. */
void libraries_list(Arena *arena, StringList *folders);
/* Returns the package of Debian that has lib`library`.a, or a guess. */
const char *libraries_package(Arena *arena, const char *library);

#endif
