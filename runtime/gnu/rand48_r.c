/*
 * rand48_r.c — the linear congruential generator of 48 bits, X = aX + c modulo 2^48, with a state
 * of its own. A state that was never seeded has the usual factors.
 */
#include <stdint.h>
#include <stdlib.h>
#include <bits/gnu_stdlib.h>
#include <string.h>
#include "gnu.h"

#define MASK48 0xffffffffffffull

static uint64_t joined(const unsigned short x[3]) {
    return x[0] | (uint64_t)x[1] << 16 | (uint64_t)x[2] << 32;
}
static void divide(unsigned short x[3], uint64_t value) {
    for (int k = 0; k < 3; k++) x[k] = (unsigned short)(value >> 16 * k);
}
static void usual_factors(struct drand48_data *d) {
    d->__a = 0x5deece66dull;
    d->__c = 0xb;
    d->__init = 1;
}

static uint64_t step(unsigned short x[3], struct drand48_data *d) {
    if (!d->__init) usual_factors(d);
    uint64_t next = (joined(x) * d->__a + d->__c) & MASK48;
    divide(x, next);
    return next;
}

PUBLIC int erand48_r(unsigned short x[3], struct drand48_data *restrict d,
                     double *restrict result) {
    *result = (double)step(x, d) / (double)(MASK48 + 1); /* exact: 48 bits */
    return 0;
}
PUBLIC int nrand48_r(unsigned short x[3], struct drand48_data *restrict d, long *restrict result) {
    *result = (long)(step(x, d) >> 17);
    return 0;
}
PUBLIC int jrand48_r(unsigned short x[3], struct drand48_data *restrict d, long *restrict result) {
    *result = (int32_t)(step(x, d) >> 16);
    return 0;
}

PUBLIC int drand48_r(struct drand48_data *restrict d, double *restrict result) {
    *result = (double)step(d->__x, d) / (double)(MASK48 + 1);
    return 0;
}
PUBLIC int lrand48_r(struct drand48_data *restrict d, long *restrict result) {
    *result = (long)(step(d->__x, d) >> 17);
    return 0;
}
PUBLIC int mrand48_r(struct drand48_data *restrict d, long *restrict result) {
    *result = (int32_t)(step(d->__x, d) >> 16);
    return 0;
}

PUBLIC int srand48_r(long seed, struct drand48_data *d) {
    divide(d->__x, (uint64_t)(uint32_t)seed << 16 | 0x330e);
    usual_factors(d);
    return 0;
}
PUBLIC int seed48_r(unsigned short seed[3], struct drand48_data *d) {
    memcpy(d->__old_x, d->__x, sizeof d->__x);
    memcpy(d->__x, seed, sizeof d->__x);
    usual_factors(d);
    return 0;
}
PUBLIC int lcong48_r(unsigned short parameters[7], struct drand48_data *d) {
    memcpy(d->__x, parameters, sizeof d->__x);
    d->__a = joined(parameters + 3);
    d->__c = parameters[6];
    d->__init = 1;
    return 0;
}
