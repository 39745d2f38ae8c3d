/* fingerprint.c — see fingerprint.h. */
#include "report/formats/fingerprint.h"
#include "base/digest.h"
#include <stdlib.h>

#define DIGITS "0123456789"

/* Returns the number of characters at `p` that depend on where things are, by the words before
 * them: a line ("a.c:12:5"), a thread, an address. */
static size_t moving_length(const char *start, const char *p) {
    static const struct {
        const char *before, *characters;
    } moving[] = {
        {":", DIGITS}, {"line ", DIGITS}, {"thread ", DIGITS "."}, {"0x", DIGITS "abcdefABCDEF"}};
    for (size_t k = 0; k < ARRAY_LEN(moving); k++) {
        size_t n = strlen(moving[k].before);
        if ((size_t)(p - start) >= n && !strncmp(p - n, moving[k].before, n))
            return strspn(p, moving[k].characters);
    }
    return 0;
}

static void digest_add_settled(Digest *d, const char *s) {
    StrBuf b = {0};
    str_add(&b, "");
    for (const char *p = s; p && *p;) {
        size_t n = moving_length(s, p);
        if (!n) str_addc(&b, *p++);
        p += n;
    }
    digest_add_text(d, b.data);
    vec_free(&b);
}

static const char *function_or_none(const SourcePlace *p) { return p->function ? p->function : ""; }

/* Adds the functions without their order: a race is found from either side. */
static void digest_add_functions(Digest *d, const Finding *f) {
    char **names = NULL;
    size_t n = 0;
    texts_add(&names, &n, function_or_none(&f->place));
    if (f->has_other) texts_add(&names, &n, function_or_none(&f->other_place));
    for (size_t k = 0; k < f->nthreads && !strcmp(f->kind, "deadlock"); k++) {
        const ThreadReport *t = &f->threads[k];
        if (!thread_report_blocked(t)) continue;
        texts_add(&names, &n, function_or_none(t->place.file ? &t->place : &t->stack[0]));
    }
    Digest sum = {0};
    for (size_t k = 0; k < n; k++) {
        Digest one = digest_new();
        digest_add_text(&one, names[k]);
        sum.lane[0] += one.lane[0];
        sum.lane[1] += one.lane[1];
    }
    digest_add_number(d, sum.lane[0]);
    digest_add_number(d, sum.lane[1]);
    texts_free(names, n);
}

static Digest finding_digest(const Finding *f) {
    Digest d = digest_new();
    digest_add_text(&d, f->kind);
    digest_add_functions(&d, f);
    /* The message of a race depends on which access came second. */
    bool raced = f->variable && !strcmp(f->kind, "race");
    digest_add_settled(&d, raced ? f->variable : f->message);
    return d;
}

static int compare_places(const SourcePlace *a, const SourcePlace *b) {
    int files = strcmp(a->file ? a->file : "", b->file ? b->file : "");
    if (files) return files;
    if (a->line != b->line) return a->line < b->line ? -1 : 1;
    return (a->column > b->column) - (a->column < b->column);
}

/* Compares findings by the earlier of their places, then by the later one. */
static int compare_in_source(const Finding *a, const Finding *b) {
    const SourcePlace *first[2], *last[2];
    const Finding *both[] = {a, b};
    for (int k = 0; k < 2; k++) {
        const Finding *f = both[k];
        bool swapped = f->has_other && compare_places(&f->other_place, &f->place) < 0;
        first[k] = swapped ? &f->other_place : &f->place;
        last[k] = f->has_other && !swapped ? &f->other_place : &f->place;
    }
    int order = compare_places(first[0], first[1]);
    return order ? order : compare_places(last[0], last[1]);
}

char **fingerprints_of(Finding *const *findings, size_t n) {
    char **all = xcalloc(n + 1, sizeof *all);
    Digest *digest = xcalloc(n + 1, sizeof *digest);
    for (size_t k = 0; k < n; k++) digest[k] = finding_digest(findings[k]);
    for (size_t k = 0; k < n; k++) {
        unsigned number = 1;
        for (size_t j = 0; j < n; j++) {
            if (j == k || !digest_equal(digest[j], digest[k])) continue;
            int order = compare_in_source(findings[j], findings[k]);
            number += order < 0 || (!order && j < k);
        }
        all[k] = xasprintf("%016llx%016llx:%u", (unsigned long long)digest[k].lane[0],
                           (unsigned long long)digest[k].lane[1], number);
    }
    free(digest);
    return all;
}
