/* Lists of touched words that share most of their words: what is in them is what plain lists have, and what
 * states have of them is what the words have one by one. */
#include <stdlib.h>
#include "event/accesses/knowledge.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { PLACES = 400, STEPS = 600, KEPT = 4, MOST_AT_ONCE = 60 };

/* The accesses of each word, in their order. */
typedef struct Plain {
    Words at[PLACES];
} Plain;

static uint64_t random_state;

static uint32_t random_below(uint32_t n) {
    random_state += 0x9e3779b97f4a7c15ull;
    return (uint32_t)(hash_mix(random_state) % n);
}

static TouchedWord random_access(uint32_t epoch) {
    bool far = random_below(8) == 0;
    return (TouchedWord){.word = random_below(4) ? random_below(PLACES) : random_below(5),
                         .others = 2,
                         .words = far ? 3 : 1,
                         .epoch = epoch,
                         .mask = (uint8_t)(1 + random_below(3)),
                         .how = (uint8_t)random_below(8)};
}

/* Whether all that races with `x` later on races with `n`, too. */
static bool stands_for(const TouchedWord *n, const TouchedWord *x) {
    if (n->words != x->words) return false;
    if (n->mask == x->mask && n->how == x->how) return true;
    if ((n->mask & x->mask) != x->mask || n->how & TOUCHED_VAGUE) return false;
    bool writes = n->how & TOUCHED_WRITE || !(x->how & TOUCHED_WRITE),
         plain = x->how & TOUCHED_ATOMIC || !(n->how & TOUCHED_ATOMIC);
    return writes && plain;
}

static void plain_add(Plain *p, const TouchedWord *n) {
    Words *w = &p->at[n->word];
    size_t kept = 0;
    for (size_t k = 0; k < w->len; k++)
        if (!stands_for(n, &w->data[k])) w->data[kept++] = w->data[k];
    w->len = kept;
    vec_push(w, *n);
}

static bool equal_access(const TouchedWord *x, const TouchedWord *y) {
    return x->word == y->word && x->words == y->words && x->epoch == y->epoch && x->mask == y->mask &&
           x->how == y->how;
}

static void assert_same(const TouchedWords *t, const Plain *p) {
    WordsReader r = words_reader(t, 0);
    uint32_t n = 0, seen = 0;
    uint64_t next = 0;
    for (const TouchedWord *x; (x = words_reader_next(&r, &n)) != NULL; seen += n, next = x->word + 1) {
        for (uint64_t skipped = next; skipped < x->word; skipped++) assert_int_equal(p->at[skipped].len, 0);
        const Words *w = &p->at[x->word];
        assert_int_equal(w->len, n);
        for (uint32_t k = 0; k < n; k++) assert_true(equal_access(&x[k], &w->data[k]));
    }
    for (; next < PLACES; next++) assert_int_equal(p->at[next].len, 0);
    assert_int_equal(seen, t->all);
}

/* What is read behind an epoch is all of each word that it has, and has every access behind the epoch. */
static void assert_behind(const TouchedWords *t, const Plain *p, uint32_t known) {
    WordsReader r = words_reader(t, known);
    uint32_t n = 0, seen = 0, all = 0;
    for (const TouchedWord *x; (x = words_reader_next(&r, &n)) != NULL;) {
        const Words *w = &p->at[x->word];
        assert_int_equal(w->len, n);
        for (uint32_t k = 0; k < n; k++) {
            assert_true(equal_access(&x[k], &w->data[k]));
            seen += x[k].epoch > known;
        }
    }
    for (uint32_t place = 0; place < PLACES; place++)
        for (size_t k = 0; k < p->at[place].len; k++) all += p->at[place].data[k].epoch > known;
    assert_int_equal(seen, all);
}

