/* races.c — see races.h. The idea of keeping only the accesses that can still race is FastTrack's
 * (Flanagan and Freund 2009). Here there is one record per thread, kind and set of bytes. */
#include "check/handovers.h"
#include "check/races_internal.h"
#include <stdlib.h>

#define INLINE_RECORDS 6

typedef struct Record {
    uint32_t index, loc;
    uint32_t epoch; /* if races are judged by happens-before (event/happens_before.h); else 0 */
    uint32_t when;  /* place among the accesses of the path */
    uint16_t thread;
    uint8_t mask;
    bool write : 1, vague : 1;
    bool atomic : 1; /* only with epochs: without them atomic accesses are always ordered */
} Record;

typedef struct Cell {
    uint32_t len;
    Record record[INLINE_RECORDS];
    struct Cell *more; /* overflow, allocated once and kept */
} Cell;

/* The cells of consecutive words, so that accesses to a range find them in one place. */
#define PAGE_WORDS 64
typedef struct Page {
    uint64_t number;        /* word / PAGE_WORDS */
    uint64_t there;         /* which cells exist, one bit each */
    Cell *cell[PAGE_WORDS]; /* their addresses never change */
} Page;

/* An access to a range of whole words. */
typedef struct Span {
    uint64_t start, end; /* words */
    uint32_t index, loc, epoch, when;
    uint16_t thread;
    bool write, gone;
} Span;

/* The spans that overlap a stretch of memory. */
#define STRETCH_WORDS (1u << 13)
typedef struct Stretch {
    uint64_t number; /* word / STRETCH_WORDS, + 1; 0: empty */
    struct SpanList {
        Span span[4];
        uint32_t len;
        struct SpanList *more;
    } *spans;
} Stretch;

/* A page in the table; without one the place is empty. */
typedef struct PagePlace {
    uint64_t number;
    Page *page;
} PagePlace;

#define CLEAR_KEPT 16

#define CHECKED_KEPT 1024

struct Races {
    Stretch *stretches; /* open addressing */
    size_t stretch_cap, stretch_len;
    uint64_t clear[CLEAR_KEPT]; /* `number` of stretches that do not exist; 0: not known of any */
    PagePlace *table;           /* open addressing */
    size_t cap, len;
    Page *last; /* the last one looked up */
    Arena *arena;
    uint32_t now; /* number of accesses of the path, by its trail */
    Handovers handovers;
    size_t checked[CHECKED_KEPT]; /* where such an access may be on the path (races_checked) */
};

Races *races_new(void) {
    Races *r = xcalloc(1, sizeof *r);
    r->arena = arena_new();
    return r;
}

void races_clear(Races *r) {
    free(r->table);
    free(r->stretches);
    r->stretches = NULL;
    r->stretch_cap = r->stretch_len = 0;
    memset(r->clear, 0, sizeof r->clear);
    r->table = NULL;
    r->last = NULL;
    r->cap = r->len = 0;
    r->now = 0;
    r->handovers = (Handovers){0};
    arena_free(r->arena);
    r->arena = arena_new();
}

void races_free(Races *r) {
    if (!r) return;
    free(r->table);
    free(r->stretches);
    arena_free(r->arena);
    free(r);
}

/* The place of a page in the table, which is not empty: where it is, or where it may be put. */
static PagePlace *races_page_place(const Races *r, uint64_t number) {
    size_t i = hash_mix(number) & (r->cap - 1);
    while (r->table[i].page && r->table[i].number != number) i = (i + 1) & (r->cap - 1);
    return &r->table[i];
}

static Page *page_find(const Races *r, uint64_t number) {
    return r->cap ? races_page_place(r, number)->page : NULL;
}

static Page *page_at(Races *r, uint64_t number) {
    if ((r->len + 1) * 2 > r->cap) {
        size_t old_cap = r->cap;
        PagePlace *old = r->table;
        r->cap = old_cap ? old_cap * 2 : 1024;
        r->table = xcalloc(r->cap, sizeof *r->table);
        for (size_t k = 0; k < old_cap; k++)
            if (old[k].page) *races_page_place(r, old[k].number) = old[k];
        free(old);
    }
    PagePlace *place = races_page_place(r, number);
    if (place->page) return place->page;
    Page *p = arena_alloc(r->arena, sizeof *p);
    p->number = number;
    *place = (PagePlace){number, p};
    r->len++;
    return p;
}

