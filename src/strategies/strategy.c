/* strategy.c — see strategy.h. */
#include "explore/strategy.h"
#include "base/base.h"

const Strategy *const strategies[] = {
    &auto_strategy,       &por_strategy,        &dpor_strategy,
    &unfold_strategy,     &contextual_strategy, &interference_strategy,
    &sequential_strategy, &dfs_strategy,        &random_strategy};
const size_t strategies_count = ARRAY_LEN(strategies);

const Strategy auto_strategy = {
    .name = "auto",
    .help = "por, and unfold by turns if that does not end soon: the first to end decides",
    .first = &por_strategy,
    .beside = &unfold_strategy,
    .seeks = &interference_search_strategy,
    .deepens = true,
};

static const Strategy *const not_offered[] = {&single_strategy, &interference_traces_strategy};

const Strategy *strategy_named(const char *name) {
    for (size_t k = 0; k < strategies_count; k++)
        if (!strcmp(strategies[k]->name, name)) return strategies[k];
    for (size_t k = 0; k < ARRAY_LEN(not_offered); k++)
        if (!strcmp(not_offered[k]->name, name)) return not_offered[k];
    return NULL;
}

const Strategy *strategy_first(const Strategy *s) { return s->first ? s->first : s; }

const char *const *strategy_names(void) {
    static const char *names[ARRAY_LEN(strategies) + 1];
    for (size_t k = 0; k < strategies_count; k++) names[k] = strategies[k]->name;
    return names;
}
