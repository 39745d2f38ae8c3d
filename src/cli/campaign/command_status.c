/* command_status.c — heddle status: how far a campaign is, and who works on it. */
#include "cli/campaign/session.h"
#include "report/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct StatusSettings {
    bool watch;
} StatusSettings;

static const Option status_options[] = {
    {"watch", 'w', OPTION_FLAG, offsetof(StatusSettings, watch), .group = "Options",
     .help = "Print it again every two seconds, until the campaign is finished."},
    {0},
};

const Option *command_status_options(void) { return status_options; }

static void status_help(void) {
    puts("usage: heddle status [OPTIONS] DB\n"
         "\n"
         "Says how far the campaign in a database is: tasks, runs, events, findings, and who works "
         "on it. The\n"
         "share of the exploration is an estimate.");
    options_help(status_options, stdout);
}

static void tell_worker(void *context, const CampaignWorker *w) {
    (void)context;
    double seconds = (double)w->began / 1000;
    printf("  worker %s (process %.*s): ", w->name, (int)strcspn(w->process, ":"), w->process);
    if (w->task)
        printf("task %lld", (long long)w->task);
    else
        printf("waits for a task");
    printf(", %.0f runs a second, seen %.1f s ago\n", seconds > 0 ? (double)w->traces / seconds : 0,
           (double)w->seen / 1000);
}

typedef struct FindingCount {
    uint64_t found;
} FindingCount;

static void count_finding(void *context, const CampaignFinding *f) {
    ((FindingCount *)context)->found += !f->held;
}

static const char *const status_words[] = {[CAMPAIGN_RUNNING] = "running",
                                           [CAMPAIGN_CLOSING] = "running",
                                           [CAMPAIGN_FINISHED] = "finished"};

/* By random runs, or by where the search stands: with cut-offs the random runs of several processes
 * say nothing. */
static void tell_explored(const CampaignSums *s) {
    char *text = s->explored.share > 0 ? estimate_text(&s->explored, s->seconds)
                                       : text_estimate(s->share, s->seconds);
    printf("  %s%s\n", s->explored.share > 0 ? "by an estimate, in seconds of all workers: " : "",
           text);
    free(text);
}

static StoreAnswer tell_campaign(Session *s) {
    CampaignSums sums;
    FindingCount findings = {0};
    int64_t last = 0;
    uint64_t hungry, open, held, waiting;
    StoreAnswer answer = campaign_store_look(s->store, s->arena, &s->info);
    if (answer == STORE_FINE) answer = keeper_sums(s->store, &sums);
    if (answer == STORE_FINE)
        answer = campaign_store_findings(s->store, &last, count_finding, &findings);
    if (answer == STORE_FINE)
        answer = campaign_store_demand(s->store, &hungry, &open, &held, &waiting);
    if (answer != STORE_FINE) return answer;
    printf("%s: %s, pass %lld\n", s->info.name, status_words[s->info.status],
           (long long)s->info.pass + 1);
    printf("  %llu runs, %llu events, %llu findings, %.0f s of all workers\n",
           (unsigned long long)sums.traces, (unsigned long long)sums.events,
           (unsigned long long)findings.found, sums.seconds);
    if (s->info.status == CAMPAIGN_RUNNING) {
        printf("  tasks: %llu free, %llu held, %llu that wait for others\n",
               (unsigned long long)open, (unsigned long long)held, (unsigned long long)waiting);
        tell_explored(&sums);
    }
    return campaign_store_workers(s->store, tell_worker, NULL);
}

static int show_status(void *settings, const char *address) {
    const StatusSettings *w = settings;
    Session s;
    StoreAnswer answer = STORE_BAD;
    if (!session_open(&s, address, (DatabaseWait){0})) {
        session_close(&s);
        return session_refused(&s);
    }
    cli_catch_signals();
    for (;;) {
        answer = tell_campaign(&s);
        fflush(stdout);
        if (!w->watch || answer != STORE_FINE || s.info.status == CAMPAIGN_FINISHED ||
            cli_interrupted())
            break;
        sleep(2);
    }
    if (answer != STORE_FINE) cli_error("%s", campaign_store_error(s.store));
    session_close(&s);
    return answer == STORE_FINE   ? STATUS_NOTHING
           : answer == STORE_AWAY ? STATUS_LIMIT
                                  : STATUS_USAGE;
}

int command_status(int argc, char **argv) {
    static const OneFileCommand command = {.name = "status",
                                           .takes = "one database",
                                           .options = status_options,
                                           .help = status_help,
                                           .run = show_status};
    StatusSettings settings = {0};
    return cli_one_file(&command, argc, argv, &settings);
}
