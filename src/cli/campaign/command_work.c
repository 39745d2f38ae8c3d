/* command_work.c — heddle work: takes tasks of the campaign in a database until it ends. */
#include "cli/campaign/session.h"
#include "cli/guard.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct WorkSettings {
    uint64_t jobs, max_memory;
    double max_time;
    bool quiet;
} WorkSettings;

#define AT(field) offsetof(WorkSettings, field)

static const Option work_options[] = {
    {"jobs", 'j', OPTION_COUNT, AT(jobs), "N", .positive = true, .max = 64, .group = "Options",
     .help = "Number of workers, each a process (default: 1)."},
    {"max-time", 0, OPTION_SECONDS, AT(max_time), "SECONDS", .positive = true,
     .help = "Stop working after this time."},
    {"max-memory", 0, OPTION_COUNT, AT(max_memory), "MIB", .positive = true,
     .help = "Stop working if the process exceeds this many MiB (default: half of the machine's)."},
    {"quiet", 'q', OPTION_FLAG, AT(quiet), .help = "Print only errors."},
    {0},
};

const Option *command_work_options(void) { return work_options; }

static void work_help(void) {
    puts("usage: heddle work [OPTIONS] DB\n"
         "\n"
         "Takes tasks of the campaign in a database (heddle test --db) until the campaign ends. It "
         "needs no\n"
         "source and no build tree. Any number of workers may come and go; what one does that dies "
         "is done\n"
         "again by others. Findings go to the database: heddle findings lists them.");
    options_help(work_options, stdout);
    puts("\nExit status: 0 the campaign is finished; 2 bad usage, or the campaign is of another "
         "build of heddle;\n"
         "3 it stopped before: a limit, a signal, or the database stayed away.");
}

static bool work_on_interrupted(void *context) {
    (void)context;
    return cli_interrupted();
}

static int work_on(Session *s, const WorkSettings *w) {
    Program *program = session_program(s);
    CampaignOptions o;
    int failed = 0, status = session_refused(s);
    if (program && cli_campaign_options(&s->build, s->kept, &o)) {
        CampaignCallbacks callbacks = {.interrupted = work_on_interrupted};
        o.explore = s->explore;
        o.explore.max_time = database_wait_left(&s->wait);
        o.explore.max_memory = w->max_memory;
        if (!w->quiet) fprintf(stderr, "heddle: working on %s\n", s->info.name);
        session_add_workers(s, w->jobs);
        CampaignResult *result = session_run(s, program, &o, &callbacks, &failed);
        status = failed ? failed : s->finished ? STATUS_NOTHING : STATUS_LIMIT;
        if (result && result->internal_error) {
            cli_error("internal error: %s", result->internal_error);
            status = STATUS_INTERNAL;
        }
        campaign_result_free(result);
        if (!w->quiet && status == STATUS_NOTHING) fputs("heddle: it is finished\n", stderr);
        cli_campaign_options_free(&o);
    }
    program_free(program);
    return status;
}

static int work_command(void *settings, const char *address) {
    Session s;
    cli_catch_signals();
    const WorkSettings *w = settings;
    bool opened = session_open(&s, address, database_wait_begin(w->max_time, w->quiet));
    int status = opened ? work_on(&s, w) : session_refused(&s);
    session_close(&s);
    return status;
}

int command_work(int argc, char **argv) {
    static const OneFileCommand command = {.name = "work",
                                           .takes = "one database",
                                           .options = work_options,
                                           .help = work_help,
                                           .run = work_command};
    WorkSettings settings = {.jobs = 1};
    return cli_one_file(&command, argc, argv, &settings);
}
