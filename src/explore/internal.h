/*
 * internal.h — an exploration as strategies see it: what its workers share, and one worker. Not for
 * other rooms.
 */
#ifndef HEDDLE_EXPLORE_INTERNAL_H
#define HEDDLE_EXPLORE_INTERNAL_H

#include "explore/campaign.h"
#include "explore/ledger.h"
#include "explore/paths.h"
#include "run/run.h"
#include "explore/strategy.h"
#include "explore/limits/watch.h"
#include "explore/workers.h"
#include "run/describe.h"
#include <pthread.h>
#include <stdatomic.h>

/* A finding behind which threads go on, identified by its places. It is described once, then
 * counted. */
typedef struct SeenFinding {
    uint64_t
        places; /* of a race: of both accesses; of a mistake: a hash of the stack and the text */
    char *key;  /* of the finding */
    uint64_t again; /* number of occurrences after that */
    bool suppressed;
} SeenFinding;
typedef VEC(SeenFinding) SeenFindings;

/* The findings of all workers, of the hunt beside them and of earlier passes. `lock` guards what
 * changes. */
typedef struct FindingList {
    const Program *program;
    const CampaignOptions *options;
    const CampaignCallbacks *callbacks;
    Watch *watch;             /* ends replays */
    CampaignResult *result;   /* receives the reported findings and errors */
    VEC(Finding *) found;     /* distinct, reported or suppressed */
    VEC(char *) keys;         /* of `found` */
    VEC(Finding *) held;      /* deadlocks met beside cut-offs */
    VEC(Finding *) following; /* distinct races that follow from others, where they were met */
    VEC(char *) following_keys;
    atomic_bool enough; /* a finding was reported, and one is enough */
    pthread_mutex_t lock;
} FindingList;

typedef struct Member Member;

struct Choices;

/* Whether choices that a change does not depend on are pruned, in strategies that judge all runs
 * together. As long as none was, all can be explored from then on as if none ever could be. */
typedef enum ChoicePruning { CHOICES_ALL_SO_FAR, CHOICES_PRUNED, CHOICES_ALL } ChoicePruning;

/* What exploration calls where an exploration of another version is known (versions/prune_ops.h).
 */
struct PruneOps {
    /* Notes what a slice that was executed accesses. */
    void (*slice)(Campaign *c, const Event *e, const LogEntry *log, size_t n);
    /* Whether an end refuses what was pruned: the exploration begins again without. Where nothing
     * was, nothing will be. */
    bool (*refused)(Campaign *c, Run *r, RunEnd end);
    /* Begin a pass with the states of earlier explorations (returns whether most of these can be
     * used), and keep those of a complete one. */
    bool (*load_states)(Campaign *c);
    void (*save_states)(Campaign *c);
    void (*free)(struct Choices *s);
};

/* What the workers of an exploration share. Constant while they work, except for what `lock`
 * guards. */
typedef struct Exploration {
    const Program *program;
    const CampaignOptions *options;
    const Strategy *strategy;
    const CampaignCallbacks *callbacks;
    FindingList *findings;
    Watch *watch;
    bool leaves_memory;     /* it is over, and so is the process: see CampaignOptions */
    Workers *workers;       /* NULL: one worker explores depth-first */
    const Ledger *ledger;   /* tasks that outlive the process; NULL: none */
    KnownStates *known;     /* NULL: no cut-offs */
    Symmetry *symmetry;     /* NULL: no thread stands for another one */
    VEC(uint64_t) occurred; /* in this pass, by number in `findings`, whose lock guards it */
    char *unconfirmed; /* a finding of this pass that did not replay, or NULL; guarded likewise */
    struct Choices *choices; /* see choices.c; NULL: none yet; guarded by `lock` */
    _Atomic ChoicePruning choice_pruning;
    /* States of earlier explorations are used once no choice is pruned any more: of a run that ends
     * at one it is not known which choices may be. */
    bool earlier_waits;
    atomic_ullong standby_most; /* maximal bytes of states on standby of all workers together */
    /* Programs that make threads without end are explored by passes with a growing bound on
     * threads: whether that is allowed, and the bound of this pass; 0: none so far. */
    bool deepens;
    bool seeks; /* only looks for bugs, with fewer checks than the replays of its findings */
    uint32_t threads_most;
    Paths *paths;           /* whose tests are reported; NULL: of none */
    Member *member;         /* of a portfolio; NULL: no other strategy takes turns with this one */
    SharedAnswers *answers; /* of all its solvers, and of other members'; NULL: there is only one */
    double started;         /* on the clock of time_wall */
    pthread_mutex_t lock;
} Exploration;

