/*
 * test_settings.h — what the options of heddle test set. A new option is a field here and a row in
 * the table of test_settings.c; one of the system under test needs no more than that and its word
 * in vm/system/system.c.
 */
#ifndef HEDDLE_CLI_COMMANDS_TEST_SETTINGS_H
#define HEDDLE_CLI_COMMANDS_TEST_SETTINGS_H

#include "cli/cli.h"

#define ALTERNATIVES_USUAL "2"

typedef struct TestSettings {
    /* How to explore. */
    ExploreSettings explore;
    bool bound_given;
    const char *cutoffs, *alternatives, *guidance, *hunt, *symmetry; /* as they were given */
    /* What a run may do. */
    RunSettings run;
    const char *interleave, *volatile_accesses, *checks;
    /* The program under test and its system. */
    const char *entry, *stdin_path, *files, *fds, *stdout_mode;
    uint64_t faults, max_timeouts, max_sleeps, max_signals, max_steps;
    bool no_optimisation;
    StringList environment, symbolic;
    StringList compiler; /* filled by test_other_option */
    const char *cache;   /* as for cli_cache_folder */
    /* Output. */
    const char *out, *summary, *suppressions, *tests, *format, *dump_code;
    bool quiet, echo_output, exit_status;
    Arena *made; /* owns strings that were put together */
} TestSettings;

extern const Option test_options[];
/* Takes the options of the C compiler: OptionParser.other. */
int test_other_option(void *settings, int argc, char **argv, int *i, char **error);

/* What counts where no option is given. */
TestSettings test_settings_usual(void);
void test_settings_clear(TestSettings *s);
/* Sets what comes of texts: of --cutoffs and --alternatives; false where the latter is none. */
bool test_settings_texts(TestSettings *s);
/* Sets the strategy's usual bound where none was given; false where it has none as large. */
bool test_settings_bound(TestSettings *s);
/* The same of --guidance. */
bool test_settings_guidance(TestSettings *s);
/* What a test must repeat of the settings; the caller clears. */
void test_settings_build(TestBuild *b, const TestSettings *s, const Checks *checks,
                         const StringList *files, const StringList *arguments);

#endif
