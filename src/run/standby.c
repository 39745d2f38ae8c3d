/* standby.c — see standby.h. */
#include "run/standby.h"
#include <stdlib.h>

typedef struct Step Step;
struct Step {
    Step *parent, *child, *sibling;
    size_t at; /* position on the path */
    int32_t thread;
    uint32_t outcome;
    /* Set only while the step is kept: */
    Event *event;
    uint8_t
        *memory; /* the accesses, then the record; NULL: not kept, but a later step is or may be */
    size_t nopened, size;
    Step *older, *newer; /* by last use */
};

struct Standby {
    Step root;
    VEC(Step *) path; /* the steps of the current path, as far as they are in the tree */
    Step *oldest, *newest;
    uint64_t bytes, limit;
    uint64_t dropped;
};

Standby *standby_new(void) { return xcalloc(1, sizeof(Standby)); }

uint64_t standby_bytes(const Standby *s) { return s->bytes; }
bool standby_has_room(const Standby *s) { return s->limit > 0; }
uint64_t standby_dropped(const Standby *s) { return s->dropped; }

/* The approximate size of a step and its event, besides the record. */
#define STEP_BYTES (sizeof(Step) + sizeof(Event) + 64)
static uint64_t cost(const Step *x) { return STEP_BYTES + x->nopened * sizeof(LogEntry) + x->size; }

/* Removes a step that is no longer kept from the list in order of last use. */
static void unlist(Standby *s, Step *x) {
    *(x->older ? &x->older->newer : &s->oldest) = x->newer;
    *(x->newer ? &x->newer->older : &s->newest) = x->older;
    s->bytes -= cost(x);
}

/* Invariant: the list holds each kept step once in order of last use, and the sum of their costs is
 * the space in use. */
static void check_kept(const Standby *s) {
    uint64_t bytes = 0;
    size_t kept = 0;
    for (const Step *x = s->oldest; x && kept < 1000; x = x->newer) {
        invariant(x->memory && x->event && x->event->refs);
        invariant(x->newer ? x->newer->older == x : x == s->newest);
        invariant((int32_t)x->event->action.thread == x->thread &&
                  x->event->action.outcome == x->outcome);
        invariant(x->parent == &s->root ? x->at == 0 : x->at == x->parent->at + 1);
        bytes += cost(x);
        kept++;
    }
    invariant(kept == 1000 || bytes == s->bytes);
    invariant(!s->oldest == !s->newest);
    for (size_t k = 0; k < s->path.len; k++) {
        invariant(s->path.data[k]->at == k);
        invariant(s->path.data[k]->parent == (k ? s->path.data[k - 1] : &s->root));
    }
}

static void let_go(Standby *s, History *h, Step *x) {
    unlist(s, x);
    free(x->memory);
    x->memory = NULL;
    event_unref(h, x->event);
}

/* Removes from the tree `x` and its ancestors that keep nothing, as far as the current path. */
static void standby_prune(Standby *s, Step *x) {
    while (x != &s->root && !x->memory && !x->child &&
           !(x->at < s->path.len && s->path.data[x->at] == x)) {
        Step *parent = x->parent, **link = &parent->child;
        while (*link != x) link = &(*link)->sibling;
        *link = x->sibling;
        free(x);
        x = parent;
    }
}

uint64_t standby_limit(Standby *s, History *h, uint64_t bytes) {
    uint64_t before = s->bytes;
    s->limit = bytes;
    while (s->bytes > bytes) {
        Step *x = s->oldest;
        let_go(s, h, x);
        standby_prune(s, x);
        s->dropped++;
    }
    return before - s->bytes;
}

/* Drops everything below `x`. */
static void drop_below(Standby *s, History *h, Step *x) {
    for (Step *c = x->child; c;) {
        if (c->child) {
            c = c->child;
            continue;
        }
        Step *parent = c->parent;
        parent->child = c->sibling;
        if (c->memory) let_go(s, h, c);
        free(c);
        c = parent->child ? parent->child : parent == x ? NULL : parent;
    }
}

void standby_clear(Standby *s, History *h) {
    drop_below(s, h, &s->root);
    s->path.len = 0;
    s->limit = 0;
    s->dropped = 0;
}

void standby_free(Standby *s, History *h) {
    if (!s) return;
    standby_clear(s, h);
    vec_free(&s->path);
    free(s);
}

void standby_shorten(Standby *s, size_t length) {
    while (s->path.len > length) standby_prune(s, vec_pop(&s->path));
}

static Step *child_of(Step *parent, int32_t thread, uint32_t outcome) {
    for (Step *x = parent->child; x; x = x->sibling)
        if (x->thread == thread && x->outcome == outcome) return x;
    return NULL;
}

void standby_follow(Standby *s, const History *h, size_t length, bool create) {
    while (s->path.len < length) {
        const Action *a = &h->path.data[s->path.len]->action;
        Step *parent = s->path.len ? vec_last(&s->path) : &s->root,
             *x = child_of(parent, a->thread, a->outcome);
        if (!x && !create) return;
        if (!x) {
            x = xcalloc(1, sizeof *x);
            x->parent = parent;
            x->at = s->path.len;
            x->sibling = parent->child;
            x->thread = a->thread;
            x->outcome = a->outcome;
            parent->child = x;
        }
        vec_push(&s->path, x);
    }
}

bool standby_keep(Standby *s, History *h, size_t at, const StandbyStep *step) {
    uint32_t nopened = step->opened ? step->event->opened : 0;
    Step *x = s->path.data[at];
    if (x->memory) let_go(s, h, x);
    x->nopened = nopened;
    x->size = step->size;
    uint64_t need = cost(x), limit = s->limit;
    if (need > limit) return false;
    standby_limit(s, h, limit - need);
    s->limit = limit;
    s->bytes += need;
    x->event = step->event;
    x->memory = xmalloc(nopened * sizeof *step->opened + step->size);
    if (nopened) memcpy(x->memory, step->opened, nopened * sizeof *step->opened);
    memcpy(x->memory + nopened * sizeof *step->opened, step->record, step->size);
    x->newer = NULL;
    x->older = s->newest;
    *(s->newest ? &s->newest->newer : &s->oldest) = x;
    s->newest = x;
    invariant(s->bytes <= s->limit);
    if (unlikely(base_invariants)) check_kept(s);
    return true;
}

bool standby_take(Standby *s, const History *h, int thread, uint32_t outcome, StandbyStep *step) {
    if (!s->oldest) return false;
    standby_follow(s, h, h->path.len, false);
    if (s->path.len < h->path.len) return false;
    Step *x = child_of(s->path.len ? vec_last(&s->path) : &s->root, thread, outcome);
    if (!x || !x->memory) return false;
    unlist(s, x);
    *step = (StandbyStep){.event = x->event,
                          .record = x->memory + x->nopened * sizeof(LogEntry),
                          .size = x->size,
                          .opened = (const LogEntry *)x->memory,
                          .memory = x->memory};
    x->memory = NULL;
    vec_push(&s->path, x);
    if (unlikely(base_invariants)) check_kept(s);
    return true;
}

void standby_taken(StandbyStep *step) { free(step->memory); }

void standby_drop(Standby *s, History *h, size_t at) {
    if (s->path.len <= at) return;
    drop_below(s, h, s->path.data[at]);
    if (s->path.data[at]->memory) let_go(s, h, s->path.data[at]);
    standby_shorten(s, at);
}
