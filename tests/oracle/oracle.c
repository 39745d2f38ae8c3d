/*
 * oracle.c — random small concurrent programs, explored in several ways that must agree.
 *
 * For each program and both interleave modes, brute force (strategy dfs: every interleaving) is compared with
 * por: the same final states, findings and events, one trace per maximal configuration, none redundant. What
 * only covers events is compared in these and in findings; for the contextual unfolding brute force counts
 * its events. Both modes must agree with each other. A program with inputs is also explored once for each of
 * their values. A program without is compiled natively and run many times with random delays: whatever it
 * prints must be among the outputs explored.
 *
 * Usage: oracle RESOURCE_DIR [FIRST_SEED [COUNT]]     with COUNT 1 the program and the figures are printed
 * Environment: HEDDLE_ORACLE_INTERFERENCES, HEDDLE_ORACLE_COUPLINGS: compares only what interferences.c or
 * couplings.c says. HEDDLE_ORACLE_DIFF: makes neighbours of each program and explores them as
 * versions of one program, see versions.c and prunings.c. HEDDLE_ORACLE_WAITS: loops that wait by looking,
 * see waits.c; with both, versions of these. HEDDLE_ORACLE_ALIKE: threads that run the same routine; which of
 * them is which makes no difference then. HEDDLE_ORACLE_SIGNALS: threads send signals and cancel each other,
 * see statements_signals.c; with HEDDLE_ORACLE_DIFF in versions. HEDDLE_ORACLE_UNDEFINED: what depends on
 * memory that was never written, see undefined.c; HEDDLE_ORACLE_UNWRITTEN: what threads do with it, to each
 * other. HEDDLE_ORACLE_PASSING: they let time pass and look at clocks; with HEDDLE_ORACLE_WAITS also in loops
 * that wait. HEDDLE_ORACLE_PRINTING: they print, and look at what the standard output holds.
 * HEDDLE_ORACLE_RANDOM: they draw random numbers. HEDDLE_ORACLE_SILENT: they do nothing visible for long,
 * see statements_silent.c, and all but brute force compares the states of who does so from the beginning on;
 * with HEDDLE_ORACLE_PASSING they look at clocks, too. HEDDLE_ORACLE_REPEATS: they assert the same text at
 * several places, see statements_repeated.c. HEDDLE_ORACLE_ENDLESS: main creates threads without end, see
 * endless.c; "with inputs" counts proofs for any number of threads then. HEDDLE_ORACLE_ORDERS: which
 * variables race where atomic accesses have all memory orders, see orders.c ("native": nothing that
 * ThreadSanitizer does not know); HEDDLE_ORACLE_TEXT: with COUNT 1 prints such a program, and explores
 * nothing; with HEDDLE_ORACLE_DIFF it leaves the versions of each program in SEED-0.c and SEED-1.c, and
 * explores nothing. HEDDLE_ORACLE_WAKES: they wait on condition variables, see wakes.c. HEDDLE_ORACLE_FILES:
 * only what programs do as those of two files is compared. HEDDLE_ORACLE_LARGER: programs are larger, and
 * what the optimal exploration without cut-offs says stands for brute force. HEDDLE_TEST_SCALE: number of
 * seeds (300 when absent, "long" 20000). HEDDLE_LONG: larger programs, and more settings for each.
 * HEDDLE_ORACLE_FEATURES: the features programs may use (a sum of those in generator.h), to narrow a failure
 * down. A program on which something differs is left in oracle-SEED-MODE.c, together with the reason.
 */
#include "oracle.h"
#include "audit/contract.h"
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Interleavings that brute force goes through; a program that has more is too large. What is spent on those
 * is spent in vain, so that short runs have smaller limits. */
#define DFS_TRACES 12000 /* of large programs; else */
#define DFS_FEW_TRACES 1200
#define DFS_MOST_TRACES 50000 /* looking for signals takes many events, which are seldom dependent */
#define OPTIMAL_TRACES 1000   /* without brute force */
#define SHORT_RUNS 4          /* these limits are so many times smaller, but for the lowest */
#define WATCH_AFTER 50        /* instructions: silent loops are longer than that */
#define FEWEST_ENDLESS 5      /* of so many programs one at least has a proof */
#define KNOWN_PARTS 4         /* of the programs with known couplings one part is explored */

