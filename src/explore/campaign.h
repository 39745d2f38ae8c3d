/*
 * campaign.h — one exploration of one program: limits, statistics, findings and progress, the same for every
 * strategy. The command line builds the options and tells the results; strategies are in files of their own.
 */
#ifndef HEDDLE_EXPLORE_CAMPAIGN_H
#define HEDDLE_EXPLORE_CAMPAIGN_H

#include "analysis/sequentialize.h"
#include "program/code_name.h"
#include "finding/finding.h"
#include "vm/machine/machine.h"

typedef struct Run Run;

typedef enum Interleave { INTERLEAVE_SYNC, INTERLEAVE_MEMORY } Interleave;

/* What con2colic testing does (strategies/interference/interference.c). */
typedef struct InterferenceSettings {
    uint64_t bound;     /* most interferences of a candidate */
    bool cores;         /* only loads that are to blame are interfered */
    bool no_duplicates; /* each candidate is looked at once */
    bool priority;      /* what may lead to new coverage first */
    bool stop_covered;  /* ends once all branches are covered */
} InterferenceSettings;

/* How to explore: what the command line's options set, and nothing that a test has to repeat. */
/* How many alike threads begin to pay. */
#define SYMMETRY_USUAL 4

typedef struct ExploreSettings {
    const char *strategy;  /* of a row; see strategy.h */
    const char *search;    /* "dfs" (NULL), "bfs", "random", "coverage" */
    const char *solver;    /* NULL: the default */
    unsigned alternatives; /* how many events an alternative must exclude (k); 0: all of them (optimal) */
    bool cutoffs;          /* events whose state was reached before end their thread */
    bool stop_at_first;
    unsigned symmetry;   /* so many threads that nothing tells apart stand for each other (symmetry.h); 0:
                            none do */
    bool hunt;           /* runs beside the exploration look for what is easy to find (hunt.h) */
    bool exact_counts;   /* of events, however many there are */
    double max_time;     /* seconds, 0: none */
    uint64_t max_memory; /* MiB, 0: half of the machine's */
    uint64_t max_traces; /* 0: none */
    uint64_t solver_limit_ms; /* of a query; 0: none. See SolverOptions */
    uint64_t jobs;            /* workers; 0 is 1 */
    uint64_t seed;
    InterferenceSettings interference;
} ExploreSettings;

/* What is left out since it is known to lead to nothing new. */
typedef struct PruneSettings {
    bool summaries; /* where a summary covers the state (pruner.h) */
    bool states;    /* where an event leads to a state of an earlier exploration (earlier.h) */
    /* Per instruction whether it may influence what a change affected, or NULL: choices between instructions
     * that do not are left out of runs in which every thread came to its end (choices.h). */
    const uint8_t *influences;
    const uint8_t
        *affected; /* per instruction whether the change may affect it, where `influences` is given */
    /* The paper's own rules, which lose bugs: see docs/proofs/versions.md. Then `influences` is its forward
     * set and counts in all runs, `affects` its backward set: summaries are looked for at other instructions.
     */
    bool paper;
    const uint8_t *affects;
    /* Names of places in code that another version has, see code_name.h. */
    bool (*alias)(void *context, const Function *f, const Insn *at, const Insn *call, CodeName *name);
    void *alias_context;
} PruneSettings;

/* What this and earlier explorations of versions of a program know, as opaque chunks. */
typedef struct ExploreStore {
    void *context;
    /* Calls `visit` for each chunk that is there. */
    void (*load)(void *context, void (*visit)(void *to, const void *chunk, size_t size), void *to);
    /* Adds one. False: it cannot; then none is given any more. */
    bool (*save)(void *context, const void *chunk, size_t size);
    uint64_t most_bytes; /* that a pass may keep; 0: no limit */
} ExploreStore;

/* What an exploration with summaries did. */
typedef struct PruneStats {
    uint64_t read, kept, used, dropped; /* summaries: of earlier explorations, added, that covered a state,
                                           and not kept for want of room */
    double seconds;                     /* that went into keeping them */
} PruneStats;

