/* expect: safe */
/* options: --interleave=memory */
/* Two ways to compute a product of inputs, one thread each, agree for all inputs. Wrong: for one value they
 * do not. */
#include <pthread.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned x, y, by_shift, by_add;
static void *shifts(void *arg) {
    for (int i = 0; i < 4; i++)
        if (y & (1u << i)) by_shift += x << i;
    return 0;
}
static void *adds(void *arg) {
    for (unsigned i = 0; i < y; i++) by_add += x;
#ifdef WRONG
    if (x == 201 && y == 13) by_add++;
#endif
    return 0;
}
int main(void) {
    pthread_t t, u;
    x = __VERIFIER_nondet_uchar();
    y = __VERIFIER_nondet_uchar() & 15;
    pthread_create(&t, 0, shifts, 0);
    pthread_create(&u, 0, adds, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    if (by_shift != by_add) reach_error();
    return 0;
}
