/* following.c — see following.h. */
#include "versions/following.h"

Action following_action(const Following *f) {
    return (Action){.thread = f->thread, .outcome = f->outcome, .insn = UINT32_MAX, .op = f->op};
}

static void following_join(uint32_t *clock, const Event *e) {
    for (uint32_t u = 0; u < e->nclock; u++) clock[u] = MAX(clock[u], e->clock[u]);
}

/* What comes before all that a thread does from now on. */
static void join_past(const History *h, uint32_t *clock, int32_t thread) {
    const Event *last = history_last(h, (uint32_t)thread);
    if (last) following_join(clock, last);
}

static void join_dependent(const History *h, uint32_t *clock, const Following *f) {
    Action a = following_action(f);
    join_past(h, clock, f->thread);
    for (size_t k = h->path.len; k-- > 0;) {
        const Event *y = h->path.data[k];
        if (clock[y->action.thread] < y->action.index && operation_dependent(&y->action, &a))
            following_join(clock, y);
    }
}

static const Following *cause(const Summaries *s, size_t w, uint64_t bits) {
    return &s->operations.data[w * 64 + (unsigned)__builtin_ctzll(bits)];
}

/* What comes before operations that another follows, and its own thread. */
static void join_causes(const Summaries *s, const History *h, const BitSet *causes, int32_t thread,
                        uint32_t *clock) {
    memset(clock, 0, MAX_THREADS * sizeof *clock);
    join_past(h, clock, thread);
    for (size_t w = 0; w < causes->len; w++)
        for (uint64_t bits = causes->data[w]; bits; bits &= bits - 1)
            join_dependent(h, clock, cause(s, w, bits));
}

/* What comes before something that follows are events of the path, with all of their causes. */
static void check_following_clock(const History *h, const uint32_t *clock) {
    for (uint32_t u = 0; u < MAX_THREADS; u++) {
        invariant(clock[u] <= (u < h->own.len ? h->own.data[u].len : 0));
        const Event *e = clock[u] ? history_own(h, u, clock[u]) : NULL;
        for (uint32_t v = 0; e && v < e->nclock; v++) invariant(event_clock(e, v) <= clock[v]);
    }
}

void following_clock(const Summaries *s, const History *h, const FootprintEntry *e,
                     uint32_t *clock) {
    join_causes(s, h, &e->causes, s->operations.data[e->operation].thread, clock);
    if (unlikely(base_invariants)) check_following_clock(h, clock);
}

bool following_races(const Summaries *s, const History *h, const Races *r, const Footprint *f) {
    uint32_t clock[MAX_THREADS];
    for (size_t k = 0; k < f->len; k++) {
        const FootprintEntry *e = &f->data[k];
        const Following *o = &s->operations.data[e->operation];
        const TouchedList *touched = &s->touched.data[e->operation];
        if (!touched->len) continue;
        join_causes(s, h, &e->past, o->thread, clock);
        join_dependent(h, clock, o);
        if (unlikely(base_invariants)) check_following_clock(h, clock);
        /* Of a thread that does something before, all that it did on the path comes before that. */
        for (size_t w = 0; w < e->past.len; w++)
            for (uint64_t bits = e->past.data[w]; bits; bits &= bits - 1) {
                const Following *before = cause(s, w, bits);
                invariant(before->thread >= 0 && before->thread < MAX_THREADS);
                clock[before->thread] = UINT32_MAX;
            }
        for (size_t n = 0; n < touched->len; n++) {
            const Touched *t = &touched->data[n];
            RaceQuery q = {t->word, t->words, t->reads, t->writes, o->thread, clock};
            if (races_unordered(r, &q)) return true;
        }
    }
    return false;
}
