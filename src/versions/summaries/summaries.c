/* summaries.c — see summaries.h; summaries_chunk.c writes and reads them. */
#include "versions/summaries/summaries.h"
#include <stdlib.h>

#define MOST_CHECKED 64 /* entries of a footprint in builds with invariants */
#define MOST_OF_ONE 64  /* summaries of one control state */

void bit_set_add(BitSet *s, uint32_t n) {
    while (s->len <= n / 64) vec_push(s, 0ull);
    s->data[n / 64] |= 1ull << (n % 64);
}

void bit_set_merge(BitSet *s, const BitSet *other) {
    while (s->len < other->len) vec_push(s, 0ull);
    for (size_t k = 0; k < other->len; k++) s->data[k] |= other->data[k];
}

static bool bit_set_within(const BitSet *x, const BitSet *y) {
    for (size_t k = 0; k < x->len; k++)
        if (x->data[k] & ~(k < y->len ? y->data[k] : 0)) return false;
    return true;
}

static bool bit_set_meets(const BitSet *x, const BitSet *y) {
    for (size_t k = 0; k < MIN(x->len, y->len); k++)
        if (x->data[k] & y->data[k]) return true;
    return false;
}

static uint64_t bit_set_hash(const BitSet *s) {
    uint64_t h = 0;
    for (size_t k = 0; k < s->len; k++)
        if (s->data[k]) h += hash_mix(s->data[k] ^ hash_mix(k + 1));
    return h;
}

/* --- footprints ------------------------------------------------------------------------------- */

void footprint_clear(Footprint *f) {
    for (size_t k = 0; k < f->len; k++) {
        vec_free(&f->data[k].causes);
        vec_free(&f->data[k].past);
    }
    vec_free(f);
    *f = (Footprint){0};
}

static void bit_set_limit(BitSet *s, const BitSet *other) {
    for (size_t k = 0; k < s->len; k++) s->data[k] &= k < other->len ? other->data[k] : 0;
}

void footprint_add(Footprint *f, uint32_t operation, const BitSet *causes, const BitSet *past) {
    size_t kept = 0;
    for (size_t k = 0; k < f->len; k++)
        if (f->data[k].operation == operation && bit_set_within(&f->data[k].causes, causes)) {
            bit_set_limit(&f->data[k].past, past);
            return;
        }
    FootprintEntry new = {.operation = operation};
    bit_set_merge(&new.causes, causes);
    bit_set_merge(&new.past, past);
    for (size_t k = 0; k < f->len; k++) {
        FootprintEntry *e = &f->data[k];
        if (e->operation == operation && bit_set_within(causes, &e->causes)) {
            bit_set_limit(&new.past, &e->past);
            vec_free(&e->causes);
            vec_free(&e->past);
        } else
            f->data[kept++] = *e;
    }
    f->len = kept;
    vec_push(f, new);
}

void footprint_merge(Footprint *f, const Footprint *other) {
    for (size_t k = 0; k < other->len; k++)
        footprint_add(f, other->data[k].operation, &other->data[k].causes, &other->data[k].past);
}

/* Of two entries of one operation, none has all causes of the other, which would say less. */
static void check_footprint(const Footprint *f) {
    for (size_t k = 0; k < f->len && f->len <= MOST_CHECKED; k++)
        for (size_t j = 0; j < f->len; j++)
            invariant(j == k || f->data[j].operation != f->data[k].operation ||
                      !bit_set_within(&f->data[j].causes, &f->data[k].causes));
}

/* Whether the first gives back what the second waits for. Then it says nothing about what else the
 * second comes after: a lock that had to wait for an unlock can come before the lock that the
 * unlock ends. */
static bool gives_back(const Following *x, const Following *y) {
    unsigned kind = x->op.kind;
    if (x->thread == y->thread) return false;
    switch (y->op.kind) {
    case OPERATION_LOCK:
    case OPERATION_WAKE:
        return kind == OPERATION_UNLOCK || kind == OPERATION_WAIT || kind == OPERATION_ABANDON;
    case OPERATION_RDLOCK:
    case OPERATION_WRLOCK: return kind == OPERATION_RWUNLOCK;
    case OPERATION_SEM_WAIT: return kind == OPERATION_SEM_POST;
    case OPERATION_ONCE: return kind == OPERATION_ONCE_DONE;
    default: return false;
    }
}

void footprint_precede(Summaries *s, Footprint *f, uint32_t operation) {
    const BitSet *dependent = &s->dependent.data[operation], none = {0};
    /* An operation is dependent with itself: what follows of its thread comes after it. */
    invariant(operation < s->operations.len && bit_set_has(dependent, operation));
    const Following *first = &s->operations.data[operation];
    Footprint new = {0};
    for (size_t k = 0; k < f->len; k++) {
        FootprintEntry *e = &f->data[k];
        bool direct = bit_set_has(dependent, e->operation) &&
                      !gives_back(first, &s->operations.data[e->operation]);
        if (direct || bit_set_meets(dependent, &e->causes)) bit_set_add(&e->causes, operation);
        if (bit_set_has(dependent, e->operation) || bit_set_meets(dependent, &e->past))
            bit_set_add(&e->past, operation);
        footprint_add(&new, e->operation, &e->causes, &e->past);
    }
    footprint_add(&new, operation, &none, &none);
    footprint_clear(f);
    *f = new;
    if (unlikely(base_invariants)) check_footprint(f);
}

