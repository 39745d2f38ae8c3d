/*
 * random_r.c — generators of random numbers with a state of their own. The numbers are those of
 * glibc: an additive feedback generator over the trinomial x^degree + x^separation + 1, or a linear
 * congruential one where the state has a single word. The word before the state says which
 * trinomial it has, and where the generator stood when another state replaced this one.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <bits/gnu_stdlib.h>
#include "gnu.h"

#define TRINOMIALS 5
static const struct {
    int degree, separation;
    size_t bytes; /* the smallest buffer for it */
} trinomials[TRINOMIALS] = {{0, 0, 8}, {7, 3, 32}, {15, 1, 64}, {31, 3, 128}, {63, 1, 256}};

static int invalid(void) {
    errno = EINVAL;
    return -1;
}

PUBLIC int random_r(struct random_data *restrict d, int32_t *restrict result) {
    if (!d || !result) return invalid();
    if (!d->rand_type) {
        uint32_t next = ((uint32_t)d->state[0] * 1103515245u + 12345u) & 0x7fffffffu;
        d->state[0] = *result = (int32_t)next;
        return 0;
    }
    uint32_t sum = (uint32_t)*d->fptr + (uint32_t)*d->rptr;
    *d->fptr = (int32_t)sum;
    *result = (int32_t)(sum >> 1);
    if (++d->fptr == d->end_ptr) d->fptr = d->state;
    if (++d->rptr == d->end_ptr) d->rptr = d->state;
    return 0;
}

/* Park and Miller's generator, modulo 2^31 - 1, fills in the state. */
static int32_t minimal_standard(int32_t x) {
    int64_t product = 16807 * (int64_t)(x % 127773) - 2836 * (int64_t)(x / 127773);
    return (int32_t)(product < 0 ? product + 2147483647 : product);
}

PUBLIC int srandom_r(unsigned seed, struct random_data *d) {
    if (!d || (unsigned)d->rand_type >= TRINOMIALS) return -1;
    d->state[0] = (int32_t)(seed ? seed : 1);
    if (!d->rand_type) return 0;
    for (int k = 1; k < d->rand_deg; k++) d->state[k] = minimal_standard(d->state[k - 1]);
    d->fptr = d->state + d->rand_sep;
    d->rptr = d->state;
    for (int k = 0; k < 10 * d->rand_deg; k++) {
        int32_t discarded;
        random_r(d, &discarded);
    }
    return 0;
}

/* Notes in the current state, before it is replaced, where its generator stands. */
static void note_position(struct random_data *d) {
    int32_t at = d->rand_type ? (int32_t)(d->rptr - d->state) : 0;
    d->state[-1] = at * TRINOMIALS + d->rand_type;
}

static void use_trinomial(struct random_data *d, int32_t *state, int type) {
    d->rand_type = type;
    d->rand_deg = trinomials[type].degree;
    d->rand_sep = trinomials[type].separation;
    d->state = state;
    d->end_ptr = state + d->rand_deg;
}

PUBLIC int initstate_r(unsigned seed, char *restrict buffer, size_t size,
                       struct random_data *restrict d) {
    if (!d) return invalid();
    if (d->state) note_position(d);
    if (size < trinomials[0].bytes) return invalid();
    int type = TRINOMIALS - 1;
    while (size < trinomials[type].bytes) type--;
    use_trinomial(d, (int32_t *)buffer + 1, type);
    srandom_r(seed, d);
    d->state[-1] = 0;
    note_position(d);
    return 0;
}

PUBLIC int setstate_r(char *restrict buffer, struct random_data *restrict d) {
    if (!buffer || !d) return invalid();
    int32_t *state = (int32_t *)buffer + 1;
    note_position(d);
    int type = state[-1] % TRINOMIALS, at = state[-1] / TRINOMIALS;
    if (type < 0 || at < 0 || (type && at >= trinomials[type].degree)) return invalid();
    use_trinomial(d, state, type);
    if (type) {
        d->rptr = state + at;
        d->fptr = state + (at + d->rand_sep) % d->rand_deg;
    }
    return 0;
}
