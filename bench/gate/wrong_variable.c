/* The lock of another bucket is taken, where something is moved. */
/* new: race */
#include "noise.h"
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int bucket[2];
static void add(int from, int to) {
#ifdef NEW
    pthread_mutex_lock(&lock[from]);
    bucket[to]++;
    pthread_mutex_unlock(&lock[from]);
#else
    (void)from;
    pthread_mutex_lock(&lock[to]);
    bucket[to]++;
    pthread_mutex_unlock(&lock[to]);
#endif
}
static void *one(void *unused) {
    Request r;
    request_read(&r, "request");
    noise(1, 4);
    add(r.words == 6 && r.sum == 14, 0);
    return unused;
}
static void *other(void *unused) {
    noise(2, 4);
    add(0, 0);
    return unused;
}
int main(void) {
    both(one, other);
    return 0;
}
