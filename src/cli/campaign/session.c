/* session.c — see session.h. */
#include "cli/campaign/session.h"
#include "explore/ledger.h"
#include "program/program_file.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

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

SessionPatience session_patience(double seconds, bool quiet) {
    return (SessionPatience){seconds > 0 ? time_wall() + seconds : INFINITY, quiet};
}

double session_left(const Session *s) {
    return isinf(s->patience.until) ? 0 : MAX(s->patience.until - time_wall(), 0.01);
}

int session_refused(const Session *s) { return s->away ? STATUS_LIMIT : STATUS_USAGE; }

#define SESSION_BETWEEN_TRIES_NS 200000000

static bool session_must_stop(const Session *s) {
    return cli_interrupted() || time_wall() >= s->patience.until;
}

bool session_waits(Session *s, double since) {
    double until = since + keeper_patience();
    if (session_must_stop(s)) return false;
    if (!s->patience.quiet && !s->waited)
        fprintf(stderr, "heddle: note: the database is away; it is waited for: %s\n", s->address);
    s->waited = true;
    while (!session_must_stop(s) && time_wall() < until) {
        nanosleep(&(struct timespec){.tv_nsec = SESSION_BETWEEN_TRIES_NS}, NULL);
        if (!s->store || campaign_store_reconnect(s->store)) return true;
    }
    return false;
}

static StoreAnswer try_to_open(Session *s, bool make, char **error) {
    StoreAnswer answer = STORE_FINE;
    free(*error);
    *error = NULL;
    s->store = campaign_store_open(s->address, make, &answer, error);
    return s->store ? STORE_FINE : answer;
}

static bool open_store(Session *s, const char *address, bool make, SessionPatience patience) {
    char *error = NULL;
    *s = (Session){.address = address, .arena = arena_new(), .files = "", .patience = patience};
    if (SESSION_TRIES(s, try_to_open(s, make, &error)) == STORE_FINE) return true;
    cli_error("%s", error);
    free(error);
    return false;
}

static bool tell_answer(const Session *s, StoreAnswer answer) {
    if (answer == STORE_FINE) return true;
    if (answer == STORE_NONE)
        cli_error("%s: it has no campaign", s->address);
    else
        cli_error("%s", campaign_store_error(s->store));
    return false;
}

/* Whether this build of Heddle may work on the campaign. */
static bool is_own_build(const Session *s) {
    const char *build = session_build_id(s->arena);
    if (*build && !strcmp(build, s->info.build)) return true;
    cli_error("%s: the campaign was begun by another build of heddle", s->address);
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
                    const Program *program, SessionPatience patience) {
    const ExploreSettings *explore = &settings->explore;
    if (!open_store(s, settings->db, true, patience) || !keep_files(s, settings)) return false;
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

bool session_open(Session *s, const char *address, SessionPatience patience) {
    char *error = NULL;
    Newest n;
    if (!open_store(s, address, false, patience) ||
        !tell_answer(s, SESSION_TRIES(s, see_campaigns(s, &n))))
        return false;
    StoreAnswer answer = STORE_NONE;
    if (n.digest) answer = find_campaign(s, n.digest, true);
    if (!tell_answer(s, answer)) return false;
    if (!session_options_read(s, s->info.options, &error)) {
        cli_error("%s: %s", address, error);
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
        cli_error("%s: the program of the campaign is damaged", s->address);
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
                s->address);
    else if (!s->is_new)
        fprintf(stderr, "heddle: note: going on with the campaign in %s\n", s->address);
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
