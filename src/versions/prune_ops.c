/* prune_ops.c — see prune_ops.h. */
#include "versions/prune_ops.h"
#include "versions/choices.h"
#include "versions/earlier.h"

const PruneOps prune_ops = {
    .slice = choices_slice,
    .refused = choices_refused,
    .load_states = earlier_load,
    .save_states = earlier_save,
    .free = choices_free,
};
