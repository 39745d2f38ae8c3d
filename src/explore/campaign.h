/*
 * campaign.h — one exploration of one program: limits, statistics, findings and progress, the same
 * for every strategy. The command line builds the options and prints the results; strategies have
 * files of their own.
 */
#ifndef HEDDLE_EXPLORE_CAMPAIGN_H
#define HEDDLE_EXPLORE_CAMPAIGN_H

#include "analysis/sequentialize.h"
#include "explore/limits/estimate.h"
#include "program/code_name.h"
#include "finding/finding.h"
#include "vm/machine/machine.h"

typedef struct Run Run;

typedef enum Interleave { INTERLEAVE_SYNC, INTERLEAVE_MEMORY } Interleave;

/* Settings of con2colic testing (strategies/interference/interference.c). */
typedef struct InterferenceSettings {
    uint64_t bound;       /* maximal number of interferences of a candidate */
    bool cores;           /* only loads in the unsat core get an interference */
    bool no_duplicates;   /* each candidate is examined once */
    bool priority;        /* candidates that may lead to new coverage come first */
    bool stop_covered;    /* ends once all branches are covered */
    bool only_orders;     /* explores all orders of events, and seeks no scenarios */
    uint64_t runs_beyond; /* where all orders are explored, in more runs than these what is beyond
                             the bound is left out; 0: the usual number */
} InterferenceSettings;

/* The number of alike threads from which on symmetry pays off. */
#define SYMMETRY_USUAL 4

/* Of which paths that end without an error tests are reported (paths.h). */
typedef enum PathTests { PATHS_NONE, PATHS_NEW, PATHS_ALL } PathTests;

typedef struct ExploreSettings {
    const char *strategy;  /* of a row; see strategy.h */
    const char *search;    /* "dfs" (NULL), "bfs", "random", "coverage" */
    const char *solver;    /* NULL: the default */
    unsigned alternatives; /* k: events of D that an alternative must exclude; 0: all of them
                              (optimal) */
    bool cutoffs;          /* an event whose state was reached before ends its thread */
    bool stop_at_first;
    unsigned symmetry;   /* from this number on, alike threads stand for each other (symmetry.h); 0:
                            never */
    bool hunt;           /* single runs beside the exploration look for easy bugs (hunt.h) */
    bool exact_counts;   /* count events exactly, however many there are */
    double max_time;     /* seconds, 0: none */
    uint64_t max_memory; /* MiB, 0: half of the machine's */
    uint64_t max_traces; /* 0: none */
    uint64_t solver_limit_ms; /* of a query; 0: none. See SolverOptions */
    uint64_t jobs;            /* workers; 0 is 1 */
    uint64_t proof_work;      /* that an attempt of a proof for any number of threads may take in
                               * any case, in units of campaign_work; 0: as usual */
    uint64_t seed;
    PathTests path_tests;
    InterferenceSettings interference;
} ExploreSettings;

typedef struct PruneOps PruneOps; /* see internal.h */
typedef struct ReplayResult ReplayResult;
typedef struct ReplayCallbacks ReplayCallbacks;

/* What is pruned because it is known to lead to nothing new. */
typedef struct PruneSettings {
    const PruneOps *ops; /* needed for everything below; NULL: nothing is pruned */
    bool summaries;      /* where a summary covers the state (pruner.h) */
    bool states;         /* where an event leads to a state of an earlier exploration (earlier.h) */
    bool coarse_states;  /* what follows states is noted as where memory is short (beyond.h) */
    /* For each instruction whether it may influence what a change affected, or NULL. Choices
     * between instructions that do not are pruned in runs in which every thread reached its end
     * (choices.h). */
    const uint8_t *influences;
    const uint8_t *affected; /* for each instruction whether the change may affect it, if
                                `influences` is given */
    /* Use the rules of the paper, which lose bugs: see docs/proofs/versions.md. Then `influences`
     * is the forward set of the paper and applies to all runs. `affects` is its backward set:
     * summaries are looked up at other instructions. */
    bool paper;
    const uint8_t *affects;
    /* Names that places in the code have in another version, see code_name.h. */
    bool (*alias)(void *context, const Function *f, const Insn *at, const Insn *call,
                  CodeName *name);
    void *alias_context;
} PruneSettings;

