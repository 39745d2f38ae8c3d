/* expect: incomplete */
/* incomplete: an atomic section contains an operation on a lock */
/* What follows the unlock in the section would count as part of it: no claim is made. */
#include <heddle/heddle.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *first(void *unused) {
    heddle_atomic_begin();
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    heddle_atomic_end();
    return unused;
}

static void *second(void *unused) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
