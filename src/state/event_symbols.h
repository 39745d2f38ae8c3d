/* event_symbols.h — the expressions that an event left in the state. Not for other rooms. */
#ifndef HEDDLE_STATE_EVENT_SYMBOLS_H
#define HEDDLE_STATE_EVENT_SYMBOLS_H

#include "event/history.h"
#include "state/views.h"

typedef VEC(SymbolicPiece) SymbolicPieces;

/* Symbolic places: what the thread changed in memory up to here, then what is in its registers
 * now. */
struct EventSymbols {
    uint32_t nmemory, nregisters;
    Fingerprint memory, sum; /* of the pieces in memory, and of all: by place, expression, count */
    SymbolicPiece piece[];
};

/* Whether two recorded events of one thread left the same expressions in memory and registers. */
bool event_symbols_same(const Event *x, const Event *y);
/* Adds a piece to a sum as often as its count says. */
void piece_add(Fingerprint *sum, const SymbolicPiece *p);
/* Returns the event's list of these pieces, of which the first ones are in memory and have the sum
 * `memory`; the event owns it. */
EventSymbols *event_symbols_new(const SymbolicPieces *pieces, size_t nmemory, Fingerprint memory);
/* Sorts the pieces, which are a few sorted runs: lists that threads had at their last events. Adds
 * up the counts of equal ones, and drops those with a count of zero. `runs` is scratch memory. */
void pieces_merge(SymbolicPieces *pieces, SymbolicPieces *runs);

#endif