/* Stands for the one of libc, which campaigns call: what one of them frees the next one needs. */
int malloc_trim(size_t pad) {
    (void)pad;
    return 0;
}

void write_text(const char *path, const char *head, const char *text) {
    FILE *f = fopen(path, "w");
    if (!f || fputs(head, f) < 0 || fputs(text, f) < 0 || fclose(f)) base_fatal("cannot write %s", path);
}

/* What programs of campaigns are about, in turn. */
#define CAMPAIGN_KINDS 8
static const struct {
    uint64_t kind, features;
} campaign_features[CAMPAIGN_KINDS] = {
    {0, ALL_FEATURES}, {0, ALL_FEATURES}, {SIGNALLED, SIGNALS}, {0, ALL_FEATURES},
    {PASSES, PASSING}, {0, ALL_FEATURES}, {PRINTS, PRINTING},   {RANDOM, DRAWING},
};

/* The features that the program at hand may have. */
static uint64_t wanted(const Oracle *o) {
    if (o->only_interferences) return INTERFERENCES;
    if (o->only_couplings) return COUPLINGS;
    if (o->only_waits) return o->only_versions ? WAITING & VERSIONS : WAITING;
    if (o->only_alike) return LIKENESS;
    if (o->only_signals) return SIGNALS;
    if (o->only_unwritten) return UNWRITING;
    if (o->only_passing) return PASSING;
    if (o->only_printing) return PRINTING;
    if (o->only_drawing) return DRAWING;
    if (o->only_silent) return PASSING; /* the features of few threads */
    if (o->only_repeating) return REPEATING;
    if (o->only_versions) return o->seed % 8 ? VERSIONS : VERSIONS | CROSSWISE;
    if (o->only_campaigns) return campaign_features[o->seed % CAMPAIGN_KINDS].features;
    return ALL_FEATURES;
}

/* The limit of brute force for a program. */
static uint64_t most_traces(const Oracle *o, const Generator *g, bool thorough) {
    uint64_t most = DFS_FEW_TRACES;
    if (o->larger) return OPTIMAL_TRACES;
    if (g->features & SIGNALLED)
        most = DFS_MOST_TRACES;
    else if (is_large(o->seed) || o->talk ||
             g->features & (CROSSWISE | ALIKE | PASSES | PRINTS | RANDOM | SILENT | SECTIONED))
        most = DFS_TRACES;
    return thorough || o->talk ? most : MAX(most / SHORT_RUNS, DFS_FEW_TRACES);
}

/* Makes the program of the seed, whose text is in `g` then, and compares what is to be compared. */
static char *check_seed(Oracle *o, Generator *g, bool thorough, const char **mode) {
    if (o->only_orders) {
        *mode = "orders";
        return check_orders(o, g);
    }
    if (o->only_endless) return check_endless(o, g, mode);
    if (o->only_wakes) return check_wakes(o, g, mode);
    if (o->only_undefined) {
        *mode = "undefined";
        return check_undefined(o, g);
    }
    const char *features = getenv("HEDDLE_ORACLE_FEATURES");
    uint64_t kind = o->only_couplings   ? COUPLED
                    : o->only_waits     ? WAITS
                    : o->only_alike     ? ALIKE
                    : o->only_signals   ? SIGNALLED
                    : o->only_unwritten ? UNWRITTEN
                    : o->only_repeating ? REPEATS
                    : o->only_campaigns ? campaign_features[o->seed % CAMPAIGN_KINDS].kind
                                        : 0;
    if (o->only_interferences && o->seed % 3 == 0) kind = SECTIONED;
    if (o->only_passing) kind |= PASSES;
    if (o->only_printing) kind |= PRINTS;
    if (o->only_drawing) kind |= RANDOM;
    if (o->only_silent) kind |= SILENT;
    generate(g, o->seed,
             ((features && *features ? strtoull(features, NULL, 0) : ALL_FEATURES) & wanted(o)) | kind,
             o->larger);
    write_text(o->source, "", g->text.data);
    o->place.system = &g->system;
    o->place.most = most_traces(o, g, thorough);
    if (o->talk) printf("%s", g->text.data);
    return check(o, g, mode);
}

