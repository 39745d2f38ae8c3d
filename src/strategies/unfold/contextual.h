/*
 * contextual.h — the contextual unfolding: a load of memory looks at what the last writes left and takes
 * nothing away, like a read arc of a net (Baldan, Bruni, Corradini, König, Rodríguez, Schwoon, "Efficient
 * unfolding of contextual Petri nets", 2012; Kähkönen, Heljanko, "Testing multithreaded programs with
 * contextual unfoldings and dynamic symbolic execution", 2014).
 *
 * The *strong causes* of an event are those of the ordinary unfolding, but a load of visible memory is none
 * of a write of the same bytes. Instead there is an *asymmetric conflict* from a load to each write that is
 * not among its causes: where a configuration has both, the load comes first. A set of events that has the
 * strong causes of all of its members, and no two of which exclude each other, is a configuration iff both
 * relations together have no cycle in it; each order that keeps both is a schedule.
 */
#ifndef HEDDLE_STRATEGIES_UNFOLD_CONTEXTUAL_H
#define HEDDLE_STRATEGIES_UNFOLD_CONTEXTUAL_H

#include "event/strong_causes.h"
#include "strategies/unfold/prefix.h"

/* Whether the union of a configuration (the newest event of each thread, prefix->nthreads entries) and of the
 * local configuration of an event, which exclude nothing of each other, is a configuration. */
bool contextual_compatible(const Prefix *p, const PrefixId *last, PrefixId id);

/* Whether events, by thread up to these, which have their strong causes and exclude nothing of each other,
 * are a configuration. In `before` (by thread) how many of them come before all cycles. */
bool contextual_acyclic(const Prefix *p, const PrefixId *last, uint32_t *before);

/* Whether `x`, no strong cause of `e`, comes before it in all configurations that have both: it is a load,
 * and `e` or a strong cause of it writes what was loaded. */
bool contextual_before(const Prefix *p, PrefixId x, PrefixId e);

/* The events of a configuration in an order in which they can be executed; returns how many. It begins with
 * those of `path`, an order of a configuration, as far as that is possible. `out` has room. */
size_t contextual_list(const Prefix *p, const PrefixId *last, const PrefixId *path, size_t n, PrefixId *out);

/* Asks for runs of two accesses to common bytes. */
typedef struct ContextualPairs {
    void *context;
    /* Whether accesses at these two places of the code were told to race: others there need not be looked
     * for. */
    bool (*told)(void *context, uint32_t loc, uint32_t other);
    /* False: no more at the same two places. */
    bool (*found)(void *context, PrefixId first, PrefixId second);
} ContextualPairs;

/* Tells pairs of events of different threads that access common bytes, at least one a write and at least one
 * not atomic, and that no strong cause of the later one orders otherwise. Whether their local configurations
 * go together is not asked. In a run of nothing but these, the two race, or they do so in no run. */
void contextual_unordered(const Prefix *p, const ContextualPairs *to);

#endif
