/* session.c — see session.h. */
#include "cli/campaign/session.h"
#include "explore/ledger.h"
#include "program/program_file.h"
#include "store/sql/sql.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

/* --- what --db does not go with --------------------------------------------------------------- */

typedef struct Refusal {
    const char *option;
    bool (*given)(const TestSettings *s);
    const char *reason;
} Refusal;

static bool has_other_strategy(const TestSettings *s) {
    return strcmp(s->explore.strategy, "por") != 0 && strcmp(s->explore.strategy, "auto") != 0;
}
static bool has_search(const TestSettings *s) {
    return s->explore.search && strcmp(s->explore.search, "dfs") != 0;
}
static bool has_path_tests(const TestSettings *s) { return s->explore.path_tests != PATHS_NONE; }
static bool has_max_traces(const TestSettings *s) { return s->explore.max_traces != 0; }
static bool stops_at_first(const TestSettings *s) { return s->explore.stop_at_first; }
static bool has_echo(const TestSettings *s) { return s->echo_output; }

static const Refusal refusals[] = {
    {"strategy", has_other_strategy, "only por keeps its exploration in a database"},
    {"search", has_search, "tasks are explored depth first"},
    {"tests", has_path_tests, "tests of paths are not kept in a database"},
    {"max-traces", has_max_traces, "runs are counted by several workers (--max-time can be given)"},
    {"stop-at-first", stops_at_first, "several workers would have to stop at once"},
    {"echo-output", has_echo, "the last run may be another worker's"},
};

/* What is explored in a database, whatever else was given. */
static void set_explored(ExploreSettings *e) {
    e->strategy = "por";
    e->search = NULL;
    e->hunt = false;
    e->symmetry = 0;
}

bool session_allows(TestSettings *s) {
    for (size_t k = 0; k < ARRAY_LEN(refusals); k++) {
        if (!refusals[k].given(s)) continue;
        cli_error("--%s cannot be given with --db: %s", refusals[k].option, refusals[k].reason);
        return false;
    }
    if (!s->quiet && !strcmp(s->explore.strategy, "auto"))
        fprintf(stderr, "heddle: note: with --db it explores by the strategy por alone\n");
    set_explored(&s->explore);
    return true;
}

/* --- opening ---------------------------------------------------------------------------------- */

int session_refused(const Session *s) { return s->away ? STATUS_LIMIT : STATUS_USAGE; }

bool session_waits(Session *s, double since) {
    while (database_wait(&s->wait, s->shown, since))
        if (!s->store || campaign_store_reconnect(s->store)) return true;
    return false;
}

static StoreAnswer try_to_open(Session *s, bool make, char **error) {
    StoreAnswer answer = STORE_FINE;
    free(*error);
    *error = NULL;
    s->store = campaign_store_open(s->address, make, &answer, error);
    return s->store ? STORE_FINE : answer;
}

static bool open_store(Session *s, const char *address, bool make, DatabaseWait wait) {
    char *error = NULL;
    char *shown = sql_shown_address(address);
    *s = (Session){.address = address, .arena = arena_new(), .files = "", .wait = wait};
    s->shown = arena_strdup(s->arena, shown);
    free(shown);
    if (SESSION_TRIES(s, try_to_open(s, make, &error)) == STORE_FINE) return true;
    cli_error("%s", error);
    free(error);
    return false;
}

static bool tell_answer(const Session *s, StoreAnswer answer) {
    if (answer == STORE_FINE) return true;
    if (answer == STORE_NONE)
        cli_error("%s: it has no campaign", s->shown);
    else
        cli_error("%s", campaign_store_error(s->store));
    return false;
}

/* Whether this build of Heddle may work on the campaign. */
static bool is_own_build(const Session *s) {
    const char *build = session_build_id(s->arena);
    if (*build && !strcmp(build, s->info.build)) return true;
    cli_error("%s: the campaign was begun by another build of heddle", s->shown);
    return false;
}

/* Reads the files that the settings name, once. */
static bool keep_files(Session *s, const TestSettings *settings) {
    char *error = NULL;
    if (!settings->files && !settings->stdin_path) return true;
    s->kept = kept_files_read(settings->files, settings->stdin_path, &error);
    if (s->kept) {
        s->files = session_digest_text(s->arena, kept_files_digest(s->kept));
        return true;
    }
    cli_error("%s", error);
    free(error);
    return false;
}

/* The files as the database takes them. */
static void set_files(const Session *s, CampaignInfo *info) {
    size_t n = s->kept ? kept_files_count(s->kept) : 0;
    CampaignFile *file = arena_alloc(s->arena, (n + 1) * sizeof *file);
    for (size_t k = 0; k < n; k++) file[k].bytes = kept_files_record(s->kept, k, &file[k].size);
    info->file = file;
    info->nfiles = n;
}

static StoreAnswer find_campaign(Session *s, const char *digest, bool program) {
    return SESSION_TRIES(s, campaign_store_find(s->store, digest, program, s->arena, &s->info));
}

