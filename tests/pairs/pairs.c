/*
 * pairs.c — two threads, each of which makes one system call or a few: whether the calls name what they share
 * (src/audit/contract.h), and whether all strategies learn of the same values as brute force.
 *
 * A program here defines `init`, which the first thread calls before it creates the others, calls as
 * CALL(name), and `query`, which looks at what is left. Each of the others makes the calls that it is told,
 * and `told` has what they returned.
 *
 * Usage: pairs RESOURCE PROGRAM.c WHAT…
 *
 *     check PART PARTS [SEED]
 *         one part of all pairs of its calls, by por;
 *         with a seed, PARTS random programs of two calls for each thread
 *     compare PART PARTS [SEED]
 *         the same by all strategies, which learn what brute force does
 *     orders PART PARTS
 *         also tells what neither order of the two gives:
 *         wrong for a call that Linux makes at once
 *     NAME[,NAME…] NAME[,NAME…] [NAME[,NAME…]]
 *         one program, and what it gives
 *     list
 *         the calls
 */
#include "audit/contract.h"
#include "explore/campaign.h"
#include "explore/strategy.h"
#include "program/program.h"
#include "replay/shorten.h"
#include "vm/machine/machine.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_THREADS 3
#define MOST_CALLS 4
#define BRUTE_TRACES 20000 /* a program with more interleavings is not compared */
#define SECONDS 4          /* for one exploration; it counts as too large, too */

typedef VEC(char *) Strings;

/* What an exploration ends with. */
typedef struct Ends {
    Strings values; /* what the threads learnt, and kinds of findings */
    uint64_t pass, traces;
    bool complete, finished;
    char *why; /* what keeps it from being complete; NULL: nothing */
} Ends;

static Strings calls, breaches;
static Program *program;
static uint64_t told_at;
static bool talks, orders;
static const char *apart; /* APART=1, APART=2: one thread after the other, in this order or the other one */
static unsigned failures, compared, large;

static void add_string(Strings *s, char *text) {
    for (size_t k = 0; k < s->len; k++) {
        int order = strcmp(s->data[k], text);
        if (!order) {
            free(text);
            return;
        }
        if (order > 0) {
            char *other = s->data[k];
            s->data[k] = text;
            text = other;
        }
    }
    vec_push(s, text);
}

static void free_strings(Strings *s) {
    for (size_t k = 0; k < s->len; k++) free(s->data[k]);
    vec_free(s);
}

static void note_breach(const char *text) { add_string(&breaches, xstrdup(text)); }

/* --- the program ------------------------------------------------------------------------------ */

static char *read_text(const char *path) {
    FILE *f = fopen(path, "r");
    StrBuf b = {0};
    str_add(&b, "");
    for (int c; f && (c = getc(f)) != EOF;) str_addc(&b, (char)c);
    if (!f) base_fatal("cannot read %s", path);
    fclose(f);
    return b.data;
}

static void find_calls(const char *path) {
    char *text = read_text(path);
    for (const char *at = text; (at = strstr(at, "\nCALL("));) {
        at += strlen("\nCALL(");
        vec_push(&calls, xasprintf("%.*s", (int)strcspn(at, ")"), at));
    }
    free(text);
    if (!calls.len) base_fatal("%s has no calls", path);
}

