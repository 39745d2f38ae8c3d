/* expect: safe */
/* Each thread counts in a variable of its own and adds it under a lock. Race: the variable is static and
 * shared. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
#ifdef WRONG
static int own;
#else
static _Thread_local int own;
#endif
static void *worker(void *arg) {
    for (int i = 0; i < 3; i++) own++;
    pthread_mutex_lock(&m);
    total += own;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return 0;
}
