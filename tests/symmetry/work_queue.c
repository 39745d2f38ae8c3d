/* expect: safe */
/* options: -DITEMS=6 --max-traces=20000 */
/* Six workers take what steps put into a queue, and each tells how much it did in the end.
 * Of six steps, with symmetry there are 2,856 traces, without it 101,267. */
#include <assert.h>
#include <pthread.h>
#define WORKERS 6
#ifndef ITEMS
#define ITEMS 8
#endif
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
