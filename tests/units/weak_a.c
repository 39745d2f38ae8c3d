/* A weak variable that both units use. */
#include <assert.h>
#include <pthread.h>
int limit __attribute__((weak));
static void *lower(void *unused) {
    limit--;
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, lower, NULL);
    int seen = limit;
    pthread_join(t, NULL);
    assert(seen == 3);
    return limit;
}
