/* strategy.c — see strategy.h. */
#include "explore/strategy.h"
#include "base/base.h"

const Strategy *const strategies[] = {
    &por_strategy,          &dpor_strategy,       &unfold_strategy, &contextual_strategy,
    &interference_strategy, &sequential_strategy, &dfs_strategy,    &random_strategy};
const size_t strategies_count = ARRAY_LEN(strategies);

const Strategy *strategy_named(const char *name) {
    for (size_t k = 0; k < strategies_count; k++)
        if (!strcmp(strategies[k]->name, name)) return strategies[k];
    return strcmp(single_strategy.name, name) ? NULL : &single_strategy;
}

const char *const *strategy_names(void) {
    static const char *names[ARRAY_LEN(strategies) + 1];
    for (size_t k = 0; k < strategies_count; k++) names[k] = strategies[k]->name;
    return names;
}
