/* expect: safe */
/* A recursive mutex that is locked once is given back by the wait, also if it was locked twice before. */
#include "condition_recursive.h"

int main(void) {
    pthread_t t = start();
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
