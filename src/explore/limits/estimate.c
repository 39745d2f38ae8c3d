/* estimate.c — see estimate.h. */
#include "explore/limits/estimate.h"
#include "base/base.h"
#include <math.h>

/* So many random runs say something. */
#define FEWEST_RUNS 8
/* Two standard deviations of the logarithm. A factor for what no sample shows. With cut-offs, how
 * much faster or slower the rest may be than what was explored. */
#define DEVIATIONS 2
#define LEAST_FACTOR 1.5
#define CUTOFFS_FACTOR 3
/* Weights are skewed: where few runs have most of the weight, the heaviest are likely not among
 * them. */
#define SKEW 6
/* With a chance of 95 %, what no run of n shows has less than this part divided by n. */
#define RULE_OF_THREE 3

/* The factor by which the mean of the weights may be too large or too small. */
static double weights_spread(const WeightSums *w, double runs) {
    double mean = w->sum / runs, variance = w->squares / runs - mean * mean;
    double relative = variance > 0 ? sqrt(variance / runs) / mean : 0;
    return LEAST_FACTOR * exp(DEVIATIONS * sqrt(log1p(relative * relative)));
}

/* How many runs of equal weight would say as much. */
static double effective_runs(const WeightSums *w) { return w->sum * w->sum / w->squares; }

static Estimate from_parts(double explored, double left, double factor_low, double factor_high) {
    return (Estimate){.share = explored / (explored + left),
                      .low = explored / (explored + left * factor_high),
                      .high = explored / (explored + left / factor_low)};
}

/* How much is left if no run shows any of it. */
static Estimate nothing_beyond(double explored, double runs, const WeightSums *within) {
    double mean = within->n > 0 ? within->sum / within->n : explored, most = MAX(mean, explored);
    Estimate e = from_parts(explored, most / runs, 1, RULE_OF_THREE);
    e.high = 1;
    return e;
}

/* With cut-offs: how many configurations the explored ones stand for, cut off or not, and between
 * which numbers that is. */
static Estimate stands_for(double explored, double runs, const WeightSums *within, double mean) {
    if (within->n > 0) {
        double n = MAX(within->sum / runs, explored),
               factor = CUTOFFS_FACTOR * weights_spread(within, runs);
        return (Estimate){n, MAX(n / factor, explored), n * factor};
    }
    /* No run showed any: there are fewer than this. */
    double most = MAX(explored, RULE_OF_THREE * mean / runs);
    return (Estimate){sqrt(explored * most), explored, CUTOFFS_FACTOR * most};
}

Estimate estimate_share(double explored, double runs, const WeightSums *within,
                        const WeightSums *beyond, bool cutoffs) {
    Estimate none = {0}, done = {explored, explored, explored};
    double sum = within->sum + beyond->sum;
    if (runs < FEWEST_RUNS || !(explored > 0) || !(sum > 0) || !isfinite(sum * sum)) return none;
    if (cutoffs) done = stands_for(explored, runs, within, sum / runs);
    if (!(beyond->sum > 0)) return nothing_beyond(done.share, runs, within);
    double left = beyond->sum / runs, factor = weights_spread(beyond, runs),
           skew = 1 + SKEW / effective_runs(beyond);
    return (Estimate){.share = done.share / (done.share + left),
                      .low = done.low / (done.low + left * factor * skew),
                      .high = done.high / (done.high + left / (factor * sqrt(skew)))};
}

Estimate estimate_of_total(double explored, double runs, const WeightSums *all) {
    Estimate none = {0};
    if (runs < FEWEST_RUNS || !(explored > 0) || !(all->sum > 0) || !isfinite(all->sum * all->sum))
        return none;
    double mean = all->sum / runs, factor = weights_spread(all, runs),
           most = mean * factor * (1 + SKEW / effective_runs(all));
    /* More than there seems to be was explored: what is left is about the error. */
    if (mean <= explored)
        return (Estimate){explored / (explored + mean * (factor - 1) / 2),
                          explored / (explored + most), 1};
    return (Estimate){explored / mean, explored / most, MIN(1, explored * factor / mean)};
}

double estimate_seconds(const Estimate *e, double seconds, double *low, double *high) {
    *low = *high = -1;
    if (!(e->share > 0)) return -1;
    *low = seconds * (1 - e->high) / e->high;
    *high = seconds * (1 - e->low) / e->low;
    return seconds * (1 - e->share) / e->share;
}

/* A duration in the unit that people use for it. */
static void add_duration(StrBuf *b, double s) {
    if (s < 100)
        str_addf(b, "%.2g s", s);
    else if (s < 6000)
        str_addf(b, "%.2g min", s / 60);
    else if (s < 360000)
        str_addf(b, "%.2g h", s / 3600);
    else if (s < 3e8)
        str_addf(b, "%.2g days", s / 86400);
    else
        str_add(b, "years");
}

static void add_percent(StrBuf *b, double share) {
    double percent = 100 * share;
    if (percent >= 10)
        str_addf(b, "%.0f", percent);
    else if (percent >= 0.01)
        str_addf(b, "%.1g", percent);
    else
        str_add(b, "0");
}

char *estimate_text(const Estimate *e, double seconds) {
    StrBuf b = {0};
    double low, high, left = estimate_seconds(e, seconds, &low, &high);
    str_add(&b, "about ");
    add_percent(&b, e->share);
    str_add(&b, " % explored (");
    add_percent(&b, e->low);
    str_add(&b, " to ");
    add_percent(&b, e->high);
    str_add(&b, " %), ");
    add_duration(&b, left);
    str_add(&b, " left (");
    add_duration(&b, low);
    str_add(&b, " to ");
    add_duration(&b, high);
    str_add(&b, ")");
    return b.data;
}