/* One worker of an exploration: its machine, and what its runs have shown in this pass. The root
 * worker makes the passes, takes over what the others found out, and reports progress. */
struct Campaign {
    Exploration *shared;
    bool is_root;
    unsigned ticks;                 /* ticks of the watch seen so far */
    unsigned turn;                  /* in a portfolio: the turn in which the worker explores */
    uint64_t turn_began, turn_ends; /* work at which it began, and at which it ends */
    uint64_t search_work; /* work of the strategy beside its runs, in units of campaign_work */
    CampaignResult *result;
    ExprPool *pool;
    Solver *solver;
    Run *run;
    Hunt *hunt;   /* beside the exploration; NULL: no hunting, or another worker hunts */
    bool hunting; /* this is the worker of a hunt */
    /* Passes each slice of a run to the strategy, with `slice_context`; may be NULL. */
    void (*slice)(void *context, const Event *e, const LogEntry *log, size_t n);
    void *slice_context;
    /* Adds to a finding what the strategy knows beyond the run, with `describe_context`; may be
     * NULL. */
    void (*describe)(void *context, Finding *f);
    /* Whether it is not to be told in this exploration; may be NULL. */
    bool (*declines)(void *context, const Finding *f);
    void *describe_context;
    /* Learns of each step of a run, with `slice_context`; may be NULL. */
    void (*stepped)(void *context, Run *r);
    /* Frees what the strategy can do without where memory is short, with `spare_context`; NULL:
     * nothing. */
    void (*spare)(void *context);
    void *spare_context;
    /* The events that count, for strategies whose runs meet events that turn out to lie behind
     * cut-offs. For other strategies it is empty, and all events met count. */
    Census decided;
    VEC(VisibleRange) visible; /* the visible set S */
    /* Races on objects of the emulated kernel. They often result from a race on its tables and
     * vanish once the table is visible. So these bytes become visible only if no table raced in the
     * pass. */
    VEC(VisibleRange) deferred;
    bool tables;             /* a table of the emulated kernel raced in this pass */
    bool grown;              /* S grew in this run */
    bool weak;               /* races are judged by happens-before: some synchronisation is weak */
    bool refused;            /* a run shows that no choice may be pruned */
    bool many_threads;       /* a thread made many threads without a bound on them, in this pass */
    bool restart;            /* S grew and the run has ended: the pass is abandoned */
    bool again;              /* goes a way whose findings are reported already, by whom it was first
                                gone */
    bool halt;               /* a limit was reached, the first bug found, or the user interrupted */
    uint32_t nesting;        /* subtrees being explored while others wait */
    uint64_t nested_bytes;   /* what those that wait hold, about */
    CampaignStats elsewhere; /* statistics of programs made from this one, counted with it */
    uint64_t covered;        /* sides of branches covered at the last check */
    uint8_t *covered_before; /* Machine.cover as it was at the last look of paths_step */
    uint64_t events_told;    /* number of events reported to the other workers */
    double last_progress;
    uint64_t random;
    SeenFindings seen_races, seen_mistakes;
    SeenFindings seen_following; /* races that follow from others */
    HashSet asked;               /* states at ends of runs that were asked for a standstill */
#define REPORTED_RACE 1ull       /* stands for every race */
    VEC(uint64_t) reported; /* key hashes of findings, one per occurrence; the pruner empties it */
};

/* Whether a finding was reported, by any worker or the hunt, and one is enough. */
static inline bool campaign_has_enough(const Campaign *c) {
    return atomic_load_explicit(&c->shared->findings->enough, memory_order_relaxed);
}

/* Counts a maximal run, checks it for a deadlock, notifies oracles and checks limits. */
void campaign_leaf(Campaign *c);
/* Counts a run that was blocked by the sleep set of its node. */
static inline void campaign_redundant(Campaign *c) { c->result->stats.redundant++; }
/* Adds a reason why the exploration is incomplete; equal reasons are reported once. */
void campaign_incomplete(Campaign *c, const char *text);
/* Adds what a strategy with a bound has explored completely. The bound is intended: it is no limit
 * that was reached, and the exploration is not complete beyond it. */
