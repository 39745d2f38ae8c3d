/* touched.c — see touched.h. */
#include "event/accesses/touched.h"
#include "event/accesses/touched_words.h"
#include <stdlib.h>

static TouchedWord word_of(const LogEntry *l, const HappensBefore *b) {
    return (TouchedWord){.word = l->word,
                         .words = (uint32_t)MIN(l->words, UINT32_MAX),
                         .epoch = l->section ? b->epoch : b->stage[l->fences].epoch,
                         .mask = l->reads | l->writes,
                         .how = (uint8_t)((l->writes ? TOUCHED_WRITE : 0) |
                                          (l->vague ? TOUCHED_VAGUE : 0) |
                                          (l->atomic ? TOUCHED_ATOMIC : 0))};
}

static ContendedAccess contended_access_of(int32_t thread, const TouchedWord *w) {
    return (ContendedAccess){.word = w->word,
                             .words = w->words,
                             .thread = (uint32_t)thread,
                             .writes = w->how & TOUCHED_WRITE,
                             .atomic = w->how & TOUCHED_ATOMIC};
}

/* A thread that starts may access what its creators know of. */
static bool note_start(Contended *c, const Machine *m, const Action *a) {
    int32_t parent = m->threads[a->thread]->parent;
    return a->op.kind == OPERATION_START && parent >= 0 &&
           contended_created(c, (uint32_t)a->thread, (uint32_t)parent);
}

/* The accesses of the thread's log that may race and are not known yet. */
static Words touched_new(const TouchedWords *before, const Machine *m, const Event *e,
                         const HappensBefore *b, Contended *c, bool *grew) {
    const AccessLog *log = m->threads[e->action.thread]->log;
    Words new = {0};
    for (size_t k = 0; k < log->entries.len; k++) {
        TouchedWord w = word_of(&log->entries.data[k], b);
        ContendedAccess a = contended_access_of(e->action.thread, &w);
        if (contended_is_apart(c, &a) || touched_is_known(before, &w) ||
            machine_is_quiet(m, w.word << 3))
            continue;
        w.others = contended_note(c, &a, grew);
        if (w.others) vec_push(&new, w);
    }
    return new;
}

bool touched_record(TouchedWords *before, const Machine *m, const Event *e, HappensBefore *b,
                    Contended *c) {
    bool grew = note_start(c, m, &e->action);
    Words new = touched_new(before, m, e, b, c, &grew);
    if (new.len && !(before && before->too_many)) {
        b->touched = touched_extended(before, &new);
    } else {
        b->touched = before;
        if (before) before->refs++;
    }
    vec_free(&new);
    return grew;
}

bool touched_nothing_new(const Event *older, const Event *newer) {
    const TouchedWords *x = older->hb->touched;
    return x == newer->hb->touched && !(x && x->too_many) &&
           order_last(older->hb)->epoch == order_last(newer->hb)->epoch;
}

/* --- who knows of them ------------------------------------------------------------------------ */

/* Something that may hand an order on, or take one. */
typedef struct Holder {
    uint64_t id;
    const OrderClock
        *clock;         /* of several that are handed on together, each is one of the same id */
    ThreadSet accesses; /* a thread that goes on, or is still to start, which may access memory */
} Holder;
typedef VEC(Holder) Holders;

static void add_holder(Holders *all, uint64_t id, const OrderClock *clock) {
    Holder x = {id, clock, 0};
    if (clock) vec_push(all, x);
}

static void add_threads(Holders *all, const History *h, const Machine *m, const Event *e) {
    for (uint32_t u = 0; u < e->nclock; u++) {
        uint32_t last = event_clock(e, u);
        const Event *x = last ? history_own(h, u, last) : NULL;
        if (!x || x->action.op.kind == OPERATION_EXIT ||
            x->action.op.kind == OPERATION_PROCESS_EXIT)
            continue;
        uint64_t id = hash_mix(m->threads[u]->region);
        Holder own = {id, order_last(x->hb)->clock, thread_set(u)};
        vec_push(all, own);
        add_holder(all, id + 1, x->hb->seen);
        add_holder(all, id + 2, x->hb->fenced);
    }
}