/* Storage for what this and earlier explorations of versions of a program found out, as opaque
 * chunks. */
typedef struct ExploreStore {
    void *context;
    /* Calls `visit` for each stored chunk. */
    void (*load)(void *context, void (*visit)(void *to, const void *chunk, size_t size), void *to);
    /* Adds a chunk. False if it cannot; then `save` is not called again. */
    bool (*save)(void *context, const void *chunk, size_t size);
    uint64_t most_bytes; /* maximal size of what a pass stores; 0: no limit */
} ExploreStore;

/* Statistics of an exploration with summaries. */
typedef struct PruneStats {
    uint64_t read, kept, used, dropped; /* summaries: read from earlier explorations, stored, found
                                           to cover a state, and not stored for lack of room */
    double seconds;                     /* time spent on storing them */
} PruneStats;

typedef struct CampaignOptions CampaignOptions;
struct CampaignOptions {
    ExploreSettings explore;
    Interleave interleave;
    RunSettings run;
    int argc;
    const char *const *argv; /* of the program under test, argv[0] included */
    const char *const *environment;
    const char *stdin_path;
    const SystemOptions *system; /* NULL: the default */
    /* The process ends behind this campaign: what only the campaign used is left to the system.
     * Millions of states on standby take seconds to free. */
    bool leaves_memory;
    /* For oracles: called with a hash of the final state of each complete run (memory of the
     * program's own writable globals, output, ends of threads). */
    void (*final_state)(void *context, uint64_t hash, Machine *m);
    void *final_context;
    /* For oracles: called after each step of a thread in a pass. */
    void (*stepped)(void *context, uint64_t pass, Run *run, int thread);
    bool divides_sections; /* for oracles: see Machine */
    /* The visible set S of the first pass. */
    const VisibleRange *visible;
    size_t nvisible;
    /* For strategies that explore a program made from another one: `failing` is called at each
     * finding with the run at that moment, `ended` at the end of each complete run. */
    void (*failing)(void *context, Run *run, Finding *f);
    void (*ended)(void *context, const Machine *m);
    void *watching_context; /* of both */
    /* Loads the sequentialized program for the strategy `sequential`, which patches the bound and
     * the numbers of the threads. NULL with one line in *error (freed by the caller). */
    Program *(*sequential)(void *context, Sequentialization *s, char **error);
    void *sequential_context;
    /* that program has its pair and its choices already: one run of it is all that is explored */
    bool sequential_chosen;
    /* Receives the output of the program to standard output (1) and error (2) as it is written, for
     * a single run; the output is then not kept. NULL: the output is kept as usual. */
    void (*output)(void *context, unsigned descriptor, const uint8_t *bytes, size_t n);
    void *output_context;
    bool random_schedule; /* of a single run */
    PruneSettings prune;
    /* Where the program changed, which is hunted first: an order of search, on which no verdict
     * rests. NULL: it is unknown. `explores_directed`: alternatives there come first, too; then
     * fewer events are cut-offs, so that exploring everything takes longer. */
    const struct Direction *direction;
    bool explores_directed;
    /* Executes a finding again and shortens its schedule (replay/shorten.h). */
    ReplayResult *(*confirm)(const Program *program, const struct CampaignOptions *options,
                             Finding *f, const ReplayCallbacks *callbacks);
    const struct Ledger *ledger; /* keeps tasks beyond the process (ledger.h); NULL: none */
    const ExploreStore *store;   /* NULL: nothing is stored beyond this exploration */
    bool contextual_events; /* events are those of the contextual unfolding, whatever the strategy
                               (dfs) */
    uint64_t watch_after;   /* as that of MachineOptions */
    uint64_t hunts_first;   /* work of hunting before anything is explored */
    bool hunts_eagerly;     /* hunting takes as much work as exploring, from the beginning on */
    bool takes_turns_early; /* two strategies take turns from the beginning on, short ones */
    bool keep_cheap_steps;  /* keep on standby even steps whose execution would be as fast */
};

