/*
 * test_settings.h — the settings of the options of heddle test. A new option is a field here and a
 * row in the table of test_settings.c. An option of the system under test needs in addition only
 * its word in vm/system/system.c.
 */
#ifndef HEDDLE_CLI_COMMANDS_TEST_SETTINGS_H
#define HEDDLE_CLI_COMMANDS_TEST_SETTINGS_H

#include "cli/cli.h"

#define ALTERNATIVES_USUAL "2"

typedef struct TestSettings {
    /* Exploration. */
    ExploreSettings explore;
    bool bound_given;
    const char *cutoffs, *alternatives, *guidance, *hunt, *symmetry; /* as given */
    /* Behaviours and checks of a run. */
    RunSettings run;
    const char *interleave, *volatile_accesses, *checks;
    /* The program under test and its system. */
    const char *entry, *stdin_path, *files, *fds, *stdout_mode, *programs;
    bool full_stacks, all;
    const char *keep_going;
    uint64_t faults, max_timeouts, max_sleeps, max_signals, max_steps, max_threads;
    bool no_optimisation;
    StringList environment, symbolic, plugins;
    StringList sym_args, sym_files; /* as KLEE's: "LEN" or "MIN:MAX:LEN"; "COUNT:LEN" */
    uint64_t sym_stdin;
    bool sym_stdout;
    StringList compiler; /* filled by test_other_option */
    const char *cache;   /* as for cli_cache_folder */
    const char *db;      /* of a campaign; NULL: none */
    /* Output. */
    const char *out, *summary, *stats, *suppressions, *tests, *test_format, *format, *dump_code;
    const char *sarif, *junit, *witness, *annotations; /* see test_formats.h */
    bool quiet, echo_output, exit_status;
    Arena *made; /* owns strings that were put together */
} TestSettings;

extern const Option test_options[];
/* Takes the options of the C compiler, as OptionParser.other. */
int test_other_option(void *settings, int argc, char **argv, int *i, char **error);

/* Returns the defaults. */
TestSettings test_settings_usual(void);
ExploreSettings test_settings_usual_exploration(void);
void test_settings_clear(TestSettings *s);
/* Evaluates --hunt, --cutoffs, --symmetry and --alternatives; false if the last one is wrong. */
bool test_settings_texts(TestSettings *s);
/* Sets the strategy's default bound if none was given; false if the strategy has no bound as
 * large. */
bool test_settings_bound(TestSettings *s);
/* Evaluates --guidance; false if it is wrong. */
bool test_settings_guidance(TestSettings *s);
/* Sets the part of the settings that a test must repeat; the caller clears it. */
void test_settings_build(TestBuild *b, const TestSettings *s, const Checks *checks,
                         const StringList *files, const StringList *arguments);

#endif