/* The position of the newest atomic section; 0: there is none. */
static uint32_t newest_section(const History *h, const Event *e) {
    for (size_t k = 0; k < h->objects.len; k++) {
        const ObjectTrace *o = &h->objects.data[k];
        for (size_t j = operation_key_kind(o->key) == KEY_SECTION ? o->positions.len : 0;
             j-- > 0;) {
            const Event *y = h->path.data[o->positions.data[j]];
            if (!operation_on_memory(&y->action.op) && event_precedes(y, e)) return y->position;
        }
    }
    return 0;
}

/* The last stores to the bytes of a word. What a section hands on comes before what older ones
 * do. */
static void holders_add_word(Holders *all, const History *h, const Event *e, const ObjectTrace *o,
                             uint32_t section) {
    uint32_t left = 255;
    for (size_t k = o->changes.len; k-- > 0 && left;) {
        const Event *y = h->path.data[o->changes.data[k]];
        if (!operation_on_memory(&y->action.op) || !event_precedes(y, e)) continue;
        uint32_t bytes = operation_bytes_of_word(&y->action.op, operation_key_word(o->key));
        uint64_t id = hash_combine(o->key, (bytes & left) << 1 | (y->position < section));
        if (bytes & left) add_holder(all, id, y->hb->handed);
        left &= ~bytes;
    }
}

/* What another thread may have of a thread: its creation, or its end. */
static void add_thread_object(Holders *all, const History *h, const Event *e,
                              const ObjectTrace *o) {
    for (size_t k = o->positions.len; k-- > 0;) {
        const Event *y = h->path.data[o->positions.data[k]];
        const Operation *op = &y->action.op;
        if (!event_precedes(y, e)) continue;
        if (op->kind == OPERATION_DETACH || (op->kind == OPERATION_JOIN && op->only_waits))
            continue;
        ThreadSet starts = op->kind == OPERATION_CREATE ? thread_set((uint32_t)op->target) : 0;
        Holder x = {hash_combine(o->key, op->kind), y->hb->handed, starts};
        if (op->kind == OPERATION_EXIT || op->kind == OPERATION_CREATE) vec_push(all, x);
        return;
    }
}

/* Operations of an object of another class, the newest first, up to one that hands on what all
 * before did. Those that do not, and commute, are one holder together: readers that leave, posts.
 * At a barrier each generation is one, relative to the newest. */
static void holders_add_object(Holders *all, const History *h, const Event *e,
                               const ObjectTrace *o) {
    uint32_t newest = 0;
    for (size_t k = o->positions.len; k-- > 0;) {
        const Event *y = h->path.data[o->positions.data[k]];
        const Action *a = &y->action;
        if (!event_precedes(y, e)) continue;
        bool last = operation_dominates(a) || a->op.kind == OPERATION_SECTION, counts = false;
        uint64_t id = hash_combine(o->key, last);
        if (a->op.kind == OPERATION_ARRIVE || a->op.kind == OPERATION_LEAVE) {
            if (!newest) newest = a->op.generation + 1;
            id = hash_combine(hash_combine(o->key, a->op.kind), newest - a->op.generation);
            last = false;
        } else if (a->op.kind == OPERATION_KERNEL) {
            for (uint32_t j = 0; j < a->op.call->n; j++)
                counts |= a->op.call->item[j].writes &&
                          operation_kernel_key(a->op.call->item[j].object) == o->key;
            id = hash_combine(o->key, counts);
        }
        add_holder(all, id, y->hb->handed);
        if (last) return;
    }
}

static void add_objects(Holders *all, const History *h, const Event *e) {
    uint32_t section = newest_section(h, e);
    for (size_t k = 0; k < h->objects.len; k++) {
        const ObjectTrace *o = &h->objects.data[k];
        switch (operation_key_kind(o->key)) {
        case KEY_COND: break; /* notifications hand nothing on */
        case KEY_WORD: holders_add_word(all, h, e, o, section); break;
        case KEY_THREAD: add_thread_object(all, h, e, o); break;
        default: holders_add_object(all, h, e, o); break;
        }
    }
}

