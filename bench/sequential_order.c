/*
 * sequential_order.c — how long it takes to tell whether two logs have an order
 * (heddle_seq_order.h): random logs of 100 events of each of two threads, reads and writes of ten
 * variables and sections under four locks, that follow a real order, but for a few non-local reads
 * whose write is another one. Build and run: cc -O2 -Iinclude bench/sequential_order.c -o
 * /tmp/sequential_order && /tmp/sequential_order In the engine, where one instruction after the
 * other is interpreted (the seconds are those of heddle): heddle test bench/sequential_order.c
 * -DROUNDS=2000
 */
#include <heddle/heddle_seq_order.h>
#include <stdio.h>
#include <string.h>
#ifndef __HEDDLE__
#include <time.h>
#endif

#ifndef ROUNDS
#define ROUNDS 5000
#endif
enum { LENGTH = 100, VARIABLES = 10, LOCKS = 4, COUPLED = 3, NOBODY = -1 };
enum { READER, WRITER };

static uint64_t state = 7;
static uint32_t draw(uint32_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 20) % n;
}

static double seconds(void) {
#ifdef __HEDDLE__
    return 0;
#else
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#endif
}

static HeddleSeqOrder order;
static int last[VARIABLES];   /* who wrote it */
static int source[VARIABLES]; /* the writer's event that did */
static bool taken[VARIABLES]; /* which the reader has taken over */
static int holder[LOCKS];
static int held[2]; /* the lock of a section; NOBODY */
static uint32_t coupled, wanted;

static uint64_t address_of(uint32_t variable) { return 64 + 8ull * variable; }

/* The thread reads, if that is local, or there may be one more non-local read; or else writes. */
static HeddleSeqEvent access_by(int me) {
    uint32_t v = draw(VARIABLES);
    HeddleSeqEvent e = {
        .address = address_of(v), .size = 8, .kind = HEDDLE_SEQ_READ, .source = NOBODY};
    bool strange = last[v] != NOBODY && last[v] != me && !(me == READER && taken[v]);
    bool read = draw(3) > 0 && (!strange || (me == READER && coupled < COUPLED));
    if (read && strange) {
        coupled++;
        taken[v] = true;
        e.source = source[v];
    }
    if (read) return e;
    e.kind = HEDDLE_SEQ_WRITE;
    last[v] = me;
    taken[v] = false;
    source[v] = me == WRITER ? (int)order.nwriter : NOBODY;
    return e;
}

/* The thread's next event. */
static void step(int me) {
    HeddleSeqEvent e = {.size = 1, .source = NOBODY};
    int wish = (int)draw(LOCKS);
    bool change = !draw(6);
    if (change && held[me] != NOBODY) {
        e.kind = HEDDLE_SEQ_RELEASE;
        e.address = (uint64_t)held[me];
        holder[held[me]] = NOBODY;
        held[me] = NOBODY;
    } else if (change && holder[wish] == NOBODY) {
        e.kind = HEDDLE_SEQ_ACQUIRE;
        e.address = (uint64_t)wish;
        holder[wish] = me;
        held[me] = wish;
    } else {
        e = access_by(me);
    }
    if (me == READER)
        order.reader[order.nreader++] = e;
    else
        order.writer[order.nwriter++] = e;
}

/* Another write of the writer's to the same variable. */
static void mistake(HeddleSeqEvent *e) {
    for (uint32_t k = 0; k < order.nwriter; k++)
        if (heddle_seq_stores(&order.writer[k]) && order.writer[k].address == e->address && draw(2))
            e->source = (int32_t)k;
}

static void make_logs(void) {
    order.nreader = order.nwriter = coupled = wanted = 0;
    memset(taken, 0, sizeof taken);
    for (int k = 0; k < VARIABLES; k++) last[k] = source[k] = NOBODY;
    for (int k = 0; k < LOCKS; k++) holder[k] = NOBODY;
    held[READER] = held[WRITER] = NOBODY;
    while (order.nreader < LENGTH || order.nwriter < LENGTH) {
        int me = (int)draw(2);
        const uint32_t *n = me == READER ? &order.nreader : &order.nwriter;
        for (uint32_t some = draw(20); some-- > 0 && *n < LENGTH;) step(me);
    }
    bool wrong = !draw(4);
    for (uint32_t k = 0; k < order.nreader; k++) {
        HeddleSeqEvent *e = &order.reader[k];
        if (e->source == NOBODY) continue;
        if (wrong) mistake(e);
        if ((uint32_t)e->source + 1 > wanted) wanted = (uint32_t)e->source + 1;
    }
}

int main(void) {
    double checks = 0, ends = 0;
    unsigned possible = 0, adds = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        make_logs();
        bool found = true;
        double since = seconds();
        heddle_seq_order_start(&order, wanted);
        while (found && order.added < order.nreader) found = heddle_seq_order_add(&order);
        checks += seconds() - since;
        adds += order.added;
        ends += order.nends;
        possible += found;
    }
    printf("%d pairs of logs of %d events each, %u with an order, %.1f ends of the writer: ",
           ROUNDS, LENGTH, possible, ends / ROUNDS);
    printf("%.1f us a check of %.0f events of the reader, %.2f us an event\n",
           1e6 * checks / ROUNDS, (double)adds / ROUNDS, 1e6 * checks / adds);
    return 0;
}