/*
 * The statistics, one row each: type, name, and how the values of several workers are merged.
 *   SUM      the values of the workers are added
 *   MAX      the largest value counts
 *   ROOT     known to the root worker, or set by campaign_refresh for all together
 */
#define CAMPAIGN_STATS(S)                                                                          \
    S(uint64_t, traces, SUM) /* complete runs: maximal configurations, or interleavings for dfs */ \
    S(uint64_t, events, ROOT)        /* distinct (canonical) events of the last pass */            \
    S(bool, events_sampled, ROOT)    /* their numbers are estimates: see event/census.h */         \
    S(uint64_t, memory_events, ROOT) /* of them, loads and stores of visible memory */             \
    S(uint64_t, states,                                                                            \
      ROOT) /* distinct states after causal histories, where cut-offs are looked for */            \
    S(uint64_t, cutoffs, ROOT)                                                                     \
    S(uint64_t, paths_exit, SUM)                                                                   \
    S(uint64_t, paths_error, SUM)                                                                  \
    S(uint64_t, paths_cutoff, SUM)                                                                 \
    S(uint64_t, paths_assume, SUM)                                                                 \
    S(uint64_t, degree, ROOT) /* con2colic testing: 1 + interferences of the current candidates */ \
    S(uint64_t, pruned, SUM)  /* runs that ended where a summary covered all that follows */       \
    S(uint64_t, left_out, SUM)  /* pruned choices: nothing affected by a change depends on them */ \
    S(uint64_t, redundant, SUM) /* runs blocked by events that were explored before */             \
    S(uint64_t, restarts, ROOT)                                                                    \
    S(uint64_t, instructions, ROOT)                                                                \
    S(uint64_t, prefix_events,                                                                     \
      ROOT) /* of the explored part of the unfolding, if it is kept: its events, */                \
    S(uint64_t, prefix_bytes, ROOT)    /* its size, */                                             \
    S(double, extension_seconds, ROOT) /* and the time spent on its possible extensions */         \
    S(uint64_t, steps_replayed,                                                                    \
      SUM) /* going to a postponed subtree and back: steps executed again, */                      \
    S(uint64_t, steps_standby, SUM)   /* taken from states on standby, */                          \
    S(uint64_t, standby_dropped, SUM) /* and steps dropped for lack of memory */                   \
    S(uint64_t, hunt_runs, ROOT) /* hunting runs beside the exploration: counted nowhere else */   \
    S(uint64_t, hunt_instructions, ROOT)                                                           \
    S(bool, hunting, ROOT) /* for progress: a hunting run is active */                             \
    S(uint64_t, pct_threads,                                                                       \
      ROOT) /* the strategy random: maximal numbers of threads and steps of a run, */              \
    S(uint64_t, pct_steps, ROOT)                                                                   \
    S(uint64_t, pct_depth, ROOT) /* and the largest depth (pct.h) */                               \
    S(uint64_t, threads_max, MAX)                                                                  \
    S(uint64_t, queries, ROOT)                                                                     \
    S(uint64_t, backend_queries, ROOT)                                                             \
    S(uint64_t, path_hits, ROOT) /* queries answered before, as SOLVER_LAYERS has it */            \
    S(uint64_t, repeat_hits, ROOT)                                                                 \
    S(uint64_t, bound_hits, ROOT)                                                                  \
    S(uint64_t, model_hits, ROOT)                                                                  \
    S(uint64_t, cache_hits, ROOT)                                                                  \
    S(uint64_t, core_hits, ROOT)                                                                   \
    S(uint64_t, shared_hits, ROOT)                                                                 \
    S(uint64_t, trial_hits, ROOT)                                                                  \
    S(uint64_t, order_hits, ROOT)                                                                  \
    S(uint64_t, range_hits, ROOT)                                                                  \
    S(uint64_t, walk_hits, ROOT)                                                                   \
    S(double, solver_seconds, ROOT)                                                                \
    S(double, seconds, ROOT)                                                                       \
    S(double, confirm_seconds, SUM) /* replaying findings and shortening their schedules */        \
    S(uint64_t, rss_bytes, ROOT)                                                                   \
    S(uint64_t, branches_covered, ROOT)                                                            \
    S(uint64_t, branches_total, ROOT)                                                              \
    S(uint64_t, visible_ranges, ROOT) /* of the visible set S */                                   \
    S(uint64_t, visible_bytes, ROOT)                                                               \
    S(uint64_t, configurations, ROOT) /* distinct maximal configurations met (dfs) */              \
    S(uint64_t, probes, SUM) /* random runs for an estimate of what is left (por), and the sums */ \
    S(double, probe_weights, SUM) /* of their weights */                                           \
    S(double, probe_squares, SUM) /* and of the squares */                                         \
    S(double, explored, ROOT)     /* the estimated share of the pass (0: unknown), with its */     \
    S(double, explored_low, ROOT) /* bounds */                                                     \
    S(double, explored_high, ROOT)                                                                 \
    S(double, pass_seconds, ROOT) /* since the pass began, at the estimate */

