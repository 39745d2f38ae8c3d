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

/* What all holders know of one thread: up to which of its epochs. The clocks are looked up once for
 * all epochs of its accesses. */
typedef struct Known {
    VEC(uint32_t) epoch; /* per holder who may access memory, other than the thread itself */
    VEC(ThreadSet) accesses;
    VEC(uint32_t) most; /* per id: the most that one of its holders knows */
    VEC(uint64_t) hash; /* of the id */
} Known;

/* Accesses that the same holders know of: the sum of what they are. */
typedef struct KnownSum {
    uint64_t known; /* a hash of these holders */
    Fingerprint sum;
} KnownSum;

struct TouchedRoom {
    Holders holders; /* those of one id follow each other */
    Known known;
    VEC(KnownSum) sums;
};

void touched_room_free(TouchedRoom *r) {
    if (!r) return;
    vec_free(&r->holders);
    vec_free(&r->known.epoch);
    vec_free(&r->known.accesses);
    vec_free(&r->known.most);
    vec_free(&r->known.hash);
    vec_free(&r->sums);
    free(r);
}

static void add_holder(Holders *all, uint64_t id, const OrderClock *clock) {
    Holder x = {id, clock, 0};
    if (clock) vec_push(all, x);
}

/* The same for one of several of an object, which begin at `first`: not where another one of the id
 * hands on as much. */
static void add_holder_of_object(Holders *all, size_t first, uint64_t id, const OrderClock *clock) {
    for (size_t k = first; k < all->len; k++)
        if (all->data[k].id == id && order_has_all(all->data[k].clock, clock)) return;
    add_holder(all, id, clock);
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
    size_t first = all->len;
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
        add_holder_of_object(all, first, id, y->hb->handed);
        if (last) return;
    }
}

static int compare_holders(const void *a, const void *b) {
    const Holder *x = a, *y = b;
    return x->id < y->id ? -1 : x->id > y->id;
}

#define FEW_HOLDERS 8

/* Puts the holders of one object in the order of their ids. */
static void order_holders(Holder *x, size_t n) {
    if (n > FEW_HOLDERS) qsort(x, n, sizeof *x, compare_holders);
    for (size_t k = 1; k < n && n <= FEW_HOLDERS; k++)
        for (size_t j = k; j > 0 && x[j].id < x[j - 1].id; j--) {
            Holder y = x[j];
            x[j] = x[j - 1];
            x[j - 1] = y;
        }
}

static void add_objects(Holders *all, const History *h, const Event *e) {
    uint32_t section = newest_section(h, e);
    for (size_t k = 0; k < h->objects.len; k++) {
        const ObjectTrace *o = &h->objects.data[k];
        size_t first = all->len;
        switch (operation_key_kind(o->key)) {
        case KEY_COND: break; /* notifications hand nothing on */
        case KEY_WORD: holders_add_word(all, h, e, o, section); break;
        case KEY_THREAD: add_thread_object(all, h, e, o); break;
        default: holders_add_object(all, h, e, o); break;
        }
        if (all->len > first + 1) order_holders(&all->data[first], all->len - first);
    }
}

/* Those of one id follow each other. Of several it is enough that one knows. */
static void known_look(Known *known, const Holders *all, uint32_t thread, uint64_t self) {
    uint64_t last = 0;
    known->epoch.len = known->accesses.len = known->most.len = known->hash.len = 0;
    for (size_t k = 0; k < all->len; k++) {
        const Holder *x = &all->data[k];
        uint32_t epoch = order_at(x->clock, thread);
        if (x->accesses && x->id != self) {
            vec_push(&known->epoch, epoch);
            vec_push(&known->accesses, x->accesses);
        }
        if (x->accesses && x->id == self) continue;
        if (known->most.len && last == x->id) {
            uint32_t *most = &vec_last(&known->most);
            *most = MAX(*most, epoch);
            continue;
        }
        last = x->id;
        vec_push(&known->most, epoch);
        vec_push(&known->hash, hash_mix(x->id));
    }
}

/* The last epoch of which all know who may access memory. */
static uint32_t known_to_all(const Known *known) {
    uint32_t least = UINT32_MAX;
    for (size_t k = 0; k < known->epoch.len; k++) least = MIN(least, known->epoch.data[k]);
    return least;
}

/* Those who may access memory and do not know of the epoch. */
static ThreadSet unaware(const Known *known, uint32_t epoch) {
    ThreadSet who = 0;
    for (size_t k = 0; k < known->epoch.len; k++)
        who |= known->epoch.data[k] < epoch ? known->accesses.data[k] : 0;
    return who;
}

/* A hash of all who know of the epoch. */
static uint64_t aware(const Known *known, uint32_t epoch) {
    uint64_t sum = 0;
    for (size_t k = 0; k < known->most.len; k++)
        sum += known->most.data[k] >= epoch ? known->hash.data[k] : 0;
    return sum;
}

/* Who does not know of an epoch, and the sum of accesses that as many know of, once that was asked
 * for. Those asked for last are kept. */
typedef struct EpochView {
    uint32_t epoch; /* 0: none */
    uint32_t sum;   /* 1 + number of it; 0: not asked for */
    ThreadSet others;
} EpochView;
#define EPOCHS_KEPT 64

/* Sums accesses of one thread, each with all that know of it. What all know of who may race with
 * it, or create who may, cannot race any more. */
