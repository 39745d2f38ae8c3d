/*
 * campaigns.c — a campaign in a database with two workers, each of which is killed, and a third one that ends
 * it: findings and completeness, and without cut-offs all counts, are those of one exploration.
 */
#include "oracle.h"
#include "campaigns/keeper.h"
#include "explore/ledger.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    FEWEST_TRACES = 4, /* a campaign that is smaller ends before anybody is killed */
    MOST_TRACES = 600,
    FEWEST_KILLS = 2,
    MORE_KILLS = 3, /* fewer than so many more */
};

typedef struct Killed {
    Oracle *oracle;
    const Program *program;
    Interleave mode;
    char *path;
    bool cutoffs;
    unsigned alternatives;
    uint64_t random;
    double patience; /* seconds that a worker is left alone at most, before it is killed */
} Killed;

static uint64_t killed_random(Killed *k, uint64_t below) {
    k->random += 0x9e3779b97f4a7c15ull;
    return hash_mix(k->random) % below;
}

/* Works on the campaign until it ends. NULL: the database cannot be used. */
static CampaignResult *work_on(const Killed *k) {
    char *error = NULL, source[] = "program.c", none[] = "", main_name[] = "main", sync[] = "sync",
         root[] = "/", *files[] = {source}, *arguments[] = {none};
    TestBuild build = {.directory = root,
                       .files = files,
                       .nfiles = 1,
                       .entry = main_name,
                       .interleave = sync,
                       .strategy = none,
                       .arguments = arguments,
                       .narguments = 1};
    StoreAnswer opened;
    CampaignStore *store = campaign_store_open(k->path, false, &opened, &error);
    Arena *arena = arena_new();
    CampaignInfo info;
    CampaignResult *r = NULL;
    Keeper *keeper = NULL;
    if (store && campaign_store_find(store, "campaign", false, arena, &info) == STORE_FINE) {
        KeeperOptions o = {.address = k->path, .store = store, .build = &build};
        keeper = keeper_new(&o, &error);
    }
    if (keeper) {
        CampaignOptions options = options_at(&k->oracle->place);
        options.explore = (ExploreSettings){.strategy = "por",
                                            .cutoffs = k->cutoffs,
                                            .alternatives = k->alternatives,
                                            .jobs = 1,
                                            .max_time = 600,
                                            .max_memory = 4096};
        options.interleave = k->mode;
        options.run.check_race = k->mode == INTERLEAVE_SYNC;
        options.ledger = keeper_ledger(keeper);
        CampaignCallbacks callbacks = keeper_callbacks(keeper);
        const char *text;
        r = campaign_run(k->program, &options, &callbacks);
        keeper_result(keeper, k->program, r);
        if (keeper_failure(keeper, &text) != KEEPER_FINE) {
            fprintf(stderr, "oracle: %s\n", text);
            campaign_result_free(r);
            r = NULL;
        }
    }
    free(error);
    keeper_free(keeper);
    arena_free(arena);
    campaign_store_close(store);
    return r;
}

static pid_t start_worker(const Killed *k) {
    fflush(NULL);
    pid_t id = fork();
    if (id) return id;
    CampaignResult *r = work_on(k);
    _exit(r && r->halt_reason && !strcmp(r->halt_reason, "finished") ? 0 : 1);
}

/* Two workers at a time, until so many were killed and two have ended. NULL, or how one ended that nobody
 * killed. */
static char *kill_workers(Killed *k) {
    pid_t worker[2] = {start_worker(k), start_worker(k)};
    uint64_t kills = FEWEST_KILLS + killed_random(k, MORE_KILLS);
    for (uint64_t n = 0; n < kills; n++) {
        uint64_t wait = killed_random(k, (uint64_t)(k->patience * 1e9));
        struct timespec t = {(time_t)(wait / 1000000000), (long)(wait % 1000000000)};
        nanosleep(&t, NULL);
        unsigned which = (unsigned)killed_random(k, 2);
        kill(worker[which], SIGKILL);
        int how = 0;
        waitpid(worker[which], &how, 0);
        k->oracle->killed += WIFSIGNALED(how) != 0;
        worker[which] = start_worker(k);
    }
    int status[2] = {0};
    for (int n = 0; n < 2; n++) waitpid(worker[n], &status[n], 0);
    for (int n = 0; n < 2; n++)
        if (status[n]) return xasprintf("a worker ended with status %d", status[n]);
    return NULL;
}

