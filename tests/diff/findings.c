/* Three versions: the first assertion fails in 1 alone, the second in 1 and 2, the third in 2 alone; none
 * in 3. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void first(int seen) { assert(VERSION != 1 || seen != 1); }
static void second(int seen) { assert(VERSION == 3 || seen != 2); }
static void third(int seen) { assert(VERSION != 2 || seen != 3); }
static void *worker(void *arg) {
    for (int k = 0; k < 3; k++) {
        pthread_mutex_lock(&m);
        x++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    int seen = x;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    first(seen);
    second(seen);
    third(seen);
    return 0;
}
