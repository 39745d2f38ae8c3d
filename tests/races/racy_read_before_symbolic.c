/* expect: some race "xi" */
/* A race with the first of two reads of one element, the second through an input: executed again with the
 * input's value, both are known, and the newer one is kept. */
#include <heddle/heddle.h>
#include <pthread.h>

static int xi[4], x;

static void *writer(void *r) {
    xi[0] = 1;
    return r;
}

int main(void) {
    pthread_t t;
    int in = heddle_int("in"), seen;
    heddle_assume(in >= 0 && in < 4);
    pthread_create(&t, 0, writer, 0);
    seen = xi[0];
    heddle_atomic_begin();
    x = in + 1;
    heddle_atomic_end();
    seen += xi[in & 1];
    pthread_join(t, 0);
    return seen != 0;
}
