/*
 * versions.c — a random program and a neighbour of it, as two versions of one program: both are explored in
 * full, in both modes, and what dpor finds in each is what por finds. Findings are compared between the
 * versions by kind and by the text of their line, as lines move.
 */
#include "explore/strategy.h"
#include "mutations.h"
#include "oracle.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Variant full = {
    .name = "dpor", .strategy = &dpor_strategy, .search = "dfs", .jobs = 1, .bounded = true};

static void write_program(const char *path, const char *head, const char *text) {
    FILE *f = fopen(path, "w");
    if (!f || fputs(head, f) < 0 || fputs(text, f) < 0 || fclose(f)) base_fatal("cannot write %s", path);
}

/* Line n of a text, from 1; "" where there is none. The caller frees. */
static char *line_at(const char *text, unsigned n) {
    while (n > 1 && (text = strchr(text, '\n'))) text++, n--;
    return text && n ? xasprintf("%.*s", (int)strcspn(text, "\n"), text) : xstrdup("");
}

/* Findings with the text of their line instead of its number. */
static Texts without_lines(const Texts *findings, const char *text) {
    Texts out = {0};
    for (size_t k = 0; k < findings->len; k++) {
        const char *at = strstr(findings->data[k], "p.c:");
        char *line = line_at(text, at ? (unsigned)strtoul(at + strlen("p.c:"), NULL, 10) : 0);
        char *words = xasprintf("%.*s %s", (int)strcspn(findings->data[k], "|"), findings->data[k], line);
        text_list_add(&out, words);
        free(words);
        free(line);
    }
    return out;
}

static size_t missing(const Texts *from, const Texts *in) {
    size_t n = 0;
    for (size_t k = 0; k < in->len; k++) n += !texts_has(from, in->data[k]);
    return n;
}

/* What became of the findings from one version to the next. */
static void count_findings(Pairs *pairs, const Texts *old, const char *old_text, const Texts *new,
                           const char *new_text) {
    Texts before = without_lines(old, old_text), after = without_lines(new, new_text);
    bool more = missing(&before, &after), fewer = missing(&after, &before);
    pairs->same += !more && !fewer;
    pairs->found += more && !fewer;
    pairs->vanished += fewer && !more;
    pairs->others += more && fewer;
    text_list_free(&before);
    text_list_free(&after);
}

/* One version in one mode; `all` gets what there is, the caller frees it. NULL, or what is wrong. */
static char *explore_version(Oracle *o, const Program *p, Interleave mode, unsigned sites, const char *name,
                             Outcome *all) {
    *all = (Outcome){.sites = sites, .fixed = -1};
    explore(p, &o->place, mode, &full, all);
    if (all->too_large) return NULL;
    if (all->error) return xasprintf("%s version, dpor: %s", name, all->error);
    Outcome por = {.sites = sites, .fixed = -1};
    explore(p, &o->place, mode, &exact, &por);
    char *text = por.error       ? xstrdup(por.error)
                 : !por.complete ? xstrdup("it did not finish")
                                 : compare("dpor", all, "por", &por, true);
    char *named = text ? xasprintf("%s version, por: %s", name, text) : NULL;
    if (o->talk)
        printf("%s, %s: %llu traces of dpor, %zu states, %zu findings\n", name,
               mode == INTERLEAVE_MEMORY ? "memory" : "sync", (unsigned long long)all->stats.traces,
               all->states.len, all->findings.len);
    o->traces += all->stats.traces;
    free(text);
    outcome_free(&por);
    return named;
}

/* Both versions in one mode. */
static char *check_pair(Oracle *o, Interleave mode, unsigned sites, const Program *old, const char *old_text,
                        const Program *new, const char *new_text) {
    Outcome before = {0}, after = {0};
    char *problem = explore_version(o, old, mode, sites, "old", &before);
    if (!problem && !before.too_large) problem = explore_version(o, new, mode, sites, "new", &after);
    bool large = before.too_large || after.too_large;
    o->pairs.large += large;
    if (!problem && !large) {
        o->pairs.compared++;
        count_findings(&o->pairs, &before.findings, old_text, &after.findings, new_text);
    }
    outcome_free(&before);
    outcome_free(&after);
    return problem;
}

char *check_versions(Oracle *o, const Generator *g, const Program *old) {
    char *told, *text = mutate(g, o->seed, &told), *problem = NULL;
    if (o->talk) printf("--- changes:\n%s--- the newer version:\n%s", told, text);
    write_program(o->source, "", text);
    Program *new = load_program(o, NULL, 0);
    if (!new) problem = xstrdup("the newer version does not load");
    uint64_t before = o->pairs.compared;
    for (int mode = 0; mode < 2 && !problem; mode++)
        problem =
            check_pair(o, mode ? INTERLEAVE_MEMORY : INTERLEAVE_SYNC, g->sites, old, g->text.data, new, text);
    if (problem) {
        char *path = xasprintf("oracle-%llu-newer.c", (unsigned long long)o->seed);
        write_program(path, "", text);
        char *both = xasprintf("%s (the newer version is in %s)", problem, path);
        free(path);
        free(problem);
        problem = both;
    }
    bool counts = problem || o->pairs.compared > before;
    o->programs += counts;
    o->skipped += !counts;
    if (new) program_free(new);
    free(told);
    free(text);
    return problem;
}
