/*
 * estimate.h — which part of an exploration is done, from random runs that count with weights
 * (strategies/por/estimate/probe.h). docs/proofs/estimate.md says what the weights mean.
 */
#ifndef HEDDLE_EXPLORE_LIMITS_ESTIMATE_H
#define HEDDLE_EXPLORE_LIMITS_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>

/* The explored part, from 0 to 1, and between which values it is likely to be. */
typedef struct Estimate {
    double share, low, high; /* share 0: unknown */
} Estimate;

/* Weights of some of the random runs: their number and sums. */
typedef struct WeightSums {
    double n, sum, squares;
} WeightSums;

static inline void weights_add(WeightSums *w, double weight) {
    w->n++;
    w->sum += weight;
    w->squares += weight * weight;
}

/* Of `runs` random runs those of weight 0 included, `beyond` have configurations that were not
 * explored, and `within` such that were. `explored` configurations were counted. Without cut-offs
 * these are all that `within` stands for. With `cutoffs` they are fewer: then the share is that of
 * all configurations, cut off or not. */
Estimate estimate_share(double explored, double runs, const WeightSums *within,
                        const WeightSums *beyond, bool cutoffs);
/* The same without cut-offs, where it is not known which of the runs were explored. */
Estimate estimate_of_total(double explored, double runs, const WeightSums *all);
/* Seconds left after so many; *low and *high by the bounds of the share. -1: unknown. */
double estimate_seconds(const Estimate *e, double seconds, double *low, double *high);
/* Words for it: "about 12 % explored (8 to 20 %), 40 s left (20 to 90 s)"; freed by the caller. */
char *estimate_text(const Estimate *e, double seconds);

#endif
