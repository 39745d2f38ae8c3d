/*
 * cli.h — shared by the subcommands: settings, places of the installation, signals, error messages.
 * The command line decides nothing about programs under test. It turns words into options and
 * results into words.
 */
#ifndef HEDDLE_CLI_CLI_H
#define HEDDLE_CLI_CLI_H

#include "analysis/sequentialize.h"
#include "cli/options.h"
#include "explore/campaign.h"
#include "explore/strategy.h"
#include "report/test_file/test_file.h"

/* Exit statuses, on which scripts depend. */
enum {
    STATUS_NOTHING = 0,
    STATUS_FOUND = 1,
    STATUS_USAGE = 2,
    STATUS_LIMIT = 3,
    STATUS_INTERNAL = 4,
    STATUS_BOUND = 5 /* nothing found, complete at the bound that the strategy states */
};

/* Run one subcommand, whose name is argv[0]. Return the exit status. */
int command_test(int argc, char **argv);
int command_run(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_debug(int argc, char **argv);
int command_show(int argc, char **argv);
int command_cc(int argc, char **argv);
int command_lib(int argc, char **argv);
int command_cover(int argc, char **argv);
int command_report(int argc, char **argv);
int command_seq(int argc, char **argv);
int command_diff(int argc, char **argv);
int command_resume(int argc, char **argv);
int command_work(int argc, char **argv);
int command_status(int argc, char **argv);
int command_findings(int argc, char **argv);
const Option *command_test_options(void);
const Option *command_run_options(void);
const Option *command_replay_options(void);
const Option *command_debug_options(void);
const Option *command_show_options(void);
const Option *command_cover_options(void);
const Option *command_report_options(void);
const Option *command_lib_options(void);
const Option *command_seq_options(void);
const Option *command_diff_options(void);
const Option *command_resume_options(void);
const Option *command_work_options(void);
const Option *command_status_options(void);
const Option *command_findings_options(void);

/* Prints "heddle: …" as one line to stderr. */
void cli_error(const char *format, ...) PRINTF_LIKE(1, 2);

/*
 * Returns the folder with headers, libc and runtime bitcode: $HEDDLE_RESOURCE_DIR, else `resource`
 * beside the executable, else ../share/heddle. The caller frees it. NULL after an error message if
 * there is none.
 */
char *cli_resource_dir(void);
/* Returns a new folder under $TMPDIR (or /tmp). The process removes it at its end, with all files
 * in it. NULL after an error message. The string is not to be freed. */
const char *cli_temp_dir(void);

/* Ends the process after writing its output and removing its temporary folder. Libraries clean up
 * nothing, since other threads may still be in them. */
_Noreturn void cli_end_at_once(int status);

/* Catches SIGINT and SIGTERM: the first one makes cli_interrupted true, the second one, half a
 * second later or more, ends the process. */
void cli_catch_signals(void);
bool cli_interrupted(void);

/* The checks that are on. Findings of kinds that the engine always checks are dropped when they are
 * reported. */
typedef struct Checks {
    bool assertion, memory, race, deadlock, api, abort, arithmetic, hang, unreachable, overflow,
        leak, uninitialised;
    bool uninitialised_given; /* "uninitialised" or "no-uninitialised" was given */
    bool race_given; /* "race" or "no-race" was given, so that the default of --interleave does not
                        count */
} Checks;
/* Applies the words of `list` ("leak,no-race", "none,assertion") to the default set; `list` may be
 * NULL. False with one line in *error (the caller frees). */
bool checks_parse(Checks *c, const char *list, char **error);
/* Whether findings of this kind are reported. */
bool checks_tell(const Checks *c, const char *kind);

/*
 * Takes an option of the C compiler at argv[*i]. 1: taken; its part that matters for the meaning of
 * the program is appended to `kept` (paths relative to the current folder stay so). 0: not an
 * option of the compiler. -1: refused with one line in *error. `made` owns strings that were put
 * together.
 */
int compiler_option(int argc, char **argv, int *i, StringList *kept, Arena *made, char **error);

/* Parses the words of a command, which argv[0] names. False, with the exit status in *status, where
 * that is all: `help` was asked for and called, or the words are wrong, which was told. */
bool cli_parse(const OptionParser *parser, void (*help)(void), int argc, char **argv,
               void *settings, CommandWords *words, int *status);

/* A subcommand that takes one file or folder. */
typedef struct OneFileCommand {
    const char *name, *takes; /* "replay", "one test" */
    const Option *options;
    void (*help)(void);
    int (*run)(void *settings, const char *file);
} OneFileCommand;

/* Parses the words of such a command and prints its help if asked. Returns the exit status: that of
 * `run` for the file, or STATUS_USAGE after an error message if the words are wrong. */
int cli_one_file(const OneFileCommand *command, int argc, char **argv, void *settings);

/* Returns the folder that caches loaded programs: `given` (--cache), or by the environment. The
 * caller frees; NULL: no cache. Prints a note if the given folder cannot be written. */
char *cli_cache_folder(const char *given);
/* Loads the program of a test, or takes it from the cache in the folder `cache` (NULL: no cache).
 * NULL after an error message. */
Program *cli_load_program(const TestBuild *build, const char *cache);
/* The same for a debugger: without optimisation, with what it needs of variables. Functions and
 * globals are at the addresses of `layout` (program_layout_text), unless the build gives another
 * one. */
Program *cli_load_debugged(const TestBuild *build, const char *layout, const char *cache);
/* Loads the same program made sequential, with a runtime, a C file or bitcode in the resource
 * folder. What the compiler makes of its files is kept in the folder `cache` (NULL: no cache). NULL
 * with one line in *error (the caller frees; NULL after an error message). */
Program *cli_load_sequential(const TestBuild *build, Sequentialization *s, const char *runtime,
                             const char *cache, char **error);
/* Runtimes: with choices and inputs to be explored, and with those of a stream of bytes. */
#define SEQUENTIAL_RUNTIME "heddle_seq.bc"
#define SEQUENTIAL_STREAM_RUNTIME "include/heddle/heddle_seq_driver.c"
/* Writes the sequential program to a file, as bitcode or as `text`, together with the bitcode
 * `added` (NULL: without any runtime). False after an error message. */
bool cli_write_sequential(const TestBuild *build, Sequentialization *s, const char *added,
                          const char *path, bool text);
/* Writes the program's own code, marked for heddle replay --native, to a file as bitcode. False
 * after an error message. */
bool cli_write_native(const TestBuild *build, const char *path);
/* Sets the engine's options for a build, which keeps its strings; `kept` (NULL: none) stands for
 * the files that it names, and is the caller's. cli_campaign_options_free frees
 * them. `environment` is NULL-terminated. False after an error message if a setting is wrong. */
bool cli_campaign_options(const TestBuild *build, const KeptFiles *kept, CampaignOptions *o);
void cli_campaign_options_free(CampaignOptions *o);

#endif
