/*
 * oracle.h — the program at hand and what was counted over all programs, for the checks.
 */
#ifndef HEDDLE_ORACLE_ORACLE_H
#define HEDDLE_ORACLE_ORACLE_H

#include "generator.h"
#include "outcome.h"

/* The features of programs whose interferences are counted. */
#define INTERFERENCES                                                                                       \
    (PLAIN | LOCKS | ATOMICS | INPUTS | INDICES | FREES | JUMPS | EXITS | KEYS | ASSERTIONS | ASSUMPTIONS | \
     NESTED_CREATE | RECURSIVE | DETACH | TRYLOCK | CONDITION | SEMAPHORES | RWLOCKS | BARRIERS | ONCE |    \
     SPIN | ROBUST | TIMED | LOCALS | STRUCTS | SECTIONS | KERNEL)

/* The features of programs that get neighbours: those with system calls are large, and threads that only wait
 * for each other come now and then. */
#define VERSIONS (ALL_FEATURES & ~(KERNEL | CROSSWISE))

/* The features of programs in which threads wait by looking. */
#define WAITING                                                                                         \
    (PLAIN | LOCKS | TRYLOCK | ATOMICS | ASSERTIONS | ASSUMPTIONS | NESTED_CREATE | SEMAPHORES | SPIN | \
     RWLOCKS | SECTIONS | FREES | LOCALS | STRUCTS)

/* The features of programs with threads of one routine. */
#define LIKENESS                                                                                             \
    (PLAIN | LOCKS | TRYLOCK | ATOMICS | ASSERTIONS | ASSUMPTIONS | SECTIONS | SPIN | SEMAPHORES | RWLOCKS | \
     CONDITION | RECURSIVE | DETACH | INDICES | WIDTHS | BARRIERS | LOCALS | STRUCTS)

/* The features of programs with memory that was never written. */
#define UNWRITING                                                                                       \
    (PLAIN | LOCKS | TRYLOCK | ATOMICS | INPUTS | ASSERTIONS | NESTED_CREATE | CONDITION | SEMAPHORES | \
     RWLOCKS | SPIN | INDICES | FREES | WIDTHS | EXITS | SECTIONS)

/* The features of programs whose threads let time pass. */
#define PASSING                                                                                         \
    (PLAIN | LOCKS | TRYLOCK | ATOMICS | INPUTS | ASSERTIONS | NESTED_CREATE | CONDITION | SEMAPHORES | \
     RWLOCKS | DETACH | EXITS | BARRIERS | TIMED | PIPES | POLLS)

/* The features of programs that look at what they printed. */
#define PRINTING (PLAIN | LOCKS | ATOMICS | ASSERTIONS | NESTED_CREATE | SEMAPHORES)

/* The features of programs that draw random numbers. */
#define DRAWING (PLAIN | LOCKS | TRYLOCK | ATOMICS | INPUTS | ASSERTIONS | NESTED_CREATE | SEMAPHORES)

/* The features of programs with assertions of the same text. */
#define REPEATING (PLAIN | LOCKS | TRYLOCK | ATOMICS | ASSERTIONS | ASSUMPTIONS | SEMAPHORES | RWLOCKS)

/* The features of programs that send signals. */
#define SIGNALS                                                                                            \
    (PLAIN | LOCKS | TRYLOCK | ATOMICS | ASSERTIONS | SEMAPHORES | CONDITION | RWLOCKS | SPIN | BARRIERS | \
     ONCE | RECURSIVE | TIMED | PIPES | COUNTERS | POLLS)

/* The features of programs whose couplings are counted: main creates all threads before it waits for one, and
 * what threads leave behind for each other is memory and locks. */
#define COUPLINGS                                                                                         \
    (PLAIN | LOCKS | TRYLOCK | ATOMICS | INPUTS | ASSERTIONS | ASSUMPTIONS | RECURSIVE | RWLOCKS | ONCE | \
     SPIN | INDICES | KEYS | EXITS | CONDITION)
#define MOST_COUPLINGS 3

/* Of so many programs one is also explored as one of two files. */
#define TWO_FILES 4

/* Pairs of programs, of which the second is a neighbour of the first, and what changed from one to the other.
 */
