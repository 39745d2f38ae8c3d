/* touched.c — see touched.h. */
#include "event/accesses/touched.h"
#include "event/accesses/knowledge.h"
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

/* The newest event on an object, if it hands on all that the object does: no older one counts
 * then. */
typedef struct NewestHolder {
    uint64_t changed; /* as in the object's trace when this was noted; 0: it is not known */
    uint64_t id;      /* as a holder; of a word: not used */
    const OrderClock *clock;
    uint32_t thread, index, position;
} NewestHolder;

struct TouchedRoom {
    Holders holders;
    Knowledge known;
    VEC(NewestHolder) newest; /* by the number of the object */
};

void touched_room_free(TouchedRoom *r) {
    if (!r) return;
    vec_free(&r->holders);
    knowledge_free(&r->known);
    vec_free(&r->newest);
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
    uint32_t number = history_find_number(h, operation_section_key());
    const ObjectTrace *o = number == INDEX_NONE ? NULL : &h->objects.data[number];
    for (size_t j = o ? o->positions.len : 0; j-- > 0;) {
        const Event *y = h->path.data[o->positions.data[j]];
        if (!operation_on_memory(&y->action.op) && event_precedes(y, e)) return y->position;
    }
    return 0;
}

static NewestHolder newest_holder(const ObjectTrace *o, const Event *y, uint64_t id) {
    return (NewestHolder){.changed = o->changed,
                          .id = id,
                          .clock = y->hb->handed,
                          .thread = (uint32_t)y->action.thread,
                          .index = y->action.index,
                          .position = y->position};
}

/* What a section hands on comes before what older ones do. */
static uint64_t word_id(const ObjectTrace *o, uint32_t bytes, uint32_t position, uint32_t section) {
    return hash_combine(o->key, bytes << 1 | (position < section));
}

