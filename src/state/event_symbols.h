/* event_symbols.h — the expressions that an event left in the state. Not for other rooms. */
#ifndef HEDDLE_STATE_EVENT_SYMBOLS_H
#define HEDDLE_STATE_EVENT_SYMBOLS_H

#include "event/history.h"
#include "state/views.h"

/* Symbolic places: what the thread changed in memory up to here, then what is in its registers
 * now. */
struct EventSymbols {
    uint32_t nmemory, nregisters;
    SymbolicPiece piece[];
};

/* Whether two recorded events of one thread left the same expressions in memory and registers. */
bool event_symbols_same(const Event *x, const Event *y);

#endif
