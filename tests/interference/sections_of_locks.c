/* Two threads with six critical sections each, which all depend on those before: few orders, and very many
 * ways to combine what loads may read. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned value, seen;

static void *work(void *one) {
    for (int k = 0; k < 6; k++) {
        pthread_mutex_lock(&lock);
        unsigned old = value;
        if (old % 3 == (one != NULL)) seen++;
        value = 2 * old + (one != NULL);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, &b);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(seen != 100);
    return 0;
}
