/* command_findings.c — heddle findings: lists what a campaign found, and writes the tests. */
#include "cli/campaign/session.h"
#include "cli/commands/test/test_run.h"
#include "report/write_file.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct FindingsSettings {
    const char *out;
} FindingsSettings;

static const Option findings_options[] = {
    {"out", 0, OPTION_STRING, offsetof(FindingsSettings, out), "DIR", .group = "Options",
     .help = "Folder for the tests (default: heddle-out/; empty: none are written)."},
    {0},
};

const Option *command_findings_options(void) { return findings_options; }

static void findings_help(void) {
    puts("usage: heddle findings [OPTIONS] DB\n"
         "\n"
         "Lists what the campaign in a database has found so far, and writes the tests for heddle "
         "replay.");
    options_help(findings_options, stdout);
    puts("\nExit status: 0 nothing was found so far; 1 something was; 2 bad usage; 3 the "
         "database is away.");
}

typedef struct Listing {
    const FindingsSettings *settings;
    uint64_t found;
    bool failed;
} Listing;

static void list_finding(void *context, const CampaignFinding *f) {
    Listing *l = context;
    char *error = NULL;
    if (f->held) return;
    Test *t = test_parse(f->test, strlen(f->test), "a finding in the database", &error);
    if (!t) {
        cli_error("%s", error);
        free(error);
        l->failed = true;
        return;
    }
    l->found++;
    char *place = text_place(&t->finding->place);
    printf("%s: %s: %s (%llu times)\n", place, t->finding->kind, t->finding->message,
           (unsigned long long)MAX(f->occurrences, 1));
    if (*l->settings->out) {
        const char *out = l->settings->out;
        char *path =
            xasprintf("%s%s%04llu-%s.test.json", out, out[strlen(out) - 1] == '/' ? "" : "/",
                      (unsigned long long)l->found, t->finding->kind);
        if (write_atomically(path, f->test, strlen(f->test), &error))
            printf("  heddle replay %s\n", path);
        else {
            cli_error("the test could not be written: %s", error);
            free(error);
            l->failed = true;
        }
        free(path);
    }
    free(place);
    test_destroy(t);
}

static int list_findings(void *settings, const char *address) {
    Session s;
    Listing l = {.settings = settings};
    int64_t last = 0;
    bool fine = session_open(&s, address, (DatabaseWait){0});
    if (fine && *l.settings->out) {
        fine = test_run_folder(l.settings->out);
        if (fine) test_run_remove_old(l.settings->out);
    }
    if (fine) {
        StoreAnswer answer = campaign_store_findings(s.store, &last, list_finding, &l);
        fine = answer == STORE_FINE;
        s.away = answer == STORE_AWAY;
        if (!fine) cli_error("%s", campaign_store_error(s.store));
    }
    session_close(&s);
    return !fine || l.failed ? session_refused(&s) : l.found ? STATUS_FOUND : STATUS_NOTHING;
}

int command_findings(int argc, char **argv) {
    static const OneFileCommand command = {.name = "findings",
                                           .takes = "one database",
                                           .options = findings_options,
                                           .help = findings_help,
                                           .run = list_findings};
    FindingsSettings settings = {.out = "heddle-out/"};
    return cli_one_file(&command, argc, argv, &settings);
}
