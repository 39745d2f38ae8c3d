/* expect: hang @tries "waits in a loop for ever" */
/* A mutex is tried in a loop; who holds it waits for another one, and so for who waits for the first thread.
 */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static sem_t held;
static void *try(void *p) {
    sem_wait(&held);
    while (pthread_mutex_trylock(&m)) {} /*tries*/
    pthread_mutex_unlock(&m);
    return p;
}
static void *hold(void *p) {
    pthread_mutex_lock(&m);
    sem_post(&held);
    pthread_mutex_lock(&other);
    pthread_mutex_unlock(&other);
    pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t a, b;
    sem_init(&held, 0, 0);
    pthread_mutex_lock(&other);
    pthread_create(&a, 0, try, 0);
    pthread_create(&b, 0, hold, 0);
    pthread_join(a, 0);
    pthread_mutex_unlock(&other);
    pthread_join(b, 0);
    return 0;
}
