/* k: 0 */
/* The thread needs the lock that main gives back, and nothing that main writes. */
#include <heddle/heddle.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *reader(void *unused) {
    pthread_mutex_lock(&lock);
    heddle_assert(0);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, reader, NULL);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
