/* knowledge.c — see knowledge.h. */
#include "event/accesses/knowledge.h"
#include <stdlib.h>

void knowledge_free(Knowledge *k) {
    vec_free(&k->ends);
    vec_free(&k->room);
    vec_free(&k->ranges);
}

static bool counts_for(const KnownThread *t, const Holder *x) {
    return !x->accesses || x->id != t->self;
}

KnownThread known_thread(const Holders *all, uint32_t thread, uint64_t self) {
    KnownThread t = {all, thread, self, UINT32_MAX};
    for (size_t k = 0; k < all->len; k++) {
        const Holder *x = &all->data[k];
        if (x->accesses && counts_for(&t, x)) t.to_all = MIN(t.to_all, order_at(x->clock, thread));
    }
    return t;
}

/* The most that one of the holders with the id of number `k` knows. *next is the number behind
 * them. Of several it is enough that one knows. */
static uint32_t most_of_id(const KnownThread *t, size_t k, size_t *next) {
    const Holders *all = t->holders;
    uint64_t id = all->data[k].id;
    uint32_t most = 0;
    for (; k < all->len && all->data[k].id == id; k++)
        if (counts_for(t, &all->data[k])) most = MAX(most, order_at(all->data[k].clock, t->thread));
    *next = k;
    return most;
}

uint64_t known_by(const KnownThread *t, uint32_t epoch) {
    uint64_t sum = 0;
    for (size_t k = 0, next; k < t->holders->len; k = next)
        if (most_of_id(t, k, &next) >= epoch) sum += hash_mix(t->holders->data[k].id);
    return sum;
}

/* --- ranges of epochs ------------------------------------------------------------------------- */

/* One step of a radix sort: orders by eight bits of how far the epochs are behind `base`. */
static void order_by_digit(const KnownEpoch *from, KnownEpoch *to, size_t n, uint32_t base,
                           unsigned shift) {
    size_t place[257] = {0};
    for (size_t k = 0; k < n; k++) place[1 + ((from[k].epoch - base) >> shift & 255)]++;
    for (unsigned d = 0; d < 256; d++) place[d + 1] += place[d];
    for (size_t k = 0; k < n; k++) to[place[(from[k].epoch - base) >> shift & 255]++] = from[k];
}

#define FEW_ENDS 12

/* Orders the ends, all of which are behind `base` and before `latest`, by their epochs. */
static void order_ends(Knowledge *k, uint32_t base, uint32_t latest) {
    size_t n = k->ends.len;
    KnownEpoch *x = k->ends.data;
    if (n > FEW_ENDS) {
        vec_reserve(&k->room, n);
        KnownEpoch *from = x, *to = k->room.data;
        for (unsigned shift = 0; shift < 32 && (latest - base) >> shift; shift += 8) {
            order_by_digit(from, to, n, base, shift);
            KnownEpoch *ordered = to;
            to = from;
            from = ordered;
        }
        if (from != x) memcpy(x, from, n * sizeof *x);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        KnownEpoch moved = x[i];
        size_t j = i;
        for (; j > 0 && x[j - 1].epoch > moved.epoch; j--) x[j] = x[j - 1];
        x[j] = moved;
    }
}

/* Collects the ends from behind `to_all` up to before `latest`. Returns what those know and who is
 * unaware in the first range. */
static EpochRange collect_ends(Knowledge *k, const KnownThread *t, uint32_t latest) {
    const Holders *all = t->holders;
    EpochRange first = {.last = UINT32_MAX};
    k->ends.len = 0;
    for (size_t j = 0, next; j < all->len; j = next) {
        KnownEpoch most = {.epoch = most_of_id(t, j, &next)};
        for (size_t i = j; i < next; i++) {
            const Holder *x = &all->data[i];
            if (!x->accesses || !counts_for(t, x)) continue;
            KnownEpoch own = {.epoch = order_at(x->clock, t->thread), .accesses = x->accesses};
            if (own.epoch == t->to_all)
                first.unaware |= own.accesses;
            else if (own.epoch < latest)
                vec_push(&k->ends, own);
        }
        if (most.epoch <= t->to_all) continue;
        most.hash = hash_mix(all->data[j].id);
        first.known += most.hash;
        if (most.epoch < latest) vec_push(&k->ends, most);
    }
    return first;
}

/* Makes the ranges of all epochs behind `to_all`. No access is in an epoch behind `latest`. */
static void make_ranges(Knowledge *k, const KnownThread *t, uint32_t latest) {
    EpochRange range = collect_ends(k, t, latest);
    order_ends(k, t->to_all, latest);
    k->ranges.len = 0;
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
static void add_groups(Knowledge *k, uint32_t to_all, const TouchedGroup *group, uint32_t first,
                       uint32_t end) {
    ThreadSet others = group[first].others;
    uint32_t next = group_behind(group, first, end, to_all);
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
static ThreadSet unaware_of(const KnownThread *t, uint32_t epoch) {
    ThreadSet who = 0;
    for (size_t k = 0; k < t->holders->len; k++) {
        const Holder *x = &t->holders->data[k];
        if (counts_for(t, x) && order_at(x->clock, t->thread) < epoch) who |= x->accesses;
    }
    return who;
}

/* The same as the sums of the ranges, access by access. */
static Fingerprint sum_one_by_one(Knowledge *k, const KnownThread *t, const TouchedWords *words,
                                  uint64_t region) {
    WordsReader r = words_reader(words, t->to_all);
    uint32_t n = 0;
    k->ranges.len = 0;
    for (const TouchedWord *w; (w = words_reader_next(&r, &n)) != NULL;)
        for (uint32_t j = 0; j < n; j++) {
            if (!(unaware_of(t, w[j].epoch) & w[j].others)) continue;
            EpochRange own = {.known = known_by(t, w[j].epoch)};
            size_t i = 0;
            while (i < k->ranges.len && k->ranges.data[i].known != own.known) i++;
            if (i == k->ranges.len) vec_push(&k->ranges, own);
            fingerprint_add(&k->ranges.data[i].sum, touched_fingerprint(&w[j]));
        }
    return sum_of_ranges(k, region);
}

Fingerprint knowledge_sum(Knowledge *k, const KnownThread *t, const TouchedWords *words,
                          uint64_t region) {
    if (words->latest <= t->to_all) return (Fingerprint){0, 0};
    make_ranges(k, t, words->latest);
    for (const TouchedWords *w = words; w && w->latest > t->to_all; w = w->older)
        for (uint32_t j = 0; j < w->ngroups; j = w->group[j].end)
            add_groups(k, t->to_all, w->group, j, w->group[j].end);
    Fingerprint sum = sum_of_ranges(k, region);
    if (unlikely(base_invariants))
        invariant(fingerprint_same(sum, sum_one_by_one(k, t, words, region)));
    return sum;
}
