/* expect: safe */
/* Locking goes through a table of functions, chosen by an input. Race: one entry does nothing. */
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;
static void take(void) { pthread_mutex_lock(&m); }
static void give(void) { pthread_mutex_unlock(&m); }
static void take_too(void) { take(); }
static void give_too(void) { give(); }
static void nothing(void) {}
#ifdef WRONG
static void (*const locks[3])(void) = {take, take_too, nothing};
static void (*const unlocks[3])(void) = {give, give_too, nothing};
#define KINDS 3
#else
static void (*const locks[2])(void) = {take, take_too};
static void (*const unlocks[2])(void) = {give, give_too};
#define KINDS 2
#endif
static void *worker(void *arg) {
    (void)nothing;
    unsigned k = (unsigned)__VERIFIER_nondet_int() % KINDS;
    locks[k]();
    data++;
    unlocks[k]();
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return 0;
}
