/*
 * temporal.c — how long the order of a scenario takes
 * (src/strategies/interference/scenario/temporal.h): random scenarios of 200 events in four
 * threads, loads and stores of twelve variables that follow a real order, but for a few loads whose
 * store is another one. Build and run: cc -O2 -D_GNU_SOURCE -Isrc bench/temporal.c
 * build/libheddle-engine.a -o /tmp/temporal && /tmp/temporal
 */
#include "strategies/interference/scenario/temporal.h"
#include <stdio.h>
#include <time.h>

enum { THREADS = 4, LENGTH = 50, EVENTS = THREADS * LENGTH, VARIABLES = 12, ROUNDS = 500 };
enum { LOAD, STORE, KINDS = 4 };

static uint64_t state = 7;
static uint32_t draw(uint32_t n) {
    state += 0x9e3779b97f4a7c15ull;
    return (uint32_t)(hash_mix(state) >> 20) % n;
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint32_t kind[EVENTS], variable[EVENTS], order[EVENTS + 1], group[EVENTS], sequence[EVENTS],
    place[EVENTS];

static void interleave(void) {
    uint32_t next[THREADS] = {0};
    for (uint32_t k = 0; k < EVENTS; k++) {
        uint32_t t = draw(THREADS);
        while (next[t] == LENGTH) t = draw(THREADS);
        sequence[k] = t * LENGTH + next[t]++;
        place[sequence[k]] = k;
    }
}

/* The store that a load sees; UINT32_MAX: what was there in the beginning. */
static uint32_t source_of(uint32_t load) {
    for (uint32_t p = place[load]; p-- > 0;)
        if (kind[sequence[p]] == STORE && variable[sequence[p]] == variable[load])
            return sequence[p];
    return UINT32_MAX;
}

static void demand_source(Temporal *t, uint32_t load, uint32_t source, uint32_t reason) {
    if (source != UINT32_MAX) temporal_before(t, source, load);
    for (uint32_t w = 0; w < EVENTS; w++) {
        if (kind[w] != STORE || variable[w] != variable[load] || w == source ||
            w / LENGTH == load / LENGTH)
            continue;
        Precedence after = {load, w};
        OrderDemand d = {after, after, reason};
        if (source != UINT32_MAX) d.other = (Precedence){w, source};
        temporal_demand(t, d);
    }
}

int main(void) {
    Temporal t = {0};
    double orders = 0, cores = 0;
    unsigned possible = 0;
    uint32_t core[EVENTS + 1];
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint32_t reasons = 0;
        temporal_begin(&t, EVENTS);
        interleave();
        for (uint32_t k = 0; k < EVENTS; k++) {
            group[k] = k / LENGTH;
            kind[k] = draw(KINDS);
            variable[k] = draw(VARIABLES);
            if (k % LENGTH) temporal_before(&t, k - 1, k);
        }
        for (uint32_t k = 0; k < EVENTS; k++) {
            if (kind[k] != LOAD) continue;
            uint32_t source = source_of(k);
            bool wrong = !draw(400);
            for (uint32_t w = 0; w < EVENTS && wrong; w++)
                if (kind[w] == STORE && variable[w] == variable[k] && draw(2)) source = w;
            bool local = source == UINT32_MAX || source / LENGTH == k / LENGTH;
            demand_source(&t, k, source, local ? ++reasons : 0);
        }
        double since = seconds();
        bool found = temporal_order(&t, group, order);
        orders += seconds() - since;
        possible += found;
        if (found) continue;
        since = seconds();
        temporal_core(&t, core);
        cores += seconds() - since;
    }
    printf("%d scenarios of %d events, %u with an order: %.3f ms each", ROUNDS, EVENTS, possible,
           1e3 * orders / ROUNDS);
    if (possible < ROUNDS)
        printf("; what contradicts itself in the others: %.3f ms each",
               1e3 * cores / (ROUNDS - possible));
    putchar('\n');
    temporal_free(&t);
    return 0;
}
