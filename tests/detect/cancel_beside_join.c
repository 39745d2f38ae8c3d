/* A thread cancels another one that main may have joined before, and main sends a signal to a number that
 * is given to another thread: only the first uses an identifier that is none any more. */
/* expect: api @late */
#include <pthread.h>
#include <signal.h>

static pthread_t first;

static void handler(int number) { (void)number; }

static void *work(void *p) { return p; }

static void *stop(void *p) {
    pthread_cancel(first); /*late*/
    return p;
}

int main(void) {
    pthread_t t, later;
    signal(SIGUSR1, handler);
    pthread_create(&first, 0, work, 0);
    pthread_create(&t, 0, stop, 0);
    pthread_join(first, 0);
    pthread_join(t, 0);
    for (int k = 0; k < 10; k++) {
        pthread_create(&later, 0, work, 0);
        if (k == 9) pthread_kill(later, SIGUSR1);
        pthread_join(later, 0);
    }
    return 0;
}
