/* races.c — see races.h. The idea of keeping only the accesses that can still race is FastTrack's (Flanagan and
 * Freund 2009); here with one record per thread, kind and set of bytes. */
#include "check/races.h"
#include "vm/internal.h"
#include <stdlib.h>

#define INLINE_RECORDS 6

typedef struct Record {
    uint32_t index, loc;
    uint8_t mask, thread;
    bool write, vague;
} Record;

typedef struct Cell {
    uint32_t len;
    Record record[INLINE_RECORDS];
    struct Cell *more; /* overflow, allocated once and kept */
} Cell;

/* The cells of consecutive words: accesses to a range find them in one place. */
#define PAGE_WORDS 64
typedef struct Page {
    uint64_t number; /* word / PAGE_WORDS */
    Cell *cell[PAGE_WORDS]; /* cells stay where they are */
} Page;

struct Races {
    Page **table; /* open addressing */
    size_t cap, len;
    Page *last; /* looked up */
    Arena *arena;
};

Races *races_new(void) {
    Races *r = xcalloc(1, sizeof *r);
    r->arena = arena_new();
    return r;
}

void races_clear(Races *r) {
    free(r->table);
    r->table = NULL;
    r->last = NULL;
    r->cap = r->len = 0;
    arena_free(r->arena);
    r->arena = arena_new();
}

void races_free(Races *r) {
    if (!r) return;
    free(r->table);
    arena_free(r->arena);
    free(r);
}

static Page *page_at(Races *r, uint64_t number) {
    if ((r->len + 1) * 2 > r->cap) {
        size_t old_cap = r->cap;
        Page **old = r->table;
        r->cap = old_cap ? old_cap * 2 : 1024;
        r->table = xcalloc(r->cap, sizeof *r->table);
        for (size_t k = 0; k < old_cap; k++)
            if (old[k]) {
                size_t i = hash_mix(old[k]->number) & (r->cap - 1);
                while (r->table[i]) i = (i + 1) & (r->cap - 1);
                r->table[i] = old[k];
            }
        free(old);
    }
    size_t i = hash_mix(number) & (r->cap - 1);
    for (; r->table[i]; i = (i + 1) & (r->cap - 1))
        if (r->table[i]->number == number) return r->table[i];
    Page *p = arena_alloc(r->arena, sizeof *p);
    p->number = number;
    r->table[i] = p;
    r->len++;
    return p;
}

static Cell *cell_at(Races *r, uint64_t word) {
    uint64_t number = word / PAGE_WORDS;
    if (!r->last || r->last->number != number) r->last = page_at(r, number);
    Cell **c = &r->last->cell[word % PAGE_WORDS];
    if (!*c) *c = arena_alloc(r->arena, sizeof **c);
    return *c;
}

/* Whether the recorded access happened before everything after event `e`. */
static bool ordered(const Record *x, const Event *e) { return event_clock(e, x->thread) > x->index; }

/* Whether `x` can be forgotten: it happened before `n`, which is by the thread of event `e`, and touches no other byte. */
static bool covered(const Record *x, const Record *n, const Event *e) {
    return (x->mask & ~n->mask) == 0 && (n->write || !x->write) && !n->vague && (x->thread == n->thread || ordered(x, e));
}

/* Keeps `n`, and forgets what cannot race later without it. Forgotten records have no bytes. */
static void add_record(Races *r, Machine *m, Cell *c, Record n, const Event *e) {
    Record *place = NULL;
    for (Cell *k = c; k && !place; k = k->more)
        for (uint32_t i = 0; i < k->len && !place; i++) {
            Record *x = &k->record[i];
            if (!x->mask || x->thread != n.thread || x->index != n.index || x->write != n.write || x->vague != n.vague) continue;
            if ((x->mask | n.mask) == x->mask) return;
            n.mask |= x->mask;
            n.loc = x->loc;
            place = x;
        }
    Cell *room = NULL; /* the first with a record that is not in use: an undo leaves cells behind */
    for (Cell *k = c; k; k = k->more) {
        if (!room && k->len < INLINE_RECORDS) room = k;
        for (uint32_t i = 0; i < k->len; i++) {
            Record *x = &k->record[i];
            if (x == place || (x->mask && !covered(x, &n, e))) continue;
            if (!place)
                place = x;
            else if (x->mask) {
                trail_save(m->memory, x, sizeof *x);
                x->mask = 0;
            }
        }
        if (!place && !room && !k->more) k->more = arena_alloc(r->arena, sizeof *k);
    }
    if (!place) {
        trail_save(m->memory, &room->len, sizeof room->len);
        place = &room->record[room->len++];
    }
    trail_save(m->memory, place, sizeof *place);
    *place = n;
}

/* Whether the thread did the same between the same two operations before; then it was checked. */
static bool is_recorded(const Cell *c, const Record *n) {
    for (; c; c = c->more)
        for (uint32_t i = 0; i < c->len; i++) {
            const Record *x = &c->record[i];
            if (x->thread == n->thread && x->index == n->index && (x->write || !n->write) && x->vague == n->vague && (n->mask & ~x->mask) == 0) return true;
        }
    return false;
}

void races_check(Races *r, Machine *m, const Event *e, const Event *since, const Event *before, void (*told)(void *, const RaceAccess *, const RaceAccess *), void *context) {
    Thread *t = m->threads[e->action.thread];
    AccessLog *log = t->log;
    /* What a section touches belongs to the event that began it, not to what comes after. */
    uint32_t after[2] = {since ? since->action.index : 0, before ? before->action.index : 0};
    for (size_t k = 0; k < log->entries.len; k++) {
        const LogEntry *l = &log->entries.data[k];
        log->filter[l->word & (LOG_FILTER - 1)] = 0;
        Cell *c = cell_at(r, l->word);
        Record n = {after[l->section], l->loc, l->reads | l->writes, (uint8_t)e->action.thread, l->writes != 0, l->vague};
        if (is_recorded(c, &n)) continue;
        for (Cell *q = c; q; q = q->more)
            for (uint32_t i = 0; i < q->len; i++) {
                const Record *x = &q->record[i];
                if (x->thread == n.thread || !(x->mask & n.mask) || !(x->write || n.write) || ordered(x, e)) continue;
                RaceAccess first = {l->word, x->mask, x->write, x->vague, x->thread, x->index, x->loc};
                RaceAccess second = {l->word, n.mask, n.write, n.vague, e->action.thread, n.index, n.loc};
                told(context, &first, &second);
            }
        add_record(r, m, c, n, e);
    }
    log->entries.len = 0;
}
