/* keeper_retry.c — what a worker does where the database is away or damaged. See
 * keeper_internal.h. */
#include "campaigns/keeper_internal.h"
#include <stdlib.h>

/* A worker that is silent for this time loses its task. */
#define LEASE_MS 30000
/* How long a database may be away, in seconds. */
#define PATIENCE 60

double keeper_setting(const char *name, double usual) {
    const char *text = getenv(name);
    double x = text ? strtod(text, NULL) : 0;
    return x > 0 ? x : usual;
}

int64_t keeper_lease(void) { return (int64_t)keeper_setting("HEDDLE_LEASE_MS", LEASE_MS); }

/* --- failures --------------------------------------------------------------------------------- */

/* While no campaign runs nothing else looks at limits and signals. */
static bool is_over_without_campaign(const Keeper *k) {
    const CampaignCallbacks *c = k->callbacks;
    bool asks = !k->stopped && c && c->interrupted;
    return time_wall() >= k->until || (asks && c->interrupted(c->context));
}

bool keeper_must_stop(const Keeper *k) {
    return k->failure != KEEPER_FINE ||
           (k->c ? k->c->halt || watch_over(k->c->shared->watch) : is_over_without_campaign(k));
}

double keeper_patience(void) { return keeper_setting("HEDDLE_STORE_PATIENCE", PATIENCE); }

CampaignStore *keeper_open(Keeper *k, const char *address, char **error) {
    double since = time_wall();
    CampaignStore *s;
    StoreAnswer answer;
    while (!(s = campaign_store_open(address, false, &answer, error)) && answer == STORE_AWAY &&
           keeper_waits_for_database(k, since)) {
        free(*error);
        *error = NULL;
    }
    return s;
}

bool keeper_waits_for_database(Keeper *k, double since) {
    double until = since + keeper_patience();
    while (!keeper_must_stop(k) && time_wall() < until) {
        struct timespec t = {.tv_nsec = 200000000};
        nanosleep(&t, NULL);
        if (!k->store || campaign_store_reconnect(k->store)) return true;
    }
    return false;
}

void keeper_fails(Keeper *k, StoreAnswer answer) {
    if (k->failure == KEEPER_FINE && !(k->c && watch_over(k->c->shared->watch))) {
        k->failure = answer == STORE_AWAY ? KEEPER_AWAY : KEEPER_BROKEN;
        k->error = xstrdup(campaign_store_error(k->store));
    }
    if (k->c) campaign_halt(k->c, "database");
}

void keeper_damaged(void *keeper, Campaign *c) {
    Keeper *k = keeper;
    if (k->failure == KEEPER_FINE) {
        k->failure = KEEPER_BROKEN;
        k->error = xstrdup("the database is damaged: a task is none of this campaign");
    }
    campaign_halt(c, "database");
}
