/* expect: api @a "initialised again" */
#include <pthread.h>
static pthread_mutex_t m;
int main(void) {
    /* A local variable of a loop's body is a new one each time. */
    for (int k = 0; k < 2; k++) {
        pthread_mutex_t local;
        pthread_mutex_init(&local, NULL);
        pthread_mutex_lock(&local);
        pthread_mutex_unlock(&local);
    }
    pthread_mutex_init(&m, NULL);
    pthread_mutex_destroy(&m);
    pthread_mutex_init(&m, NULL);
    pthread_mutex_init(&m, NULL); /*a*/
    return 0;
}
