/* keeper.c — see keeper.h. */
#include "campaigns/keeper_internal.h"
#include "campaigns/pass_parameters.h"
#include "campaigns/process_name.h"
#include <math.h>
#include <stdlib.h>

/* How much work may be lost with a worker: slices end after this time. With cut-offs and several
 * workers they are shorter, since decisions of another worker may take a slice back. */
#define SLICE_MS 5000
#define SHARED_SLICE_MS 1000
#define FIRST_SLICE_MS 100
/* With many workers slices are longer, up to a limit, since commits follow each other. */
#define FOR_EACH_OTHER_MS 25
#define MOST_SLICE_MS 25000
#define LAST_SLICE_MS 500
/* How long a worker without a task sleeps before it looks again, unless it is woken. */
#define IDLE_MS 500

/* --- passes ----------------------------------------------------------------------------------- */

typedef struct FactsRead {
    Campaign *c;
    bool contradicted;
} FactsRead;

static void read_fact(void *context, TextKind kind, const char *text) {
    FactsRead *r = context;
    if (kind == TEXT_FACT) r->contradicted |= pass_note_fact(r->c, text);
}

/* At the end: facts of different workers may contradict each other, so that another pass follows.
 * True if it does. */
static bool passes_again(Keeper *k, Campaign *c, const CampaignInfo *info) {
    FactsRead r = {.c = c};
    CampaignVisitor v = {.context = &r, .text = read_fact};
    if (!pass_parameters_get(c, info->parameters, info->parameters_size)) {
        keeper_damaged(k, c);
        return false;
    }
    if (KEEP_TRYING(k, campaign_store_results(k->store, &v)) != STORE_FINE || !r.contradicted)
        return false;
    k->pass = info->pass;
    keeper_make_pass(k, c);
    return true;
}

static void add_name(void *context, const char *name) {
    ThreadNames *names = context;
    uint32_t slot = 0;
    while (slot < names->n && strcmp(names->name[slot], name) != 0) slot++;
    if (slot == names->n && slot < MAX_THREADS) names->name[names->n++] = xstrdup(name);
}

static void keeper_claim(void *keeper, ThreadNames *names, const char *name) {
    Keeper *k = keeper;
    KEEP_TRYING(k, campaign_store_threads(k->store, name, add_name, names));
}

static bool begin_exploring(Keeper *k, Campaign *c, const CampaignInfo *info) {
    if (!pass_parameters_get(c, info->parameters, info->parameters_size)) {
        keeper_damaged(k, c);
        return false;
    }
    /* The main thread must have its number before the initial state is set up. */
    ThreadNames *names = c->run->machine->options.names;
    pthread_mutex_lock(&names->lock);
    keeper_claim(k, names, "0");
    pthread_mutex_unlock(&names->lock);
    if (keeper_must_stop(k) || !names->n) return false;
    k->pass = info->pass;
    k->reads_all = k->first = true;
    k->sum = k->base = (CampaignStats){0};
    memset(k->texts_sent, 0, sizeof k->texts_sent);
    k->committed_at = time_wall();
    c->result->stats.restarts = (uint64_t)info->pass;
    return true;
}

static bool keeper_begin_pass(void *keeper, Campaign *c) {
    Keeper *k = keeper;
    k->c = c;
    k->cutoffs = c->shared->known != NULL;
    k->exact_counts = c->shared->options->explore.exact_counts;
    for (;;) {
        Arena *arena = arena_new();
        CampaignInfo info;
        bool begins = false, again = false;
        if (KEEP_TRYING(k, campaign_store_look(k->store, arena, &info)) == STORE_FINE &&
            !keeper_must_stop(k)) {
            k->pass = info.pass;
            /* Before anything of it is told. */
            k->finished = info.status == CAMPAIGN_FINISHED &&
                          KEEP_TRYING(k, campaign_store_verify(k->store)) == STORE_FINE;
            if (info.status == CAMPAIGN_RUNNING)
                begins = begin_exploring(k, c, &info);
            else if (info.status == CAMPAIGN_CLOSING)
                k->closing = !(again = passes_again(k, c, &info)) && !keeper_must_stop(k);
            else if (k->finished && !pass_parameters_get(c, info.parameters, info.parameters_size))
                keeper_damaged(k, c);
        }
        arena_free(arena);
        if (again) continue;
        /* A limit that ended it here, before the exploration looks at limits itself. */
        if (!begins && !k->finished && !k->closing && watch_over(c->shared->watch))
            campaign_halt(c, c->shared->watch->reason);
        return begins;
    }
}

static void keeper_next_pass(void *keeper, Campaign *c) { keeper_make_pass(keeper, c); }

/* --- tasks ------------------------------------------------------------------------------------ */

