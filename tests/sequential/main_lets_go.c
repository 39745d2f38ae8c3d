/* k: 2 */
/* told: 1 */
/* An attempt to get the lock that main holds since before, and what main writes with it. */
#include <heddle/heddle.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *reader(void *unused) {
    heddle_assert(pthread_mutex_trylock(&lock) == 0 || x != 2);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_mutex_lock(&lock);
    x = 1;
    pthread_create(&t, NULL, reader, NULL);
    x = 2;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