static Cell *cell_at(Races *r, uint64_t word) {
    uint64_t number = word / PAGE_WORDS;
    if (!r->last || r->last->number != number) r->last = page_at(r, number);
    Cell **c = &r->last->cell[word % PAGE_WORDS];
    if (!*c) {
        *c = arena_alloc(r->arena, sizeof **c);
        r->last->there |= 1ull << word % PAGE_WORDS;
    }
    return *c;
}

/* The position of a thread: its last event and, if races are judged by happens-before, its vector
 * clock. In a replay (`exact`) an access stands for no other one but of the same thread, place and
 * kind: where the exploration met it at one of several addresses, it stood for none either. */
typedef struct Here {
    const Event *e;
    bool judges;
    const OrderClock *clock;
    bool exact;
} Here;

/* Whether an access of the first kind is no matter where there is one of the second kind. */
static bool write_covers(bool write, bool by_write, const Here *here) {
    return by_write == write || (by_write && !here->exact);
}

/* Whether the exploration orders everything after the event of `here` behind a recorded access. */
static bool enforced(uint32_t thread, uint32_t index, const Here *here) {
    return event_clock(here->e, thread) > index;
}

/* Whether the recorded access happened before the thread's current position. Then the exploration
 * orders the two. */
static bool ordered(uint32_t thread, uint32_t index, uint32_t epoch, const Here *here) {
    /* The exploration orders everything that C11's rules order; otherwise it would miss an
     * order. */
    invariant(!here->judges || !order_has(here->clock, thread, epoch) ||
              enforced(thread, index, here));
    return unlikely(here->judges) ? order_has(here->clock, thread, epoch)
                                  : enforced(thread, index, here);
}

/* Whether `x` is superseded by `n`, which is executed here: it happened before `n` and touches no
 * other byte. */
static bool is_superseded(const Record *x, const Record *n, const Here *here) {
    if (here->exact && (x->thread != n->thread || x->loc != n->loc)) return false;
    return (x->mask & ~n->mask) == 0 && write_covers(x->write, n->write, here) && !n->vague &&
           (!n->atomic || x->atomic) &&
           (x->thread == n->thread || ordered(x->thread, x->index, x->epoch, here));
}

/* Whether both are one record, which has the bytes of both. */
static bool is_alike(const Record *x, const Record *n, const Here *here) {
    return x->thread == n->thread && x->index == n->index && x->write == n->write &&
           x->vague == n->vague && x->epoch == n->epoch && x->atomic == n->atomic &&
           (!here->exact || x->loc == n->loc);
}

/* Checks the records of one cell. There is one record like `n`, and it has all bytes that the
 * thread touched that way. No record is left that `n` supersedes. */
static void check_cell_records(const Cell *c, const Record *n, const Here *here) {
    unsigned same = 0;
    for (; c; c = c->more) {
        invariant(c->len <= INLINE_RECORDS);
        for (uint32_t i = 0; i < c->len; i++) {
            const Record *x = &c->record[i];
            if (!x->mask) continue;
            bool alike = is_alike(x, n, here);
            same += alike;
            invariant(!alike || !(n->mask & ~x->mask));
            invariant(alike || !is_superseded(x, n, here));
            /* The records of a thread are never ahead of its current position. */
            invariant(x->thread != n->thread || x->index <= n->index);
            invariant(x->thread != n->thread || x->epoch <= n->epoch);
        }
    }
    invariant(same == 1);
}

/* Adds `n`, and removes records that cannot race later without it. Removed records have no
 * bytes. */
static void add_record(Races *r, Machine *m, Cell *c, Record n, const Here *here) {
    Record *place = NULL;
    for (Cell *k = c; k && !place; k = k->more)
        for (uint32_t i = 0; i < k->len && !place; i++) {
            Record *x = &k->record[i];
            if (!x->mask || !is_alike(x, &n, here)) continue;
            if ((x->mask | n.mask) == x->mask) return;
            n.mask |= x->mask;
            n.loc = x->loc;
            place = x;
        }
    Cell *room = NULL; /* the first with an unused record: an undo leaves cells behind */
    for (Cell *k = c; k; k = k->more) {
        if (!room && k->len < INLINE_RECORDS) room = k;
        for (uint32_t i = 0; i < k->len; i++) {
            Record *x = &k->record[i];
            if (x == place || (x->mask && !is_superseded(x, &n, here))) continue;
            if (!place)
                place = x;
            else if (x->mask) {
                trail_save(m->memory, x, sizeof *x);
                x->mask = 0;
            }
        }
        if (!place && !room && !k->more) k->more = arena_alloc(r->arena, sizeof *k);
    }
    invariant(place || room);
    if (!place) {
        if (!room) return; /* unreachable: the last part of a cell has room, or gets a successor */
        trail_save(m->memory, &room->len, sizeof room->len);
        place = &room->record[room->len++];
    }
    trail_save(m->memory, place, sizeof *place);
    *place = n;
    if (unlikely(base_invariants)) check_cell_records(c, &n, here);
}

