/* combinations.c — see combinations.h. */
#include "cli/commands/test/combinations.h"
#include "explore/strategy.h"
#include <stdlib.h>

typedef struct Combination {
    const char *option;
    /* Returns the given value, which the caller frees; NULL: none was given, or the default. */
    char *(*given)(const TestSettings *s, const Checks *checks);
    bool (*means_something)(const Strategy *strategy, const TestSettings *s);
    const char *reason; /* describes the strategies with which the option has no effect */
} Combination;

static char *given_jobs(const TestSettings *s, const Checks *checks) {
    return s->explore.jobs > 1 ? xasprintf("%llu", (unsigned long long)s->explore.jobs) : NULL;
}
static char *given_search(const TestSettings *s, const Checks *checks) {
    const char *search = s->explore.search;
    return search && strcmp(search, "dfs") ? xstrdup(search) : NULL;
}
static char *given_alternatives(const TestSettings *s, const Checks *checks) {
    return strcmp(s->alternatives, ALTERNATIVES_USUAL) ? xstrdup(s->alternatives) : NULL;
}
static char *given_bound(const TestSettings *s, const Checks *checks) {
    return s->bound_given ? xasprintf("%llu", (unsigned long long)s->explore.interference.bound)
                          : NULL;
}
static char *given_guidance(const TestSettings *s, const Checks *checks) {
    return s->guidance ? xstrdup(s->guidance) : NULL;
}
static char *given_uninitialised(const TestSettings *s, const Checks *checks) {
    return checks->uninitialised && checks->uninitialised_given ? xstrdup("uninitialised") : NULL;
}

static char *given_tests(const TestSettings *s, const Checks *checks) {
    return s->explore.path_tests != PATHS_NONE ? xstrdup(s->tests) : NULL;
}

static bool has_workers(const Strategy *strategy, const TestSettings *s) {
    return strategy->serve != NULL;
}
static bool has_orders(const Strategy *strategy, const TestSettings *s) {
    return strategy->search_orders;
}
static bool has_order_beside_size(const Strategy *strategy, const TestSettings *s) {
    return !strategy->search_orders ||
           !(strategy->events_only && strategy->uses_cutoffs && s->explore.cutoffs);
}
static bool has_alternatives(const Strategy *strategy, const TestSettings *s) {
    return strategy->takes_alternatives;
}
static bool has_bound(const Strategy *strategy, const TestSettings *s) {
    return strategy->takes_bound;
}
static bool has_guidance(const Strategy *strategy, const TestSettings *s) {
    return strategy->takes_guidance;
}
static bool sees_unwritten(const Strategy *strategy, const TestSettings *s) {
    return !strategy->all_written;
}

static bool explores_itself(const Strategy *strategy, const TestSettings *s) {
    return !strategy->elsewhere;
}

static const Combination combinations[] = {
    {"jobs", given_jobs, has_workers, "does not run in parallel"},
    {"search", given_search, has_orders, "has its own search order"},
    {"search", given_search, has_order_beside_size,
     "with cut-offs explores events in order of size"},
    {"alternatives", given_alternatives, has_alternatives, "computes no alternatives"},
    {"bound", given_bound, has_bound, "has no bound"},
    {"guidance", given_guidance, has_guidance, "has no scenarios to guide"},
    {"checks", given_uninitialised, sees_unwritten, "treats all memory as written"},
    {"tests", given_tests, explores_itself, "explores another program, made from this one"},
};

/* Lists the strategies with which the option has an effect: "por, unfold". The caller frees. */
static char *strategies_with(const Combination *c, const TestSettings *s) {
    StrBuf b = {0};
    for (size_t k = 0; k < strategies_count; k++)
        if (c->means_something(strategy_first(strategies[k]), s))
            str_addf(&b, "%s%s", b.len ? ", " : "", strategies[k]->name);
    return b.data;
}

void warn_of_combinations(const TestSettings *s, const Checks *checks) {
    const Strategy *strategy = strategy_named(s->explore.strategy);
    for (size_t k = 0; k < ARRAY_LEN(combinations); k++) {
        const Combination *c = &combinations[k];
        char *value = c->means_something(strategy_first(strategy), s) ? NULL : c->given(s, checks);
        if (!value) continue;
        char *others = strategies_with(c, s);
        cli_error("warning: --%s=%s is ignored: %s %s (it has an effect with %s)", c->option, value,
                  strategy->name, c->reason, others);
        free(value);
        free(others);
    }
}
