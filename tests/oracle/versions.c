/*
 * versions.c — a random program and neighbours of it, as versions of one program: each is explored in full,
 * in both modes, and what dpor finds in it is what por finds; then all are explored once more with what is
 * known of the versions before (prunings.c). What became of findings is counted by kind and by the text of
 * their line, as lines move.
 */
#include "explore/strategy.h"
#include "mutations.h"
#include "outlined.h"
#include "prunings.h"
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

/* One version in one mode; what there is comes to `all` and *result, which the caller frees. NULL, or what is
 * wrong. */
static char *explore_version(Oracle *o, const Program *p, Interleave mode, unsigned sites, unsigned number,
                             Outcome *all, CampaignResult **result) {
    *all = (Outcome){.sites = sites, .fixed = -1};
    *result = explore_pruned(p, &o->place, mode, &full, &(Pruning){0}, all);
    /* A change can make a loop endless, which dpor follows to its limit. */
    all->too_large |= all->error && strstr(all->error, "does it wait in a loop");
    if (all->too_large) return NULL;
    if (all->error) return xasprintf("version %u, dpor: %s", number, all->error);
    Outcome por = {.sites = sites, .fixed = -1};
    explore(p, &o->place, mode, &exact, &por);
    char *text = por.error       ? xstrdup(por.error)
                 : !por.complete ? xstrdup("it did not finish")
                                 : compare("dpor", all, "por", &por, true);
    char *named = text ? xasprintf("version %u, por: %s", number, text) : NULL;
    if (o->talk)
        printf("version %u, %s: %llu traces of dpor, %zu states, %zu findings\n", number,
               mode == INTERLEAVE_MEMORY ? "memory" : "sync", (unsigned long long)all->stats.traces,
               all->states.len, all->findings.len);
    o->traces += all->stats.traces;
    free(text);
    outcome_free(&por);
    return named;
}

/* All versions in one mode. */
static char *check_chain(Oracle *o, Interleave mode, unsigned sites, const Version *versions, unsigned n) {
    Outcome outcome[MOST_VERSIONS] = {0};
    CampaignResult *result[MOST_VERSIONS] = {0};
    char *problem = NULL;
    bool large = false;
    for (unsigned k = 0; k < n && !problem && !large; k++) {
        problem = explore_version(o, versions[k].once, mode, sites, k, &outcome[k], &result[k]);
        large = outcome[k].too_large;
    }
    o->pairs.large += large ? n - 1 : 0;
    for (unsigned k = 1; k < n && !problem && !large; k++) {
        o->pairs.compared++;
        o->pairs.moved += !versions[k].program->follows_layout;
        count_findings(&o->pairs, &outcome[k - 1].findings, versions[k - 1].text, &outcome[k].findings,
                       versions[k].text);
    }
    for (unsigned k = 1; k < n && !problem && !large; k++)
        problem =
            check_repeated(&versions[k - 1], result[k - 1], &versions[k], result[k], &o->pairs.repeated);
    if (!problem && !large) problem = check_prunings(o, mode, sites, versions, n, result);
    for (unsigned k = 0; k < n; k++) {
        outcome_free(&outcome[k]);
        if (result[k]) campaign_result_free(result[k]);
    }
    return problem;
}

/* Whether versions are to be left in files, and nothing else. */
static bool only_text(void) { return getenv("HEDDLE_ORACLE_TEXT") != NULL; }

/* The next version: a neighbour of the one before; *last where that has names that a neighbour of it would
 * not know. NULL, or what is wrong. */
static char *make_version(Oracle *o, const Generator *g, unsigned number, const Version *before, Version *v,
                          bool *last) {
    Generator of = *g;
    char *told = NULL;
    of.text = (StrBuf){0};
    str_add(&of.text, before ? before->text : g->text.data);
    v->text = before ? mutate(&of, o->seed + ((uint64_t)(number - 1) << 40), &told) : xstrdup(of.text.data);
    if (before && o->talk) printf("--- changes:\n%s--- version %u:\n%s", told, number, v->text);
    if (only_text()) { /* it need not be compiled */
        char *path = xasprintf("%llu-%u.c", (unsigned long long)o->seed, number);
        write_program(path, "", v->text);
        free(path);
        vec_free(&of.text);
        free(told);
        return NULL;
    }
    /* Every second program, but for those of two files, has functions that are entered now and then. */
    char *source = o->seed % 2 && !o->two_files && !o->only_repeating ? outline(v->text) : xstrdup(v->text);
    write_program(o->source, "", source);
    if (o->talk) printf("--- version %u as it is compiled:\n%s", number, source);
    free(source);
    char *layout = before ? program_layout_text(before->program) : NULL;
    v->program = load_version(o, layout);
    static char blocks[] = "-DBLOCKS";
    char *const define[] = {blocks};
    v->once = o->only_waits ? load_program(o, define, 1) : v->program;
    if (v->program && before) {
        v->match = match_programs(before->program, v->program);
        v->impact = impact_of(before->program, v->program, v->match, NULL);
    }
    *last = told && strstr(told, "renamed in");
    vec_free(&of.text);
    free(layout);
    free(told);
    return v->program && v->once ? NULL : xasprintf("version %u does not load", number);
}

char *check_versions(Oracle *o, const Generator *g) {
    Version versions[MOST_VERSIONS] = {0};
    unsigned n = !only_text() && (o->talk || o->seed % 3 == 0) ? 3 : 2;
    char *problem = NULL;
    for (unsigned k = 0; k < n && !problem; k++) {
        bool last = false;
        problem = make_version(o, g, k, k ? &versions[k - 1] : NULL, &versions[k], &last);
        if (last) n = k + 1;
    }
    uint64_t before = o->pairs.compared;
    for (int mode = 0; mode < 2 && !problem && !only_text(); mode++)
        problem = check_chain(o, mode ? INTERLEAVE_MEMORY : INTERLEAVE_SYNC, g->sites, versions, n);
    for (unsigned k = 1; k < n && problem; k++) {
        if (!versions[k].text) continue;
        char *path = xasprintf("oracle-%llu-newer%u.c", (unsigned long long)o->seed, k);
        write_program(path, "", versions[k].text);
        char *more = xasprintf("%s (version %u is in %s)", problem, k, path);
        free(path);
        free(problem);
        problem = more;
    }
    bool counts = problem || o->pairs.compared > before;
    o->programs += counts;
    o->skipped += !counts;
    for (unsigned k = 0; k < n; k++) {
        impact_free(versions[k].impact);
        if (versions[k].match) match_free(versions[k].match);
        if (versions[k].once != versions[k].program) program_free(versions[k].once);
        program_free(versions[k].program);
        free(versions[k].text);
    }
    return problem;
}
