/*
 * test_run.h — one exploration for a command: findings become test files and diagnostics, the
 * result a summary. What heddle test does, and heddle diff twice.
 */
#ifndef HEDDLE_CLI_COMMANDS_TEST_RUN_H
#define HEDDLE_CLI_COMMANDS_TEST_RUN_H

#include "cli/commands/test_settings.h"
#include "report/progress.h"
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
    StringList raced; /* variables on which races were told */
    StringList incomplete;
    Arena *arena;
    bool write_failed;
    bool told_volatile;     /* that --volatile=relaxed exists */
    StringList told;        /* the tests that were written */
    CampaignStats stats;    /* as they were told last */
    const Program *program; /* that is explored; NULL: none yet */
    /* What the command does besides; each may be NULL. */
    void (*adjust)(void *context, CampaignOptions *o);
    bool (*known)(void *context, const Finding *f); /* whether a finding was told before */
    const char *(*remark)(void *context,
                          const Finding *f); /* a note on a finding that is told; NULL: none */
    /* The result is there; returns the text of a JSON object whose members go to the summary (freed
     * by the caller), or NULL. May add reasons why the exploration is not complete. */
    char *(*ended)(void *context, const Program *program, CampaignResult *result);
    void *context;
} TestRun;

/* Whether the settings make sense; else complains. */
bool test_run_settings(TestSettings *s);
/* Prepares a run with settings that stay the caller's; the build is still missing. False after a
 * complaint. */
bool test_run_begin(TestRun *r, TestSettings *s);
void test_run_end(TestRun *r);
/* The folder for tests, made where it is not there. False after a complaint. */
bool test_run_folder(const char *path);
/* Removes the tests in it. */
void test_run_remove_old(const char *path);
/* Tells a finding as if it had been explored. False where it is suppressed. */
bool test_run_tell(TestRun *r, Finding *f);
/* Tells and writes a result, which it frees; the exit status. */
int test_run_result(TestRun *r, const Program *program, CampaignResult *result);
/* Explores and tells; the exit status. Its limit is `seconds`; 0: none. */
int test_run_explore(TestRun *r, const Program *program, double seconds);
/* For guard_doing: tells and writes the findings that were told so far and that the rest is
 * missing. */
int test_run_give_up(void *run, const char *reason, const char *doing);

#endif
