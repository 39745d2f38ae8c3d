/*
 * repeated.c — which finding of a version is which of the version before, where several assertions of a
 * routine have one text: known by the names that the generator gave them (statements_repeated.c), compared
 * with what the product tells. A text that is the only one of its routine in both versions counts as one.
 */
#include "cli/diff/same_finding.h"
#include "prunings.h"
#include "statements.h"
#include <stdlib.h>
#include <string.h>

/* Line n of a text, from 1; NULL: there is none. */
static const char *line_of(const char *text, unsigned n) {
    while (n > 1 && (text = strchr(text, '\n'))) text++, n--;
    return text && n ? text : NULL;
}

/* What a line has behind `what`, or NULL. */
static const char *behind(const char *line, const char *what) {
    const char *at = line ? strstr(line, what) : NULL;
    return at && at < line + strcspn(line, "\n") ? at + strlen(what) : NULL;
}

int repeated_id(const char *text, const Finding *f) {
    const char *at =
        strcmp(f->kind, "assertion") ? NULL : behind(line_of(text, f->place.line), repeated_mark);
    return at ? atoi(at) : -1;
}

/* How many assertions of the text of this one the routine has that it is in. */
static unsigned alike_in_routine(const char *text, const Finding *f) {
    const char *at = line_of(text, f->place.line), *what = behind(at, "assert(");
    size_t size = strcspn(what, ";");
    unsigned n = 0;
    while (at > text && strncmp(at, "static ", 7)) {
        for (at--; at > text && at[-1] != '\n';) at--;
    }
    for (; *at && *at != '}'; at += strcspn(at, "\n"), at += *at == '\n') {
        const char *other = behind(at, repeated_mark) ? behind(at, "assert(") : NULL;
        n += other && strcspn(other, ";") == size && !strncmp(other, what, size);
    }
    return n;
}

/* Whether they are the same; only asked of findings with one text in one routine. */
static bool are_same(const char *old_text, const Finding *old, const char *new_text, const Finding *new) {
    return repeated_id(old_text, old) == repeated_id(new_text, new) ||
           (alike_in_routine(old_text, old) == 1 && alike_in_routine(new_text, new) == 1);
}

static bool have_one_text(const Finding *old, const Finding *new) {
    char *x = finding_key_across(old), *y = finding_key_across(new);
    bool same = !strcmp(x, y);
    free(x);
    free(y);
    return same;
}

char *check_repeated(const Version *old, const CampaignResult *before, const Version *new,
                     const CampaignResult *after, unsigned *compared) {
    for (size_t k = 0; k < before->nfindings; k++) {
        const Finding *x = before->findings[k];
        int id = repeated_id(old->text, x);
        for (size_t n = 0; n < after->nfindings && id >= 0; n++) {
            const Finding *y = after->findings[n];
            int other = repeated_id(new->text, y);
            if (other < 0 || !have_one_text(x, y)) continue;
            ++*compared;
            bool same = are_same(old->text, x, new->text, y);
            if (same_finding(new->match, x, y) != same)
                return xasprintf("the finding id_%d of the old version is %sthe same as id_%d of the new one",
                                 id, same ? "not " : "", other);
        }
    }
    return NULL;
}