typedef struct AccessSums {
    TouchedRoom *room;
    uint32_t to_all; /* known_to_all */
    EpochView kept[EPOCHS_KEPT];
} AccessSums;

static AccessSums sums_begin(TouchedRoom *room) {
    room->sums.len = 0;
    return (AccessSums){.room = room, .to_all = known_to_all(&room->known)};
}

/* The number of the sum of accesses that all know of who know of the epoch. */
static uint32_t sum_of_epoch(TouchedRoom *room, uint32_t epoch) {
    KnownSum new = {.known = aware(&room->known, epoch)};
    for (uint32_t k = 0; k < room->sums.len; k++)
        if (room->sums.data[k].known == new.known) return k;
    vec_push(&room->sums, new);
    return (uint32_t)room->sums.len - 1;
}

/* Where accesses of an epoch are summed with which these threads may race; NULL where none can. */
static Fingerprint *sum_known_as(AccessSums *a, uint32_t epoch, ThreadSet others) {
    if (epoch <= a->to_all) return NULL;
    EpochView *v = &a->kept[epoch % EPOCHS_KEPT];
    if (v->epoch != epoch)
        *v = (EpochView){.epoch = epoch, .others = unaware(&a->room->known, epoch)};
    if (!(v->others & others)) return NULL;
    if (!v->sum) v->sum = 1 + sum_of_epoch(a->room, epoch);
    return &a->room->sums.data[v->sum - 1].sum;
}

/* What the sums add to the state, of accesses by the thread with this region. */
static Fingerprint sums_end(const AccessSums *a, uint64_t region) {
    Fingerprint all = {0, 0};
    for (size_t k = 0; k < a->room->sums.len; k++) {
        const KnownSum *s = &a->room->sums.data[k];
        if (!s->sum.a && !s->sum.b) continue;
        fingerprint_add(&all, fragment(piece(PIECE_TOUCHED, hash_combine(region, s->sum.a)),
                                       hash_combine(s->known, s->sum.b)));
    }
    return all;
}

/* All accesses of the thread, one by one. */
static Fingerprint touched_one_by_one(TouchedRoom *room, const TouchedWords *words,
                                      uint64_t region) {
    AccessSums a = sums_begin(room);
    WordsReader r = words_reader(words, a.to_all);
    uint32_t n = 0;
    for (const TouchedWord *w; (w = words_reader_next(&r, &n)) != NULL;)
        for (uint32_t k = 0; k < n; k++) {
            Fingerprint *sum = sum_known_as(&a, w[k].epoch, w[k].others);
            if (sum) fingerprint_add(sum, touched_fingerprint(&w[k]));
        }
    return sums_end(&a, region);
}

static Fingerprint touched_of_thread(TouchedRoom *room, const TouchedWords *words,
                                     uint64_t region) {
    AccessSums a = sums_begin(room);
    for (const TouchedWords *t = words; t && t->latest > a.to_all; t = t->older)
        for (uint32_t k = 0; k < t->ngroups; k++) {
            Fingerprint *sum = sum_known_as(&a, t->group[k].epoch, t->group[k].others);
            if (sum) fingerprint_add(sum, t->group[k].sum);
        }
    return sums_end(&a, region);
}

/* Who knows of a free by happens-before: the owner can learn of it from these. */
static void add_open_frees(TouchedRoom *r, const Machine *m, const OpenFrees *open,
                           Fingerprint *f) {
    for (uint32_t k = 0; k < open->n && m->frees_by_order; k++) {
        const Event *y = open->event[k];
        uint32_t u = (uint32_t)y->action.thread;
        uint64_t region = m->threads[u]->region;
        known_look(&r->known, &r->holders, u, hash_mix(region));
        uint64_t who = hash_combine(region, aware(&r->known, order_last(y->hb)->epoch));
        fingerprint_add(f, fragment(piece(PIECE_FREED, who), hash_mix(y->freed)));
    }
}

bool touched_add(History *h, const Machine *m, const Event *e, const OpenFrees *open,
                 TouchedRoom **room, Fingerprint *f) {
    /* Who starts later knows of all that a thread did alone: each sum below would be zero. */
    if (m->nthreads == 1 && !open->n) {
        const TouchedWords *words = history_own(h, 0, event_clock(e, 0))->hb->touched;
        fingerprint_add(f, fragment(PIECE_TOUCHED, 1));
        return !words || !words->too_many;
    }
    if (!*room) *room = xcalloc(1, sizeof **room);
    TouchedRoom *r = *room;
    r->holders.len = 0;
    fingerprint_add(f, fragment(PIECE_TOUCHED, 1));
    add_threads(&r->holders, h, m, e);
    add_objects(&r->holders, h, e);
    add_open_frees(r, m, open, f);
    for (uint32_t u = 0; u < e->nclock; u++) {
        uint32_t last = event_clock(e, u);
        const TouchedWords *words = last ? history_own(h, u, last)->hb->touched : NULL;
        if (!words) continue;
        invariant(words->refs);
        if (words->too_many) return false;
        uint64_t region = m->threads[u]->region;
        known_look(&r->known, &r->holders, u, hash_mix(region));
        Fingerprint of_thread = touched_of_thread(r, words, region);
        fingerprint_add(f, of_thread);
        if (unlikely(base_invariants))
            invariant(fingerprint_same(of_thread, touched_one_by_one(r, words, region)));
    }
    return true;
}