/* The last stores to the bytes of a word. */
static void holders_add_word(Holders *all, const History *h, const Event *e, const ObjectTrace *o,
                             uint32_t section, NewestHolder *newest) {
    uint32_t left = o->stored;
    for (size_t k = o->changes.len; k-- > 0 && left;) {
        const Event *y = h->path.data[o->changes.data[k]];
        if (!operation_on_memory(&y->action.op) || !event_precedes(y, e)) continue;
        uint32_t bytes = operation_bytes_of_word(&y->action.op, operation_key_word(o->key));
        if (k + 1 == o->changes.len && !(left & ~bytes)) *newest = newest_holder(o, y, 0);
        if (bytes & left)
            add_holder(all, word_id(o, bytes & left, y->position, section), y->hb->handed);
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
static void holders_add_object(Holders *all, const History *h, const Event *e, const ObjectTrace *o,
                               NewestHolder *newest) {
    uint32_t generation = 0;
    size_t first = all->len;
    for (size_t k = o->positions.len; k-- > 0;) {
        const Event *y = h->path.data[o->positions.data[k]];
        const Action *a = &y->action;
        if (!event_precedes(y, e)) continue;
        bool last = operation_dominates(a) || a->op.kind == OPERATION_SECTION;
        uint64_t id = hash_combine(o->key, last);
        if (a->op.kind == OPERATION_ARRIVE || a->op.kind == OPERATION_LEAVE) {
            if (!generation) generation = a->op.generation + 1;
            id = hash_combine(hash_combine(o->key, a->op.kind), generation - a->op.generation);
            last = false;
        }
        add_holder_of_object(all, first, id, y->hb->handed);
        if (last && k + 1 == o->positions.len) *newest = newest_holder(o, y, id);
        if (last) return;
    }
}

/* Whether the action is a piece of a system call that changes the object with this key: it comes
 * after all pieces that look at the object or change it, and hands on what they did. */
static bool changes_kernel_object(const Action *a, uint64_t key) {
    const KernelCall *c = a->op.kind == OPERATION_KERNEL ? a->op.call : NULL;
    for (uint32_t j = 0; c && j < c->n; j++)
        if (c->item[j].writes && operation_kernel_key(c->item[j].object) == key) return true;
    return false;
}

/* Pieces of system calls, and what is within them, the newest first, up to one that changes the
 * object. Those behind it are one holder together; of each thread the newest hands on what its
 * older ones do. */
static void add_kernel_object(Holders *all, const History *h, const Event *e, const ObjectTrace *o,
                              NewestHolder *newest) {
    ThreadSet looked = 0;
    size_t first = all->len;
    for (size_t k = o->positions.len; k-- > 0;) {
        const Event *y = h->path.data[o->positions.data[k]];
        uint32_t thread = (uint32_t)y->action.thread;
        if (!event_precedes(y, e)) continue;
        invariant(y->hb->handed); /* with all that its thread did */
        bool last = changes_kernel_object(&y->action, o->key);
        if (!last && looked & thread_set(thread)) continue;
        uint64_t id = hash_combine(o->key, last);
        add_holder_of_object(all, first, id, y->hb->handed);
        if (last && k + 1 == o->positions.len) *newest = newest_holder(o, y, id);
        if (last) return;
        if (thread < THREADS_APART) looked |= thread_set(thread);
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

static void add_object_anew(Holders *all, const History *h, const Event *e, const ObjectTrace *o,
                            uint32_t section, NewestHolder *newest) {
    size_t first = all->len;
    newest->changed = 0;
    switch (operation_key_kind(o->key)) {
    case KEY_COND: break; /* notifications hand nothing on */
    case KEY_WORD: holders_add_word(all, h, e, o, section, newest); break;
    case KEY_THREAD: add_thread_object(all, h, e, o); break;
    case KEY_KERNEL: add_kernel_object(all, h, e, o, newest); break;
    default: holders_add_object(all, h, e, o, newest); break;
    }
    if (all->len > first + 1) order_holders(&all->data[first], all->len - first);
}

/* Adds what an object hands on by its newest event alone. False if that is not known, or not all
 * that it does. */
static bool add_newest_holder(Holders *all, const Event *e, const ObjectTrace *o, uint32_t section,
                              const NewestHolder *x) {
    if (!x->changed || x->changed != o->changed || event_clock(e, x->thread) < x->index)
        return false;
    bool word = operation_key_kind(o->key) == KEY_WORD;
    add_holder(all, word ? word_id(o, o->stored, x->position, section) : x->id, x->clock);
    return true;
}

/* What was added from number `first` on is what the events on the object say. */
static void check_newest_holder(const Holders *all, size_t first, const History *h, const Event *e,
                                const ObjectTrace *o, uint32_t section) {
    Holders again = {0};
    NewestHolder newest;
    add_object_anew(&again, h, e, o, section, &newest);
    invariant(again.len == all->len - first);
    for (size_t k = 0; k < again.len; k++)
        invariant(again.data[k].id == all->data[first + k].id &&
                  again.data[k].clock == all->data[first + k].clock);
    vec_free(&again);
}

static void add_objects(TouchedRoom *r, const History *h, const Event *e) {
    uint32_t section = newest_section(h, e);
    while (r->newest.len < h->objects.len) vec_push(&r->newest, ((NewestHolder){.changed = 0}));
    for (size_t k = 0; k < h->objects.len; k++) {
        const ObjectTrace *o = &h->objects.data[k];
        size_t first = r->holders.len;
        if (!o->positions.len) continue;
        if (!add_newest_holder(&r->holders, e, o, section, &r->newest.data[k]))
            add_object_anew(&r->holders, h, e, o, section, &r->newest.data[k]);
        else if (unlikely(base_invariants))
            check_newest_holder(&r->holders, first, h, e, o, section);
    }
}

/* Who knows of a free by happens-before: the owner can learn of it from these. */
static void add_open_frees(TouchedRoom *r, const Machine *m, const OpenFrees *open,
                           Fingerprint *f) {
    for (uint32_t k = 0; k < open->n && m->frees_by_order; k++) {
        const Event *y = open->event[k];
        uint32_t u = (uint32_t)y->action.thread;
        uint64_t region = m->threads[u]->region;
        KnownThread t = known_thread(&r->holders, u, hash_mix(region));
        uint64_t who = hash_combine(region, known_by(&t, order_last(y->hb)->epoch));
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
    add_objects(r, h, e);
    add_open_frees(r, m, open, f);
    for (uint32_t u = 0; u < e->nclock; u++) {
        uint32_t last = event_clock(e, u);
        const TouchedWords *words = last ? history_own(h, u, last)->hb->touched : NULL;
        if (!words) continue;
        invariant(words->refs);
        if (words->too_many) return false;
        uint64_t region = m->threads[u]->region;
        KnownThread t = known_thread(&r->holders, u, hash_mix(region));
        fingerprint_add(f, knowledge_sum(&r->known, &t, words, region));
    }
    return true;
}
