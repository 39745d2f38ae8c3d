/* session.h — a campaign in a database, for the commands that explore, or look at it. */
#ifndef HEDDLE_CLI_CAMPAIGN_SESSION_H
#define HEDDLE_CLI_CAMPAIGN_SESSION_H

#include "campaigns/keeper.h"
#include "cli/commands/test/test_settings.h"

typedef struct Session {
    const char *address;
    CampaignStore *store;
    Arena *arena;
    CampaignInfo info;
    TestBuild build;           /* read from the database by session_open */
    ExploreSettings explore;   /* as the campaign has it */
    const TestBuild *of_tests; /* the build that tests repeat */
    bool is_new, finished;
    VEC(int) workers; /* numbers of further processes */
} Session;

/* Whether the settings make sense with --db; if not, after an error message. Takes those for
 * granted that follow from it. */
bool session_allows(TestSettings *s);
/* Opens the campaign of a program, which is made if it is not there. False after an error
 * message. */
bool session_create(Session *s, const char *address, const ExploreSettings *explore,
                    const TestBuild *build, const Program *program);
/* Opens the newest campaign of a database that is not finished, or else the newest, with its build
 * and settings. False after an error message. */
bool session_open(Session *s, const char *address);
/* Returns the program of a session that session_open opened. NULL after an error message. */
Program *session_program(Session *s);
void session_close(Session *s);
/* Says whether the campaign is new, goes on, or is finished. */
void session_tell(const Session *s);

/* Starts further workers, as processes that end with this one. */
void session_add_workers(Session *s, uint64_t jobs);

/* Explores as one worker of the campaign, with the options of the caller where they are its own.
 * Returns the result of the campaign so far; NULL after an error message, with an exit status in
 * *failed. */
CampaignResult *session_run(Session *s, const Program *program, CampaignOptions *o,
                            const CampaignCallbacks *callbacks, int *failed);

/* session_options.c: the settings of a campaign, and its digest, which belong to the arena. */
const char *session_options_text(Arena *arena, const ExploreSettings *e, const TestBuild *b);
/* Reads them. False with one line in *error (the caller frees). */
bool session_options_read(Arena *arena, const char *text, ExploreSettings *e, TestBuild *b,
                          char **error);
/* The build of Heddle, in hexadecimal digits. */
const char *session_build_id(Arena *arena);
/* Of everything that decides what is explored. */
const char *session_digest(Arena *arena, const CampaignInfo *info, const TestBuild *b,
                           const ExploreSettings *e);

#endif
