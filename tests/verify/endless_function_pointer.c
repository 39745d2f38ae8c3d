/* expect: safe */
/* options: --interleave=memory */
/* Threads call one of two functions through a pointer. Wrong: one of them does not take the lock. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside;
static void enter(void) {
    pthread_mutex_lock(&m);
    inside = 1;
    inside = 0;
    pthread_mutex_unlock(&m);
}
static void look(void) {
#ifndef WRONG
    pthread_mutex_lock(&m);
#endif
    if (inside) reach_error();
#ifndef WRONG
    pthread_mutex_unlock(&m);
#endif
}
static void *worker(void *arg) {
    void (*f)(void) = __VERIFIER_nondet_int() ? enter : look;
    f();
    return arg;
}
int main(void) {
    pthread_t t;
    while (1) pthread_create(&t, 0, worker, 0);
}
