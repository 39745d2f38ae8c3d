/*
 * contextual.h — the contextual unfolding: a load of memory reads what the last writes left and
 * consumes nothing, like a read arc of a net (Baldan, Bruni, Corradini, König, Rodríguez, Schwoon,
 * "Efficient unfolding of contextual Petri nets", 2012; Kähkönen, Heljanko, "Testing multithreaded
 * programs with contextual unfoldings and dynamic symbolic execution", 2014).
 *
 * The *strong causes* of an event are its causes in the ordinary unfolding, except that a load of
 * visible memory is no strong cause of a write of the same bytes. Instead there is an *asymmetric
 * conflict* from a load to each write that is not among its causes: in a configuration with both,
 * the load comes first. Consider a conflict-free set of events that contains the strong causes of
 * its members. It is a configuration iff both relations together have no cycle in it; each order
 * that keeps both relations is a schedule.
 */
#ifndef HEDDLE_STRATEGIES_UNFOLD_CONTEXTUAL_H
#define HEDDLE_STRATEGIES_UNFOLD_CONTEXTUAL_H

#include "event/strong_causes.h"
#include "strategies/unfold/prefix.h"

/* Whether the union of a configuration (the newest event of each thread, prefix->nthreads entries)
 * and the local configuration of an event is a configuration. The two must not conflict. */
bool contextual_compatible(const Prefix *p, const PrefixId *last, PrefixId id);

/* Whether the events up to `last` (by thread) are a configuration. They must contain their strong
 * causes and be free of conflicts. `before` (by thread) gets the numbers of events that come before
 * all cycles. */
bool contextual_acyclic(const Prefix *p, const PrefixId *last, uint32_t *before);

/* Whether `x`, no strong cause of `e`, comes before it in all configurations that have both: it is
 * a load, and `e` or a strong cause of it writes what was loaded. */
bool contextual_before(const Prefix *p, PrefixId x, PrefixId e);

/* Lists the events of a configuration in an order in which they can be executed; returns their
 * number. The list begins with events of `path`, an order of a configuration, as far as possible.
 * `out` has room. */
size_t contextual_list(const Prefix *p, const PrefixId *last, const PrefixId *path, size_t n,
                       PrefixId *out);

/* Asks for runs of two accesses to common bytes. */
typedef struct ContextualPairs {
    void *context;
    /* Whether a race between accesses at these two places was reported, so that no other is
     * needed. */
    bool (*told)(void *context, uint32_t loc, uint32_t other);
    /* Receives a pair. False: no more pairs at the same two places. */
    bool (*found)(void *context, PrefixId first, PrefixId second);
} ContextualPairs;

/* Tells pairs of events of different threads that access common bytes, at least one a write and at
 * least one not atomic, and that no strong cause of the later one orders otherwise. Whether their
 * local configurations go together is not asked. In a run of nothing but these, the two race, or
 * they do so in no run. */
void contextual_unordered(const Prefix *p, const ContextualPairs *to);

#endif
