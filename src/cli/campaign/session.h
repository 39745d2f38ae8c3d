/* session.h — a campaign in a database, for the commands that explore, or look at it. */
#ifndef HEDDLE_CLI_CAMPAIGN_SESSION_H
#define HEDDLE_CLI_CAMPAIGN_SESSION_H

#include "campaigns/keeper.h"
#include "cli/commands/test/test_settings.h"
#include "cli/database_wait.h"

typedef struct Session {
    const char *address;
    const char *shown; /* the address without a password */
    DatabaseWait wait;
    bool away; /* the database stayed away */
    CampaignStore *store;
    Arena *arena;
    CampaignInfo info;
    TestBuild build;           /* read from the database by session_open */
    ExploreSettings explore;   /* as the campaign has it */
    const TestBuild *of_tests; /* the build that tests repeat */
    KeptFiles *kept;           /* the program's files; NULL: it has none */
    const char *files;         /* their digest as text; empty: it has none */
    bool is_new, finished;
    VEC(int) workers; /* numbers of further processes */
} Session;

/* Whether the settings make sense with --db; if not, after an error message. Takes those for
 * granted that follow from it. */
bool session_allows(TestSettings *s);
/* Whether nothing that is written while it explores is in the folder that the program reads: the
 * database and the output folder. If not, after an error message. */
bool session_keeps_apart(const TestSettings *s);
/* After STORE_AWAY, the first time at `since` (time_wall): waits until the database can be used
 * again. False if it stays away, or the command must stop. */
bool session_waits(Session *s, double since);
/* Repeats an operation as long as the database is away. */
#define SESSION_TRIES(s, operation)                                                        \
    __extension__({                                                                        \
        StoreAnswer answer_ = (operation);                                                 \
        double since_ = time_wall();                                                       \
        while (answer_ == STORE_AWAY && session_waits((s), since_)) answer_ = (operation); \
        (s)->away |= answer_ == STORE_AWAY;                                                \
        answer_;                                                                           \
    })
/* Opens the campaign of a program, which is made if it is not there, with the program's files as
 * they are now. False after an error message. */
bool session_create(Session *s, const TestSettings *settings, const TestBuild *build,
                    const Program *program, DatabaseWait wait);
/* Opens the newest campaign of a database that is not finished, or else the newest, with its build
 * and settings. False after an error message. */
bool session_open(Session *s, const char *address, DatabaseWait wait);
/* The exit status where a session could not be opened, or its program not be read. */
int session_refused(const Session *s);
/* Returns the program of a session that session_open opened, and reads its files. NULL after an
 * error message. */
Program *session_program(Session *s);
/* session_files.c: reads the files of the campaign, which have the digest that it names. False
 * after an error message. */
bool session_read_files(Session *s);
/* session_files.c: says so if the program's files on this machine are others by now. */
void session_tell_files(const Session *s);
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
const char *session_options_text(Arena *arena, const ExploreSettings *e, const TestBuild *b,
                                 const char *files);
/* Reads them. False with one line in *error (the caller frees). */
bool session_options_read(Session *s, const char *text, char **error);
/* A digest as text. */
const char *session_digest_text(Arena *arena, Digest d);
/* The build of Heddle, in hexadecimal digits. */
const char *session_build_id(Arena *arena);
/* Of everything that decides what is explored. */
const char *session_digest(const Session *s, const CampaignInfo *info, const TestBuild *b,
                           const ExploreSettings *e);

#endif
