/* Orders of what two threads did alone: against all interleavings of small random logs. */
#include "base/base.h"
#include "heddle/heddle_seq_order.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 6, BYTES = 10, LOCKS = 2, FIRST_BYTE = 4096, FIRST_LOCK = 64 };
enum { READER, WRITER, NOBODY = -1 };

static HeddleSeqOrder order;

static uint64_t state = 7;
static uint32_t draw(uint32_t n) {
    state += 0x9e3779b97f4a7c15ull;
    return (uint32_t)(hash_mix(state) >> 20) % n;
}

/* --- the definition ------------------------------------------------------------------------------------ */

/* What an interleaving has come to. */
typedef struct State {
    uint32_t done[2];
    int last[BYTES];        /* who wrote the byte last */
    int by[BYTES];          /* with which of its events */
    int taken[BYTES];       /* the writer's event which the reader's copy has; -1: its own, or none */
    int freed[BYTES];       /* who freed it */
    int freed_by[BYTES];    /* with which of its events */
    uint8_t held[2][LOCKS]; /* 1 shared, 2 exclusive */
    int since[LOCKS];       /* the writer's event that took the lock */
} State;

/* Events of the reader that count; the writer's are all in the log. */
static uint32_t nreader;

static const HeddleSeqEvent *next_event(const State *s, int thread) {
    uint32_t k = s->done[thread], n = thread == READER ? nreader : order.nwriter;
    return k < n ? (thread == READER ? &order.reader[k] : &order.writer[k]) : NULL;
}

static bool may_read(const State *s, int thread, const HeddleSeqEvent *e, uint32_t b) {
    int last = s->last[b];
    if (thread == READER && e->source >= 0) return last == WRITER && s->by[b] == e->source;
    return last == NOBODY || last == thread || (thread == READER && s->taken[b] == s->by[b]);
}

static bool access_bytes(State *s, int thread, const HeddleSeqEvent *e) {
    uint32_t first = (uint32_t)(e->address - FIRST_BYTE), end = first + (uint32_t)e->size;
    for (uint32_t b = first; b < end; b++) {
        bool of_free = thread == READER && e->source >= 0 && e->source == s->freed_by[b];
        if (s->freed[b] == !thread && !of_free) return false;
        if (e->kind == HEDDLE_SEQ_READ) {
            if (!may_read(s, thread, e, b)) return false;
            if (e->source >= 0) s->taken[b] = e->source;
            continue;
        }
        s->last[b] = thread;
        s->by[b] = (int)s->done[thread];
        if (thread == READER) s->taken[b] = -1;
        if (e->kind != HEDDLE_SEQ_FREE) continue;
        s->freed[b] = thread;
        s->freed_by[b] = (int)s->done[thread];
    }
    return true;
}

static bool use_lock(State *s, int thread, const HeddleSeqEvent *e) {
    uint32_t lock = (uint32_t)(e->address - FIRST_LOCK);
    if (e->kind == HEDDLE_SEQ_RELEASE) {
        s->held[thread][lock] = 0;
        return true;
    }
    if (e->kind == HEDDLE_SEQ_JOIN) return s->done[WRITER] == order.nwriter;
    if (e->kind == HEDDLE_SEQ_BUSY) return s->held[WRITER][lock] && s->since[lock] == e->source;
    if (thread == WRITER) s->since[lock] = (int)s->done[WRITER];
    uint8_t how = e->kind == HEDDLE_SEQ_ACQUIRE ? 2 : 1, other = s->held[!thread][lock];
    s->held[thread][lock] = how;
    return !other || (how == 1 && other == 1);
}

/* A thread's next event happens. False where it cannot. */
static bool step(State *s, int thread) {
    const HeddleSeqEvent *e = next_event(s, thread), *other = next_event(s, !thread);
    if (!e || (other && other->glued)) return false;
    bool fine = heddle_seq_accesses(e) ? access_bytes(s, thread, e) : use_lock(s, thread, e);
    if (thread == READER && heddle_seq_meets_free(e)) fine &= s->done[WRITER] > (uint32_t)e->source;
    s->done[thread]++;
    return fine;
}

/* Whether the writer can still get to what is wanted of it, as far as memory goes (the reader may give its
 * locks back one day). It does not stop in the middle of what is done at once. */