/* The groups of all lists have the sum of what counts of each epoch. */
static void assert_sums(const TouchedWords *t, const Plain *p) {
    static Fingerprint sum[STEPS + 1], plain[STEPS + 1];
    memset(sum, 0, sizeof sum);
    memset(plain, 0, sizeof plain);
    for (; t; t = t->older)
        for (uint32_t k = 0; k < t->ngroups; k++) {
            assert_int_equal(t->group[k].others, 2);
            assert_int_equal(t->group[k].end, t->ngroups);
            assert_true(!k || t->group[k - 1].epoch < t->group[k].epoch);
            fingerprint_add(&sum[t->group[k].epoch], t->group[k].up_to);
            if (k) fingerprint_subtract(&sum[t->group[k].epoch], t->group[k - 1].up_to);
        }
    for (uint32_t place = 0; place < PLACES; place++)
        for (size_t k = 0; k < p->at[place].len; k++) {
            const TouchedWord *w = &p->at[place].data[k];
            fingerprint_add(&plain[w->epoch], touched_fingerprint(w));
        }
    for (uint32_t epoch = 0; epoch <= STEPS; epoch++) assert_true(fingerprint_same(sum[epoch], plain[epoch]));
}

static uint32_t lists_of(const TouchedWords *t) {
    uint32_t n = 0;
    for (; t; t = t->older) n++;
    return n;
}

/* Accesses of one word and one epoch come in any order out of sorting; so there is one for each word. */
static void add_some(Words *new, Plain *p, uint32_t epoch) {
    bool taken[PLACES] = {false};
    uint32_t most = random_below(3) ? 2 : MOST_AT_ONCE;
    for (uint32_t k = 0; k <= random_below(most); k++) {
        TouchedWord x = random_access(epoch);
        if (taken[x.word]) continue;
        taken[x.word] = true;
        vec_push(new, x);
        plain_add(p, &x);
    }
}

static void test_as_plain_lists(void **state) {
    (void)state;
    for (random_state = 1; random_state < 8; random_state++) {
        uint64_t seed = random_state;
        Plain p = {0};
        TouchedWords *kept[KEPT] = {NULL}, *t = NULL;
        uint32_t most = 0;
        for (uint32_t step = 1; step <= STEPS; step++) {
            Words new = {0};
            add_some(&new, &p, step);
            TouchedWords *before = t;
            t = touched_extended(before, &new);
            for (size_t k = 0; k < new.len; k++) assert_true(touched_is_known(t, &new.data[k]));
            vec_free(&new);
            assert_same(t, &p);
            assert_sums(t, &p);
            assert_behind(t, &p, random_below(step + 1));
            assert_behind(t, &p, step);
            most = MAX(most, lists_of(t));
            /* Events go in any order; older lists are used by newer ones. */
            uint32_t k = random_below(KEPT);
            touched_unref(kept[k]);
            kept[k] = before;
        }
        assert_in_range(most, 3, 12);
        for (uint32_t k = 0; k < KEPT; k++) touched_unref(kept[k]);
        touched_unref(t);
        for (uint32_t k = 0; k < PLACES; k++) vec_free(&p.at[k]);
        random_state = seed;
    }
}

enum { HOLDERS = 40, SELF = 7, REGION = 99 };

/* Threads 1 to 3 and some objects, up to which epochs they know of thread 0; several of one id. */
static void random_holders(Holders *all, uint32_t most) {
    all->len = 0;
    for (uint32_t k = 0; k < HOLDERS; k++) {
        OrderClock *c = xcalloc(1, sizeof *c + sizeof c->at[0]);
        c->n = 1;
        c->at[0] = random_below(3) ? random_below(most + 2) : most / 2;
        Holder x = {.id = k < 4 ? SELF + k : 100 + k / 2, .clock = c, .accesses = k < 4 ? thread_set(k) : 0};
        vec_push(all, x);
    }
}

/* The most that a holder of each id knows, added up by the hashes of those who know of the epoch. */
static uint64_t plain_knowing(const Holders *all, uint32_t epoch) {
    uint64_t sum = 0;
    for (size_t k = 0; k < all->len; k++) {
        bool knows = false, first = !k || all->data[k - 1].id != all->data[k].id;
        for (size_t j = 0; j < all->len; j++)
            knows |= all->data[j].id == all->data[k].id && all->data[j].clock->at[0] >= epoch;
        if (first && knows && all->data[k].id != SELF) sum += hash_mix(all->data[k].id);
    }
    return sum;
}

