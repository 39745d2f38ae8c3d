/*
 * own_cover.h — the parts of the coverage (Machine.cover) that are of the program's own functions,
 * and a quick search for what is new in them.
 */
#ifndef HEDDLE_EXPLORE_OWN_COVER_H
#define HEDDLE_EXPLORE_OWN_COVER_H

#include "finding/finding.h"
#include "program/program.h"

typedef VEC(ByteRange) OwnCover; /* ascending, with code between them that is not the program's */

/* Appends the ranges of a program. The caller frees the vector. */
void own_cover_find(const Program *program, OwnCover *own);
/* Returns where, from `at` up to `end`, coverage has a mark that `before` lacks (NULL: any mark);
 * `end`: nowhere. A mark may also be missing that was there: one side of a branch overwrites what
 * says that the branch was executed. */
size_t own_cover_next(const uint8_t *cover, const uint8_t *before, size_t at, size_t end);

#endif