static const char main_text[] =
    "long told[4];\n"
    "static int todo[3][4], length[3];\n"
    "static void *work(void *which) {\n"
    "    long t = (long)which;\n"
    "    for (int k = 0; k < length[t]; k++) told[t] = told[t] * 1000003 + all[todo[t][k]]();\n"
    "    return 0;\n"
    "}\n"
    "int main(int argc, char **argv) {\n"
    "    pthread_t id[3];\n"
    "    for (int t = 1; t < argc; t++)\n"
    "        for (char *at = argv[t]; *at; at += *at == ',') {\n"
    "            int n = 0;\n"
    "            while (*at && *at != ',') n = n * 10 + *at++ - '0';\n"
    "            todo[t - 1][length[t - 1]++] = n;\n"
    "        }\n"
    "    init();\n"
    "    int apart = getenv(\"APART\") ? *getenv(\"APART\") : 0;\n"
    "    for (long k = 0; k < argc - 1; k++) {\n"
    "        long t = apart == '2' ? argc - 2 - k : k;\n"
    "        pthread_create(&id[t], 0, work, (void *)t);\n"
    "        if (apart) pthread_join(id[t], 0);\n"
    "    }\n"
    "    for (int t = 0; !apart && t < argc - 1; t++) pthread_join(id[t], 0);\n"
    "    told[3] = query();\n"
    "    return 0;\n"
    "}\n";

static void load(char *resource, const char *path, const char *folder) {
    char *from = realpath(path, NULL), *source = xasprintf("%s/p.c", folder), *error = NULL;
    if (!from) base_fatal("there is no %s", path);
    FILE *f = fopen(source, "w");
    if (!f) base_fatal("cannot write %s", source);
    fprintf(f, "#include \"%s\"\nstatic int (*const all[])(void) = {", from);
    for (size_t k = 0; k < calls.len; k++) fprintf(f, "%s_call,", calls.data[k]);
    fprintf(f, "};\n%s", main_text);
    fclose(f);
    const char *files[] = {source}, *args[] = {"-w"};
    ProgramOptions options = {.files = files,
                              .nfiles = 1,
                              .compiler_args = args,
                              .ncompiler_args = 1,
                              .resource_dir = resource,
                              .temp_dir = (char *)folder};
    program = program_load(&options, &error);
    if (!program) base_fatal("%s: %s", path, error ? error : "it does not load");
    for (uint32_t k = 0; k < program->nglobals; k++)
        if (!strcmp(program->globals[k].name, "told")) told_at = program->globals[k].address;
    if (!told_at) base_fatal("%s: nothing is told", path);
    free(from);
    free(source);
}

/* --- explorations ----------------------------------------------------------------------------- */

static void begin_pass(void *context, uint64_t pass, Run *r, int thread) {
    Ends *e = context;
    (void)r, (void)thread;
    if (e->pass == pass) return;
    e->pass = pass;
    free_strings(&e->values);
}

static void note_end(void *context, uint64_t hash, Machine *m) {
    Ends *e = context;
    long told[MOST_THREADS + 1];
    (void)hash;
    memory_peek(m->memory, told_at, told, sizeof told);
    StrBuf b = {0};
    for (unsigned k = 0; k <= MOST_THREADS; k++) str_addf(&b, "%ld ", told[k]);
    str_add(&b, m->exited ? "" : "(no end)");
    add_string(&e->values, b.data);
}

static Ends explore(const char *strategy, const char *const *argv, int argc) {
    const char *environment[] = {apart, NULL};
    static const SystemOptions system = {.max_timeouts = 2, .max_sleeps = 2, .max_signals = 2};
    bool brute = !strcmp(strategy, "dfs");
    Ends e = {0};
    CampaignOptions o = {.confirm = campaign_confirm,
                         .argc = argc,
                         .argv = argv,
                         .environment = environment,
                         .system = &system,
                         .interleave = INTERLEAVE_SYNC,
                         .run.check_race = true,
                         .final_state = note_end,
                         .final_context = &e,
                         .stepped = begin_pass,
                         .explore = {.strategy = strategy,
                                     .search = "dfs",
                                     .jobs = 1,
                                     .seed = 1,
                                     .max_time = SECONDS,
                                     .max_traces = brute ? BRUTE_TRACES : 0,
                                     .max_memory = 2048}};
    contract_is_checked = !brute;
    CampaignResult *r = campaign_run(program, &o, NULL);
    e.finished = r->halt_reason && !strcmp(r->halt_reason, "finished");
    e.complete = r->complete;
    e.traces = r->stats.traces;
    if (r->internal_error) e.why = xstrdup(r->internal_error);
    for (size_t k = 0; k < r->nincomplete && !e.why; k++)
        if (strncmp(r->incomplete[k], "more time-outs", 14)) e.why = xstrdup(r->incomplete[k]);
    for (size_t k = 0; k < r->nfindings; k++)
        add_string(&e.values, xasprintf("%s: %s", r->findings[k]->kind, r->findings[k]->message));
    campaign_result_free(r);
    return e;
}

