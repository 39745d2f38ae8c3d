/* race_groups.c — see race_groups.h. */
#include "finding/race_groups.h"
#include <stdlib.h>

static bool is_same_name(const char *a, const char *b) { return a && b && !strcmp(a, b); }

static bool is_one_place(const SourcePlace *a, const SourcePlace *b) {
    return a->line && a->line == b->line && a->column == b->column &&
           is_same_name(a->file, b->file) && is_same_name(a->function, b->function);
}

static bool shares_a_place(const Finding *a, const Finding *b) {
    const SourcePlace *of_a[] = {&a->place, &a->other_place},
                      *of_b[] = {&b->place, &b->other_place};
    for (unsigned k = 0; k < 4; k++)
        if (is_one_place(of_a[k / 2], of_b[k % 2])) return true;
    return false;
}

static bool is_race(const Finding *f) { return !strcmp(f->kind, "race"); }

/* Only of uses after its end does a finding that is no race name the object. */
static bool is_use(const Finding *f) { return !is_race(f) && f->object; }

bool finding_has_group(const Finding *f) { return is_race(f) || is_use(f); }

bool findings_have_one_cause(const Finding *a, const Finding *b) {
    if (is_use(a) && is_use(b))
        return !strcmp(a->kind, b->kind) && is_same_name(a->object, b->object);
    return is_race(a) && is_race(b) &&
           (is_same_name(a->variable, b->variable) ||
            (is_same_name(a->object, b->object) && shares_a_place(a, b)));
}

static RaceGroup *race_group_of(Finding *const *findings, const Finding *f, RaceGroups *groups) {
    for (size_t k = 0; k < groups->len; k++) {
        RaceGroup *g = &groups->data[k];
        for (size_t i = 0; i < g->members.len; i++) {
            const Finding *member = findings[g->members.data[i]];
            if (!findings_have_one_cause(member, f)) continue;
            if (g->uses) return g;
            bool parts = !is_same_name(member->variable, f->variable);
            if (parts) g->variable = f->object;
            g->parts |= parts;
            return g;
        }
    }
    RaceGroup none = {.variable = is_race(f) ? f->variable : f->object, .uses = is_use(f)};
    vec_push(groups, none);
    return &vec_last(groups);
}

void race_groups_make(Finding *const *findings, size_t n, RaceGroups *out) {
    for (size_t k = 0; k < n; k++) {
        if (!finding_has_group(findings[k])) continue;
        RaceGroup *g = race_group_of(findings, findings[k], out);
        vec_push(&g->members, k);
        g->occurrences += findings[k]->occurrences;
    }
}

static bool has_member_with_key(const RaceGroup *g, Finding *const *findings, const char *key) {
    bool has = false;
    for (size_t i = 0; i < g->members.len && !has; i++) {
        char *other = finding_key(findings[g->members.data[i]]);
        has = !strcmp(other, key);
        free(other);
    }
    return has;
}

void race_groups_add_following(RaceGroups *groups, Finding *const *findings,
                               Finding *const *following, size_t n) {
    for (size_t j = 0; j < n; j++)
        for (size_t k = 0; k < groups->len; k++)
            if (has_member_with_key(&groups->data[k], findings, following[j]->follows)) {
                vec_push(&groups->data[k].following, following[j]);
                break;
            }
}

void race_groups_free(RaceGroups *groups) {
    for (size_t k = 0; k < groups->len; k++) {
        vec_free(&groups->data[k].members);
        vec_free(&groups->data[k].following);
    }
    vec_free(groups);
}
