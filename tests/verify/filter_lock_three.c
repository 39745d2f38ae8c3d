/* expect: safe */
/* options: --interleave=memory */
/* Peterson's filter for three threads with assumptions. Wrong: one level is left out. */
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
#define N 3
int level[N], last[N], inside;
static int others(int me, int l) {
    for (int k = 0; k < N; k++)
        if (k != me && level[k] >= l) return 1;
    return 0;
}
void *thread(void *arg) {
    int me = (int)(long)arg;
#ifdef WRONG
    for (int l = 1; l < N - 1; l++) {
#else
    for (int l = 1; l < N; l++) {
#endif
        level[me] = l;
        last[l] = me;
        int waiting = others(me, l);
        if (waiting) __VERIFIER_assume(last[l] != me);
    }
    inside = me;
    if (inside != me) reach_error();
    level[me] = 0;
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++) pthread_create(&t[i], 0, thread, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return 0;
}