static bool is_promising(State s, uint32_t wanted) {
    while (wanted < order.nwriter && order.writer[wanted].glued) wanted++;
    for (; s.done[WRITER] < wanted; s.done[WRITER]++) {
        const HeddleSeqEvent *e = &order.writer[s.done[WRITER]];
        if (heddle_seq_accesses(e) && !access_bytes(&s, WRITER, e)) return false;
    }
    return true;
}

static bool some_order(const State *s, uint32_t wanted) {
    if (s->done[READER] == nreader && is_promising(*s, wanted)) return true;
    for (int thread = 0; thread < 2; thread++) {
        State next = *s;
        if (step(&next, thread) && some_order(&next, wanted)) return true;
    }
    return false;
}

static State beginning(void) {
    State s = {0};
    for (uint32_t b = 0; b < BYTES; b++) {
        s.last[b] = s.freed[b] = NOBODY;
        s.by[b] = s.taken[b] = s.freed_by[b] = -1;
    }
    return s;
}

static bool is_order(const uint32_t *before, int32_t end, uint32_t wanted) {
    State s = beginning();
    for (uint32_t k = 0; k <= nreader; k++) {
        uint32_t until = k < nreader ? before[k] : (uint32_t)end;
        while (s.done[WRITER] < until)
            if (!step(&s, WRITER)) return false;
        if (s.done[WRITER] != until || (k < nreader && !step(&s, READER))) return false;
    }
    return is_promising(s, wanted);
}

/* --- logs ---------------------------------------------------------------------------------------------- */

/* What kinds of events a log has is drawn for each log anew. */
static uint32_t locking, freeing, gluing, coupling, words;

static HeddleSeqEvent random_event(uint8_t *held) {
    HeddleSeqEvent e = {.source = -1, .glued = draw(100) < gluing};
    if (draw(100) < locking) {
        uint32_t lock = draw(LOCKS);
        e.address = FIRST_LOCK + lock;
        e.size = 1;
        e.kind = held[lock] ? HEDDLE_SEQ_RELEASE : draw(3) ? HEDDLE_SEQ_ACQUIRE : HEDDLE_SEQ_ACQUIRE_SHARED;
        held[lock] = !held[lock];
        return e;
    }
    /* At three addresses: words, or parts of them and over their ends. */
    static const uint32_t starts[] = {0, 2, 4};
    e.kind = draw(100) < freeing ? HEDDLE_SEQ_FREE : draw(2) ? HEDDLE_SEQ_WRITE : HEDDLE_SEQ_READ;
    e.address = FIRST_BYTE + starts[draw(words ? 2 : 3)];
    e.size = words ? 2 : 1u << draw(3);
    return e;
}

/* A thread does not go on with what it has freed, or seen to be freed. */
static bool is_usable(const HeddleSeqEvent *e, const HeddleSeqEvent *log, uint32_t n, bool reader) {
    if (!heddle_seq_accesses(e)) return true;
    for (uint32_t k = 0; k < n; k++) {
        const HeddleSeqEvent *f = &log[k];
        if (reader && f->source >= 0) f = &order.writer[f->source];
        if (f->kind == HEDDLE_SEQ_FREE && heddle_seq_overlap(f, e->address, e->address + e->size))
            return false;
    }
    return true;
}

/* A read of the reader of what one of the writer's events left; some bytes of it. */
static void couple(HeddleSeqEvent *e) {
    uint32_t j = draw(order.nwriter), tries = MOST;
    while (!heddle_seq_stores(&order.writer[j]) && tries--) j = draw(order.nwriter);
    const HeddleSeqEvent *w = &order.writer[j];
    if (!heddle_seq_stores(w)) return;
    uint32_t skip = draw(3) ? 0 : draw((uint32_t)w->size);
    *e = (HeddleSeqEvent){.kind = HEDDLE_SEQ_READ,
                          .address = w->address + skip,
                          .size = 1 + draw((uint32_t)w->size - skip),
                          .glued = e->glued,
                          .source = (int32_t)j};
    if (!draw(2)) e->size = w->size - skip;
}