/* Whether the thread did the same between the same two operations before; then it was checked. */
static bool is_recorded(const Cell *c, const Record *n, const Here *here) {
    for (; c; c = c->more)
        for (uint32_t i = 0; i < c->len; i++) {
            const Record *x = &c->record[i];
            if (here->exact && x->loc != n->loc) continue;
            if (x->thread == n->thread && x->index == n->index &&
                write_covers(n->write, x->write, here) && x->vague == n->vague &&
                (n->mask & ~x->mask) == 0 && x->epoch == n->epoch && (!x->atomic || n->atomic))
                return true;
        }
    return false;
}

/* --- spans ------------------------------------------------------------------------------------ */

static Stretch *stretch_find(Races *r, uint64_t number) {
    for (size_t i = hash_mix(number) & (r->stretch_cap - 1);; i = (i + 1) & (r->stretch_cap - 1))
        if (!r->stretches[i].number || r->stretches[i].number == number) return &r->stretches[i];
}

static Stretch *stretch_at(Races *r, uint64_t number) {
    if ((r->stretch_len + 1) * 2 > r->stretch_cap) {
        Stretch *old = r->stretches;
        size_t n = r->stretch_cap;
        r->stretch_cap = n ? n * 2 : 64;
        r->stretches = xcalloc(r->stretch_cap, sizeof *r->stretches);
        for (size_t k = 0; k < n; k++)
            if (old[k].number) *stretch_find(r, old[k].number) = old[k];
        free(old);
    }
    Stretch *s = stretch_find(r, number);
    if (!s->number) {
        memset(r->clear, 0, sizeof r->clear);
        s->number = number;
        s->spans = arena_alloc(r->arena, sizeof *s->spans);
        r->stretch_len++;
    }
    return s;
}

/* Adds a span, like add_record: `n` replaces the spans that it supersedes. */
static void add_record_span(Races *r, Machine *m, uint64_t number, Span n, const Here *here) {
    Span *place = NULL;
    for (struct SpanList *l = stretch_at(r, number)->spans;; l = l->more) {
        for (uint32_t k = 0; k < l->len; k++) {
            Span *x = &l->span[k];
            bool other = here->exact && (x->thread != n.thread || x->loc != n.loc);
            bool covered =
                x->gone ||
                (!other && x->start >= n.start && x->end <= n.end &&
                 write_covers(x->write, n.write, here) &&
                 (x->thread == n.thread || ordered(x->thread, x->index, x->epoch, here)));
            if (!covered) continue;
            if (!place)
                place = x;
            else if (!x->gone) {
                trail_save(m->memory, x, sizeof *x);
                x->gone = true;
            }
        }
        if (!place && l->len < ARRAY_LEN(l->span)) {
            trail_save(m->memory, &l->len, sizeof l->len);
            place = &l->span[l->len++];
        }
        if (l->more) continue;
        if (place) break;
        l->more = arena_alloc(r->arena, sizeof *l);
    }
    trail_save(m->memory, place, sizeof *place);
    *place = n;
}

typedef struct Check {
    Races *r;
    const History *h;
    Machine *m;
    Here here;
    const RaceListener *listener;
} Check;

/* Whether two accesses race. Atomic accesses are ordered by events and do not race with each
 * other. */
static bool records_conflict(const Check *c, const Record *x, const Record *n) {
    return x->thread != n->thread && (x->mask & n->mask) && (x->write || n->write) &&
           !(x->atomic && n->atomic) && !ordered(x->thread, x->index, x->epoch, &c->here);
}

/* Whether nothing wrote the bytes of the word that both access between them. */
static bool is_last_write(Races *r, uint64_t word, const Record *x, const Record *n) {
    const Page *p = page_find(r, word / PAGE_WORDS);
    uint8_t both = x->mask & n->mask;
    for (const Cell *c = p ? p->cell[word % PAGE_WORDS] : NULL; c; c = c->more)
        for (uint32_t i = 0; i < c->len; i++)
            if (c->record[i].write && c->record[i].mask & both && c->record[i].when > x->when)
                return false;
    const Stretch *s = r->stretch_cap ? stretch_find(r, word / STRETCH_WORDS + 1) : NULL;
    for (const struct SpanList *l = s && s->number ? s->spans : NULL; l; l = l->more)
        for (uint32_t k = 0; k < l->len; k++)
            if (!l->span[k].gone && l->span[k].write && l->span[k].start <= word &&
                word < l->span[k].end && l->span[k].when > x->when)
                return false;
    return true;
}