typedef struct Pairs {
    uint64_t compared, large;       /* in one mode each */
    uint64_t same, found, vanished; /* findings: the same in both, more in the second, fewer, or others */
    uint64_t others;
    uint64_t moved;         /* the second could not follow the first one's layout */
    uint64_t pruned;        /* explorations with what was known before */
    uint64_t in_full, left; /* runs: of all these in full, as they were */
    unsigned repeated;      /* pairs of findings of one text at several places */
    uint64_t again;         /* findings that were not met since they were known to occur again */
} Pairs;

typedef struct Oracle {
    const char *resource;
    char *folder, *source;
    Place place;
    bool talk;
    bool only_interferences, only_couplings, only_versions, only_waits, only_alike, only_signals,
        only_passing, only_undefined, only_unwritten, only_orders, only_printing, only_drawing,
        only_repeating, only_silent, only_endless, only_campaigns, only_files, only_wakes;
    bool two_files; /* programs are loaded as those of two files */
    bool larger;    /* than brute force can go through: the truth is what one process explores in full */
    bool hasty;     /* limits of time end explorations somewhere; then nothing is compared */
    unsigned explorations; /* number of those */
    uint64_t seed;         /* of the program at hand */
    bool waits;            /* it waits for notifications */
    Pairs pairs;
    unsigned settings; /* compared for each program and granularity */
    unsigned
        seldom; /* of so many programs one is compared with native runs, or with all values of its inputs */
    uint64_t programs, compared, skipped, symbolic, native, native_lines, traces, cut_traces, interleavings;
    /* Errors by the least number of couplings that they take: more than compared, and those that no pair of
     * threads shows, come last. */
    uint64_t coupled[MOST_COUPLINGS + 3];
    uint64_t hanging; /* programs, in one mode each, of which some threads wait for ever */
    uint64_t killed;  /* workers of campaigns, at their work */
    uint64_t partly;  /* explorations that said themselves that they were not complete */
} Oracle;

/* The checks: NULL where all agree, or what differs (the caller frees). */

/* Writes both texts to a file, or ends with an error. */
void write_text(const char *path, const char *head, const char *text);

/* The program in the source file. NULL: it does not load, which was said. */
Program *load_program(const Oracle *o, char *const *defines, size_t ndefines);

/* The same as a program of two files. */
Program *load_two_files(const Oracle *o);

/* The same with a macro, where memory that was never written is told from other memory; `as_compiled`:
 * without the optimisation of registers. */
Program *load_checked(const Oracle *o, const char *define, bool as_compiled);

/* The same as a version of the program with this layout (NULL: the first one), as `heddle diff` does it. */
Program *load_version(const Oracle *o, const char *layout);

/* All explorations of the program in the source file, in both modes; *mode_name tells which part differs. */
char *check(Oracle *o, const Generator *g, const char **mode_name);
/* The first of `some` settings, of `all` that a strategy has, that the program at hand is compared with in a
 * mode: each program with other ones, all programs together with all. */
unsigned first_setting(const Oracle *o, int mode, unsigned all, unsigned some);
/* The sides of branches that con2colic testing covers with few interferences. */
char *check_interferences(Oracle *o, const Program *p);
/* The errors of threads that the strategy `sequential` finds with few couplings. */
char *check_couplings(Oracle *o, const Program *p);
/* The same of programs of which it is known how many couplings their errors take; of one of `parts` parts of
 * them, which the first seed chooses. */
char *check_known_couplings(Oracle *o, uint64_t first, unsigned parts);
/* The program, a neighbour of it and a neighbour of that: explored in full, in both modes, and with what is
 * known of the versions before. */
char *check_versions(Oracle *o, const Generator *g);
/* Campaigns in a database, whose workers are killed, give what one process gives. */
char *check_campaigns(Oracle *o, const Generator *g, const char **mode_name);
/* What is found where threads wait by looking. */
char *check_waits(Oracle *o, const char **mode_name);
/* What depends on memory that was never written, in a program of its own for this seed, whose text is in
 * `g` then; the caller frees it. */
char *check_undefined(Oracle *o, Generator *g);
/* Which variables race in a program of atomic accesses in all memory orders, for this seed; as above. */
char *check_orders(Oracle *o, Generator *g);
/* What is found where only some waits wake spuriously, in a program of its own for this seed; as above. */
char *check_wakes(Oracle *o, Generator *g, const char **mode_name);
/* What is proved of any number of threads, in a program of its own for this seed; as above. */
char *check_endless(Oracle *o, Generator *g, const char **mode_name);
/* What the program prints natively is among what was explored. */
char *check_native(Oracle *o, const Outcome *explored);

#endif
