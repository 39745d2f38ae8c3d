/* expect: safe */
/* Generators with a state of their own give the numbers that glibc 2.36 gives. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char buffers[5][256];

static int32_t draw(struct random_data *d, int count) {
    int32_t x = 0;
    while (count--) assert(!random_r(d, &x));
    return x;
}
static void check_sizes(void) {
    static const size_t sizes[] = {8, 32, 64, 128, 256};
    static const int32_t after80[] = {626974362, 838777978, 342510403, 1116981346, 152081157},
                         seed0[] = {1103527590, 964237963, 1894937090, 1804289383, 510644794};
    for (int k = 0; k < 5; k++) {
        struct random_data d = {0};
        assert(!initstate_r(42 + k, buffers[k], sizes[k], &d));
        assert(draw(&d, 80) == after80[k]);
        srandom_r(0, &d);
        assert(draw(&d, 1) == seed0[k]);
    }
}
static void check_states(void) {
    struct random_data d = {0};
    initstate_r(7, buffers[0], 64, &d);
    assert(draw(&d, 1) == 1539280666);
    initstate_r(8, buffers[1], 128, &d);
    assert(draw(&d, 1) == 757547896);
    assert(!setstate_r(buffers[0], &d) && draw(&d, 1) == 119640454);
    assert(!setstate_r(buffers[1], &d) && draw(&d, 1) == 1695630744);
    assert(initstate_r(1, buffers[2], 7, &d) == -1 && errno == EINVAL);
}
static void check_48(void) {
    struct drand48_data q = {0};
    double f;
    long l;
    unsigned short s[3] = {1, 2, 3}, p[7] = {1, 2, 3, 4, 5, 6, 7};
    assert(!drand48_r(&q, &f) && f == 3.907985046680551e-14);
    assert(!srand48_r(-5, &q) && !lrand48_r(&q, &l) && l == 1754100061);
    assert(!mrand48_r(&q, &l) && l == 974741364);
    assert(!erand48_r(s, &q, &f) && f == 0.44199632268870914);
    assert(!nrand48_r(s, &q, &l) && l == 565063343);
    assert(!jrand48_r(s, &q, &l) && l == -1485464893);
    assert(s[0] == 7666 && s[1] == 39619 && s[2] == 42869);
    assert(!seed48_r(s, &q) && !drand48_r(&q, &f) && f == 0.42064911573477914);
    assert(!lcong48_r(p, &q) && !mrand48_r(&q, &l) && l == 1835021);
    assert(!jrand48_r(s, &q, &l) && l == 1464991942);
}
int main(void) {
    check_sizes();
    check_states();
    check_48();
}
