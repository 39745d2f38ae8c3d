/* A table is read at an index that nothing bounds, beside large objects; another thread does the
 * same. -DSAFE: the index is checked. */
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
static int table[16] = {1, 2, 4, 8};
int large[1 << 18], other[1 << 16];
static int found[2];

static void *look(void *which) {
    unsigned n = __VERIFIER_nondet_uint();
#ifdef SAFE
    if (n >= 16) return 0;
#endif
    found[(long)which] = table[n];
    return 0;
}

int main(void) {
    pthread_t a, b;
    large[77] = other[5] = 3;
    pthread_create(&a, 0, look, (void *)0);
    pthread_create(&b, 0, look, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return found[0] + found[1];
}
