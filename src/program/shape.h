/*
 * shape.h — the members and elements of a variable as a text, by which a place in it has a name. A
 * leaf is ".", an array "[STRIDE:ELEMENT", a structure or union "{OFFSET:NAME:MEMBER…}"; a member
 * without a name is one whose own members belong to what it is in. Offsets and strides are bytes.
 */
#ifndef HEDDLE_PROGRAM_SHAPE_H
#define HEDDLE_PROGRAM_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

enum { SHAPE_LEAF = '.', SHAPE_ARRAY = '[', SHAPE_STRUCTURE = '{', SHAPE_END = '}' };

#define SHAPE_UNKNOWN "." /* of a variable of which nothing is known */

/* Whether a text that was read from a file is that of one variable. */
bool shape_is_valid(const char *shape);
/* Returns the way to a byte of the variable, such as ".slot[2].lock", with " + 3" behind it where
 * what is there begins before. "" where nothing is known of what is in the variable and the byte is
 * its first. The caller frees. */
char *shape_place(const char *shape, uint64_t offset);

#endif