static int compare_holders(const void *a, const void *b) {
    const Holder *x = a, *y = b;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* What all holders know of one thread: up to which of its epochs. The clocks are looked up once for
 * all epochs of its accesses. */
typedef struct Known {
    uint32_t *epoch; /* per holder who may access memory, other than the thread itself */
    ThreadSet *accesses;
    size_t naccessing;
    uint32_t *most; /* per id: the most that one of its holders knows */
    uint64_t *hash; /* of the id */
    size_t nids;
} Known;

static Known known_new(const Holders *all) {
    size_t n = all->len + 1;
    return (Known){.epoch = xmalloc(n * sizeof(uint32_t)),
                   .accesses = xmalloc(n * sizeof(ThreadSet)),
                   .most = xmalloc(n * sizeof(uint32_t)),
                   .hash = xmalloc(n * sizeof(uint64_t))};
}

static void known_free(Known *known) {
    free(known->epoch);
    free(known->accesses);
    free(known->most);
    free(known->hash);
}

/* `all` is sorted by id. Of several with one id it is enough that one knows. */
static void known_look(Known *known, const Holders *all, uint32_t thread, uint64_t self) {
    uint64_t last = 0;
    known->naccessing = known->nids = 0;
    for (size_t k = 0; k < all->len; k++) {
        const Holder *x = &all->data[k];
        uint32_t epoch = order_at(x->clock, thread);
        invariant(!k || all->data[k - 1].id <= x->id);
        if (x->accesses && x->id != self) {
            known->epoch[known->naccessing] = epoch;
            known->accesses[known->naccessing++] = x->accesses;
        }
        if (x->accesses && x->id == self) continue;
        if (known->nids && last == x->id) {
            uint32_t *most = &known->most[known->nids - 1];
            *most = MAX(*most, epoch);
            continue;
        }
        last = x->id;
        known->most[known->nids] = epoch;
        known->hash[known->nids++] = hash_mix(x->id);
    }
}

/* The last epoch of which all know who may access memory. */
static uint32_t known_to_all(const Known *known) {
    uint32_t least = UINT32_MAX;
    for (size_t k = 0; k < known->naccessing; k++) least = MIN(least, known->epoch[k]);
    return least;
}

/* Those who may access memory and do not know of the epoch. */
static ThreadSet unaware(const Known *known, uint32_t epoch) {
    ThreadSet who = 0;
    for (size_t k = 0; k < known->naccessing; k++)
        who |= known->epoch[k] < epoch ? known->accesses[k] : 0;
    return who;
}

/* A hash of all who know of the epoch. */
static uint64_t aware(const Known *known, uint32_t epoch) {
    uint64_t sum = 0;
    for (size_t k = 0; k < known->nids; k++) sum += known->most[k] >= epoch ? known->hash[k] : 0;
    return sum;
}

/* Who does not know of an epoch, and a hash of all who do, once that was asked for. Words of one
 * epoch do not follow each other: those asked for last are kept. */
typedef struct EpochView {
    uint32_t epoch; /* 0: none */
    bool counted;
    ThreadSet others;
    uint64_t known;
} EpochView;
#define EPOCHS_KEPT 64

static EpochView *view_of_epoch(EpochView *kept, const Known *known, uint32_t epoch) {
    EpochView *v = &kept[epoch % EPOCHS_KEPT];
    invariant(epoch);
    if (v->epoch != epoch) *v = (EpochView){.epoch = epoch, .others = unaware(known, epoch)};
    return v;
}

/* Accesses of one thread, each with all that know of it. What all know of who may race with it, or
 * create who may, cannot race any more. */
typedef struct AccessSums {
    uint64_t region; /* of the thread */
    const Known *known;
    uint32_t to_all; /* known_to_all */
    EpochView kept[EPOCHS_KEPT];
} AccessSums;

static Fingerprint sum_of_touched(AccessSums *a, const TouchedWord *w, uint32_t n) {
    Fingerprint sum = {0, 0};
    for (uint32_t k = 0; k < n; k++, w++) {
        EpochView *v = view_of_epoch(a->kept, a->known, w->epoch);
        if (!(v->others & w->others)) continue;
        if (!v->counted) v->known = aware(a->known, w->epoch);
        v->counted = true;
        uint64_t what = hash_combine(hash_combine(a->region, w->word),
                                     (uint64_t)w->words << 16 | w->mask << 8 | w->how);
        fingerprint_add(&sum, fragment(piece(PIECE_TOUCHED, what), v->known));
    }
    return sum;
}

/* All accesses of the thread. */
static Fingerprint sum_anew(AccessSums *a, const TouchedWords *words) {
    Fingerprint sum = {0, 0};
    WordsReader r = words_reader(words, a->to_all);
    uint32_t n = 0;
    for (const TouchedWord *w; (w = words_reader_next(&r, &n)) != NULL;)
        fingerprint_add(&sum, sum_of_touched(a, w, n));
    return sum;
}

/* --- sums that are looked up ------------------------------------------------------------------ */

#define SUMS_KEPT 2048
#define LEAST_LOOKED_UP 16 /* accesses: fewer are added anew as fast */

typedef struct TouchedSum {
    Fingerprint known; /* who knew what of it, see content_of */
    uint64_t list;     /* 1 + serial of the list; 0: none */
    uint64_t region;
    Fingerprint sum;
} TouchedSum;

struct TouchedSums {
    TouchedSum kept[SUMS_KEPT];
};

/* What is known of accesses up to the epoch `latest`, as far as it makes a difference to them:
 * epochs behind it are as good as it, and what all know who may access memory does not count. */
static Fingerprint content_of(const Known *known, uint32_t latest, uint32_t to_all) {
    Fingerprint content = {0, 0};
    for (size_t k = 0; k < known->naccessing; k++)
        fingerprint_add(&content, fragment(hash_mix(known->accesses[k]),
                                           (uint64_t)MIN(known->epoch[k], latest) << 1));
    for (size_t k = 0; k < known->nids; k++)
        if (known->most[k] > to_all)
            fingerprint_add(
                &content, fragment(known->hash[k], (uint64_t)MIN(known->most[k], latest) << 1 | 1));
    return content;
}

static Fingerprint sum_looked_up(TouchedSums *sums, AccessSums *a, const TouchedWords *words);

/* The sum of a list and those before it: what it has of its words takes the place of what they have
 * of them. */
static Fingerprint sum_of_lists(TouchedSums *sums, AccessSums *a, const TouchedWords *words) {
    Fingerprint sum = sum_of_touched(a, words->word, words->n);
    const TouchedWords *older = words->older;
    if (!older || older->latest <= a->to_all) return sum;
    fingerprint_add(&sum, sum_looked_up(sums, a, older));
    for (uint32_t k = 0; k < words->n; k++) {
        if (k && words->word[k].word == words->word[k - 1].word) continue;
        uint32_t n;
        const TouchedWord *replaced = touched_entries(older, words->word[k].word, &n);
        if (n) fingerprint_subtract(&sum, sum_of_touched(a, replaced, n));
    }
    return sum;
}

static Fingerprint sum_looked_up(TouchedSums *sums, AccessSums *a, const TouchedWords *words) {
    if (words->latest <= a->to_all) return (Fingerprint){0, 0};
    if (words->all < LEAST_LOOKED_UP) return sum_of_lists(sums, a, words);
    Fingerprint content = content_of(a->known, words->latest, a->to_all);
    TouchedSum *s = &sums->kept[hash_combine(words->serial, content.a) % SUMS_KEPT];
    bool found = s->list == words->serial + 1 && s->region == a->region &&
                 s->known.a == content.a && s->known.b == content.b;
    if (found) return s->sum;
    Fingerprint sum = sum_of_lists(sums, a, words);
    *s = (TouchedSum){content, words->serial + 1, a->region, sum};
    return sum;
}

static void add_accesses(TouchedSums *sums, const TouchedWords *words, uint64_t region,
                         const Known *known, Fingerprint *f) {
    AccessSums a = {.region = region, .known = known, .to_all = known_to_all(known)};
    Fingerprint sum = sum_looked_up(sums, &a, words);
    if (unlikely(base_invariants)) {
        Fingerprint anew = sum_anew(&a, words);
        invariant(anew.a == sum.a && anew.b == sum.b);
    }
    fingerprint_add(f, sum);
}

bool touched_add(History *h, const Machine *m, const Event *e, TouchedSums **sums, Fingerprint *f) {
    Holders all = {0};
    bool few = true;
    if (!*sums) *sums = xcalloc(1, sizeof **sums);
    fingerprint_add(f, fragment(PIECE_TOUCHED, 1));
    add_threads(&all, h, m, e);
    add_objects(&all, h, e);
    if (all.len) qsort(all.data, all.len, sizeof *all.data, compare_holders);
    Known known = known_new(&all);
    for (uint32_t u = 0; u < e->nclock && few; u++) {
        uint32_t last = event_clock(e, u);
        const TouchedWords *words = last ? history_own(h, u, last)->hb->touched : NULL;
        if (!words) continue;
        few = !words->too_many;
        invariant(words->refs);
        uint64_t region = m->threads[u]->region;
        known_look(&known, &all, u, hash_mix(region));
        if (few) add_accesses(*sums, words, region, &known, f);
    }
    known_free(&known);
    vec_free(&all);
    return few;
}
