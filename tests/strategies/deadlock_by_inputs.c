/* Two threads take two mutexes crosswise, each for some values of an input: both do for none where there is
 * no MOST above 10. */
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int in;

static void both(int first) {
    pthread_mutex_lock(&mutex[first]);
    pthread_mutex_lock(&mutex[1 - first]);
    pthread_mutex_unlock(&mutex[1 - first]);
    pthread_mutex_unlock(&mutex[first]);
}

static void *for_large(void *p) {
    if (in > 10) both(0);
    return p;
}

static void *for_small(void *p) {
    if (in <= MOST) both(1);
    return p;
}

int main(void) {
    pthread_t t[2];
    heddle_symbolic(&in, sizeof in, "in");
    pthread_create(&t[0], 0, for_large, 0);
    pthread_create(&t[1], 0, for_small, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