/* An attempt of the reader to take a lock that the writer holds since one of its events. */
static void find_busy(HeddleSeqEvent *e) {
    uint32_t j = draw(order.nwriter);
    if (!heddle_seq_acquires(&order.writer[j])) return;
    *e = (HeddleSeqEvent){.kind = HEDDLE_SEQ_BUSY,
                          .address = order.writer[j].address,
                          .size = 1,
                          .glued = e->glued,
                          .source = (int32_t)j};
}

/* The last event of the reader may be the use of something that the writer has freed. */
static void meet_free(HeddleSeqEvent *e) {
    uint32_t j = draw(order.nwriter);
    const HeddleSeqEvent *f = &order.writer[j];
    if (f->kind != HEDDLE_SEQ_FREE || e->source >= 0 || e->kind == HEDDLE_SEQ_READ) return;
    if (heddle_seq_accesses(e)) e->address = f->address, e->size = f->size;
    e->source = (int32_t)j;
}

/* Both logs; returns how many of the writer's events are wanted. */
static uint32_t random_logs(uint32_t *n) {
    uint8_t held[2][LOCKS] = {{0}};
    uint32_t wanted = 0;
    locking = draw(2) ? 1 : 20 + draw(40);
    freeing = draw(3) ? 0 : 15;
    gluing = draw(2) ? 0 : 20;
    coupling = draw(100);
    words = draw(3);
    order.nreader = 0;
    order.nwriter = draw(8) ? MOST / 2 + draw(MOST / 2 + 1) : draw(MOST / 2);
    *n = draw(8) ? MOST / 2 + draw(MOST / 2 + 1) : draw(MOST / 2);
    for (uint32_t j = 0; j < order.nwriter; j++) {
        HeddleSeqEvent *e = &order.writer[j];
        do *e = random_event(held[WRITER]);
        while (!is_usable(e, order.writer, j, false));
    }
    bool joins = !draw(6);
    for (uint32_t k = 0; k < *n; k++) {
        HeddleSeqEvent *e = &order.reader[k];
        do {
            *e = random_event(held[READER]);
            if (order.nwriter && e->kind == HEDDLE_SEQ_READ && draw(100) < coupling) couple(e);
            if (order.nwriter && e->source < 0 && heddle_seq_accesses(e) && draw(200) < coupling)
                find_busy(e);
        } while (!is_usable(e, order.reader, k, true));
        if (order.nwriter && k == *n - 1) meet_free(e);
        if (joins && heddle_seq_accesses(e) && e->source < 0 && !draw(3))
            *e = (HeddleSeqEvent){.kind = HEDDLE_SEQ_JOIN, .glued = e->glued, .source = -1};
        wanted = MAX(wanted, (uint32_t)(e->source + 1));
    }
    /* Nothing is before the first event. */
    order.reader[0].glued = order.writer[0].glued = 0;
    if (joins) return order.nwriter;
    return draw(4) ? wanted : wanted + draw(order.nwriter - wanted + 1);
}

static void print_log(const char *name, const HeddleSeqEvent *e, uint32_t n) {
    static const char *const kinds[] = {"read",    "write",   "free", "acquire", "acquire_shared",
                                        "release", "section", "busy", "join"};
    for (uint32_t k = 0; k < n; k++) {
        print_error("%s %u: %s%s %d+%d", name, k, e[k].glued ? "glued " : "", kinds[e[k].kind],
                    (int)e[k].address, (int)e[k].size);
        print_error(e[k].source >= 0 ? " from %d\n" : "\n", e[k].source);
    }
}

static void fail_at(unsigned round, uint32_t wanted, bool found) {
    print_error("round %u, wanted %u: %s order was found\n", round, wanted, found ? "an" : "no");
    print_log("reader", order.reader, nreader);
    print_log("writer", order.writer, order.nwriter);
    fail();
}

/* --- tests --------------------------------------------------------------------------------------------- */

