/* k: none */
/* main creates the thread with the lock held: what it does under it is done when the thread gets it. */
#include <heddle/heddle.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void *reader(void *unused) {
    pthread_mutex_lock(&lock);
    heddle_assert(x == y);
    y++;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, reader, NULL);
    x = 1;
    y = 1;
    heddle_assert(y == 1);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