typedef struct CampaignStats {
#define MEMBER(type, name, merge) type name;
    CAMPAIGN_STATS(MEMBER)
#undef MEMBER
    uint64_t kind_events[OPERATION_KINDS]; /* distinct events by kind of operation; ROOT */
} CampaignStats;

/* The estimate among statistics, which `pass_seconds` belongs to. */
static inline Estimate stats_estimate(const CampaignStats *s) {
    return (Estimate){s->explored, s->explored_low, s->explored_high};
}
static inline void stats_set_estimate(CampaignStats *s, const Estimate *e, double seconds) {
    s->explored = e->share;
    s->explored_low = e->low;
    s->explored_high = e->high;
    s->pass_seconds = seconds;
}

/* Statistics of con2colic testing by number of interferences. */
typedef struct InterferenceLevel {
    uint64_t candidates, realizable,
        covered; /* `covered`: sides of branches that fewer interferences did not cover */
    double seconds;
} InterferenceLevel;
typedef struct InterferenceStats {
    InterferenceLevel *level;
    size_t nlevels;
    uint64_t covered;  /* in total */
    uint64_t diverged; /* scenarios whose run differed from their solution */
} InterferenceStats;

/* Sequentialization: one pair of threads with one bound. */
typedef struct SequentialLevel {
    unsigned thread, other; /* in the order in which they are created; 0: main */
    char *names[2];
    unsigned couplings;
    uint64_t paths, bugs;
    double seconds;
    bool complete;
    char *lost; /* why the level is incomplete; NULL: a limit was reached */
} SequentialLevel;
typedef struct SequentialStats {
    SequentialLevel *level;
    size_t nlevels;
    uint64_t before, after; /* instructions of the program and of the sequential one */
    bool other_fails; /* a run was met in which the writer fails, for which there is no plan */
} SequentialStats;

/* What one of several strategies did (the strategy auto). */
typedef struct StrategyShare {
    const char *strategy;
    double work; /* its share of all work, from 0 to 1 */
    uint64_t traces, events, states;
} StrategyShare;

