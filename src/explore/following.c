/* following.c — see following.h. */
#include "explore/following.h"

Action following_action(const Following *f) {
    return (Action){.thread = f->thread, .outcome = f->outcome, .insn = UINT32_MAX, .op = f->op};
}

static void join(uint32_t *clock, const Event *e) {
    for (uint32_t u = 0; u < e->nclock; u++) clock[u] = MAX(clock[u], e->clock[u]);
}

/* What comes before all that a thread does from now on. */
static void join_past(const History *h, uint32_t *clock, int32_t thread) {
    const Event *last = history_last(h, (uint32_t)thread);
    if (last) join(clock, last);
}

static void join_dependent(const History *h, uint32_t *clock, const Following *f) {
    Action a = following_action(f);
    join_past(h, clock, f->thread);
    for (size_t k = h->path.len; k-- > 0;) {
        const Event *y = h->path.data[k];
        if (clock[y->action.thread] < y->action.index && operation_dependent(&y->action, &a)) join(clock, y);
    }
}

static const Following *cause(const Summaries *s, const FootprintEntry *e, size_t w, uint64_t bits) {
    return &s->operations.data[w * 64 + (unsigned)__builtin_ctzll(bits)];
}

void following_clock(const Summaries *s, const History *h, const FootprintEntry *e, uint32_t *clock) {
    memset(clock, 0, MAX_THREADS * sizeof *clock);
    join_past(h, clock, s->operations.data[e->operation].thread);
    for (size_t w = 0; w < e->causes.len; w++)
        for (uint64_t bits = e->causes.data[w]; bits; bits &= bits - 1)
            join_dependent(h, clock, cause(s, e, w, bits));
}

bool following_races(const Summaries *s, const History *h, const Races *r, const Footprint *f) {
    uint32_t clock[MAX_THREADS];
    for (size_t k = 0; k < f->len; k++) {
        const FootprintEntry *e = &f->data[k];
        const Following *o = &s->operations.data[e->operation];
        const TouchedList *touched = &s->touched.data[e->operation];
        if (!touched->len) continue;
        following_clock(s, h, e, clock);
        join_dependent(h, clock, o);
        /* Of a thread that does something before, all that it did on the path comes before that. */
        for (size_t w = 0; w < e->causes.len; w++)
            for (uint64_t bits = e->causes.data[w]; bits; bits &= bits - 1)
                clock[cause(s, e, w, bits)->thread] = UINT32_MAX;
        for (size_t n = 0; n < touched->len; n++) {
            const Touched *t = &touched->data[n];
            RaceQuery q = {t->word, t->words, t->reads, t->writes, o->thread, clock};
            if (races_unordered(r, &q)) return true;
        }
    }
    return false;
}
