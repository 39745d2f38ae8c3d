/* prune_ops.h — what exploration calls where an exploration of another version is known. */
#ifndef HEDDLE_VERSIONS_PRUNE_OPS_H
#define HEDDLE_VERSIONS_PRUNE_OPS_H

#include "explore/campaign.h"

extern const PruneOps prune_ops;

#endif
