/* expect: safe */
/* options: --interleave=memory */
/* A counter raised by a compare-and-swap function that is atomic by its name. Wrong: the retry uses the value
 * of the first try. */
#include <pthread.h>
extern void reach_error(void);
volatile unsigned value;
void __VERIFIER_atomic_cas(volatile unsigned *v, unsigned e, unsigned u, unsigned *r) {
    if (*v == e) {
        *v = u;
        *r = 1;
    } else {
        *r = 0;
    }
}
static unsigned inc(void) {
    unsigned v, new_value, ok = 0;
    do {
        v = value;
        if (v == 0xffffffffu) return 0;
        new_value = v + 1;
#ifdef WRONG
        value = new_value;
        ok = 1;
#else
        __VERIFIER_atomic_cas(&value, v, new_value, &ok);
#endif
    } while (ok == 0);
    return new_value;
}
void *thread(void *arg) {
    unsigned mine = inc();
    if (value < mine) reach_error();
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, thread, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    if (value != 2) reach_error();
    return 0;
}
