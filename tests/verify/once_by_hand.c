/* expect: safe */
/* options: --interleave=memory */
/* Only one of several threads runs a section, decided by a test-and-set. Wrong: test, then set. */
#include <pthread.h>
extern void reach_error(void);
volatile int started;
int runs;
static int first(void) {
#ifdef WRONG
    if (started) return 0;
    started = 1;
    return 1;
#else
    return !__atomic_exchange_n(&started, 1, __ATOMIC_SEQ_CST);
#endif
}
void *worker(void *arg) {
    if (first()) runs++;
    return 0;
}
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    if (runs != 1) reach_error();
    return 0;
}
