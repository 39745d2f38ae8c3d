/*
 * mutations.h — neighbours of random programs: what a developer could have changed, or a machine.
 */
#ifndef HEDDLE_ORACLE_MUTATIONS_H
#define HEDDLE_ORACLE_MUTATIONS_H

#include "generator.h"

/* The text of a neighbour of the program, by one to three random changes that follow from the seed; what was
 * changed is told in *told, a line each. The caller frees both. */
char *mutate(const Generator *g, uint64_t seed, char **told);

#endif
