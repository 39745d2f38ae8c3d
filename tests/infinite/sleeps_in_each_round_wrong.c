/* expect: assertion @here */
/* options: --max-steps=60 */
/* incomplete: visible operations, in waits */
/* Who joins a thread that sleeps in each round knows how many there were. */
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stop;
static void *waits(void *p) {
    for (;;) {
        pthread_mutex_lock(&m);
        int stops = stop;
        pthread_mutex_unlock(&m);
        if (stops) return p;
        sleep(1);
    }
}
int main(void) {
    pthread_t t;
    time_t began = time(NULL);
    pthread_create(&t, NULL, waits, NULL);
    pthread_mutex_lock(&m);
    stop = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    assert(time(NULL) - began < 7); /*here*/
    return 0;
}
