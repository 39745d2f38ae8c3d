/*
 * scenario.h — interference scenarios (Farzan, Holzer, Razavi and Veith, ESEC/FSE 2013, sections 3
 * and 4): the events that a node of the forest needs, who reads from whom, and what that demands of
 * their order.
 *
 * A candidate says for some loads from which store they read, for some joins how the joined thread
 * ended; nothing else. Its scenario is what follows: the ways of all threads that are needed,
 * closed under program order, creation, joins and these couplings. A load that is not coupled reads
 * what its thread, those that created it and those that were joined wrote last, or what was there
 * in the beginning. The degree is the number of couplings with stores that are not ordered before
 * the load like that, and of sources of pieces of system calls: interferences. (What comes before a
 * load after a join is not known before the join has a coupling.)
 */
#ifndef HEDDLE_STRATEGIES_INTERFERENCE_SCENARIO_SCENARIO_H
#define HEDDLE_STRATEGIES_INTERFERENCE_SCENARIO_SCENARIO_H

#include "base/scratch.h"
#include "strategies/interference/scenario/forest.h"
#include "strategies/interference/scenario/temporal.h"

/* A load and a store that it reads from, with which of its bytes (bit k: byte k) it has from there;
 * several stores may have a part of one load. A join and the end of the thread: no bytes. */
typedef struct Coupling {
    NodeId node, source;
    uint16_t bytes;
} Coupling;

typedef struct Candidate {
    NodeId sink;
    Coupling *coupling; /* ascending by node and source */
    uint32_t ncouplings;
    NodeId *further; /* nodes that have to be there, too, so that threads are in no atomic section
                    and hold no mutex; ascending */
    uint32_t nfurther;
    uint32_t degree;
    bool bare;      /* threads may hold mutexes at their tips */
    bool inherited; /* its couplings are those of the run that its sink was met in */
} Candidate;

/* A copy with one more coupling (node 0: none; see candidate_couple) and one more node (0:
 * none). */
Candidate *candidate_with(const Candidate *c, Coupling more, NodeId further);
Candidate *candidate_copy(const Candidate *c);
Candidate *candidate_new(NodeId sink);
/* Adds a coupling: of a join in place of one of the same node, of a load beside those of its other
 * bytes. */
void candidate_couple(Candidate *c, Coupling more);
/* Adds what follows from a coupling that a candidate has: loads of the same bytes in one atomic
 * section read from the same store, as long as the section itself does not write there. False where
 * that contradicts its other couplings. */
bool candidate_unify(Candidate *c, const Forest *f, Coupling x);
void candidate_free(Candidate *c);
/* What tells candidates apart. */
uint64_t candidate_key(const Forest *f, const Candidate *c);
/* The couplings of a node: the first; *n of them. */
const Coupling *candidate_couplings(const Candidate *c, NodeId node, uint32_t *n);
/* The source of a join's coupling; 0: it has none. */
NodeId candidate_source(const Candidate *c, NodeId node);
/* Which bytes of a load are coupled. */
uint16_t candidate_bytes(const Candidate *c, NodeId node);

/* The way of one thread in a scenario. */
typedef struct Strand {
    NodeId root, tip;
    uint32_t first; /* number of its first event; those of a strand are consecutive */
} Strand;

/* Where some bytes of a load come from. */
#define SOURCE_INITIAL UINT32_MAX
typedef struct LoadSource {
    uint32_t load;     /* number of the event */
    uint32_t source;   /* the same, or SOURCE_INITIAL */
    uint8_t from, len; /* bytes of the load */
    bool local;        /* not by a coupling */
} LoadSource;

typedef struct Scenario {
    VEC(Strand) strands;
    uint32_t n;
    VEC(NodeId) event;       /* by number */
    VEC(uint32_t) strand;    /* of each event */
    VEC(uint32_t) clock;     /* n rows of strands.len: how many events of a strand come before, by
                                program order, creation and joins, itself included */
    VEC(LoadSource) sources; /* ascending by load */
    uint32_t
        ambiguous; /* a join without a coupling; if all have one, a load whose bytes have several
                      stores to come from that nothing orders: the number + 1; 0: none */
    VEC(uint32_t) choices; /* for it: those stores */
    uint16_t choice_bytes; /* and the bytes that are to come from one of them */
    bool loose; /* which pieces of system calls are interferences depends on the ends of joined
                   threads */
    uint32_t degree, most; /* the number of interferences; while joins have no coupling, the least
                              and the most that it may be */
    VEC(uint32_t) place;   /* of each event: its number, or that of its atomic section */
    VEC(uint32_t) places;  /* by such a number: the first event there */
    Temporal temporal;     /* of places */
    VEC(uint32_t)
    reasons;             /* by number of the reason - 1: the load whose local source it is about */
    VEC(NodeId) pending; /* while it is built */
} Scenario;

void scenario_free(Scenario *s);
/* Builds the scenario of a candidate. False where its couplings do not go together: threads would
 * have to go two ways, or something would have to come before itself. */
bool scenario_build(Scenario *s, const Forest *f, const Candidate *c);
/* Finds what its loads read, or the first thing that a candidate leaves open. */
void scenario_find_sources(Scenario *s, const Forest *f, const Candidate *c);
/* Whether a store comes before a load by program order, creation and joins: never, unless it is on
 * the load's way; whenever the thread's end is known, as the load's way joins its thread; as other
 * threads go that are joined there. */
typedef enum Loose { LOOSE_NEVER, LOOSE_PAST, LOOSE_MAYBE } Loose;
Loose scenario_looseness(const Forest *f, Coupling c);
/* The number of a node's event; UINT32_MAX: it is not part of it. */
uint32_t scenario_number(const Scenario *s, const Forest *f, NodeId id);
/* Whether event a comes before b by program order, creation and joins. */
static inline bool scenario_precedes(const Scenario *s, uint32_t a, uint32_t b) {
    uint32_t strand = s->strand.data[a];
    return s->clock.data[(size_t)b * s->strands.len + strand] > a - s->strands.data[strand].first;
}
/* Sets up what is demanded of the order of its events (see temporal.h). */
void scenario_demand(Scenario *s, const Forest *f, NodeId sink);
/* Puts the events in order: `order` gets their numbers, n of them. False where there is none. */
bool scenario_order(Scenario *s, uint32_t *order);

#endif
