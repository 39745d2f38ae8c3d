/* expect: safe */
/* Six workers take what eight steps put into a queue, and each tells how much it did in the end. */
#include <assert.h>
#include <pthread.h>
#define WORKERS 6
#define ITEMS 8
static int queue[ITEMS], head, tail, done, busy;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, told = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        int item = head < tail ? queue[head++] : -1;
        busy += item >= 0;
        pthread_mutex_unlock(&lock);
        if (item < 0) return unused;
        pthread_mutex_lock(&told);
        done += item;
        pthread_mutex_unlock(&told);
    }
}
int main(void) {
    pthread_t all[WORKERS];
    for (int k = 0; k < ITEMS; k++) queue[tail++] = 1;
    for (int k = 0; k < WORKERS; k++) pthread_create(&all[k], NULL, worker, NULL);
    for (int k = 0; k < WORKERS; k++) pthread_join(all[k], NULL);
    assert(done == ITEMS && busy == ITEMS);
    return 0;
}
