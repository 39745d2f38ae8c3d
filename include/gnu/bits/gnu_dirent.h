/* gnu_dirent.h — what glibc declares in <dirent.h> beyond musl. */
#ifndef HEDDLE_BITS_GNU_DIRENT_H
#define HEDDLE_BITS_GNU_DIRENT_H

#include <limits.h> /* as in glibc: programs rely on it */

#ifdef _GNU_SOURCE
int scandirat(int, const char *, struct dirent ***, int (*)(const struct dirent *),
              int (*)(const struct dirent **, const struct dirent **));
#endif

#endif
