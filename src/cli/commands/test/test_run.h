/*
 * test_run.h — one exploration for a command: findings become test files and diagnostics, the
 * result becomes a summary. heddle test does this once, heddle diff twice.
 */
#ifndef HEDDLE_CLI_COMMANDS_TEST_RUN_H
#define HEDDLE_CLI_COMMANDS_TEST_RUN_H

#include "cli/commands/test/test_settings.h"
#include "report/course/progress.h"
#include "report/course/stats.h"
#include "finding/suppress.h"
#include "report/text.h"

typedef struct TestRun {
    const TestSettings *settings;
    const TestBuild *build;
    Checks checks;
    Suppressions *suppressions;
    TextStyle style;
    Progress progress;
    uint64_t found, suppressed;
    uint64_t paths;     /* of which tests were written */
    VEC(Finding) raced; /* races that were reported: only what tells their causes apart */
    StringList incomplete;
    Arena *arena;
    bool write_failed;
    bool told_volatile;  /* the note about --volatile=relaxed was printed */
    StringList told;     /* paths of the tests that were written */
    CampaignStats stats; /* the latest ones */
    StatsTable *table;   /* of --stats; NULL: none */
    StatsCourse course;
    const Program *program;  /* the explored program; NULL: none yet */
    struct Session *session; /* a campaign in a database; NULL: none */
    const KeptFiles *kept;   /* the files that the campaign keeps; NULL: they are read */
    bool silent; /* the command tells the result itself; only findings and errors are told */
    /* Additions of a command; each may be NULL. */
    void (*adjust)(void *context, CampaignOptions *o);
    bool leaves_memory; /* the process ends behind the campaign (CampaignOptions) */
    bool (*known)(void *context, const Finding *f); /* whether a finding was reported before */
    /* whether an earlier version has a reported finding */
    Baseline (*remark)(void *context, const Finding *f);
    bool only_new; /* findings that an earlier version has are counted, not told */
    /* Called with the result. Returns the text of a JSON object whose members go to the summary
     * (freed by the caller), or NULL. May add reasons why the exploration is not complete. */
    char *(*ended)(void *context, const Program *program, CampaignResult *result);
    void *context;
} TestRun;

/* Whether the settings make sense; if not, after an error message. */
bool test_run_settings(TestSettings *s);
/* Prepares a run with settings that the caller keeps; the build is still missing. False after an
 * error message. */
bool test_run_begin(TestRun *r, TestSettings *s);
void test_run_end(TestRun *r);
/* Makes the folder for tests if it does not exist. False after an error message. */
bool test_run_folder(const char *path);
/* Removes the tests in the folder. */
void test_run_remove_old(const char *path);
/* Reports a finding as if the exploration had found it. False if it is suppressed. */
bool test_run_tell(TestRun *r, Finding *f);
/* Whether a finding is not to be told: its check is off, or a rule suppresses it. `context`: the
 * TestRun; a callback of a campaign. */
bool test_run_is_suppressed(void *context, const Finding *f);
/* Reports and writes a result, and frees it. Returns the exit status. */
int test_run_result(TestRun *r, const Program *program, CampaignResult *result);
/* Explores the program and reports the result. Returns the exit status. The limit is `seconds`; 0:
 * none. */
int test_run_explore(TestRun *r, const Program *program, double seconds);
/* Reports the result at a forced end, for guard_doing: the findings reported so far, and that the
 * rest is missing. Returns the exit status. */
int test_run_give_up(void *run, const char *reason, const char *doing);

#endif