static void tell_pairs(const Pairs *p) {
    printf("%llu pairs of versions in a mode, %llu were too large; findings of the newer one: %llu times the "
           "same, %llu more, %llu fewer, %llu others\n",
           (unsigned long long)p->compared, (unsigned long long)p->large, (unsigned long long)p->same,
           (unsigned long long)p->found, (unsigned long long)p->vanished, (unsigned long long)p->others);
    printf(
        "%llu explorations with what was known before: %llu runs, in full %llu; %llu findings were known to "
        "occur again; %llu versions had other addresses\n",
        (unsigned long long)p->pruned, (unsigned long long)p->left, (unsigned long long)p->in_full,
        (unsigned long long)p->again, (unsigned long long)p->moved);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: oracle RESOURCE_DIR [FIRST_SEED [COUNT]]\n");
        return 2;
    }
    base_invariants = contract_is_checked = true;
    /* A campaign leaves its memory to the next one. */
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_MMAP_THRESHOLD, 1 << 25);
    bool thorough = getenv("HEDDLE_LONG") != NULL;
    const char *scale = getenv("HEDDLE_TEST_SCALE");
    if (!scale && thorough) scale = "long";
    uint64_t count = !scale || !*scale ? 300 : !strcmp(scale, "long") ? 20000 : strtoull(scale, NULL, 10);
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (argc > 3) count = strtoull(argv[3], NULL, 10);
    if (!count) base_fatal("no programs were asked for");
    char folder[] = "/tmp/heddle-oracle-XXXXXX";
    if (!mkdtemp(folder)) base_fatal("cannot make a temporary folder");
    /* An absolute path, or clang takes it relative to where it runs. */
    char *resource = realpath(argv[1], NULL);
    if (!resource) base_fatal("there is no folder %s (build the libc bitcode first)", argv[1]);
    Oracle o = {.resource = resource,
                .folder = folder,
                .source = xasprintf("%s/p.c", folder),
                .talk = count == 1,
                .only_interferences = getenv("HEDDLE_ORACLE_INTERFERENCES") != NULL,
                .only_couplings = getenv("HEDDLE_ORACLE_COUPLINGS") != NULL,
                .only_versions = getenv("HEDDLE_ORACLE_DIFF") != NULL,
                .only_waits = getenv("HEDDLE_ORACLE_WAITS") != NULL,
                .only_alike = getenv("HEDDLE_ORACLE_ALIKE") != NULL,
                .only_signals = getenv("HEDDLE_ORACLE_SIGNALS") != NULL,
                .only_unwritten = getenv("HEDDLE_ORACLE_UNWRITTEN") != NULL,
                .only_passing = getenv("HEDDLE_ORACLE_PASSING") != NULL,
                .only_printing = getenv("HEDDLE_ORACLE_PRINTING") != NULL,
                .only_drawing = getenv("HEDDLE_ORACLE_RANDOM") != NULL,
                .only_silent = getenv("HEDDLE_ORACLE_SILENT") != NULL,
                .hasty = getenv("HEDDLE_ORACLE_HASTE") != NULL,
                .only_repeating = getenv("HEDDLE_ORACLE_REPEATS") != NULL,
                .only_undefined = getenv("HEDDLE_ORACLE_UNDEFINED") != NULL,
                .only_campaigns = getenv("HEDDLE_ORACLE_CAMPAIGNS") != NULL,
                .only_wakes = getenv("HEDDLE_ORACLE_WAKES") != NULL,
                .only_files = getenv("HEDDLE_ORACLE_FILES") != NULL,
                .only_endless = getenv("HEDDLE_ORACLE_ENDLESS") != NULL,
                .larger = getenv("HEDDLE_ORACLE_LARGER") != NULL,
                .only_orders = getenv("HEDDLE_ORACLE_ORDERS") != NULL,
                .settings = count == 1 ? UINT32_MAX
                            : thorough ? 8
                                       : 4,
                .seldom = count < 10 ? 1 : 12};
    o.place.input = xasprintf("%s/input", folder);
    write_text(o.place.input, "", "123");
    o.place.alike = o.only_alike;
    o.place.unwritten = o.only_unwritten;
    o.place.watch_after = o.only_silent ? WATCH_AFTER : 0;
    unsigned failures = 0;
    unsigned parts = thorough || count == 1 ? 1 : KNOWN_PARTS;
    char *known = o.only_couplings ? check_known_couplings(&o, seed, parts) : NULL;
    if (known) printf("a program whose couplings are known: %s\n", known), failures++;
    free(known);
    /* Who asks for the next seeds gets other programs, also where some of these are too large. */
    for (uint64_t n = 0; n < count; n++, seed++) {
        Generator g;
        o.seed = seed;
        const char *mode = "";
        char *problem = check_seed(&o, &g, thorough, &mode);
        bool differs = problem != NULL;
        if (problem) {
            failures++;
            char *path = xasprintf("oracle-%llu-%s.c", (unsigned long long)seed, mode);
            char *head =
                xasprintf("/* oracle: seed %llu, %s: %s */\n", (unsigned long long)seed, mode, problem);
            write_text(path, head, g.text.data);
            printf("seed %llu, %s: %s (see %s)\n", (unsigned long long)seed, mode, problem, path);
            fflush(stdout);
            free(head);
            free(path);
            free(problem);
        }
        vec_free(&g.text);
        if (failures >= 20) break;
        if (count >= 1000 && !differs && o.programs % 500 == 0) {
            printf("%llu programs so far\n", (unsigned long long)o.programs);
            fflush(stdout);
        }
    }
    printf("%llu programs agree in everything, %u do not, %llu were too large%s; %llu comparisons, %llu "
           "interleavings, %llu "
           "traces, %llu with cut-offs; %llu with inputs; "
           "%llu run natively with %llu outcomes\n",
           (unsigned long long)(o.programs >= failures ? o.programs - failures : 0), failures,
           (unsigned long long)o.skipped, o.only_campaigns ? " or too small" : "",
           (unsigned long long)o.compared, (unsigned long long)o.interleavings, (unsigned long long)o.traces,
           (unsigned long long)o.cut_traces, (unsigned long long)o.symbolic, (unsigned long long)o.native,
           (unsigned long long)o.native_lines);
    if (o.only_endless && count >= FEWEST_ENDLESS && !o.symbolic) {
        printf("of no program anything was proved for any number of threads\n");
        failures++;
    }
    if (o.only_waits) printf("in %llu threads wait for ever\n", (unsigned long long)o.hanging);
    if (o.only_campaigns) printf("%llu workers were killed at work\n", (unsigned long long)o.killed);
    if (o.only_versions) tell_pairs(&o.pairs);
    if (o.only_versions && o.only_repeating) printf("%u pairs of findings with one text\n", o.pairs.repeated);
    if (o.only_couplings)
        printf(
            "errors that take 0, 1, 2, 3 couplings: %llu, %llu, %llu, %llu; more: %llu; others: %llu; %llu "
            "explorations were not complete\n",
            (unsigned long long)o.coupled[0], (unsigned long long)o.coupled[1],
            (unsigned long long)o.coupled[2], (unsigned long long)o.coupled[3],
            (unsigned long long)o.coupled[4], (unsigned long long)o.coupled[5], (unsigned long long)o.partly);
    char *clean = xasprintf("rm -rf '%s'", folder);
    if (system(clean)) fprintf(stderr, "oracle: %s could not be removed\n", folder);
    free(clean);
    free(o.place.input);
    free(o.source);
    free(resource);
    /* Of few programs all may be too large. */
    return failures || (!o.programs && count >= 20);
}
