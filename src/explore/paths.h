/*
 * paths.h — tests of the paths of an exploration: of all that end without an error, or of those
 * that covered something new. A test has the inputs of the model that travels with the path, so the
 * solver is not asked again.
 */
#ifndef HEDDLE_EXPLORE_PATHS_H
#define HEDDLE_EXPLORE_PATHS_H

#include "explore/campaign.h"

typedef struct Campaign Campaign;
typedef struct Paths Paths;

/* Returns NULL if no tests of paths are wanted. */
Paths *paths_new(const Program *program, PathTests wanted, const CampaignCallbacks *callbacks);
void paths_free(Paths *p);
/* Begins another pass, which explores the paths of the one before again. */
void paths_begin_pass(Paths *p);
/* Lets a worker of a pass see again as new what no test of the pass before covers. */
void paths_begin_worker(Campaign *c);
/* Notes what the newest event of the path covered first. */
void paths_step(Campaign *c);
/* Reports a complete path that ended without an error. */
void paths_leaf(Campaign *c);

#endif
