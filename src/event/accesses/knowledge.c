/* knowledge.c — see knowledge.h. */
#include "event/accesses/knowledge.h"
#include <stdlib.h>

void knowledge_free(Knowledge *k) {
    vec_free(&k->holders);
    vec_free(&k->ends);
    vec_free(&k->ranges);
}

/* Of several holders of one id it is enough that one knows. */
void knowledge_look(Knowledge *k, const Holders *all, uint32_t thread, uint64_t self) {
    size_t newest = SIZE_MAX; /* the entry of the last id */
    uint64_t id = 0;
    k->holders.len = 0;
    k->to_all = UINT32_MAX;
    for (size_t j = 0; j < all->len; j++) {
        const Holder *x = &all->data[j];
        uint32_t epoch = order_at(x->clock, thread);
        if (x->accesses && x->id == self) continue;
        if (x->accesses) {
            KnownEpoch own = {.epoch = epoch, .accesses = x->accesses};
            vec_push(&k->holders, own);
            k->to_all = MIN(k->to_all, epoch);
        }
        if (newest != SIZE_MAX && id == x->id) {
            uint32_t *most = &k->holders.data[newest].epoch;
            *most = MAX(*most, epoch);
            continue;
        }
        id = x->id;
        newest = k->holders.len;
        KnownEpoch most = {.epoch = epoch, .hash = hash_mix(id)};
        vec_push(&k->holders, most);
    }
}

uint64_t knowledge_of(const Knowledge *k, uint32_t epoch) {
    uint64_t sum = 0;
    for (size_t j = 0; j < k->holders.len; j++)
        sum += k->holders.data[j].epoch >= epoch ? k->holders.data[j].hash : 0;
    return sum;
}

/* --- ranges of epochs ------------------------------------------------------------------------- */

static int compare_known_epochs(const void *a, const void *b) {
    const KnownEpoch *x = a, *y = b;
    return x->epoch < y->epoch ? -1 : x->epoch > y->epoch;
}

#define FEW_ENDS 12

static void order_ends(KnownEpoch *x, size_t n) {
    if (n > FEW_ENDS) qsort(x, n, sizeof *x, compare_known_epochs);
    for (size_t k = 1; k < n && n <= FEW_ENDS; k++) {
        KnownEpoch moved = x[k];
        size_t j = k;
        for (; j > 0 && x[j - 1].epoch > moved.epoch; j--) x[j] = x[j - 1];
        x[j] = moved;
    }
}

/* Makes the ranges of all epochs behind `to_all`. No access is in an epoch behind `latest`. */
static void make_ranges(Knowledge *k, uint32_t latest) {
    EpochRange range = {.last = UINT32_MAX};
    k->ends.len = k->ranges.len = 0;
    for (size_t j = 0; j < k->holders.len; j++) {
        const KnownEpoch *x = &k->holders.data[j];
        if (x->epoch > k->to_all) range.known += x->hash;
        if (x->epoch == k->to_all) range.unaware |= x->accesses;
        if (x->epoch > k->to_all && x->epoch < latest) vec_push(&k->ends, *x);
    }
    order_ends(k->ends.data, k->ends.len);
    for (size_t j = 0; j < k->ends.len;) {
        range.last = k->ends.data[j].epoch;
        vec_push(&k->ranges, range);
        for (; j < k->ends.len && k->ends.data[j].epoch == range.last; j++) {
            range.known -= k->ends.data[j].hash;
            range.unaware |= k->ends.data[j].accesses;
        }
    }
    range.last = UINT32_MAX;
    vec_push(&k->ranges, range);
}