static char *ends_text(const Ends *e) {
    StrBuf b = {0};
    str_add(&b, "");
    for (size_t k = 0; k < e->values.len; k++) str_addf(&b, "  %s\n", e->values.data[k]);
    return b.data;
}

static void free_ends(Ends *e) {
    free_strings(&e->values);
    free(e->why);
}

/* --- checks ----------------------------------------------------------------------------------- */

typedef struct Work {
    unsigned nthreads, length[MOST_THREADS], call[MOST_THREADS][MOST_CALLS];
} Work;

static char *work_text(const Work *w, bool names) {
    StrBuf b = {0};
    str_add(&b, "");
    for (unsigned t = 0; t < w->nthreads; t++)
        for (unsigned k = 0; k < w->length[t]; k++) {
            if (k || t) str_addc(&b, k ? ',' : ' ');
            if (names)
                str_add(&b, calls.data[w->call[t][k]]);
            else
                str_addf(&b, "%u", w->call[t][k]);
        }
    return b.data;
}

static void tell(const Work *w, const char *what, const char *text) {
    char *names = work_text(w, true);
    printf("%s: %s%s%s\n", names, what, text ? ": " : "", text ? text : "");
    fflush(stdout);
    free(names);
}

/* Whether what two threads learn is what they learn one after the other: a call happens at once. */
static void check_orders(const Work *w, const char *const *argv, int argc) {
    Ends both = explore("por", argv, argc), one[2];
    for (int k = 0; k < 2; k++) {
        apart = k ? "APART=2" : "APART=1";
        one[k] = explore("por", argv, argc);
    }
    apart = NULL;
    for (size_t n = 0; n < both.values.len; n++) {
        bool known = false;
        for (int k = 0; k < 2; k++)
            for (size_t m = 0; m < one[k].values.len; m++)
                known |= !strcmp(both.values.data[n], one[k].values.data[m]);
        if (known) continue;
        char *x = ends_text(&one[0]), *y = ends_text(&one[1]),
             *text = xasprintf("%s, but not in an order:\n%s%s", both.values.data[n], x, y);
        tell(w, "orders", text);
        free(text), free(x), free(y);
    }
    free_ends(&both);
    for (int k = 0; k < 2; k++) free_ends(&one[k]);
}

static void check_work(const Work *w, bool all) {
    static const char *const compared_ones[] = {"por", "dpor", "unfold", "contextual"};
    char *numbers = work_text(w, false), *save = NULL;
    const char *argv[MOST_THREADS + 2] = {"program"};
    int argc = 1;
    for (char *part = strtok_r(numbers, " ", &save); part; part = strtok_r(NULL, " ", &save))
        argv[argc++] = part;
    Ends brute = all ? explore("dfs", argv, argc) : (Ends){0};
    char *wanted = all ? ends_text(&brute) : NULL;
    if (talks && all) printf("dfs: %llu\n%s", (unsigned long long)brute.traces, wanted);
    bool unfinished = all && !brute.finished;
    for (unsigned k = 0; k < (all ? ARRAY_LEN(compared_ones) : 1); k++) {
        Ends e = explore(compared_ones[k], argv, argc);
        char *got = ends_text(&e);
        unfinished |= !e.finished;
        if (talks) printf("%s: %llu\n%s", compared_ones[k], (unsigned long long)e.traces, got);
        if (e.why) tell(w, compared_ones[k], e.why);
        bool differs = all && brute.finished && e.finished && strcmp(got, wanted);
        if (differs) {
            tell(w, compared_ones[k], "learns of other values than brute force");
            if (!talks) printf("dfs:\n%s%s:\n%s", wanted, compared_ones[k], got);
        }
        for (size_t n = 0; n < breaches.len; n++) tell(w, compared_ones[k], breaches.data[n]);
        for (size_t n = 0; n < e.values.len; n++)
            if (!strncmp(e.values.data[n], "race", 4))
                tell(w, compared_ones[k], e.values.data[n]), failures++;
        failures += differs + (e.why != NULL) + (breaches.len > 0);
        free_strings(&breaches);
        free(got);
        free_ends(&e);
    }
    if (orders) check_orders(w, argv, argc);
    compared++;
    large += unfinished;
    free(wanted);
    free_ends(&brute);
    free(numbers);
}

