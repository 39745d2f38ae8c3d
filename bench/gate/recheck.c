/* Who was woken does not look again, where a request is urgent. */
/* new: assertion */
#include "noise.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int items;
static void get(bool urgent) {
    pthread_mutex_lock(&lock);
#ifdef NEW
    if (urgent) {
        if (!items) pthread_cond_wait(&more, &lock);
    } else
#endif
        while (!items) pthread_cond_wait(&more, &lock);
    items--;
    assert(items >= 0);
    (void)urgent;
    pthread_mutex_unlock(&lock);
}
static void *consumer(void *unused) {
    Request r;
    request_read(&r, "request");
    get(r.numbers == 6 && r.signs == 1 && r.sum == 40);
    return unused;
}
static void *other(void *unused) {
    get(false);
    return unused;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, other, NULL);
    for (int k = 0; k < 2; k++) {
        noise(k, 4);
        pthread_mutex_lock(&lock);
        items++;
        pthread_cond_signal(&more);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