static void test_random(void **unused) {
    enum { ROUNDS = 200000 };
    uint32_t before[MOST] = {0}, n, possible = 0, impossible = 0, coupled = 0, busy = 0, freed = 0;
    (void)unused;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint32_t wanted = random_logs(&n);
        bool found = true;
        heddle_seq_order_start(&order, wanted);
        assert_false(order.overflow);
        for (nreader = 1; nreader <= n && found; nreader++) {
            State s = beginning();
            order.nreader = nreader;
            found = heddle_seq_order_add(&order);
            if (found != some_order(&s, wanted)) fail_at(round, wanted, found);
            int32_t end = heddle_seq_order_path(&order, before);
            if (found != (end >= 0) || (found && !is_order(before, end, wanted)))
                fail_at(round, wanted, found);
            coupled += found && order.reader[nreader - 1].source >= 0;
            freed += found && heddle_seq_meets_free(&order.reader[nreader - 1]);
            busy += found && order.reader[nreader - 1].kind == HEDDLE_SEQ_BUSY;
        }
        possible += found;
        impossible += !found;
    }
    assert_true(possible > ROUNDS / 10 && impossible > ROUNDS / 10 && coupled > ROUNDS / 10 &&
                busy > ROUNDS / 50 && freed > ROUNDS / 200);
}

/* A log with reads in between that nobody else cares for: place[k] is where the event k is then, place[n] the
 * end of all. Returns how many events that is. */
static uint32_t stretch(HeddleSeqEvent *log, uint32_t n, uint32_t *place) {
    HeddleSeqEvent small[MOST];
    uint32_t len = 0;
    memcpy(small, log, n * sizeof *log);
    for (uint32_t k = 0; k <= n; k++) {
        uint32_t more = k < n && small[k].glued ? 0 : draw(40);
        while (more--)
            log[len++] = (HeddleSeqEvent){
                .kind = HEDDLE_SEQ_READ, .address = FIRST_BYTE + BYTES + draw(50), .size = 4, .source = -1};
        place[k] = len;
        if (k < n) log[len++] = small[k];
    }
    return len;
}

/* How many of the events were there before the log was stretched. */
static uint32_t real_events(const uint32_t *place, uint32_t n, uint32_t done) {
    uint32_t k = 0;
    while (k < n && place[k] < done) k++;
    return k;
}

/* The same logs, with so much in between that rows are of several words. */
static void test_long(void **unused) {
    enum { ROUNDS = 4000, LENGTH = 40 * (MOST + 1) + MOST };
    static HeddleSeqEvent reader[MOST], writer[MOST];
    uint32_t before[LENGTH] = {0}, own[MOST] = {0}, rplace[MOST + 1], wplace[MOST + 1], n, possible = 0,
             impossible = 0;
    (void)unused;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint32_t wanted = random_logs(&n), nwriter = order.nwriter, done = 0;
        memcpy(reader, order.reader, n * sizeof *reader);
        memcpy(writer, order.writer, nwriter * sizeof *writer);
        uint32_t length = stretch(order.reader, n, rplace);
        order.nwriter = stretch(order.writer, nwriter, wplace);
        for (uint32_t k = 0; k < n; k++) {
            HeddleSeqEvent *e = &order.reader[rplace[k]];
            if (e->source >= 0) e->source = (int32_t)wplace[e->source];
        }
        /* All of it includes what is behind the last event. */
        heddle_seq_order_start(&order, wanted == nwriter ? order.nwriter
                                       : wanted          ? wplace[wanted - 1] + 1
                                                         : 0);
        assert_false(order.overflow);
        bool found = true;
        int32_t end = 0;
        for (order.nreader = 1; order.nreader <= length && found; order.nreader++) {
            found = heddle_seq_order_add(&order);
            if (found) done = order.nreader;
            if (found) end = heddle_seq_order_path(&order, before);
        }
        /* What was there before decides. */
        uint32_t last = real_events(rplace, n, done), ahead = 0;
        if (found) ahead = real_events(wplace, nwriter, (uint32_t)end);
        for (uint32_t k = 0; k < last && found; k++) own[k] = real_events(wplace, nwriter, before[rplace[k]]);
        memcpy(order.reader, reader, n * sizeof *reader);
        memcpy(order.writer, writer, nwriter * sizeof *writer);
        order.nwriter = nwriter;
        nreader = found ? n : last + 1;
        State s = beginning();
        if (found != some_order(&s, wanted)) fail_at(round, wanted, found);
        if (found && !is_order(own, (int32_t)ahead, wanted)) fail_at(round, wanted, found);
        possible += found;
        impossible += !found;
    }
    assert_true(possible > ROUNDS / 10 && impossible > ROUNDS / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_long)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
