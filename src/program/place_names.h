/*
 * place_names.h — names for places in the source that other versions have, too. The number of a
 * place shifts with any change of the program, and its line with a change above it. Its name is
 * made of the function, the line within that, and the column.
 */
#ifndef HEDDLE_PROGRAM_PLACE_NAMES_H
#define HEDDLE_PROGRAM_PLACE_NAMES_H

#include "program/program.h"

/* Returns the name of each place of the program, by its number. Owned by the caller (free). */
uint64_t *place_names(const Program *p);

#endif
