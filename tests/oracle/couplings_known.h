/*
 * couplings_known.h — programs with one error of which it is known how many couplings it takes.
 */
#ifndef HEDDLE_ORACLE_COUPLINGS_KNOWN_H
#define HEDDLE_ORACLE_COUPLINGS_KNOWN_H

typedef struct KnownCouplings {
    const char *name, *text;
    int least, literal; /* with views and without; NO_PAIR: no pair of threads shows the error */
} KnownCouplings;
#define NO_PAIR 1000

/* What all of them begin with. */
extern const char known_couplings_prologue[];
/* The last one has no name. */
extern const KnownCouplings known_couplings[];

#endif