static RaceAccess race_access_of_record(uint64_t word, uint64_t words, const Record *x) {
    return (RaceAccess){.word = word,
                        .words = words,
                        .mask = x->mask,
                        .write = x->write,
                        .vague = x->vague,
                        .thread = x->thread,
                        .index = x->index,
                        .loc = x->loc,
                        .epoch = x->epoch,
                        .when = x->when};
}

void races_tell(Races *r, const History *h, const RaceAccess *first, RaceAccess *second,
                const Standpoint *b, const RaceListener *listener) {
    if (unlikely(r->handovers.len)) second->follows = handovers_find(&r->handovers, h, first, b);
    listener->told(listener->context, first, second);
}

void races_hand_over(Races *r, Machine *m, const RaceAccess *first, const RaceAccess *second,
                     const RaceListener *listener) {
    uint32_t number = listener->number ? listener->number(listener->context, first, second) : 0;
    if (number) handovers_add(&r->handovers, r->arena, m, &(Handover){*first, *second, number});
}

static void tell_race(const Check *c, uint64_t word, uint64_t words, const Record *x,
                      const Record *n) {
    RaceAccess first = race_access_of_record(word, words, x),
               second = race_access_of_record(word, words, n);
    second.enforced = enforced(x->thread, x->index, &c->here);
    races_tell(c->r, c->h, &first, &second, &(Standpoint){n->thread, c->here.e, c->here.clock},
               c->listener);
    if (x->write && !n->write && words == 1 && !x->vague && !n->vague &&
        is_last_write(c->r, word, x, n))
        races_hand_over(c->r, c->m, &first, &second, c->listener);
}

static void check_cell(const Check *c, const Cell *cell, uint64_t word, const Record *n) {
    for (; cell; cell = cell->more)
        for (uint32_t i = 0; i < cell->len; i++)
            if (records_conflict(c, &cell->record[i], n))
                tell_race(c, word, 1, &cell->record[i], n);
}

/* Checks the words from `start` to `end`, all within one stretch, against the spans there. */
static void check_spans(const Check *c, uint64_t start, uint64_t end, const Record *n) {
    uint64_t number = start / STRETCH_WORDS + 1, *clear = &c->r->clear[number % CLEAR_KEPT];
    if (!c->r->stretch_cap || number == *clear) return;
    const Stretch *s = stretch_find(c->r, number);
    if (!s->number) *clear = number;
    for (const struct SpanList *l = s->number ? s->spans : NULL; l; l = l->more)
        for (uint32_t k = 0; k < l->len; k++) {
            const Span *x = &l->span[k];
            if (x->gone || x->start >= end || x->end <= start) continue;
            Record whole = {.index = x->index,
                            .loc = x->loc,
                            .epoch = x->epoch,
                            .when = x->when,
                            .thread = x->thread,
                            .mask = 255,
                            .write = x->write};
            uint64_t from = MAX(start, x->start);
            if (records_conflict(c, &whole, n))
                tell_race(c, from, MIN(end, x->end) - from, &whole, n);
        }
}

/* Checks a range against the cells of its words: page by page of the range, or over all existing
 * pages if those are fewer. */
static void check_cells(const Check *c, uint64_t start, uint64_t end, const Record *n) {
    Races *r = c->r;
    bool few = r->len < (end - start) / PAGE_WORDS;
    for (size_t k = few ? 0 : start / PAGE_WORDS; k < (few ? r->cap : (end - 1) / PAGE_WORDS + 1);
         k++) {
        const Page *p = few ? r->table[k].page : page_find(r, k);
        if (!p) continue;
        uint64_t from = MAX(start, p->number * PAGE_WORDS),
                 to = MIN(end, (p->number + 1) * PAGE_WORDS);
        if (from >= to) continue;
        uint64_t left = p->there >> from % PAGE_WORDS << from % PAGE_WORDS;
        if (to % PAGE_WORDS) left &= (1ull << to % PAGE_WORDS) - 1;
        for (; left; left &= left - 1) {
            unsigned i = (unsigned)__builtin_ctzll(left);
            check_cell(c, p->cell[i], p->number * PAGE_WORDS + i, n);
        }
    }
}