typedef struct CampaignOptions {
    ExploreSettings explore;
    Interleave interleave;
    RunSettings run;
    int argc;
    const char *const *argv; /* of the program under test, argv[0] included */
    const char *const *environment;
    const char *stdin_path;
    const SystemOptions *system; /* NULL: the usual one */
    /* For oracles: called with a hash of the final state of each complete run (memory of the program's own
     * writable globals, output, ends of threads). */
    void (*final_state)(void *context, uint64_t hash, Machine *m);
    void *final_context;
    /* For oracles: called after each step of a thread in a pass. */
    void (*stepped)(void *context, uint64_t pass, Run *run, int thread);
    /* What is visible in the first pass. */
    const VisibleRange *visible;
    size_t nvisible;
    /* For who explores a program made of another one: called at each finding, with the run at that moment;
     * and at the end of each complete run. */
    void (*failing)(void *context, Run *run, Finding *f);
    void (*ended)(void *context, const Machine *m);
    void *watching_context; /* of both */
    /* Loads the program, made sequential, for the strategy that explores that; it patches the bound and the
     * numbers of the threads. NULL with one line in *error (freed by the caller). */
    Program *(*sequential)(void *context, Sequentialization *s, char **error);
    void *sequential_context;
    /* What the program writes to its standard output (1) and error (2), as it does: for who runs it once.
     * Then nothing of it is kept. NULL: nobody wants to see it. */
    void (*output)(void *context, unsigned descriptor, const uint8_t *bytes, size_t n);
    void *output_context;
    bool random_schedule; /* of one run */
    PruneSettings prune;
    const ExploreStore *store; /* NULL: nothing is kept beyond this exploration */
    bool contextual_events;    /* events are those of the contextual unfolding, whatever the strategy (dfs) */
    bool hunts_eagerly;        /* as much as is explored, from the beginning on */
    bool keep_cheap_steps;     /* on standby, too: what would be executed again as fast */
} CampaignOptions;

/*
 * The statistics, one row each: type, name, and what becomes of them where several workers explored.
 *   SUM      each worker's are added
 *   MAX      the largest counts
 *   ROOT     known to the worker that tells, or set by campaign_refresh for all together
 */
#define CAMPAIGN_STATS(S)                                                                                   \
    S(uint64_t, traces, SUM)         /* complete runs: maximal configurations, or interleavings for dfs */  \
    S(uint64_t, events, ROOT)        /* distinct (canonical) events of the last pass */                     \
    S(bool, events_sampled, ROOT)    /* their numbers are estimates: see event/census.h */                  \
    S(uint64_t, memory_events, ROOT) /* of them, loads and stores of visible memory */                      \
    S(uint64_t, states, ROOT) /* distinct states after causal histories, where cut-offs are looked for */   \
    S(uint64_t, cutoffs, ROOT)                                                                              \
    S(uint64_t, paths_exit, SUM)                                                                            \
    S(uint64_t, paths_error, SUM)                                                                           \
    S(uint64_t, paths_cutoff, SUM)                                                                          \
    S(uint64_t, paths_assume, SUM)                                                                          \
    S(uint64_t, degree, ROOT)   /* con2colic testing: 1 + interferences of the candidates at hand */        \
    S(uint64_t, pruned, SUM)    /* runs that ended where a summary covered all that follows */              \
    S(uint64_t, left_out, SUM)  /* choices that nothing affected by a change depends on */                  \
    S(uint64_t, redundant, SUM) /* runs that found themselves blocked by what was explored before */        \
    S(uint64_t, restarts, ROOT)                                                                             \
    S(uint64_t, instructions, ROOT)                                                                         \
    S(uint64_t, prefix_events, ROOT)   /* where the explored part of the unfolding is kept: its events, */  \
    S(uint64_t, prefix_bytes, ROOT)    /* its size, */                                                      \
    S(double, extension_seconds, ROOT) /* and the time that went into its possible extensions */            \
    S(uint64_t, steps_replayed, SUM)   /* going to a subtree that was put off, and back: executed again, */ \
    S(uint64_t, steps_standby, SUM)    /* taken from states on standby, */                                  \
    S(uint64_t, standby_dropped, SUM)  /* and those that were let go for want of memory */                  \
    S(uint64_t, hunt_runs, ROOT)       /* runs beside the exploration: counted nowhere else */              \
    S(uint64_t, hunt_instructions, ROOT)                                                                    \
    S(bool, hunting, ROOT)         /* for progress: such a run is under way */                              \
    S(uint64_t, pct_threads, ROOT) /* the random strategy: most threads and steps of a run, */              \
    S(uint64_t, pct_steps, ROOT)                                                                            \
    S(uint64_t, pct_depth, ROOT) /* and the largest depth (pct.h) */                                        \
    S(uint64_t, threads_max, MAX)                                                                           \
    S(uint64_t, queries, ROOT)                                                                              \
    S(uint64_t, backend_queries, ROOT)                                                                      \
    S(double, solver_seconds, ROOT)                                                                         \
    S(double, seconds, ROOT)                                                                                \
    S(double, confirm_seconds, SUM) /* executing findings again and shortening their schedules */           \
    S(uint64_t, rss_bytes, ROOT)                                                                            \
    S(uint64_t, branches_covered, ROOT)                                                                     \
    S(uint64_t, branches_total, ROOT)                                                                       \
    S(uint64_t, visible_ranges, ROOT) /* of the set of memory that is interleaved */                        \
    S(uint64_t, visible_bytes, ROOT)                                                                        \
    S(uint64_t, configurations, ROOT) /* distinct maximal configurations met (dfs) */

