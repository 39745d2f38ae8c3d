/*
 * cli.h — what the subcommands share: settings, places of the installation, signals, the one way to
 * complain. The command line decides nothing about programs under test; it turns words into options
 * and results into words.
 */
#ifndef HEDDLE_CLI_CLI_H
#define HEDDLE_CLI_CLI_H

#include "analysis/sequentialize.h"
#include "cli/options.h"
#include "explore/campaign.h"
#include "explore/strategy.h"
#include "report/test_file/test_file.h"

/* Exit statuses that scripts depend on. */
enum {
    STATUS_NOTHING = 0,
    STATUS_FOUND = 1,
    STATUS_USAGE = 2,
    STATUS_LIMIT = 3,
    STATUS_INTERNAL = 4,
    STATUS_BOUND = 5 /* nothing found, complete at the bound that the strategy states */
};

/* One subcommand: argv[0] is its name. Returns the exit status. */
int command_test(int argc, char **argv);
int command_run(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_show(int argc, char **argv);
int command_cc(int argc, char **argv);
int command_cover(int argc, char **argv);
int command_seq(int argc, char **argv);
int command_diff(int argc, char **argv);
const Option *command_test_options(void);
const Option *command_run_options(void);
const Option *command_replay_options(void);
const Option *command_show_options(void);
const Option *command_cover_options(void);
const Option *command_seq_options(void);
const Option *command_diff_options(void);

/* "heddle: …" in one line on stderr. */
void cli_error(const char *format, ...) PRINTF_LIKE(1, 2);

/*
 * The folder with headers, libc and runtime bitcode: $HEDDLE_RESOURCE_DIR, else `resource` beside
 * the executable, else ../share/heddle. NULL after a complaint where there is none. The caller
 * frees.
 */
char *cli_resource_dir(void);
/* A fresh folder under $TMPDIR (or /tmp) that goes away with all files in it when the process
 * exits. NULL after a complaint. The string stays ours. */
const char *cli_temp_dir(void);

/* Ends the process, its output written and its temporary folder gone, while other threads are still
 * in libraries, which therefore clean up nothing. */
_Noreturn void cli_end_at_once(int status);

/* After this the first SIGINT or SIGTERM makes cli_interrupted true, the second, half a second
 * later or more, ends the process. */
void cli_catch_signals(void);
bool cli_interrupted(void);

/* Which checks are on. Findings of kinds that the engine always checks are dropped when told. */
typedef struct Checks {
    bool assertion, memory, race, deadlock, api, abort, arithmetic, hang, unreachable, overflow,
        leak, uninitialised;
    bool uninitialised_given; /* it or no-uninitialised was said */
    bool race_given; /* race or no-race was said, so that the default of --interleave does not
                        count */
} Checks;
/* The default set with the words of `list` ("leak,no-race", "none,assertion") applied; `list` may
 * be NULL. False with one line in *error. */
bool checks_parse(Checks *c, const char *list, char **error);
/* Whether findings of this kind are told. */
bool checks_tell(const Checks *c, const char *kind);

/*
 * An option of the C compiler at argv[*i]: 1 taken (what matters for the meaning of the program is
 * appended to `kept`; paths relative to the current folder stay so), 0 not one, -1 refused with one
 * line in *error. `made` owns strings that were put together.
 */
int compiler_option(int argc, char **argv, int *i, StringList *kept, Arena *made, char **error);

/* A subcommand that takes one file or folder. */
typedef struct OneFileCommand {
    const char *name, *takes; /* "replay", "one test" */
    const Option *options;
    void (*help)(void);
    int (*run)(void *settings, const char *file);
} OneFileCommand;

/* Parses its words, shows its help where asked, complains where the words are wrong; else the
 * status is what `run` returns for the file. */
int cli_one_file(const OneFileCommand *command, int argc, char **argv, void *settings);

/* The folder where loaded programs are kept: `given` (--cache), or by the environment. The caller
 * frees; NULL: none are. What is given and cannot be written gets a note. */
char *cli_cache_folder(const char *given);
/* Loads the program of a test, or takes it from the folder `cache` (NULL: there is none). NULL
 * after a complaint in one line. */
Program *cli_load_program(const TestBuild *build, const char *cache);
/* The same program, made sequential, with the runtime that this needs. NULL with one line in *error
 * (the caller frees; NULL after a complaint). */
Program *cli_load_sequential(const TestBuild *build, Sequentialization *s, char **error);
/* Writes it, without that runtime, to a file, as bitcode or as `text`. False after a complaint. */
bool cli_write_sequential(const TestBuild *build, Sequentialization *s, const char *path,
                          bool text);
/* The engine's options for it; strings stay the build's. `environment` is NULL-terminated by the
 * callee and freed by the caller, with cli_campaign_options_free. False with a message where a
 * setting is wrong. */
bool cli_campaign_options(const TestBuild *build, CampaignOptions *o);
void cli_campaign_options_free(CampaignOptions *o);

#endif
