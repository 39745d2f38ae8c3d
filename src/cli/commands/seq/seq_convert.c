/* seq_convert.c — heddle seq --convert; see seq.h. */
#include "cli/commands/seq/seq.h"
#include "cli/commands/test/test_run.h"
#include "cli/guard.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { STREAM_MOST = 1 << 16 /* HEDDLE_SEQ_STREAM_MOST */, TWO_BYTES = 240 };

typedef struct Conversion {
    const TestBuild *build;
    const Sequentialization *pair;
    const char *output;
    uint8_t *stream; /* of STREAM_MOST bytes */
    uint32_t size;
    bool written, other_fails;
    char *error;  /* why the test could not be written */
    char *reason; /* why there is none; NULL: not known */
} Conversion;

/* Reads the bytes; more than the driver would take are left out. False after an error message. */
static bool read_stream(Conversion *c, const char *path) {
    FILE *f = fopen(path, "rb");
    if (f) c->size = (uint32_t)fread(c->stream, 1, STREAM_MOST, f);
    bool fine = f && !ferror(f);
    if (!fine) cli_error("--convert=%s: %s", path, strerror(errno));
    if (f) fclose(f);
    return fine;
}

/* Loads the sequential program with the stream as its only choices, as CampaignOptions.sequential.
 */
static Program *load_stream(void *context, Sequentialization *s, char **error) {
    Conversion *c = context;
    *s = *c->pair;
    char *cache = cli_cache_folder(NULL);
    Program *p = cli_load_sequential(c->build, s, SEQUENTIAL_STREAM_RUNTIME, cache, error);
    free(cache);
    if (!p) return NULL;
    if (program_set_global(p, "heddle_seq_stream", c->stream, STREAM_MOST) &&
        program_set_global(p, "heddle_seq_stream_size", &c->size, sizeof c->size))
        return p;
    *error = xstrdup("it has no runtime; the installation is damaged");
    program_free(p);
    return NULL;
}

static void adjust_options(void *context, CampaignOptions *o) {
    o->sequential = load_stream;
    o->sequential_context = context;
    o->sequential_chosen = true;
}

/* Writes the first finding. It is printed as findings are. */
static bool write_finding(void *context, const Finding *f) {
    Conversion *c = context;
    if (c->written || c->error) return false;
    c->written = test_write(c->output, c->build, f, &c->error);
    return false;
}

static char *keep_reason(void *context, const Program *program, CampaignResult *result) {
    Conversion *c = context;
    (void)program;
    c->other_fails = result->sequential.other_fails;
    free(c->reason);
    c->reason = result->nincomplete ? xstrdup(result->incomplete[0]) : NULL;
    return NULL;
}

/* Carries out the run of one pair. Returns the exit status of the exploration. */
static int convert_pair(const SeqSettings *s, const StringList *files, Conversion *c) {
    TestSettings t = test_settings_usual();
    TestRun r;
    TestBuild build;
    t.explore.strategy = "sequential";
    t.explore.interference.bound = c->pair->bound;
    t.checks = "no-race";
    t.interleave = "memory";
    t.out = "";
    t.quiet = true;
    t.entry = s->entry;
    for (size_t k = 0; k < s->compiler.len; k++) vec_push(&t.compiler, s->compiler.data[k]);
    for (size_t k = 0; k < s->plugins.len; k++) vec_push(&t.plugins, s->plugins.data[k]);
    StringList none = {0};
    int status = STATUS_USAGE;
    if (test_run_settings(&t) && test_run_begin(&r, &t)) {
        test_settings_build(&build, &t, &r.checks, files, &none);
        r.build = c->build = &build;
        r.adjust = adjust_options;
        r.known = write_finding;
        r.ended = keep_reason;
        r.silent = true;
        r.context = c;
        char *cache = cli_cache_folder(NULL);
        Program *program = cli_load_program(&build, cache);
        if (program) status = test_run_explore(&r, program, 0);
        free(cache);
        program_free(program);
        test_build_clear(&build);
        test_run_end(&r);
    }
    test_settings_clear(&t);
    return status;
}

/* Makes the run of the bytes the one in which the writer alone does what it does there: as the
 * reader of the other pair, beside a writer that does nothing. */
static void leave_writer_alone(Conversion *c) {
    if (!c->size) return;
    if (c->stream[0] >= TWO_BYTES && c->size > 1) {
        c->size--;
        memmove(c->stream, c->stream + 1, c->size);
    }
    c->stream[0] = 0;
}

int seq_convert(const SeqSettings *s, const StringList *files, const Sequentialization *q,
                const char *output) {
    Sequentialization pair = *q, other = *q;
    for (unsigned k = 0; k < 2; k++) {
        other.routine[k] = q->routine[!k];
        other.number[k] = q->number[!k];
    }
    Conversion c = {.pair = &pair, .output = output, .stream = xcalloc(1, STREAM_MOST)};
    int status = STATUS_USAGE;
    if (read_stream(&c, s->convert)) {
        cli_catch_signals();
        status = convert_pair(s, files, &c);
        if (!c.written && !c.error && c.other_fails) {
            c.pair = &other;
            leave_writer_alone(&c);
            status = convert_pair(s, files, &c);
        }
        if (c.error) {
            cli_error("the test could not be written: %s", c.error);
            status = STATUS_USAGE;
        } else if (c.written) {
            fprintf(stderr, "heddle: %s; replay with: heddle replay %s\n", output, output);
            status = STATUS_NOTHING;
        } else if (status != STATUS_USAGE && status != STATUS_INTERNAL) {
            cli_error("%s: no test of this run: %s (are --threads and --bound those of the "
                      "driver?)",
                      s->convert, c.reason ? c.reason : "it was not carried out");
            status = STATUS_LIMIT;
        }
    }
    free(c.error);
    free(c.reason);
    free(c.stream);
    return status;
}
