/* counters.h — the numbers that workers of a campaign count, as bytes. Not for other rooms. */
#ifndef HEDDLE_CAMPAIGNS_COUNTERS_H
#define HEDDLE_CAMPAIGNS_COUNTERS_H

#include "base/wire.h"
#include "solver/solver.h"

/* What a worker has done in all passes. The sequence number differs in each commit. */
enum {
    COUNTER_SEQUENCE,
    COUNTER_SECONDS,
    COUNTER_INSTRUCTIONS,
    COUNTER_QUERIES,
    COUNTER_BACKEND_QUERIES,
#define L(name) COUNTER_##name,
    SOLVER_LAYERS(L)
#undef L
        COUNTER_SOLVER_SECONDS,
    COUNTER_MEMORY,
    COUNTER_LOST, /* slices that counted as never begun */
    COUNTERS_OF_ALL
};

/* Numbers up to 2^53 are exact. */
static inline void counters_put_number(Wire *out, double x) { wire_put(out, &x, sizeof x); }
static inline double counters_get_number(WireReader *r) {
    uint64_t bits = wire_get_64(r);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#endif