typedef struct CampaignResult {
    const char *strategy;   /* whose exploration the statistics and the verdict are of */
    bool all_memory;        /* every access to shared memory was interleaved (--interleave) */
    StrategyShare share[3]; /* of the strategies that explored; `nshares` of them */
    unsigned nshares;
    bool complete; /* everything was explored */
    const char
        *halt_reason; /* "finished", "time", "memory", "traces", "first bug", "interrupted" */
    CampaignStats stats;
    Finding **findings; /* distinct, in order of discovery */
    size_t nfindings;
    Finding **following; /* races that follow from one of the findings (Finding.follows) */
    size_t nfollowing;
    char **assumptions; /* what "safe" rests on; distinct */
    size_t nassumptions;
    char **deviations; /* those of them by which the program got something else than a machine
                        * gives; distinct */
    size_t ndeviations;
    char **incomplete; /* why the exploration is not complete; distinct */
    size_t nincomplete;
    char **bounds; /* what a strategy that is complete only up to a bound has explored; distinct */
    size_t nbounds;
    uint32_t threads_explored; /* the largest bound on threads up to which passes were complete, if
                                  they deepened it by themselves; else 0. See deepen_threads */
    char *any_threads; /* what it was proved by that no number of threads meets a bug, or NULL */
    char *not_any_threads; /* why that was not proved, or NULL */
    char **warnings;
    size_t nwarnings;
    char
        *output; /* standard output of the last complete run: output_len bytes, may contain zeros */
    size_t output_len;
    int exit_status;      /* of the last complete run */
    bool exited;          /* some run reached the end of the process */
    char *internal_error; /* a finding that did not replay: what diverged, or NULL */
    InterferenceStats interference;
    SequentialStats sequential;
    PruneStats prune;
    VisibleRange *visible; /* the visible set S of the last pass */
    size_t nvisible;
    uint8_t *cover; /* what was executed, as in Machine.cover; NULL: unknown */
    /* per entry of `cover` the least number of interferences with which it was executed, plus 1; 0:
     * it was not. NULL: the strategy counts none */
    uint8_t *degrees;
} CampaignResult;

typedef struct CampaignCallbacks {
    void *context;
    /* Reports a new finding that was replayed with success and writes its test. May set f->test.
     * False if a suppression matches. It is called again, with f->test set, if another run shows
     * better which interferences the finding needs: then only the test is rewritten. */
    bool (*found)(void *context, Finding *f);
    /* Whether a suppression matches, as far as that is known before the replay: nobody will see its
     * schedule, so it is not shortened. May be NULL. */
    bool (*suppressed)(void *context, const Finding *f);
    /* Reports a path, by settings.path_tests, as a finding of the kind FINDING_PATH. May be NULL.
     */
    void (*path)(void *context, const Finding *f);
    /* The paths reported so far are explored again: they no longer count. */
    void (*paths_again)(void *context);
    /* A few times per second. */
    void (*progress)(void *context, const CampaignStats *stats, size_t findings);
    /* Polled often by a separate thread; true ends the exploration cleanly. */
    bool (*interrupted)(void *context);
} CampaignCallbacks;

/* Runs the exploration. The result is freed with campaign_result_free. */
CampaignResult *campaign_run(const Program *program, const CampaignOptions *options,
                             const CampaignCallbacks *callbacks);
void campaign_result_free(CampaignResult *r);

/* The result of a replayed test. `step` (may be NULL) is called before each visible operation;
 * false stops. */
struct ReplayResult {
    bool reproduced;  /* the same finding occurred */
    Finding *finding; /* what occurred (NULL: nothing) */
    char *divergence; /* the step at which the run left the schedule, or NULL */
    bool interrupted; /* it was stopped before its end */
    char *output;     /* of the program: output_len bytes, may contain zeros */
    size_t output_len;
    int exit_status;
    bool exited; /* the program ended */
    uint64_t steps;
    uint64_t steps_beyond; /* of them, those behind the end of the schedule */
};

struct ReplayCallbacks {
    void *context;
    /* Told of each step before its execution; false ends the run. May be NULL. */
    bool (*step)(void *context, size_t number, const ScheduleStep *step);
    /* Polled often; true ends the run. May be NULL. */
    bool (*interrupted)(void *context);
    /* The test belongs to another version of the program: files and lines of the finding may
     * differ. */
    bool across;
    bool keeps_schedule; /* a schedule that is confirmed is not shortened */
    /* Of several findings that may be the one of the test, the first of which this is true counts;
     * where it is of none, or NULL, the first. */
    bool (*wanted)(void *context, const Finding *f);
};

ReplayResult *campaign_replay(const Program *program, const CampaignOptions *options,
                              const Finding *test, const ReplayCallbacks *callbacks);
void replay_result_free(ReplayResult *r);

#endif
