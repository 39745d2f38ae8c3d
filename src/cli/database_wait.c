/* database_wait.c — see database_wait.h. */
#include "cli/database_wait.h"
#include "campaigns/keeper.h"
#include "cli/cli.h"
#include <math.h>
#include <stdio.h>
#include <time.h>

#define BETWEEN_TRIES_NS 200000000

DatabaseWait database_wait_begin(double seconds, bool quiet) {
    return (DatabaseWait){.until = seconds > 0 ? time_wall() + seconds : INFINITY, .quiet = quiet};
}

double database_wait_left(const DatabaseWait *w) {
    return isinf(w->until) ? 0 : MAX(w->until - time_wall(), 0.01);
}

static bool must_stop(const DatabaseWait *w, double since) {
    double now = time_wall();
    return cli_interrupted() || now >= w->until || now >= since + keeper_patience();
}

bool database_wait(DatabaseWait *w, const char *address, double since) {
    if (must_stop(w, since)) return false;
    if (!w->quiet && !w->waited)
        fprintf(stderr, "heddle: note: the database is away; it is waited for: %s\n", address);
    w->waited = true;
    nanosleep(&(struct timespec){.tv_nsec = BETWEEN_TRIES_NS}, NULL);
    return !cli_interrupted();
}
