/*
 * database_wait.h — how commands wait for a database that is away: until it is there again, a limit
 * or a signal ends the wait, or a minute is over.
 */
#ifndef HEDDLE_CLI_DATABASE_WAIT_H
#define HEDDLE_CLI_DATABASE_WAIT_H

#include <stdbool.h>

typedef struct DatabaseWait {
    double until; /* the limit of the command (time_wall); 0: it does not wait */
    bool quiet;   /* it does not say that it waits */
    bool waited;  /* it waited at least once */
} DatabaseWait;

/* The wait of a command that has this time, in seconds; 0: no limit. */
DatabaseWait database_wait_begin(double seconds, bool quiet);
/* The seconds that are left of it, at least 0.01; 0: no limit. */
double database_wait_left(const DatabaseWait *w);
/* Waits a moment for a database, away since `since` (time_wall), whose address is shown to the user
 * once, without a password. False if it has stayed away for too long, or the command must stop. */
bool database_wait(DatabaseWait *w, const char *address, double since);

#endif
