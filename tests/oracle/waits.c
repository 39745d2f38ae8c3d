/*
 * waits.c — programs with loops that wait by looking and may do so for ever. Nothing that such a loop does
 * while it waits can be noticed, so whatever the program can do it can do with a loop that looks once, at the
 * right time: brute force explores the program in which who would have to look again goes no further. All
 * settings with cut-offs, of the program as it is, find the same, and end in the same states as far as all
 * threads come to their end.
 */
#include "oracle.h"
#include <stdlib.h>
#include <string.h>

#define LOOPS_LONGER \
    5 /* a larger program with loops may have so many times the runs of one that looks once */

/* Threads that wait for ever: all settings tell the same of them. Who looks once goes no further there. */
static bool is_hang(const char *finding) { return has_prefix(finding, "hang|"); }
static bool is_no_hang(const char *finding) { return !is_hang(finding); }

/* *hangs: what the settings before told of them; NULL: there was none. */
static char *compare_hangs(char **hangs, const Outcome *loops, const Variant *how) {
    if (!loops->complete || loops->error) return NULL;
    char *own = findings_that(loops, is_hang), *text = NULL;
    if (*hangs && strcmp(*hangs, own) != 0) {
        char *name = variant_name(how);
        text = xasprintf("%s: hangs differ; another setting:\n%sthis:\n%s", name, *hangs, own);
        free(name);
    }
    free(*hangs);
    *hangs = own;
    return text;
}

static char *compare_ended(const Outcome *once, const Outcome *loops, const Variant *how) {
    char *x = findings_that(once, is_no_hang), *y = findings_that(loops, is_no_hang), *text = NULL;
    char *name = variant_name(how);
    if (loops->error && strstr(loops->error, "does it wait in a loop"))
        text = NULL; /* it said that it is not complete */
    else if (loops->error)
        text = xasprintf("%s: %s", name, loops->error);
    else if (!loops->complete)
        text = xasprintf("%s did not finish", name);
    else if (strcmp(x, y))
        text = xasprintf("%s: findings differ; who looks once:\n%sloops:\n%s", name, x, y);
    else if (!how->strategy->events_only && !how->strategy->beside &&
             !hashes_equal(&once->ended, &loops->ended))
        text = xasprintf("%s: threads come to an end in %zu states, not in the %zu of those who look once",
                         name, loops->ended.len, once->ended.len);
    free(name);
    free(x);
    free(y);
    return text;
}

char *check_waits(Oracle *o, const char **mode_name) {
    static char blocks[] = "-DBLOCKS";
    char *const define[] = {blocks}, *text = NULL;
    Program *once = load_program(o, define, 1);
    Program *loops = o->seed % TWO_FILES == 1 ? load_two_files(o) : load_program(o, NULL, 0);
    bool skipped = false;
    if (!once || !loops) text = xstrdup("the program does not load");
    for (int mode = 0; mode < 2 && !text && !skipped; mode++) {
        *mode_name = mode ? "memory" : "sync";
        Interleave interleave = mode ? INTERLEAVE_MEMORY : INTERLEAVE_SYNC;
        Outcome truth = {.fixed = -1};
        char *hangs = NULL;
        explore(once, &o->place, interleave, o->larger ? &exact_bounded : &brute_force, &truth);
        skipped = truth.too_large;
        if (truth.error) text = xasprintf("who looks once: %s", truth.error);
        for (size_t q = 0; q < strategies_count && !text && !skipped; q++) {
            const Strategy *strategy = strategies[q];
            unsigned all = settings_of(strategy), some = MIN(all, o->settings);
            if (!is_compared(strategy) || !strategy_first(strategy)->uses_cutoffs || !some) continue;
            unsigned first = first_setting(o, mode, all, some);
            for (unsigned k = 0; k < some && !text; k++) {
                Variant how = setting(strategy, (first + k) % all);
                if (!how.cutoffs) continue;
                Outcome other = {.fixed = -1};
                Place place = o->place;
                place.most = LOOPS_LONGER * o->place.most;
                how.bounded = o->larger;
                explore(loops, &place, interleave, &how, &other);
                text = o->larger && other.too_large ? NULL : compare_ended(&truth, &other, &how);
                if (!text) text = compare_hangs(&hangs, &other, &how);
                o->partly += other.error && !text;
                o->compared++;
                o->cut_traces += other.stats.traces;
                outcome_free(&other);
            }
        }
        o->interleavings += truth.stats.traces;
        o->hanging += hangs && strstr(hangs, "hang|");
        free(hangs);
        outcome_free(&truth);
    }
    o->skipped += skipped;
    o->programs += !skipped;
    program_free(once);
    program_free(loops);
    return text;
}
