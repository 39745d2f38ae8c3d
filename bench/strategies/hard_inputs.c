/* Two threads whose branches are about products of inputs, which take the solver long. */
#include <heddle/heddle.h>
#include <pthread.h>

static unsigned char x, y, z;
static unsigned shared, ticks;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static __attribute__((noinline)) void tick(unsigned n) { ticks = ticks * 4 + n; }

static void mix(unsigned a, unsigned b, unsigned k) {
    pthread_mutex_lock(&m);
    if (a * b + shared * 3 == 0x1234 + k) tick(1);
    if (a * a * b > 10000 * k) tick(2);
    if ((a ^ b * 77) % 13 == k) tick(3);
    shared = shared * 2 + k;
    pthread_mutex_unlock(&m);
}

static void *one(void *p) {
    mix(x, y, 1);
    mix(y, z, 2);
    return p;
}

static void *two(void *p) {
    mix(z, x, 3);
    mix(x, y, 4);
    return p;
}

int main(void) {
    pthread_t a, b;
    heddle_symbolic(&x, sizeof x, "x");
    heddle_symbolic(&y, sizeof y, "y");
    heddle_symbolic(&z, sizeof z, "z");
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
