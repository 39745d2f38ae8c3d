/* expect: safe */
/* What the sender did before it sent the signal comes before its handler. */
#include <pthread.h>
#include <signal.h>
static int job, done;
static void handler(int n) { done = job + n; }
static void *worker(void *arg) {
    pthread_testcancel();
    return arg;
}
int main(void) {
    pthread_t t;
    signal(SIGUSR1, handler);
    pthread_create(&t, NULL, worker, NULL);
    job = 1;
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return done < 0;
}
