/* Without an input the program does nothing visible until a counter comes round, after 2^32 rounds; the
 * assertion is one side of the first branch away. WAITS: another thread fails, while the first one counts. */
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static volatile unsigned s, t;
static void *fails(void *p) {
    int x = __VERIFIER_nondet_int();
    if (x > 5 && x < 9) assert(!p);
    return 0;
}
int main(void) {
#ifdef WAITS
    pthread_t a;
    pthread_create(&a, 0, fails, &a);
#else
    if (__VERIFIER_nondet_int()) fails((void *)&s), assert(0);
#endif
    while (1) {
        unsigned l = t++;
        while (s != l) {}
        s++;
    }
}
