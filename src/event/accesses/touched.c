/* touched.c — see touched.h. */
#include "event/accesses/touched.h"
#include <stdlib.h>

/* A thread that touched more words than this comes to a new state with each event. Each event has a
 * list of its own, of up to 32 bytes a word: with longer ones memory is at its end after some
 * thousand events. */
#define MOST_WORDS 30000

#define MOST_CHECKED 256 /* words of a list in builds with invariants */

enum { TOUCHED_WRITE = 1, TOUCHED_VAGUE = 2, TOUCHED_ATOMIC = 4 };

typedef struct TouchedWord {
    uint64_t word;
    ThreadSet others; /* who may race with it, or create who may */
    uint32_t words, epoch;
    uint8_t mask, how;
} TouchedWord;

struct TouchedWords {
    uint32_t refs, n; /* ascending by word */
    bool too_many;    /* there are more than MOST_WORDS, and none of them is kept */
    TouchedWord word[];
};

void touched_unref(TouchedWords *t) {
    if (t && !--t->refs) free(t);
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

static TouchedWord word_of(const LogEntry *l, const HappensBefore *b) {
    return (TouchedWord){.word = l->word,
                         .words = (uint32_t)MIN(l->words, UINT32_MAX),
                         .epoch = l->section ? b->epoch : b->stage[l->fences].epoch,
                         .mask = l->reads | l->writes,
                         .how = (uint8_t)((l->writes ? TOUCHED_WRITE : 0) |
                                          (l->vague ? TOUCHED_VAGUE : 0) |
                                          (l->atomic ? TOUCHED_ATOMIC : 0))};
}

static int compare_words(const void *a, const void *b) {
    const TouchedWord *x = a, *y = b;
    if (x->word != y->word) return x->word < y->word ? -1 : 1;
    return x->epoch < y->epoch ? -1 : x->epoch > y->epoch;
}

/* The first of the words from this one on. */
static uint32_t touched_find_word(const TouchedWords *t, uint64_t word) {
    uint32_t low = 0, high = t ? t->n : 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (t->word[middle].word < word)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether an access adds nothing: the thread did as much in the same epoch. */
static bool touched_is_known(const TouchedWords *t, const TouchedWord *n) {
    for (uint32_t k = touched_find_word(t, n->word); t && k < t->n && t->word[k].word == n->word;
         k++) {
        const TouchedWord *x = &t->word[k];
        if (x->epoch == n->epoch && (is_same(x, n) || replaces(x, n))) return true;
    }
    return false;
}

typedef VEC(TouchedWord) Words;

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

/* The words of one number that begin list `x` at `*k`, then those of list `y`. */
static void merge_word(Words *out, const TouchedWords *x, uint32_t *k, const Words *y, size_t *j) {
    uint64_t word = UINT64_MAX;
    if (x && *k < x->n) word = x->word[*k].word;
    if (*j < y->len) word = MIN(word, y->data[*j].word);
    size_t first = out->len;
    for (; x && *k < x->n && x->word[*k].word == word; ++*k) vec_push(out, x->word[*k]);
    for (; *j < y->len && y->data[*j].word == word; ++*j) touched_put(out, first, y->data[*j]);
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

/* A thread's accesses are ascending by word. What races with nothing that a later one of the same
 * bytes does not race with is not kept. */
static void check_words(const TouchedWords *t) {
    for (uint32_t k = 0; k < t->n && k < MOST_CHECKED; k++) {
        const TouchedWord *x = &t->word[k];
        invariant(x->mask || x->words > 1);
        invariant(x->others && x->words);
        invariant(!k || t->word[k - 1].word <= x->word);
        for (uint32_t j = k; j-- > 0 && t->word[j].word == x->word;)
            invariant(!replaces(x, &t->word[j]) && !is_same(x, &t->word[j]));
    }
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

/* A list with the words of both, the new ones sorted. */
static TouchedWords *touched_merged(const TouchedWords *before, const Words *new) {
    Words all = {0};
    uint32_t k = 0;
    for (size_t j = 0; (before && k < before->n) || j < new->len;)
        merge_word(&all, before, &k, new, &j);
    bool too_many = all.len > MOST_WORDS;
    if (too_many) all.len = 0;
    TouchedWords *t = xmalloc(sizeof *t + all.len * sizeof t->word[0]);
    *t = (TouchedWords){.refs = 1, .n = (uint32_t)all.len, .too_many = too_many};
    if (all.len) memcpy(t->word, all.data, all.len * sizeof t->word[0]);
    vec_free(&all);
    if (unlikely(base_invariants)) check_words(t);
    return t;
}

bool touched_record(TouchedWords *before, const Machine *m, const Event *e, HappensBefore *b,
                    Contended *c) {
    bool grew = note_start(c, m, &e->action);
    Words new = touched_new(before, m, e, b, c, &grew);
    if (new.len && !(before && before->too_many)) {
        qsort(new.data, new.len, sizeof *new.data, compare_words);
        b->touched = touched_merged(before, &new);
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
    Operation word = {.kind = OPERATION_LOAD, .size = 8, .object = operation_key_word(o->key) << 3};
    uint32_t left = 255;
    for (size_t k = o->changes.len; k-- > 0 && left;) {
        const Event *y = h->path.data[o->changes.data[k]];
        if (!operation_on_memory(&y->action.op) || !event_precedes(y, e)) continue;
        uint64_t start = MAX(word.object, y->action.op.object),
                 end = MIN(word.object + 8, y->action.op.object + operation_extent(&y->action.op));
        uint32_t bytes = end <= start ? 0 : ((1u << (end - start)) - 1) << (start - word.object);
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

/* The accesses of a thread, each with all that know of it. What all know of who may race with it,
 * or create who may, cannot race any more. */
static void add_accesses(const TouchedWords *words, uint64_t region, const Known *known,
                         Fingerprint *f) {
    EpochView kept[EPOCHS_KEPT] = {0};
    for (uint32_t k = 0; k < words->n; k++) {
        const TouchedWord *w = &words->word[k];
        EpochView *v = view_of_epoch(kept, known, w->epoch);
        if (!(v->others & w->others)) continue;
        if (!v->counted) v->known = aware(known, w->epoch);
        v->counted = true;
        uint64_t what = hash_combine(hash_combine(region, w->word),
                                     (uint64_t)w->words << 16 | w->mask << 8 | w->how);
        fingerprint_add(f, fragment(piece(PIECE_TOUCHED, what), v->known));
    }
}

bool touched_add(History *h, const Machine *m, const Event *e, Fingerprint *f) {
    Holders all = {0};
    bool few = true;
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
        invariant((words->n || words->too_many) && words->refs);
        uint64_t region = m->threads[u]->region;
        known_look(&known, &all, u, hash_mix(region));
        if (few) add_accesses(words, region, &known, f);
    }
    known_free(&known);
    vec_free(&all);
    return few;
}
