/*
 * write_file.h — files that are written completely or not at all, so that scripts never read half
 * of one.
 */
#ifndef HEDDLE_REPORT_WRITE_FILE_H
#define HEDDLE_REPORT_WRITE_FILE_H

#include "base/base.h"

/* Writes `length` bytes to `path` through a temporary file beside it. False with one line in
 * *error. */
bool write_atomically(const char *path, const char *text, size_t length, char **error);

#endif
