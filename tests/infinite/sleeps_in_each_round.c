/* expect: safe */
/* A thread shows that the program is still alive, four times a second. That main has looked at a clock does
 * not make each of its rounds another state. */
#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int turn, shown;
static void *progress(void *p) {
    struct timespec quarter = {0, 250000000}, left;
    for (;;) {
        if (nanosleep(&quarter, &left)) return p;
        pthread_mutex_lock(&m);
        turn = (turn + 1) % 4;
        shown = 1;
        pthread_mutex_unlock(&m);
    }
}
int main(void) {
    pthread_t t;
    time_t began = time(NULL);
    pthread_create(&t, NULL, progress, NULL);
    pthread_mutex_lock(&m);
    assert(turn >= 0 && turn < 4);
    pthread_mutex_unlock(&m);
    return time(NULL) != began;
}