static unsigned number_of(const char *name, size_t length) {
    for (unsigned k = 0; k < calls.len; k++)
        if (strlen(calls.data[k]) == length && !strncmp(calls.data[k], name, length)) return k;
    base_fatal("there is no call %.*s", (int)length, name);
}

static void check_named(char *const *threads, unsigned n, bool all) {
    Work w = {.nthreads = n};
    for (unsigned t = 0; t < n; t++)
        for (const char *at = threads[t]; *at && w.length[t] < MOST_CALLS;) {
            size_t length = strcspn(at, ",");
            w.call[t][w.length[t]++] = number_of(at, length);
            at += length + (at[length] == ',');
        }
    talks = true;
    check_work(&w, all);
}

static void check_pairs(unsigned part, unsigned parts, bool all) {
    unsigned number = 0;
    for (unsigned x = 0; x < calls.len; x++)
        for (unsigned y = x; y < calls.len; y++)
            if (number++ % parts == part) check_work(&(Work){2, {1, 1}, {{x}, {y}}}, all);
}

static void check_random(unsigned first, unsigned count, uint64_t seed, bool all) {
    for (unsigned k = first; k < first + count; k++) {
        uint64_t h = hash_combine(seed, k);
        Work w = {.nthreads = 2 + (h >> 8) % 4 / 3};
        for (unsigned t = 0; t < w.nthreads; t++) {
            w.length[t] = w.nthreads > 2 ? 1 : 2;
            for (unsigned n = 0; n < w.length[t]; n++)
                w.call[t][n] = (unsigned)(hash_combine(h, t * MOST_CALLS + n) >> 11) % calls.len;
        }
        check_work(&w, all);
    }
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: pairs RESOURCE PROGRAM.c check|compare PART PARTS [SEED]\n");
        return 2;
    }
    base_invariants = true;
    contract_told = note_breach;
    orders = !strcmp(argv[3], "orders");
    find_calls(argv[2]);
    bool all = !strcmp(argv[3], "compare");
    if (!strcmp(argv[3], "list")) {
        for (size_t k = 0; k < calls.len; k++) puts(calls.data[k]);
        return 0;
    }
    char folder[] = "/tmp/heddle-pairs-XXXXXX", *resource = realpath(argv[1], NULL);
    if (!mkdtemp(folder) || !resource) base_fatal("there is no folder %s", argv[1]);
    load(resource, argv[2], folder);
    unsigned part = argc > 5 ? (unsigned)strtoul(argv[4], NULL, 10) : 0,
             parts = argc > 5 ? (unsigned)strtoul(argv[5], NULL, 10) : 1;
    if (!all && !orders && strcmp(argv[3], "check"))
        check_named(argv + 3, (unsigned)argc - 3, true);
    else if (argc > 6)
        check_random(part, parts, strtoull(argv[6], NULL, 10), all);
    else
        check_pairs(part, parts, all);
    printf("%u programs, %u failures, %u too large\n", compared, failures, large);
    char *clean = xasprintf("rm -rf '%s'", folder);
    if (system(clean)) fprintf(stderr, "pairs: %s could not be removed\n", folder);
    free(clean);
    return failures != 0;
}