uint64_t keeper_on_decided(void *keeper, const void *states, size_t size) {
    Keeper *k = keeper;
    WireReader r = wire_reader(states, size);
    uint64_t n = known_states_take(k->c->shared->known, &r);
    if (r.wrong) keeper_damaged(k, k->c);
    k->contradicted |= n > 0;
    return n;
}

bool keeper_take_decisions(Keeper *k, Campaign *c) {
    uint64_t contradictions = 0;
    if (!c->shared->known) return true;
    StoreAnswer answer =
        KEEP_TRYING(k, campaign_store_decisions(k->store, k->pass, k->reads_all, keeper_on_decided,
                                                k, &contradictions));
    k->reads_all = false;
    return answer == STORE_FINE && !keeper_must_stop(k);
}

/* Brings the machine's names of threads up to date: tasks refer to them by number. */
static bool take_names(Keeper *k, Campaign *c) {
    Machine *m = c->run->machine;
    ThreadNames *names = m->options.names;
    pthread_mutex_lock(&names->lock);
    StoreAnswer answer = KEEP_TRYING(k, campaign_store_threads(k->store, NULL, add_name, names));
    while (m->nslots < names->n) machine_add_slot(m, names->name[m->nslots]);
    pthread_mutex_unlock(&names->lock);
    return answer == STORE_FINE;
}

/* Whether the pass goes on, and the campaign with it. */
static bool pass_goes_on(Keeper *k) {
    Arena *arena = arena_new();
    CampaignInfo info = {0};
    bool goes_on = KEEP_TRYING(k, campaign_store_look(k->store, arena, &info)) == STORE_FINE &&
                   info.pass == k->pass && info.status == CAMPAIGN_RUNNING;
    arena_free(arena);
    return goes_on;
}

/* Nobody holds a task and none is open: unless that is over in a moment, a task is missing. */
static void look_for_damage(Keeper *k, Campaign *c, uint64_t held, unsigned *times) {
    uint64_t hungry, open, holding, waiting;
    if (held) {
        *times = 0;
        return;
    }
    if (KEEP_TRYING(k, campaign_store_demand(k->store, &hungry, &open, &holding, &waiting)) !=
            STORE_FINE ||
        open || holding || !pass_goes_on(k)) {
        *times = 0;
        return;
    }
    if (++*times < 3) return;
    if (KEEP_TRYING(k, campaign_store_verify(k->store)) == STORE_FINE) keeper_damaged(k, c);
}

static bool keeper_take(void *keeper, Campaign *c, const Wire **state) {
    Keeper *k = keeper;
    uint64_t held, freed;
    unsigned times = 0;
    StoreAnswer answer;
    for (bool waits = false;; waits = true) {
        if (campaign_stop(c) || keeper_must_stop(k)) return false;
        arena_free(k->of_task);
        k->of_task = arena_new();
        answer = KEEP_TRYING(k, campaign_store_take(k->store, k->pass, k->worker, keeper_lease(),
                                                    k->of_task, &k->task, &held));
        if (answer != STORE_NONE) break;
        if (!pass_goes_on(k)) return false;
        if (!waits) beat_holds(k, &(StoredTask){0});
        KEEP_TRYING(k, campaign_store_bury(k->store, k->host, process_is_gone, &freed));
        if (!freed) {
            look_for_damage(k, c, held, &times);
            campaign_store_wait(k->store, IDLE_MS);
        }
    }
    if (answer != STORE_FINE) return false;
    beat_holds(k, &k->task);
    keeper_forget_slice(k, c);
    k->committed_at = time_wall();
    if (!take_names(k, c) || !keeper_take_decisions(k, c)) return false;
    /* The path in memory was executed by decisions that do not count. */
    if (k->contradicted) run_undo(c->run, 0);
    k->contradicted = false;
    k->state.len = 0;
    wire_put(&k->state, k->task.state, k->task.size);
    *state = &k->state;
    return true;
}

static double with_others(const Keeper *k, double slice) {
    unsigned others = atomic_load_explicit(&k->beat.others, memory_order_relaxed);
    return MIN(MAX(slice, (double)others * FOR_EACH_OTHER_MS), MOST_SLICE_MS);
}

/* The longest slice now: short ones at the beginning and before the time is over, so that a process
 * with little time commits most of what it does. */
static double slice_now(const Keeper *k, double now) {
    double deadline = k->c->shared->watch->deadline, ran = 1000 * (now - k->began_at);
    double most = MIN(with_others(k, k->slice_ms), FIRST_SLICE_MS + ran / 2);
    return deadline > 0 && 1000 * (deadline - now) < LAST_SLICE_MS ? MIN(most, FIRST_SLICE_MS)
                                                                   : most;
}

