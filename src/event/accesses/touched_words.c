/* touched_words.c — see touched_words.h. */
#include "event/accesses/touched_words.h"
#include <stdlib.h>

#define MOST_CHECKED 256 /* words of a list in builds with invariants */

void touched_unref(TouchedWords *t) {
    while (t && !--t->refs) {
        TouchedWords *older = t->older;
        free(t);
        t = older;
    }
}

/* Whether `x` races with nothing to come that `n`, a later access of the thread, does not race
 * with. */
static bool replaces(const TouchedWord *n, const TouchedWord *x) {
    if (x->word != n->word || x->words != n->words || x->mask & ~n->mask) return false;
    return (n->how & TOUCHED_WRITE || !(x->how & TOUCHED_WRITE)) && !(n->how & TOUCHED_VAGUE) &&
           (!(n->how & TOUCHED_ATOMIC) || x->how & TOUCHED_ATOMIC);
}

static bool is_same(const TouchedWord *x, const TouchedWord *y) {
    return x->word == y->word && x->words == y->words && x->mask == y->mask && x->how == y->how;
}

/* The first entry of the words from this one on, in this list alone. */
static uint32_t touched_find_word(const TouchedWords *t, uint64_t word) {
    uint32_t low = 0, high = t->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (t->word[middle].word < word)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* How many entries of one word begin at number `k` of a list. */
static uint32_t entries_of_word(const TouchedWord *word, uint32_t n, uint32_t k) {
    uint32_t end = k;
    while (end < n && word[end].word == word[k].word) end++;
    return end - k;
}

const TouchedWord *touched_entries(const TouchedWords *t, uint64_t word, uint32_t *n) {
    for (; t; t = t->older) {
        uint32_t k = touched_find_word(t, word);
        if (k == t->n || t->word[k].word != word) continue;
        *n = entries_of_word(t->word, t->n, k);
        return &t->word[k];
    }
    *n = 0;
    return NULL;
}

bool touched_is_known(const TouchedWords *t, const TouchedWord *n) {
    uint32_t entries;
    if (!t || t->latest < n->epoch) return false;
    const TouchedWord *x = touched_entries(t, n->word, &entries);
    for (uint32_t k = 0; k < entries; k++)
        if (x[k].epoch == n->epoch && (is_same(&x[k], n) || replaces(&x[k], n))) return true;
    return false;
}

/* Puts an access behind those that it follows on its word, in place of what it makes
 * superfluous. */
static void touched_put(Words *w, size_t first, TouchedWord n) {
    size_t kept = first;
    for (size_t k = first; k < w->len; k++)
        if (w->data[k].word != n.word || !(replaces(&n, &w->data[k]) || is_same(&n, &w->data[k])))
            w->data[kept++] = w->data[k];
    w->len = kept;
    vec_push(w, n);
}

/* --- lists ------------------------------------------------------------------------------------ */

/* A thread's accesses are ascending by word. What races with nothing that a later one of the same
 * bytes does not race with is not kept. */
static void check_words(const TouchedWords *t) {
    invariant(t->too_many || (t->n && t->all >= t->n) || t->older);
    invariant(!t->older || (t->older->n > 2 * t->n && t->older->refs && !t->older->too_many));
    invariant(t->older || t->too_many || t->all == t->n);
    for (uint32_t k = 0; k < t->n && k < MOST_CHECKED; k++) {
        const TouchedWord *x = &t->word[k];
        invariant(x->mask || x->words > 1);
        invariant(x->others && x->words);
        invariant(!k || t->word[k - 1].word <= x->word);
        for (uint32_t j = k; j-- > 0 && t->word[j].word == x->word;)
            invariant(!replaces(x, &t->word[j]) && !is_same(x, &t->word[j]));
    }
}

/* --- sums ---------------------------------------------------------------------------------------
 */

typedef VEC(TouchedGroup) Groups;

Fingerprint touched_fingerprint(const TouchedWord *w) {
    return fragment(hash_mix(w->word), (uint64_t)w->words << 16 | w->mask << 8 | w->how);
}

/* Of so many groups, the last ones, it is looked whether an access belongs to one. */
#define GROUPS_SEARCHED 8

static void group_add(Groups *all, const TouchedWord *w, bool taken_away) {
    Fingerprint f = touched_fingerprint(w);
    TouchedGroup *g = NULL;
    for (size_t k = all->len; k-- > 0 && k + GROUPS_SEARCHED >= all->len && !g;) {
        TouchedGroup *x = &all->data[k];
        if (x->epoch == w->epoch && x->others == w->others) g = x;
    }
    if (!g) {
        TouchedGroup new = {.others = w->others, .epoch = w->epoch};
        vec_push(all, new);
        g = &vec_last(all);
    }
    if (taken_away)
        fingerprint_subtract(&g->up_to, f);
    else
        fingerprint_add(&g->up_to, f);
}

static int compare_groups(const void *a, const void *b) {
    const TouchedGroup *x = a, *y = b;
    if (x->others != y->others) return x->others < y->others ? -1 : 1;
    return x->epoch < y->epoch ? -1 : x->epoch > y->epoch;
}

/* Appends a group, behind which come no lesser ones. */
static void group_append(Groups *all, TouchedGroup g) {
    if (all->len && !compare_groups(&vec_last(all), &g))
        fingerprint_add(&vec_last(all).up_to, g.up_to);
    else
        vec_push(all, g);
}

/* Puts groups in their order, each of which then is there once. */
static void groups_order(Groups *all) {
    size_t n = all->len;
    if (n > 1) qsort(all->data, n, sizeof *all->data, compare_groups);
    all->len = 0;
    for (size_t k = 0; k < n; k++) group_append(all, all->data[k]);
}

/* The groups of a list, number `k`, with a sum of its own. */
static TouchedGroup group_alone(const TouchedWords *t, uint32_t k) {
    TouchedGroup g = t->group[k];
    if (k && t->group[k - 1].others == g.others)
        fingerprint_subtract(&g.up_to, t->group[k - 1].up_to);
    return g;
}

/* The groups with those of a list that is taken in. */
static Groups groups_with(const Groups *all, const TouchedWords *t) {
    Groups both = {0};
    vec_reserve(&both, all->len + t->ngroups);
    uint32_t k = 0;
    for (size_t j = 0; j < all->len; j++) {
        for (; k < t->ngroups && compare_groups(&t->group[k], &all->data[j]) < 0; k++)
            group_append(&both, group_alone(t, k));
        group_append(&both, all->data[j]);
    }
    for (; k < t->ngroups; k++) group_append(&both, group_alone(t, k));
    return both;
}

/* Makes sums of one group each, in their order, those up to each group. Leaves out what is nothing
 * on the whole. */
static void groups_sum_up(Groups *all) {
    uint32_t kept = 0;
    for (size_t k = 0; k < all->len; k++) {
        TouchedGroup g = all->data[k];
        if (!g.up_to.a && !g.up_to.b) continue;
        if (kept && all->data[kept - 1].others == g.others)
            fingerprint_add(&g.up_to, all->data[kept - 1].up_to);
        all->data[kept++] = g;
    }
    all->len = kept;
    for (uint32_t k = kept; k-- > 0;) {
        bool last = k + 1 == kept || all->data[k + 1].others != all->data[k].others;
        all->data[k].end = last ? k + 1 : all->data[k + 1].end;
    }
}

/* --- making them --------------------------------------------------------------------------------
 */

/* The words that are accessed, `new` of them, sorted, each with all its entries: of `before`, and
 * the new ones. *all is how many entries all words have then, and `groups` gets what is new in the
 * sums: these entries, without those that the words had. */
static Words with_entries_before(const TouchedWords *before, const Words *new, uint32_t *all,
                                 Groups *groups) {
    Words own = {0};
    *all = before ? before->all : 0;
    for (size_t j = 0; j < new->len;) {
        size_t first = own.len;
        uint64_t word = new->data[j].word;
        uint32_t n;
        const TouchedWord *x = touched_entries(before, word, &n);
        for (uint32_t k = 0; k < n; k++) {
            vec_push(&own, x[k]);
            group_add(groups, &x[k], true);
        }
        for (; j < new->len &&new->data[j].word == word; j++)
            touched_put(&own, first, new->data[j]);
        for (size_t k = first; k < own.len; k++) group_add(groups, &own.data[k], false);
        *all = *all - n + (uint32_t)(own.len - first);
    }
    groups_order(groups);
    return own;
}

/* The entries of a list and those of an older one whose words it does not have. */
static Words with_older(const Words *own, const TouchedWords *older) {
    Words both = {0};
    uint32_t k = 0;
    for (size_t j = 0; k < older->n || j < own->len;) {
        uint64_t word = j < own->len ? own->data[j].word : UINT64_MAX;
        for (; k < older->n && older->word[k].word < word; k++) vec_push(&both, older->word[k]);
        for (; k < older->n && older->word[k].word == word; k++) {}
        for (; j < own->len && own->data[j].word == word; j++) vec_push(&both, own->data[j]);
    }
    return both;
}

static int compare_words(const void *a, const void *b) {
    const TouchedWord *x = a, *y = b;
    if (x->word != y->word) return x->word < y->word ? -1 : 1;
    return x->epoch < y->epoch ? -1 : x->epoch > y->epoch;
}

TouchedWords *touched_extended(TouchedWords *before, Words *new) {
    uint32_t all;
    invariant(new->len && !(before && before->too_many));
    qsort(new->data, new->len, sizeof *new->data, compare_words);
    Groups groups = {0};
    Words own = with_entries_before(before, new, &all, &groups);
    TouchedWords *older = before;
    /* Lists that are not much longer are taken in: a list costs about as much as is new. */
    for (; older && older->n <= 2 * own.len; older = older->older) {
        Words both = with_older(&own, older);
        Groups wider = groups_with(&groups, older);
        vec_free(&groups);
        groups = wider;
        vec_free(&own);
        own = both;
    }
    bool too_many = all > MOST_WORDS;
    if (too_many) {
        own.len = groups.len = 0;
        older = NULL;
    }
    groups_sum_up(&groups);
    TouchedWords *t =
        xmalloc(sizeof *t + own.len * sizeof t->word[0] + groups.len * sizeof *t->group);
    *t = (TouchedWords){.refs = 1,
                        .n = (uint32_t)own.len,
                        .all = all,
                        .latest = older ? older->latest : 0,
                        .too_many = too_many,
                        .older = older,
                        .group = (TouchedGroup *)(t->word + own.len),
                        .ngroups = (uint32_t)groups.len};
    for (size_t k = 0; k < own.len; k++) t->latest = MAX(t->latest, own.data[k].epoch);
    if (own.len) memcpy(t->word, own.data, own.len * sizeof t->word[0]);
    if (groups.len) memcpy(t->group, groups.data, groups.len * sizeof *t->group);
    vec_free(&groups);
    if (older) older->refs++;
    vec_free(&own);
    if (unlikely(base_invariants)) check_words(t);
    return t;
}

WordsReader words_reader(const TouchedWords *t, uint32_t known) {
    WordsReader r = {.n = 0};
    for (; t && t->latest > known; t = t->older) {
        invariant(r.n < MOST_LISTS);
        r.at[r.n] = 0;
        r.list[r.n++] = t;
    }
    return r;
}

const TouchedWord *words_reader_next(WordsReader *r, uint32_t *n) {
    const TouchedWord *next = NULL;
    for (uint32_t k = 0; k < r->n; k++) {
        const TouchedWords *t = r->list[k];
        if (r->at[k] == t->n) continue;
        const TouchedWord *x = &t->word[r->at[k]];
        if (next && next->word <= x->word) continue;
        next = x;
        *n = entries_of_word(t->word, t->n, r->at[k]);
    }
    for (uint32_t k = 0; next && k < r->n; k++) {
        const TouchedWords *t = r->list[k];
        while (r->at[k] < t->n && t->word[r->at[k]].word == next->word) r->at[k]++;
    }
    return next;
}
