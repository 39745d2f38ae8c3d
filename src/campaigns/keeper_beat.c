/* keeper_beat.c — the thread beside a worker, with a connection of its own. A worker whose beat
 * stops loses its task to others once the lease is over; it cannot commit then. See
 * keeper_internal.h. */
#include "campaigns/keeper_internal.h"
#include <errno.h>
#include <stdlib.h>
#include <time.h>

/* How often it looks who is hungry, and how often it renews the lease: less often with many
 * workers, so that all together do not keep the database busy. */
#define LOOK_MS 250
#define MOST_LOOK_MS 5000
#define RENEW_MS 5000
#define MOST_RENEW_MS 10000
#define FOR_EACH_OTHER_MS 10
/* Tasks that one commit gives away at most. */
#define MOST_WANTED 16

typedef struct OthersSeen {
    int64_t self;
    unsigned n;
} OthersSeen;

#define SILENT_MS 25000

static unsigned slowed(const Beat *b, unsigned usual, unsigned most) {
    return MIN(usual + atomic_load(&b->others) * FOR_EACH_OTHER_MS, most);
}

static void see_other(void *context, const CampaignWorker *w) {
    OthersSeen *o = context;
    o->n += w->id != o->self && w->seen < SILENT_MS;
}

static void beat_look(Keeper *k) {
    Beat *b = &k->beat;
    uint64_t hungry, open, held, waiting;
    OthersSeen seen = {.self = k->worker};
    if (campaign_store_workers(b->store, see_other, &seen) != STORE_FINE) return;
    atomic_store(&b->others, seen.n);
    if (!seen.n) {
        atomic_store(&b->wanted, 0);
        return;
    }
    if (campaign_store_demand(b->store, &hungry, &open, &held, &waiting) != STORE_FINE) return;
    /* A task in reserve for each worker: nobody waits until another one commits. */
    uint64_t reserve = seen.n + 1 + hungry;
    atomic_store(&b->wanted, open < reserve ? (unsigned)MIN(reserve - open, MOST_WANTED) : 0);
}

static void beat_renew(Keeper *k) {
    Beat *b = &k->beat;
    pthread_mutex_lock(&b->lock);
    StoredTask t = b->task;
    pthread_mutex_unlock(&b->lock);
    CampaignWorker w = {.id = k->worker,
                        .host = k->host,
                        .process = k->process,
                        .name = k->name,
                        .task = t.id,
                        .traces = (int64_t)atomic_load(&b->traces)};
    if (t.id)
        campaign_store_renew(b->store, &w, &t, keeper_lease());
    else
        campaign_store_worker(b->store, &w);
}

/* The worker itself waits for a database that is away; here a try in each round is enough. */
static void *beat_loop(void *keeper) {
    Keeper *k = keeper;
    Beat *b = &k->beat;
    unsigned lease = (unsigned)(keeper_lease() / 4);
    double renewed = 0;
    bool changed = true;
    pthread_mutex_lock(&b->lock);
    while (!b->ending) {
        pthread_mutex_unlock(&b->lock);
        double now = time_wall();
        if (changed || 1000 * (now - renewed) >= MIN(slowed(b, RENEW_MS, MOST_RENEW_MS), lease)) {
            beat_renew(k);
            renewed = now;
        }
        beat_look(k);
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        unsigned ms = MIN(slowed(b, LOOK_MS, MOST_LOOK_MS), MAX(lease, LOOK_MS));
        until.tv_sec += ms / 1000;
        until.tv_nsec += (long)(ms % 1000) * 1000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_mutex_lock(&b->lock);
        int64_t before = b->task.id;
        if (!b->ending) pthread_cond_timedwait(&b->changed, &b->lock, &until);
        /* Whether it waits for a task decides what others give away. */
        changed = !before != !b->task.id;
    }
    pthread_mutex_unlock(&b->lock);
    campaign_store_remove_worker(b->store, k->worker);
    return NULL;
}

bool beat_start(Keeper *k, const char *address, char **error) {
    Beat *b = &k->beat;
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->changed, &attr);
    pthread_condattr_destroy(&attr);
    b->store = keeper_open(k, address, error);
    if (!b->store) return false;
    campaign_store_use(b->store, k->store);
    campaign_store_patience(b->store, KEEPER_PATIENCE_MS);
    if (pthread_create(&b->thread, NULL, beat_loop, k))
        base_fatal("cannot create a thread that renews leases");
    b->running = true;
    return true;
}

void beat_end(Keeper *k) {
    Beat *b = &k->beat;
    if (b->running) {
        pthread_mutex_lock(&b->lock);
        b->ending = true;
        pthread_cond_signal(&b->changed);
        pthread_mutex_unlock(&b->lock);
        pthread_join(b->thread, NULL);
        pthread_cond_destroy(&b->changed);
        pthread_mutex_destroy(&b->lock);
    }
    b->running = false;
    campaign_store_close(b->store);
    b->store = NULL;
}

void beat_holds(Keeper *k, const StoredTask *t) {
    Beat *b = &k->beat;
    pthread_mutex_lock(&b->lock);
    bool changes = !b->task.id != !t->id;
    b->task = *t;
    if (changes) pthread_cond_signal(&b->changed);
    pthread_mutex_unlock(&b->lock);
}