static void check_range(const Check *c, const LogEntry *l, const Record *n) {
    uint64_t end = l->word + l->words;
    check_cells(c, l->word, end, n);
    for (uint64_t at = l->word, next; at < end; at = next) {
        next = MIN(end, (at / STRETCH_WORDS + 1) * STRETCH_WORDS);
        check_spans(c, at, next, n);
        Span s = {at, next, n->index, n->loc, n->epoch, n->when, n->thread, n->write, false};
        add_record_span(c->r, c->m, at / STRETCH_WORDS + 1, s, &c->here);
    }
}

uint32_t races_now(const Races *r) { return r->now; }

size_t *races_checked(Races *r, uint64_t access) { return &r->checked[access % CHECKED_KEPT]; }

uint32_t races_next(Races *r, Machine *m, uint32_t more) {
    trail_save(m->memory, &r->now, sizeof r->now);
    r->now = r->now < UINT32_MAX - more ? r->now + more : UINT32_MAX;
    return r->now;
}

void races_check(Races *r, const History *h, Machine *m, const Event *e, const Event *since,
                 const Event *before, const RaceListener *listener) {
    Thread *t = m->threads[e->action.thread];
    AccessLog *log = t->log;
    Check c = {r, h, m, {e, e->hb, NULL, m->options.replaying}, listener};
    uint32_t past = r->now;
    races_next(r, m, (uint32_t)log->entries.len);
    /* Accesses of a section belong to the event that began it, not to those after it. */
    uint32_t after[2] = {since ? since->action.index : 0, before ? before->action.index : 0};
    for (size_t k = 0; k < log->entries.len; k++) {
        const LogEntry *l = &log->entries.data[k];
        log->filter[l->word & (LOG_FILTER - 1)] = 0;
        invariant((l->reads | l->writes) && l->words);
        invariant(after[l->section] <= e->action.index);
        Record n = {.index = after[l->section],
                    .loc = l->loc,
                    .when = (uint32_t)MIN(past + k + 1, UINT32_MAX),
                    .thread = (uint16_t)e->action.thread,
                    .mask = l->reads | l->writes,
                    .write = l->writes != 0,
                    .vague = l->vague};
        if (unlikely(e->hb != NULL)) {
            invariant(l->fences < e->hb->nstages);
            const OrderStage *stage = &e->hb->stage[l->fences];
            c.here.clock = stage->clock;
            n.epoch = l->section ? e->hb->epoch : stage->epoch;
            n.atomic = l->atomic;
        }
        if (l->words > 1) {
            check_range(&c, l, &n);
            continue;
        }
        Cell *cell = cell_at(r, l->word);
        if (is_recorded(cell, &n, &c.here)) continue;
        check_cell(&c, cell, l->word, &n);
        check_spans(&c, l->word, l->word + 1, &n);
        add_record(r, m, cell, n, &c.here);
    }
    log->entries.len = 0;
}

/* --- later races ------------------------------------------------------------------------------ */

static bool unordered(int thread, uint32_t index, bool write, const RaceQuery *q, bool also_reads) {
    return thread != q->thread && (write || !also_reads) && q->clock[thread] <= index;
}

static bool cell_is_unordered(const Cell *c, const RaceQuery *q) {
    for (; c; c = c->more)
        for (uint32_t k = 0; k < c->len; k++) {
            const Record *x = &c->record[k];
            if (x->mask & q->writes && unordered(x->thread, x->index, x->write, q, false))
                return true;
            if (x->mask & q->reads && unordered(x->thread, x->index, x->write, q, true))
                return true;
        }
    return false;
}

bool races_unordered(const Races *r, const RaceQuery *q) {
    uint64_t end = q->word + q->words;
    if (q->words == 1) {
        const Page *p = page_find(r, q->word / PAGE_WORDS);
        if (p && cell_is_unordered(p->cell[q->word % PAGE_WORDS], q)) return true;
    } else
        for (size_t i = 0; i < r->cap; i++) {
            const Page *p = r->table[i].page;
            for (uint64_t there = p ? p->there : 0; there; there &= there - 1) {
                unsigned n = (unsigned)__builtin_ctzll(there);
                uint64_t word = p->number * PAGE_WORDS + n;
                if (word >= q->word && word < end && cell_is_unordered(p->cell[n], q)) return true;
            }
        }
    for (size_t i = 0; i < r->stretch_cap; i++)
        for (const struct SpanList *l = r->stretches[i].number ? r->stretches[i].spans : NULL; l;
             l = l->more)
            for (uint32_t k = 0; k < l->len; k++) {
                const Span *x = &l->span[k];
                if (!x->gone && x->start < end && q->word < x->end &&
                    unordered(x->thread, x->index, x->write, q, !q->writes))
                    return true;
            }
    return false;
}
