/*
 * two_files.h — a program's text as that of two files.
 */
#ifndef HEDDLE_ORACLE_TWO_FILES_H
#define HEDDLE_ORACLE_TWO_FILES_H

#include "base/base.h"

/* Adds to `parts` the texts of two files that are together the program of `text`: which of them has a
 * function is a matter of its name and type, so that versions of a program are split alike. Lines are told as
 * those of `path`. In `text` each definition or declaration begins in the first column. */
void split_program(const char *text, const char *path, StrBuf parts[2]);

#endif
