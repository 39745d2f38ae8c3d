/* A loop without visible operations that waits for another thread's plain store: long slices, and a race that
 * takes as long to execute again. */
#include <pthread.h>
#include <time.h>
volatile long flag;
static void *w(void *a) {
    flag = 2;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    for (volatile unsigned n = 0; flag != 2; n++) {
        struct timespec s = {0, 10000000};
        nanosleep(&s, 0);
    }
    pthread_join(t, 0);
    return 0;
}
