/* expect: safe */
/* Both threads choose one of four locks by one input. Race: each by an input of its own. */
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
static pthread_mutex_t locks[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int data;
static unsigned choice;
static void *worker(void *arg) {
#ifdef WRONG
    unsigned k = __VERIFIER_nondet_uint();
#else
    unsigned k = choice;
#endif
    pthread_mutex_lock(&locks[k & 3]);
    data++;
    pthread_mutex_unlock(&locks[k & 3]);
    return 0;
}
int main(void) {
    pthread_t t, u;
    choice = __VERIFIER_nondet_uint();
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