static bool footprint_same(const Footprint *x, const Footprint *y) {
    if (x->len != y->len) return false;
    for (size_t k = 0; k < x->len; k++) {
        bool found = false;
        for (size_t j = 0; j < y->len && !found; j++)
            found = x->data[k].operation == y->data[j].operation &&
                    bit_set_within(&x->data[k].causes, &y->data[j].causes) &&
                    bit_set_within(&y->data[j].causes, &x->data[k].causes) &&
                    bit_set_within(&x->data[k].past, &y->data[j].past) &&
                    bit_set_within(&y->data[j].past, &x->data[k].past);
        if (!found) return false;
    }
    return true;
}

static uint32_t footprint_number(Summaries *s, const Footprint *f) {
    uint64_t hash = 0;
    for (size_t k = 0; k < f->len; k++)
        hash += hash_mix(bit_set_hash(&f->data[k].causes) ^ hash_mix(f->data[k].operation + 1)) +
                hash_mix(bit_set_hash(&f->data[k].past));
    hash = hash_mix(hash);
    uint32_t found =
        index_find(&s->by_footprint, hash, n, footprint_same(&s->footprints.data[n], f));
    if (found != INDEX_NONE) return found;
    found = (uint32_t)s->footprints.len;
    Footprint copy = {0};
    footprint_merge(&copy, f);
    /* There was nothing to leave out, so what has the same hash is the same. */
    invariant(copy.len == f->len);
    index_add(&s->by_footprint, hash, found);
    vec_push(&s->footprints, copy);
    for (size_t k = 0; k < f->len; k++) s->bytes += 32 + f->data[k].causes.len * 8;
    return found;
}

/* --- the table -------------------------------------------------------------------------------- */

void summaries_init(Summaries *s, Machine *m, Lifter *l) {
    *s = (Summaries){.machine = m, .lifter = l};
}

void summaries_free(Summaries *s) {
    for (size_t k = 0; k < s->footprints.len; k++) footprint_clear(&s->footprints.data[k]);
    for (size_t k = 0; k < s->dependent.len; k++) vec_free(&s->dependent.data[k]);
    for (size_t k = 0; k < s->touched.len; k++) vec_free(&s->touched.data[k]);
    vec_free(&s->touched);
    vec_free(&s->all);
    index_free(&s->by_control);
    vec_free(&s->operations);
    index_free(&s->by_operation);
    for (size_t k = 0; k < s->sleeps.len; k++) vec_free(&s->sleeps.data[k]);
    for (size_t k = 0; k < s->found.len; k++) vec_free(&s->found.data[k]);
    vec_free(&s->found);
    vec_free(&s->sleeps);
    vec_free(&s->dependent);
    vec_free(&s->footprints);
    index_free(&s->by_footprint);
}

const Input *summaries_any_input(Summaries *s, uint32_t size) {
    /* Another pass may give the same number to one of another size. */
    char *name = xasprintf("\x1bu%llu:%u", (unsigned long long)s->any++, size);
    const Input *input = expr_input(s->machine->pool, name, size);
    free(name);
    return input;
}

static bool same_operation(const Following *x, const Following *y) {
    return x->thread == y->thread && x->name == y->name && x->outcome == y->outcome &&
           x->op.kind == y->op.kind && x->op.size == y->op.size && x->op.flags == y->op.flags &&
           x->op.target == y->op.target && x->op.object == y->op.object &&
           x->op.detail == y->op.detail;
}

/* Dependence goes both ways, and operations of one thread are dependent. */
static void check_dependent(const Summaries *s, uint32_t operation) {
    const BitSet *row = &s->dependent.data[operation];
    invariant(s->dependent.len == s->operations.len && row->len <= s->operations.len / 64 + 1);
    for (uint32_t k = 0; k < s->operations.len; k++) {
        invariant(bit_set_has(row, k) == bit_set_has(&s->dependent.data[k], operation));
        if (s->operations.data[k].thread == s->operations.data[operation].thread)
            invariant(bit_set_has(row, k) || s->operations.data[k].thread < 0);
    }
}