typedef struct CampaignStats {
#define MEMBER(type, name, merge) type name;
    CAMPAIGN_STATS(MEMBER)
#undef MEMBER
    uint64_t kind_events[OPERATION_KINDS]; /* distinct events by kind of operation; ROOT */
} CampaignStats;

/* Con2colic testing, by number of interferences. */
typedef struct InterferenceLevel {
    uint64_t candidates, realizable, covered; /* sides of branches that were not covered with fewer */
    double seconds;
} InterferenceLevel;
typedef struct InterferenceStats {
    InterferenceLevel *level;
    size_t nlevels;
    uint64_t covered;  /* in all */
    uint64_t diverged; /* scenarios that did not happen as they were solved */
} InterferenceStats;

/* Sequentialization: one pair of threads that main created, by their numbers, with one bound. */
typedef struct SequentialLevel {
    unsigned thread, other, couplings;
    uint64_t paths, bugs;
    double seconds;
    bool complete;
    char *lost; /* why it is not complete; NULL: a limit was reached */
} SequentialLevel;
typedef struct SequentialStats {
    SequentialLevel *level;
    size_t nlevels;
    uint64_t before, after; /* instructions of the program and of the sequential one */
} SequentialStats;

typedef struct CampaignResult {
    bool complete;           /* everything was explored */
    const char *halt_reason; /* "finished", "time", "memory", "traces", "first bug", "interrupted" */
    CampaignStats stats;
    Finding **findings; /* distinct, in order of discovery */
    size_t nfindings;
    char **assumptions; /* what "safe" rests on; distinct */
    size_t nassumptions;
    char **incomplete; /* why the exploration is not complete; distinct */
    size_t nincomplete;
    char **bounds; /* what a strategy that is complete at a bound only has explored; distinct */
    size_t nbounds;
    char **warnings;
    size_t nwarnings;
    char *output; /* to stdout, of the last complete run: output_len bytes, zeros among them */
    size_t output_len;
    int exit_status;      /* of it */
    bool exited;          /* some run came to the end of the process */
    char *internal_error; /* a finding that did not replay: what diverged, or NULL */
    InterferenceStats interference;
    SequentialStats sequential;
    PruneStats prune;
    VisibleRange *visible; /* what was visible in the last pass */
    size_t nvisible;
    uint8_t *cover; /* what was executed, as in Machine.cover; NULL where that is not known */
} CampaignResult;

typedef struct CampaignCallbacks {
    void *context;
    /* A new finding that was re-executed with success: write its test file and tell it. May set f->test.
     * False suppresses it (a suppression matches). Once more, f->test being set, where another run shows
     * better what it needs: only the test is written anew. */
    bool (*found)(void *context, Finding *f);
    /* A few times per second. */
    void (*progress)(void *context, const CampaignStats *stats, size_t findings);
    /* Polled often, by a thread of its own; true ends the exploration cleanly. */
    bool (*interrupted)(void *context);
} CampaignCallbacks;

/* Runs the exploration. The result is freed with campaign_result_free. */
CampaignResult *campaign_run(const Program *program, const CampaignOptions *options,
                             const CampaignCallbacks *callbacks);
void campaign_result_free(CampaignResult *r);

/* Replays a test. Each visible operation is told through `step` before it happens (may be NULL; false
 * stops). */
typedef struct ReplayResult {
    bool reproduced;  /* the same finding occurred */
    Finding *finding; /* what occurred (NULL: nothing) */
    char *divergence; /* the step at which the run left the schedule, or NULL */
    bool interrupted; /* it was stopped before its end */
    char *output;     /* of the program: output_len bytes, zeros among them */
    size_t output_len;
    int exit_status;
    uint64_t steps;
} ReplayResult;

typedef struct ReplayCallbacks {
    void *context;
    bool wants_threads; /* `step` is told where the threads are, which takes time; else there are none */
    bool (*step)(void *context, size_t number, const ScheduleStep *step, const ThreadReport *threads,
                 size_t nthreads);
    /* Polled often; true ends the run. May be NULL. */
    bool (*interrupted)(void *context);
    /* The test is of another version of the program: files and lines of what occurs may be others. */
    bool across;
} ReplayCallbacks;

ReplayResult *campaign_replay(const Program *program, const CampaignOptions *options, const Finding *test,
                              const ReplayCallbacks *callbacks);
void replay_result_free(ReplayResult *r);

#endif