static ThreadSet plain_unaware(const Holders *all, uint32_t epoch) {
    ThreadSet who = 0;
    for (size_t k = 0; k < all->len; k++)
        if (all->data[k].id != SELF && all->data[k].clock->at[0] < epoch) who |= all->data[k].accesses;
    return who;
}

static Fingerprint plain_sum(const TouchedWords *words, const Holders *all) {
    static struct {
        uint64_t known;
        Fingerprint sum;
    } sums[HOLDERS + 2];
    uint32_t n = 0, entries = 0;
    Fingerprint sum = {0, 0};
    WordsReader r = words_reader(words, 0);
    for (const TouchedWord *w; (w = words_reader_next(&r, &entries)) != NULL;)
        for (uint32_t k = 0; k < entries; k++) {
            if (!(plain_unaware(all, w[k].epoch) & w[k].others)) continue;
            uint64_t known = plain_knowing(all, w[k].epoch);
            uint32_t j = 0;
            while (j < n && sums[j].known != known) j++;
            if (j == n) {
                sums[n].known = known;
                sums[n++].sum = (Fingerprint){0, 0};
            }
            fingerprint_add(&sums[j].sum, touched_fingerprint(&w[k]));
        }
    for (uint32_t j = 0; j < n; j++)
        fingerprint_add(&sum, fragment(piece(PIECE_TOUCHED, hash_combine(REGION, sums[j].sum.a)),
                                       hash_combine(sums[j].known, sums[j].sum.b)));
    return sum;
}

/* Sums by who knows of accesses are those of the accesses one by one. */
static void test_sums_by_knowledge(void **state) {
    (void)state;
    Holders holders = {0};
    Knowledge known = {0};
    TouchedWords *t = NULL;
    random_state = 11;
    for (uint32_t step = 1; step <= STEPS; step++) {
        Words new = {0};
        for (uint32_t k = 0; k <= random_below(9); k++) {
            TouchedWord x = random_access(step);
            x.others = 1 + random_below(7) * 2;
            vec_push(&new, x);
        }
        TouchedWords *before = t;
        t = touched_extended(before, &new);
        touched_unref(before);
        vec_free(&new);
        random_holders(&holders, step);
        KnownThread thread = known_thread(&holders, 0, SELF);
        assert_true(fingerprint_same(knowledge_sum(&known, &thread, t, REGION), plain_sum(t, &holders)));
        for (size_t k = 0; k < holders.len; k++) free((void *)holders.data[k].clock);
    }
    touched_unref(t);
    vec_free(&holders);
    knowledge_free(&known);
}

/* With too many words nothing is kept, and an event with few new ones takes room for few. */
static void test_many(void **state) {
    (void)state;
    Words new = {0};
    TouchedWord x = {.others = 2, .words = 1, .epoch = 1, .mask = 255, .how = TOUCHED_WRITE};
    for (x.word = 0; x.word < MOST_WORDS; x.word++) vec_push(&new, x);
    TouchedWords *most = touched_extended(NULL, &new);
    assert_false(most->too_many);
    new.len = 0;
    x = (TouchedWord){.word = 5, .others = 2, .words = 1, .epoch = 2, .mask = 255, .how = TOUCHED_WRITE};
    vec_push(&new, x);
    TouchedWords *again = touched_extended(most, &new);
    assert_false(again->too_many);
    assert_int_equal(again->all, MOST_WORDS);
    assert_int_equal(again->n, 1);
    new.data[0].word = MOST_WORDS;
    TouchedWords *more = touched_extended(again, &new);
    assert_true(more->too_many);
    assert_null(more->older);
    vec_free(&new);
    touched_unref(most);
    touched_unref(again);
    touched_unref(more);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_plain_lists),
        cmocka_unit_test(test_sums_by_knowledge),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
