/* pass_parameters.h — what a pass begins with, as bytes: the visible set, and what earlier passes
 * have shown. */
#ifndef HEDDLE_CAMPAIGNS_PASS_PARAMETERS_H
#define HEDDLE_CAMPAIGNS_PASS_PARAMETERS_H

#include "base/wire.h"

typedef struct Campaign Campaign;

/* Appends what the next pass of this worker would begin with. */
void pass_parameters_put(const Campaign *c, Wire *out);
/* Sets up a worker for a pass; no bytes: the first one. False if they are wrong. */
bool pass_parameters_get(Campaign *c, const void *bytes, size_t size);

/* Facts about condition variables, which hold for all runs: the mutex with which one waits. Returns
 * the next one from *at on; the caller frees it. NULL: there are no more. */
char *pass_fact(const Campaign *c, size_t *at);
/* Notes a fact of any worker. True if it contradicts another one: then the operations of the
 * condition variable are ordered from the next pass on. */
bool pass_note_fact(Campaign *c, const char *fact);

#endif
