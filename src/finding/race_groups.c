/* race_groups.c — see race_groups.h. */
#include "finding/race_groups.h"
#include <stdlib.h>

static RaceGroup *race_group_of(const Finding *f, RaceGroups *groups) {
    for (size_t k = 0; f->variable && k < groups->len; k++)
        if (groups->data[k].variable && !strcmp(groups->data[k].variable, f->variable))
            return &groups->data[k];
    RaceGroup none = {.variable = f->variable};
    vec_push(groups, none);
    return &vec_last(groups);
}

void race_groups_make(Finding *const *findings, size_t n, RaceGroups *out) {
    for (size_t k = 0; k < n; k++) {
        if (strcmp(findings[k]->kind, "race")) continue;
        RaceGroup *g = race_group_of(findings[k], out);
        vec_push(&g->members, k);
        g->occurrences += findings[k]->occurrences;
    }
}

void race_groups_free(RaceGroups *groups) {
    for (size_t k = 0; k < groups->len; k++) vec_free(&groups->data[k].members);
    vec_free(groups);
}
