/* expect: memory @read "past the end of the global `table`"; assertion @wrong "second" */
/* options: --max-traces=12 */
/* An index without a bound, in a table beside a large object: outside the table is one error, wherever it
 * lands. What other threads do with the same input is explored all the same. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int table[4] = {0, 4, 8, 10};
static int n;
int large[1 << 16];

static void *other(void *unused) {
    if (n == 8 * 9000) assert(!"second"); /*wrong*/
    return unused;
}

int main(void) {
    pthread_t t;
    n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    large[9000] = 5;
    pthread_create(&t, NULL, other, NULL);
    int v = table[n >> 3]; /*read*/
    assert(v != 5);
    pthread_join(t, NULL);
    return v;
}
