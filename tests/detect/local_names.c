/* expect: race @shared "the variable `shared` of `main`"; deadlock @again "the mutex `own` of `main`" */
/* Local variables that are written when they are declared are told by name, too. */
#include <pthread.h>

static void *work(void *a) {
    *(int *)a = 1; /*shared*/
    return 0;
}

int main(void) {
    int shared = 0;
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    pthread_t t;
    pthread_create(&t, 0, work, &shared);
    shared = 2;
    pthread_join(t, 0);
    pthread_mutex_lock(&own);
    pthread_mutex_lock(&own); /*again*/
    return shared;
}
