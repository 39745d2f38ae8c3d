/* event_symbols.c — see event_symbols.h. */
#include "state/event_symbols.h"

bool event_symbols_same(const Event *x, const Event *y) {
    const EventSymbols *a = x->symbols, *b = y->symbols;
    uint32_t n = a ? a->nmemory + a->nregisters : 0, m = b ? b->nmemory + b->nregisters : 0;
    bool same = n == m;
    for (uint32_t k = 0; same && k < n; k++)
        same = a->piece[k].where == b->piece[k].where && a->piece[k].value == b->piece[k].value &&
               a->piece[k].count == b->piece[k].count;
    return same;
}
