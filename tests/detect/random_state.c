/* How much a thread has drawn is part of its state: two states that differ in nothing else are two. */
/* expect: assertion @set; assertion @clear */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/random.h>

#define BIT 3 /* in which the first and the second number of the first thread differ */

static atomic_int x, z;

static void *set(void *p) {
    x = 1;
    return p;
}

static unsigned draw(void) {
    unsigned n;
    getrandom(&n, sizeof n, 0);
    return n;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    if (x) draw();
    z = 1;
    pthread_join(t, 0);
    z = 2;
    unsigned bit = draw() >> BIT & 1;
    assert(!bit); /*set*/
    assert(bit);  /*clear*/
    return 0;
}