static bool keeper_is_due(void *keeper) {
    const Keeper *k = keeper;
    double now = time_wall(), passed = 1000 * (now - k->committed_at), slice = slice_now(k, now);
    bool others = atomic_load_explicit(&k->beat.others, memory_order_relaxed) > 0;
    bool shared = others && k->c->shared->known;
    if (passed >= (shared ? MIN(slice, with_others(k, SHARED_SLICE_MS)) : slice)) return true;
    /* Others wait: soon after a task was begun, then once a second. */
    bool wanted = atomic_load_explicit(&k->beat.wanted, memory_order_relaxed) > 0;
    return wanted && passed >= (k->first ? FIRST_SLICE_MS : MIN(slice, SHARED_SLICE_MS));
}

static unsigned keeper_wanted(void *keeper) {
    const Keeper *k = keeper;
    unsigned wanted = atomic_load_explicit(&k->beat.wanted, memory_order_relaxed);
    return k->never_splits ? 0 : MAX(wanted, k->splits);
}

static bool keeper_child(void *keeper, Campaign *c, uint32_t number, Wire *found) {
    Keeper *k = keeper;
    Arena *arena = arena_new();
    const void *bytes;
    size_t size;
    StoreAnswer answer =
        KEEP_TRYING(k, campaign_store_child(k->store, &k->task, number, arena, &bytes, &size));
    if (answer == STORE_FINE) wire_put(found, bytes, size);
    arena_free(arena);
    /* What the child found is executed by the decisions of whoever explored it, and may be of
     * threads that this worker has not met. */
    return answer == STORE_FINE && take_names(k, c) && keeper_take_decisions(k, c) &&
           !k->contradicted;
}

static void keeper_leave(void *keeper, Campaign *c) {
    Keeper *k = keeper;
    (void)c; /* the slice is forgotten when the next task is taken: it may begin another pass */
    beat_holds(k, &(StoredTask){0});
    /* Once is enough: if it fails, the lease ends. */
    if (k->failure == KEEPER_FINE) campaign_store_leave(k->store, &k->task, k->worker);
}

static bool keeper_has_finding(void *keeper, const char *key) {
    Keeper *k = keeper;
    bool has = false;
    KEEP_TRYING(k, campaign_store_has_finding(k->store, key, &has));
    return has;
}

/* --- opening ---------------------------------------------------------------------------------- */

static bool open_connections(Keeper *k, const KeeperOptions *o, char **error) {
    k->store = keeper_open(k, o->address, error);
    if (!k->store) return false;
    campaign_store_use(k->store, o->store);
    campaign_store_patience(k->store, KEEPER_PATIENCE_MS);
    /* Known before it takes anything: who finds it dead frees what it held. */
    CampaignWorker w = {.id = k->worker, .host = k->host, .process = k->process, .name = k->name};
    if (KEEP_TRYING(k, campaign_store_worker(k->store, &w)) != STORE_FINE) {
        *error = xstrdup(campaign_store_error(k->store));
        return false;
    }
    return beat_start(k, o->address, error);
}

Keeper *keeper_new(const KeeperOptions *o, char **error) {
    Keeper *k = xcalloc(1, sizeof *k);
    k->build = o->build;
    k->callbacks = o->callbacks;
    k->worker = worker_number();
    k->host = host_unique_name();
    k->process = process_unique_name();
    k->name = host_shown_name();
    k->of_task = arena_new();
    k->splits = (unsigned)keeper_setting("HEDDLE_SPLIT", 0);
    k->never_splits = getenv("HEDDLE_SPLIT") && !k->splits;
    k->began_at = time_wall();
    k->until = o->seconds > 0 ? k->began_at + o->seconds : INFINITY;
    k->slice_ms = keeper_setting("HEDDLE_SLICE_MS", SLICE_MS);
    k->ledger = (Ledger){.context = k,
                         .begin_pass = keeper_begin_pass,
                         .next_pass = keeper_next_pass,
                         .end = keeper_end,
                         .take = keeper_take,
                         .is_due = keeper_is_due,
                         .wanted = keeper_wanted,
                         .child = keeper_child,
                         .commit = keeper_commit,
                         .leave = keeper_leave,
                         .claim = keeper_claim,
                         .has_finding = keeper_has_finding,
                         .damaged = keeper_damaged};
    if (open_connections(k, o, error)) return k;
    keeper_free(k);
    return NULL;
}

void keeper_free(Keeper *k) {
    if (!k) return;
    beat_end(k);
    campaign_store_close(k->store);
    arena_free(k->of_task);
    vec_free(&k->state);
    vec_free(&k->occurrences);
    free(k->host);
    free(k->process);
    free(k->name);
    free(k->error);
    free(k);
}

const Ledger *keeper_ledger(Keeper *k) { return &k->ledger; }
bool keeper_is_finished(const Keeper *k) { return k->finished; }

KeeperFailure keeper_failure(const Keeper *k, const char **text) {
    *text = k->error ? k->error : "";
    return k->failure;
}