void campaign_bounded(Campaign *c, const char *text);
/* Whether to stop exploring now (limits, restart). Cheap; call at every step. */
bool campaign_stop(Campaign *c);
uint64_t campaign_random(Campaign *c);

/* Ends the campaign; the reason of the first call is reported. */
void campaign_halt(Campaign *c, const char *reason);
/* limits.c: updates the statistics. */
void campaign_refresh(Campaign *c);
/* Shows in the progress line, not too often, that a hunting run is active. */
void campaign_tell_hunting(Campaign *c);
/* The work of a worker so far, which takes about as long as this number of interpreted
 * instructions. It depends on nothing but the program and the options. */
uint64_t campaign_work(const Campaign *c);
/* portfolio.c: the work of the other strategies that take turns with this one: of those that only
 * look for bugs, or of those that explore everything. */
uint64_t portfolio_work_beside(const Campaign *c, bool seeks);
/* Gives states on standby the memory that the limit leaves. False if the limit is exceeded even
 * without everything that can be recomputed. */
bool campaign_within_memory(Campaign *c);

/* campaign.c: sets up everything that a worker needs. False with *error if the solver is
 * missing. */
bool campaign_open(Campaign *c, ThreadNames *names, char **error);
void campaign_close(Campaign *c);

/* findings.c: replays a finding and reports it. The list owns the finding from then on. */
void campaign_report(Campaign *c, Finding *f);
/* Keeps a race that follows from another one (Finding.follows). */
void campaign_report_following(Campaign *c, Finding *f);
/* At the end: moves those to the result that never were findings of their own, and whose cause is
 * told. */
void finding_list_end(FindingList *l);
/* Whether such a finding was met and is not to be told. */
bool campaign_is_suppressed(Campaign *c, const Finding *f);
/* Reports at the end the deadlocks met beside cut-offs that no other deadlock covers. */
void campaign_report_held(Campaign *c);
void finding_list_init(FindingList *l);
/* Frees the list and the findings that its result does not have. */
void finding_list_free(FindingList *l);
/* Reports what the end of a maximal run shows. Returns whether the run ended in an error. */
bool campaign_check_end(Campaign *c, RunEnd end);
void campaign_check_leaks(Campaign *c);
/* Hooks of the run, which has the campaign as its context. */
void campaign_fault(void *context, Run *r, const Fault *fault);
void campaign_race(void *context, Run *r, const RaceAccess *a, const RaceAccess *b);
/* Returns the number of a race from which others may follow (RaceListener): its place in
 * seen_races, from 1 on; 0: none may. */
uint32_t campaign_race_number(void *context, Run *r, const RaceAccess *a, const RaceAccess *b);
/* race_findings.c: whether a race between accesses at these two places was reported. */
bool campaign_told_race(const Campaign *c, uint32_t loc, uint32_t other);
/* Whether a race was told, and what comes behind it is the same with its accesses ordered: they are
 * events, or the exploration orders them, or their values decide nothing. */
bool campaign_race_changes_nothing(const Campaign *c, const Run *r, const RaceAccess *a,
                                   const RaceAccess *b);
/* Adds bytes to the visible set S of the next pass. */
void campaign_show(Campaign *c, uint64_t start, uint64_t end);
/* Hash of the visible set S: what a pass stored can be used only in passes with the same S. */
uint64_t campaign_visible_hash(const Campaign *c);
/* Returns the record of the finding at these places; NULL: it was not reported yet. */
SeenFinding *seen_finding(const SeenFindings *s, uint64_t places);
void seen_findings_free(SeenFindings *s);
/* At the beginning of a pass: occurrences in the one before, which is given up, no longer count,
 * and findings that did not replay. */
void campaign_forget_occurrences(Campaign *c);
/* Findings of this pass that did not replay are explained by a reason for being incomplete. */
void campaign_forget_unconfirmed(Campaign *c);
/* After the last pass: a finding of it that did not replay is an internal error. */
void campaign_tell_unconfirmed(Campaign *c);
/* Adds the occurrences since the last call of findings behind which threads go on to the reported
 * ones. */
void campaign_settle_seen(Campaign *c);
/* The same at the end, when no more occur. */
void campaign_count_seen(Campaign *c);

/* How exploration and replay set up the machine. */
MachineOptions campaign_machine_options(const CampaignOptions *o);

#endif
