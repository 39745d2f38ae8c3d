/* The worker looks whether to stop before it looks for what is left to do, if it is to stop at
 * once. */
/* new: assertion */
#include "noise.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int queued, worked;
static bool stop, at_once;
static void *worker(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!queued && !stop) pthread_cond_wait(&changed, &lock);
#ifdef NEW
        bool over = stop && (at_once || !queued);
#else
        bool over = stop && !queued;
#endif
        if (!over) queued--, worked++;
        pthread_mutex_unlock(&lock);
        if (over) return unused;
        noise(1, 3);
    }
}
int main(void) {
    Request r;
    pthread_t a;
    request_read(&r, "request");
    pthread_create(&a, NULL, worker, NULL);
    for (int k = 0; k < 2; k++) {
        noise(2, 3);
        pthread_mutex_lock(&lock);
        queued++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    stop = true;
    at_once = r.words == 1 && r.numbers == 7 && r.sum > 55;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    assert(worked == 2);
    return 0;
}
