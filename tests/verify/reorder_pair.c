/* expect: safe */
/* options: --interleave=memory */
/* One thread sets a pair, another checks that both parts belong together. Wrong: without an atomic
 * section. */
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int a, b;
static void *set_thread(void *param) {
#ifndef WRONG
    __VERIFIER_atomic_begin();
#endif
    a = 1;
    b = -1;
#ifndef WRONG
    __VERIFIER_atomic_end();
#endif
    return NULL;
}
static void *check_thread(void *param) {
    __VERIFIER_atomic_begin();
    int ok = (a == 0 && b == 0) || (a == 1 && b == -1);
    __VERIFIER_atomic_end();
    if (!ok) reach_error();
    return NULL;
}
int main(void) {
    pthread_t set[2], check[1];
    for (int i = 0; i < 2; i++) pthread_create(&set[i], NULL, set_thread, NULL);
    pthread_create(&check[0], NULL, check_thread, NULL);
    for (int i = 0; i < 2; i++) pthread_join(set[i], NULL);
    pthread_join(check[0], NULL);
    return 0;
}