uint32_t summaries_operation(Summaries *s, const Following *f) {
    uint64_t hash =
        hash_mix(f->op.object ^ hash_mix(f->name ^ ((uint64_t)f->op.kind << 32 | f->outcome)));
    uint32_t found =
        index_find(&s->by_operation, hash, n, same_operation(&s->operations.data[n], f));
    if (found != INDEX_NONE) return found;
    found = (uint32_t)s->operations.len;
    index_add(&s->by_operation, hash, found);
    vec_push(&s->operations, *f);
    BitSet row = {0};
    Action a = {.thread = f->thread, .outcome = f->outcome, .op = f->op};
    for (uint32_t k = 0; k < s->dependent.len; k++) {
        const Following *g = &s->operations.data[k];
        Action b = {.thread = g->thread, .outcome = g->outcome, .op = g->op};
        if (f->thread < 0 || g->thread < 0 ||
            (f->thread != g->thread && !operation_dependent(&a, &b)))
            continue;
        bit_set_add(&row, k);
        bit_set_add(&s->dependent.data[k], found);
    }
    bit_set_add(&row, found);
    vec_push(&s->dependent, row);
    if (unlikely(base_invariants)) check_dependent(s, found);
    TouchedList nothing = {0};
    vec_push(&s->touched, nothing);
    return found;
}

void summaries_touch(Summaries *s, uint32_t operation, const Touched *t) {
    invariant(s->touched.len == s->operations.len && operation < s->touched.len);
    TouchedList *all = &s->touched.data[operation];
    for (size_t k = 0; k < all->len; k++) {
        Touched *x = &all->data[k];
        if (x->word != t->word || x->words != t->words) continue;
        x->reads |= t->reads;
        x->writes |= t->writes;
        return;
    }
    vec_push(all, *t);
}

const Summary *summaries_next(const Summaries *s, Fingerprint control, size_t *at) {
    if (!s->by_control.cap) return NULL;
    size_t from = *at ? *at : index_tag(control.a);
    for (;;) {
        uint32_t n = index_next(&s->by_control, control.a, &from);
        if (n == INDEX_NONE) return NULL;
        const Summary *x = &s->all.data[n];
        *at = from;
        if (x->control.a == control.a && x->control.b == control.b) return x;
    }
}

static uint32_t sleep_number(Summaries *s, const SleepSet *z) {
    for (size_t k = 0; k < s->sleeps.len; k++)
        if (s->sleeps.data[k].len == z->len && sleep_set_within(z, &s->sleeps.data[k]))
            return (uint32_t)k;
    SleepSet copy = {0};
    for (size_t k = 0; k < z->len; k++) vec_push(&copy, z->data[k]);
    vec_push(&s->sleeps, copy);
    return (uint32_t)s->sleeps.len - 1;
}

void key_set_add(KeySet *s, uint64_t key) {
    if (!key_set_has(s, key)) vec_push(s, key);
}

static bool key_set_same(const KeySet *x, const KeySet *y) {
    bool same = x->len == y->len;
    for (size_t k = 0; k < x->len && same; k++) same = key_set_has(y, x->data[k]);
    return same;
}

static uint32_t found_number(Summaries *s, const KeySet *f) {
    for (size_t k = 0; k < s->found.len; k++)
        if (key_set_same(&s->found.data[k], f)) return (uint32_t)k;
    KeySet copy = {0};
    for (size_t k = 0; k < f->len; k++) vec_push(&copy, f->data[k]);
    vec_push(&s->found, copy);
    return (uint32_t)s->found.len - 1;
}

/* A summary says something of a control state: a condition that may be false, and what is in the
 * tables. */
static void check_new(const Summaries *s, const Summary *x) {
    invariant(x->condition->width == 1 && !expr_is_false(x->condition));
    invariant(x->follows < s->footprints.len && x->asleep < s->sleeps.len &&
              x->findings < s->found.len);
    invariant(s->by_control.len == s->all.len && s->unsaved <= s->all.len);
    const Footprint *f = &s->footprints.data[x->follows];
    check_footprint(f);
    for (size_t k = 0; k < f->len; k++) {
        const FootprintEntry *e = &f->data[k];
        invariant(e->operation < s->operations.len);
        invariant(e->causes.len <= s->operations.len / 64 + 1);
        invariant(e->past.len <= s->operations.len / 64 + 1);
    }
}

bool summaries_add(Summaries *s, Fingerprint control, const Expr *condition,
                   const Footprint *follows, const SleepSet *asleep, const KeySet *findings,
                   bool unsettled) {
    size_t at = 0;
    unsigned n = 0;
    for (const Summary *x; (x = summaries_next(s, control, &at)); n++)
        if ((x->condition == condition || expr_is_true(x->condition)) &&
            key_set_same(&s->found.data[x->findings], findings) && x->unsettled == unsettled &&
            sleep_set_within(&s->sleeps.data[x->asleep], asleep))
            return false;
    if (n >= MOST_OF_ONE || (s->most_bytes && s->bytes >= s->most_bytes)) {
        s->dropped++;
        return false;
    }
    Summary new = {control,
                   condition,
                   footprint_number(s, follows),
                   sleep_number(s, asleep),
                   found_number(s, findings),
                   false,
                   unsettled};
    if (unlikely(base_invariants)) check_new(s, &new);
    index_add(&s->by_control, control.a, (uint32_t)s->all.len);
    vec_push(&s->all, new);
    s->bytes += sizeof new + 16;
    return true;
}
