/* expect: api @w "locked more than once" */
/* A wait gives a recursive mutex back once. So it stays locked, and nobody can make the condition true. */
#include "condition_recursive.h"

int main(void) {
    pthread_t t = start();
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m); /*w*/
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
