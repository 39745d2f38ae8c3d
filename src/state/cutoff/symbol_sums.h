/*
 * symbol_sums.h — what symbolic parts of states contribute to their fingerprints, by name: a
 * symbolic part is computed when it is met first. Its name is a sum over the threads, so it is
 * known without looking at the expressions.
 */
#ifndef HEDDLE_STATE_CUTOFF_SYMBOL_SUMS_H
#define HEDDLE_STATE_CUTOFF_SYMBOL_SUMS_H

#include "event/history.h"

typedef struct SymbolSum {
    Fingerprint name, sum;
    bool replaced; /* some inputs were replaced (views.h) */
    bool overdone; /* it is too large to pay off; the sum is of no use */
} SymbolSum;

typedef struct SymbolSums SymbolSums;

SymbolSums *symbol_sums_new(void);
void symbol_sums_free(SymbolSums *s);
/* Returns the one of this name, or NULL; valid until the next one is added. */
const SymbolSum *symbol_sums_find(const SymbolSums *s, Fingerprint name);
void symbol_sums_add(SymbolSums *s, const SymbolSum *sum);

#endif
