/*
 * race_findings.c — races as findings, and the visible set S, to which races add: bytes that raced
 * are interleaved from the next pass on.
 */
#include "explore/internal.h"
#include "vm/interpreter/execution.h"
#include <stdio.h>
#include <stdlib.h>

/* --- the visible set -------------------------------------------------------------------------- */

static bool is_in_visible(const Campaign *c, uint64_t start, uint64_t end) {
    for (size_t k = 0; k < c->visible.len; k++)
        if (c->visible.data[k].start <= start && end <= c->visible.data[k].end) return true;
    return false;
}

uint64_t campaign_visible_hash(const Campaign *c) {
    uint64_t h = c->visible.len;
    for (size_t k = 0; k < c->visible.len; k++)
        h = hash_combine(hash_combine(h, c->visible.data[k].start), c->visible.data[k].end);
    return h;
}

void campaign_show(Campaign *c, uint64_t start, uint64_t end) {
    if (is_in_visible(c, start, end)) return;
    VEC(VisibleRange) merged = {0};
    VisibleRange n = {start, end};
    bool placed = false;
    for (size_t k = 0; k < c->visible.len; k++) {
        VisibleRange v = c->visible.data[k];
        if (v.end < n.start) {
            vec_push(&merged, v);
        } else if (v.start > n.end) {
            if (!placed) vec_push(&merged, n);
            placed = true;
            vec_push(&merged, v);
        } else {
            n.start = MIN(n.start, v.start);
            n.end = MAX(n.end, v.end);
        }
    }
    if (!placed) vec_push(&merged, n);
    vec_free(&c->visible);
    memcpy(&c->visible, &merged, sizeof merged);
    c->grown = true;
}

/* Makes the bytes of unordered accesses visible from the next pass on. */
static void note_race(Campaign *c, const Machine *m, uint64_t start, uint64_t end) {
    VisibleRange r = {start, end};
    bool table = machine_is_table(m, start, &r);
    if (is_in_visible(c, r.start, r.end)) return;
    if (!table && machine_is_quiet(m, start)) {
        vec_push(&c->deferred, r);
        return;
    }
    c->tables |= table;
    campaign_show(c, r.start, r.end);
}

/* Which values accesses meet there decides nothing, so that a race of such, once told, needs no
 * other pass. But who comes second knows what time it was for the first. */
static bool is_unread(const Machine *m, uint64_t start, uint64_t end) {
    return !m->tells_time && machine_is_unread(m, start) && machine_is_unread(m, end - 1);
}

/* --- findings --------------------------------------------------------------------------------- */

static uint64_t race_places(uint32_t a, uint32_t b) {
    return (uint64_t)MAX(a, b) << 32 | MIN(a, b);
}

bool campaign_told_race(const Campaign *c, uint32_t loc, uint32_t other) {
    return seen_finding(&c->seen_races, race_places(loc, other)) != NULL;
}

/* All bytes that either access touches become visible, whatever the overlap. */
static VisibleRange raced_bytes(const RaceAccess *a, const RaceAccess *b) {
    uint8_t both = a->vague || b->vague ? 255 : a->mask | b->mask;
    uint64_t start = a->word << 3;
    return (VisibleRange){start + (uint64_t)__builtin_ctz(both),
                          start + 8 * (b->words - 1) + 32 - (uint64_t)__builtin_clz(both)};
}

/* Whether such a race is a finding. */
static bool is_finding(const Campaign *c, const Run *r, const RaceAccess *a, const RaceAccess *b) {
    return c->shared->options->run.check_race && !a->vague && !b->vague &&
           !machine_is_quiet(r->machine, a->word << 3);
}

static Finding *race_finding(Run *r, const RaceAccess *a, const RaceAccess *b) {
    char *what = describe_race_message(r->machine, a, b);
    Finding *f = describe_race(r, what, a, b);
    free(what);
    return f;
}

static void tell_race_finding(Campaign *c, Run *r, const RaceAccess *a, const RaceAccess *b) {
    uint64_t places = race_places(a->loc, b->loc);
    SeenFinding *seen = seen_finding(&c->seen_races, places);
    if (seen) {
        seen->again++;
        return;
    }
    Finding *f = race_finding(r, a, b);
    const CampaignCallbacks *told = c->shared->callbacks;
    SeenFinding x = {.places = places, .key = finding_key(f)};
    x.suppressed = told && told->suppressed && told->suppressed(told->context, f);
    vec_push(&c->seen_races, x);
    campaign_report(c, f);
}

/* Notes a race that follows from another one, unless it is a finding of its own. */
static void note_following(Campaign *c, Run *r, const RaceAccess *a, const RaceAccess *b) {
    uint64_t places = race_places(a->loc, b->loc);
    SeenFinding *seen = seen_finding(&c->seen_races, places);
    if (seen) seen->again++;
    if (seen || seen_finding(&c->seen_following, places)) return;
    Finding *f = race_finding(r, a, b);
    f->follows = xstrdup(c->seen_races.data[b->follows - 1].key);
    vec_push(&c->seen_following, ((SeenFinding){.places = places, .key = finding_key(f)}));
    campaign_report_following(c, f);
}

void campaign_race(void *context, Run *r, const RaceAccess *a, const RaceAccess *b) {
    Campaign *c = context;
    /* Tables of the emulated kernel are ordered only by the exploration: visible accesses to them
     * never race. */
    if (b->enforced && machine_is_quiet(r->machine, a->word << 3)) return;
    if (is_finding(c, r, a, b) && b->follows) {
        /* In the next pass the word that it follows from is visible, which orders the two. */
        if (!c->again) note_following(c, r, a, b);
        return;
    }
    if (is_finding(c, r, a, b) && !c->again) tell_race_finding(c, r, a, b);
    /* With a symbolic address the bytes become visible even after ordered accesses: then each value
     * of the address becomes a separate access. */
    VisibleRange raced = raced_bytes(a, b);
    if (a->vague || b->vague || (!b->enforced && !is_unread(r->machine, raced.start, raced.end)))
        note_race(c, r->machine, raced.start, raced.end);
}

bool campaign_race_changes_nothing(const Campaign *c, const Run *r, const RaceAccess *a,
                                   const RaceAccess *b) {
    VisibleRange raced = raced_bytes(a, b);
    return campaign_told_race(c, a->loc, b->loc) &&
           (b->enforced || is_in_visible(c, raced.start, raced.end) ||
            is_unread(r->machine, raced.start, raced.end));
}

uint32_t campaign_race_number(void *context, Run *r, const RaceAccess *a, const RaceAccess *b) {
    Campaign *c = context;
    if (!is_finding(c, r, a, b) || c->shared->seeks || b->follows) return 0;
    const SeenFinding *seen = seen_finding(&c->seen_races, race_places(a->loc, b->loc));
    if (!seen || seen->suppressed) return 0;
    /* What follows does not become visible, so this must, in a pass that comes. */
    VisibleRange raced = raced_bytes(a, b);
    if (!b->enforced &&
        (c->shared->strategy->one_pass || !is_in_visible(c, raced.start, raced.end)))
        return 0;
    return (uint32_t)(seen - c->seen_races.data) + 1;
}