static char *compare_result(const Killed *k, const CampaignResult *r, const Outcome *all) {
    if (r->internal_error) return xasprintf("internal error: %s", r->internal_error);
    if (!r->complete && !all->limited)
        return xasprintf("it is not complete: %s", r->nincomplete ? r->incomplete[0] : r->halt_reason);
    Texts findings = {0};
    for (size_t n = 0; n < r->nfindings; n++) {
        char *text = finding_text(r->findings[n]);
        text_list_add(&findings, text);
        free(text);
    }
    texts_sort(&findings);
    char *x = texts_joined(&findings, true), *y = texts_joined((Texts *)&all->findings, true), *text = NULL;
    if (strcmp(x, y)) text = xasprintf("it finds:\n%sinstead of:\n%s", x, y);
    free(x);
    free(y);
    text_list_free(&findings);
    bool same_visible = r->stats.visible_bytes == all->stats.visible_bytes;
    if (!text && !k->cutoffs && same_visible &&
        (r->stats.traces != all->stats.traces || r->stats.events != all->stats.events))
        text = xasprintf("it has %llu traces and %llu events instead of %llu and %llu",
                         (unsigned long long)r->stats.traces, (unsigned long long)r->stats.events,
                         (unsigned long long)all->stats.traces, (unsigned long long)all->stats.events);
    return text;
}

/* A folder in memory, where there is one: the disk is not what is tested. */
static char *database_path(const Oracle *o) {
    struct stat s;
    bool memory = stat("/dev/shm", &s) == 0 && access("/dev/shm", W_OK) == 0;
    return memory ? xasprintf("/dev/shm/heddle-oracle-%ld.db", (long)getpid())
                  : xasprintf("%s/campaign.db", o->folder);
}

static void remove_database(const Killed *k) {
    char *journal = xasprintf("%s-journal", k->path);
    unlink(k->path);
    unlink(journal);
    free(journal);
}

/* A campaign in a mode gives what `all` says, which took so many seconds. */
static char *check_campaign(Oracle *o, const Program *p, Interleave mode, const Outcome *all,
                            double seconds) {
    Killed k = {.oracle = o,
                .program = p,
                .mode = mode,
                .path = database_path(o),
                .cutoffs = (o->seed + (mode == INTERLEAVE_MEMORY)) % 2,
                .alternatives = o->seed / 2 % 3,
                .random = o->seed,
                .patience = 0.002 + 2 * seconds};
    char *error = NULL, *text = NULL;
    if (k.cutoffs && all->limited) {
        free(k.path);
        return NULL;
    }
    setenv("HEDDLE_SLICE_MS", o->seed % 3 ? "0.3" : "0.001", 1);
    setenv("HEDDLE_SPLIT", o->seed % 4 ? "1" : "3", 1);
    remove_database(&k);
    StoreAnswer opened;
    CampaignStore *store = campaign_store_open(k.path, true, &opened, &error);
    CampaignInfo info = {.digest = "campaign", .build = "", .name = "", .options = "", .program = ""};
    if (!store || campaign_store_add(store, &info) != STORE_FINE)
        text = xasprintf("no database: %s", error ? error : campaign_store_error(store));
    campaign_store_close(store);
    free(error);
    if (!text && !(text = kill_workers(&k))) {
        CampaignResult *r = work_on(&k);
        text = r ? compare_result(&k, r, all) : xstrdup("the database cannot be used");
        campaign_result_free(r);
        o->compared++;
    }
    if (text) {
        char *named = xasprintf("a campaign with two workers, %u-partial, %s: %s", k.alternatives,
                                k.cutoffs ? "cut-offs" : "no cut-offs", text);
        free(text);
        text = named;
    }
    remove_database(&k);
    free(k.path);
    return text;
}

char *check_campaigns(Oracle *o, const Generator *g, const char **mode_name) {
    Program *p = load_program(o, NULL, 0);
    if (!p) return xstrdup("the program does not load");
    Place place = o->place;
    place.most = MOST_TRACES;
    char *text = NULL;
    bool compared = false;
    for (int mode = 0; mode < 2 && !text; mode++) {
        Interleave interleave = mode ? INTERLEAVE_MEMORY : INTERLEAVE_SYNC;
        Outcome all = {.sites = g->sites, .fixed = -1, .kernel = g->kernel};
        *mode_name = mode ? "memory" : "sync";
        double start = time_wall();
        /* That one process finds all is for the other kinds: only its exploration has to end. */
        explore(p, &place, interleave, &exact_bounded, &all);
        /* Large programs may wait in loops for too long, say: what then is explored is for other kinds. */
        bool partly = all.error && has_prefix(all.error, "incomplete:");
        if (all.error && !partly) {
            text = xasprintf("por: %s", all.error);
        } else if (!partly && !all.too_large && all.stats.traces >= FEWEST_TRACES) {
            text = check_campaign(o, p, interleave, &all, time_wall() - start);
            compared = true;
            o->traces += all.stats.traces;
        }
        outcome_free(&all);
    }
    o->skipped += !compared;
    o->programs += compared;
    program_free(p);
    return text;
}