/* The first range from number `first` on that reaches to the epoch. */
static size_t range_with(const Knowledge *k, size_t first, uint32_t epoch) {
    size_t step = 1, low = first, high = first; /* all below `low` end before */
    for (; k->ranges.data[high].last < epoch; step *= 2) {
        low = high + 1;
        high = MIN(high + step, k->ranges.len - 1);
    }
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (k->ranges.data[middle].last < epoch)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The first group behind the epoch, from number `first` up to `end`, which is the answer if there
 * is none. */
static uint32_t group_behind(const TouchedGroup *group, uint32_t first, uint32_t end,
                             uint32_t epoch) {
    uint32_t step = 1, low = first, high = first;
    for (; high < end && group[high].epoch <= epoch; step *= 2) {
        low = high + 1;
        high += MIN(step, end - high);
    }
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (group[middle].epoch <= epoch)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Adds groups with which the same threads may race, those from `first` up to `end`, to the
 * ranges. */
static void add_groups(Knowledge *k, const TouchedGroup *group, uint32_t first, uint32_t end) {
    ThreadSet others = group[first].others;
    uint32_t next = group_behind(group, first, end, k->to_all);
    for (size_t j = 0; next < end; j++) {
        j = range_with(k, j, group[next].epoch);
        EpochRange *r = &k->ranges.data[j];
        uint32_t behind = group_behind(group, next, end, r->last);
        if (r->unaware & others) {
            fingerprint_add(&r->sum, group[behind - 1].up_to);
            if (next > first) fingerprint_subtract(&r->sum, group[next - 1].up_to);
        }
        next = behind;
    }
}

/* --- sums ------------------------------------------------------------------------------------- */

/* Ranges between which only somebody else is unaware are of the same holders. */
static Fingerprint sum_of_ranges(const Knowledge *k, uint64_t region) {
    Fingerprint all = {0, 0};
    for (size_t j = 0; j < k->ranges.len;) {
        uint64_t known = k->ranges.data[j].known;
        Fingerprint sum = {0, 0};
        for (; j < k->ranges.len && k->ranges.data[j].known == known; j++)
            fingerprint_add(&sum, k->ranges.data[j].sum);
        if (sum.a || sum.b)
            fingerprint_add(&all, fragment(piece(PIECE_TOUCHED, hash_combine(region, sum.a)),
                                           hash_combine(known, sum.b)));
    }
    return all;
}

/* Those who may access memory and do not know of the epoch. */
static ThreadSet unaware_of(const Knowledge *k, uint32_t epoch) {
    ThreadSet who = 0;
    for (size_t j = 0; j < k->holders.len; j++)
        who |= k->holders.data[j].epoch < epoch ? k->holders.data[j].accesses : 0;
    return who;
}

/* The same as the sums of the ranges, access by access. */
static Fingerprint sum_one_by_one(Knowledge *k, const TouchedWords *words, uint64_t region) {
    WordsReader r = words_reader(words, k->to_all);
    uint32_t n = 0;
    k->ranges.len = 0;
    for (const TouchedWord *w; (w = words_reader_next(&r, &n)) != NULL;)
        for (uint32_t j = 0; j < n; j++) {
            if (!(unaware_of(k, w[j].epoch) & w[j].others)) continue;
            EpochRange own = {.known = knowledge_of(k, w[j].epoch)};
            size_t i = 0;
            while (i < k->ranges.len && k->ranges.data[i].known != own.known) i++;
            if (i == k->ranges.len) vec_push(&k->ranges, own);
            fingerprint_add(&k->ranges.data[i].sum, touched_fingerprint(&w[j]));
        }
    return sum_of_ranges(k, region);
}

Fingerprint knowledge_sum(Knowledge *k, const TouchedWords *words, uint64_t region) {
    if (words->latest <= k->to_all) return (Fingerprint){0, 0};
    make_ranges(k, words->latest);
    for (const TouchedWords *t = words; t && t->latest > k->to_all; t = t->older)
        for (uint32_t j = 0; j < t->ngroups; j = t->group[j].end)
            add_groups(k, t->group, j, t->group[j].end);
    Fingerprint sum = sum_of_ranges(k, region);
    if (unlikely(base_invariants))
        invariant(fingerprint_same(sum, sum_one_by_one(k, words, region)));
    return sum;
}