bool session_create(Session *s, const TestSettings *settings, const TestBuild *build,
                    const Program *program, DatabaseWait wait) {
    const ExploreSettings *explore = &settings->explore;
    if (!open_store(s, settings->db, true, wait) || !keep_files(s, settings)) return false;
    LoadRecord none = {0};
    Bytes bytes = {0};
    program_file_write(&bytes, program, &none);
    s->explore = *explore;
    s->of_tests = build;
    CampaignInfo new = {.build = session_build_id(s->arena),
                        .name = build->files[0],
                        .options = session_options_text(s->arena, explore, build, s->files),
                        .program = bytes.data,
                        .program_size = bytes.len};
    new.digest = session_digest(s, &new, build, explore);
    set_files(s, &new);
    StoreAnswer answer = find_campaign(s, new.digest, false);
    if (answer == STORE_NONE) {
        s->is_new = true;
        answer = SESSION_TRIES(s, campaign_store_add(s->store, &new));
        if (answer == STORE_FINE) answer = find_campaign(s, new.digest, false);
    }
    vec_free(&bytes);
    load_record_clear(&none);
    return tell_answer(s, answer) && is_own_build(s);
}

typedef struct Newest {
    Arena *arena;
    const char *digest;
    bool running;
} Newest;

static void see_campaign(void *context, const CampaignInfo *info) {
    Newest *n = context;
    bool running = info->status != CAMPAIGN_FINISHED;
    if (n->digest && (n->running || !running)) return;
    n->digest = arena_strdup(n->arena, info->digest);
    n->running = running;
}

/* May follow a try that saw some of them. */
static StoreAnswer see_campaigns(Session *s, Newest *n) {
    *n = (Newest){.arena = s->arena};
    return campaign_store_each(s->store, see_campaign, n);
}

bool session_open(Session *s, const char *address, DatabaseWait wait) {
    char *error = NULL;
    Newest n;
    if (!open_store(s, address, false, wait) ||
        !tell_answer(s, SESSION_TRIES(s, see_campaigns(s, &n))))
        return false;
    StoreAnswer answer = STORE_NONE;
    if (n.digest) answer = find_campaign(s, n.digest, true);
    if (!tell_answer(s, answer)) return false;
    if (!session_options_read(s, s->info.options, &error)) {
        cli_error("%s: %s", s->shown, error);
        free(error);
        return false;
    }
    set_explored(&s->explore);
    s->of_tests = &s->build;
    return true;
}

Program *session_program(Session *s) {
    if (!is_own_build(s) || !session_read_files(s)) return NULL;
    /* The bytes must be at a multiple of 16, in a block of their own. */
    LoadRecord record = {0};
    size_t n = s->info.program_size;
    uint8_t *copy = xmalloc(n + 1);
    memcpy(copy, s->info.program, n);
    Program *p = program_file_read(copy, 0, n, &record);
    if (!p) {
        free(copy);
        cli_error("%s: the program of the campaign is damaged", s->shown);
    }
    load_record_clear(&record);
    return p;
}

void session_close(Session *s) {
    for (size_t k = 0; k < s->workers.len; k++) kill(s->workers.data[k], SIGTERM);
    for (size_t k = 0; k < s->workers.len; k++) waitpid(s->workers.data[k], NULL, 0);
    vec_free(&s->workers);
    test_build_clear(&s->build);
    kept_files_free(s->kept);
    campaign_store_close(s->store);
    arena_free(s->arena);
}

void session_tell(const Session *s) {
    if (s->info.status == CAMPAIGN_FINISHED)
        fprintf(stderr, "heddle: note: this campaign is finished; its result comes from %s\n",
                s->shown);
    else if (!s->is_new)
        fprintf(stderr, "heddle: note: going on with the campaign in %s\n", s->shown);
}

/* --- exploring -------------------------------------------------------------------------------- */

static void share_settings(const Session *s, ExploreSettings *e) {
    ExploreSettings own = *e;
    *e = s->explore;
    set_explored(e);
    e->jobs = 1;
    e->max_time = own.max_time;
    e->max_memory = own.max_memory;
}

CampaignResult *session_run(Session *s, const Program *program, CampaignOptions *o,
                            const CampaignCallbacks *callbacks, int *failed) {
    char *error = NULL;
    KeeperOptions options = {
        .address = s->address, .store = s->store, .build = s->of_tests, .callbacks = callbacks};
    options.seconds = o->explore.max_time;
    Keeper *k = keeper_new(&options, &error);
    if (!k) {
        cli_error("%s", error);
        free(error);
        *failed = STATUS_LIMIT;
        return NULL;
    }
    share_settings(s, &o->explore);
    o->ledger = keeper_ledger(k);
    CampaignCallbacks own = keeper_callbacks(k);
    CampaignResult *result = campaign_run(program, o, &own);
    keeper_result(k, program, result);
    const char *text;
    KeeperFailure failure = keeper_failure(k, &text);
    if (failure != KEEPER_FINE) {
        cli_error("%s", text);
        *failed = failure == KEEPER_AWAY ? STATUS_LIMIT : STATUS_USAGE;
        campaign_result_free(result);
        result = NULL;
    }
    s->finished = keeper_is_finished(k);
    keeper_free(k);
    o->ledger = NULL;
    return result;
}
