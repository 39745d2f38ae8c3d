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

static const char stats_names[] = "seconds,solver_seconds"
#define COLUMN(name) "," #name
    STATS_COLUMNS(COLUMN)
#undef COLUMN
        ",findings,path_tests";

/* Returns a line of the table without its end; the caller frees it. */
static char *stats_line(const CampaignStats *s, uint64_t findings, uint64_t path_tests) {
    StrBuf b = {0};
    str_addf(&b, "%.3f,%.3f", s->seconds, s->solver_seconds);
#define COLUMN(name) str_addf(&b, ",%llu", (unsigned long long)s->name);
    STATS_COLUMNS(COLUMN)
#undef COLUMN
    str_addf(&b, ",%llu,%llu", (unsigned long long)findings, (unsigned long long)path_tests);
    return b.data;
}

StatsTable *stats_begin(const char *path, char **error) {
    FILE *file = fopen(path, "w");
    if (!file) {
        *error = xasprintf("%s: %s", path, strerror(errno));
        return NULL;
    }
    StatsTable *t = xcalloc(1, sizeof *t);
    t->path = xstrdup(path);
    t->file = file;
    fprintf(file, "%s\n", stats_names);
    fflush(file);
    return t;
}

static void put_line(StatsTable *t, const CampaignStats *s, uint64_t findings,
                     uint64_t path_tests) {
    char *line = stats_line(s, findings, path_tests);
    fprintf(t->file, "%s\n", line);
    fflush(t->file);
    free(line);
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

/* --- the course ------------------------------------------------------------------------------- */

/* Lines of a course. Once there are as many, every second one goes, and lines come half as
 * often. */
#define MOST_LINES_OF_COURSE 200
/* Seconds between the first lines. */
#define FIRST_INTERVAL 0.25

static void course_thin_out(StatsCourse *c) {
    size_t kept = 1; /* the names */
    for (size_t k = 1; k < c->lines.len; k++) {
        if (k % 2)
            free(c->lines.data[k]);
        else
            c->lines.data[kept++] = c->lines.data[k];
    }
    c->lines.len = kept;
    c->interval *= 2;
}

void course_add(StatsCourse *c, const CampaignStats *s, uint64_t findings, uint64_t path_tests,
                bool last) {
    if (!c->lines.len) {
        vec_push(&c->lines, xstrdup(stats_names));
        c->interval = FIRST_INTERVAL;
    }
    if (!last && s->seconds < c->last + c->interval) return;
    if (c->lines.len > MOST_LINES_OF_COURSE) course_thin_out(c);
    vec_push(&c->lines, stats_line(s, findings, path_tests));
    c->last = s->seconds;
}

void course_clear(StatsCourse *c) {
    for (size_t k = 0; k < c->lines.len; k++) free(c->lines.data[k]);
    vec_free(&c->lines);
}
