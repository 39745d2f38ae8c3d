/* stats.c — see stats.h. The columns are in docs/summary-format.md. */
#include "report/course/stats.h"
#include "solver/solver.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* The columns behind `seconds`: members of CampaignStats that are whole numbers. */
// clang-format off
#define STATS_COLUMNS(C) \
    C(traces) C(paths_exit) C(paths_error) C(paths_cutoff) C(paths_assume) C(events) C(states) \
    C(cutoffs) C(instructions) C(branches_covered) C(branches_total) C(rss_bytes) C(queries) \
    C(backend_queries) SOLVER_LAYERS(C)
// clang-format on

struct StatsTable {
    char *path;
    FILE *file;
    double last; /* `seconds` of the last line */
};

StatsTable *stats_begin(const char *path, char **error) {
    FILE *file = fopen(path, "w");
    if (!file) {
        *error = xasprintf("%s: %s", path, strerror(errno));
        return NULL;
    }
    StatsTable *t = xcalloc(1, sizeof *t);
    t->path = xstrdup(path);
    t->file = file;
    fputs("seconds,solver_seconds", file);
#define COLUMN(name) fprintf(file, ",%s", #name);
    STATS_COLUMNS(COLUMN)
#undef COLUMN
    fputs(",findings,path_tests\n", file);
    fflush(file);
    return t;
}

static void put_line(StatsTable *t, const CampaignStats *s, uint64_t findings,
                     uint64_t path_tests) {
    fprintf(t->file, "%.3f,%.3f", s->seconds, s->solver_seconds);
#define COLUMN(name) fprintf(t->file, ",%llu", (unsigned long long)s->name);
    STATS_COLUMNS(COLUMN)
#undef COLUMN
    fprintf(t->file, ",%llu,%llu\n", (unsigned long long)findings, (unsigned long long)path_tests);
    fflush(t->file);
    t->last = s->seconds;
}

void stats_add(StatsTable *t, const CampaignStats *s, uint64_t findings, uint64_t path_tests) {
    if (t && s->seconds >= t->last + 1) put_line(t, s, findings, path_tests);
}

bool stats_end(StatsTable *t, const CampaignStats *s, uint64_t findings, uint64_t path_tests,
               char **error) {
    if (!t) return true;
    put_line(t, s, findings, path_tests);
    bool failed = ferror(t->file) != 0;
    failed |= fclose(t->file) != 0;
    if (failed) *error = xasprintf("%s: %s", t->path, strerror(errno));
    free(t->path);
    free(t);
    return !failed;
}
