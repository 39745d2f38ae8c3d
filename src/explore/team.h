/*
 * team.h — an exploration with all its workers: it opens them, repeats passes over the program
 * until the visible set S stays as it is, and adds up what the workers found out. Not for other
 * rooms.
 */
#ifndef HEDDLE_EXPLORE_TEAM_H
#define HEDDLE_EXPLORE_TEAM_H

#include "explore/internal.h"

/* An exploration and its workers. */
typedef struct Team {
    Exploration shared;
    CampaignOptions options; /* of `shared` */
    Campaign root;
    Campaign *others;
    unsigned nothers;
    AnyThreadsEnd any_threads; /* how the last proof for any number of threads ended */
    uint64_t next_attempt;     /* the work of the exploration from which on there is another one */
    ThreadNames names;         /* of the program's threads, the same for all workers */
} Team;

/* Opens the workers. False with *error if the solver is missing. */
bool team_open(Team *t, char **error);
/* Explores everything, with the hunt beside it. */
void team_explore(Team *t);
/* Frees the workers. Adds the solver statistics and race counts of the others to the result. */
void team_close(Team *t);
void team_free(Team *t);

#endif
