/* A signal is sent to a thread that was joined, and so is one that asks whether the thread is there. */
/* expect: api @sent; api @asked */
#include <pthread.h>
#include <signal.h>
#include <threads.h>

static pthread_t first;
static thrd_t second;

static void *work(void *p) { return p; }
static int work_too(void *p) { return p != 0; }

static void *send(void *p) {
    pthread_kill(first, SIGUSR1); /*sent*/
    return p;
}

int main(void) {
    pthread_t t;
    signal(SIGUSR1, SIG_IGN);
    pthread_create(&first, 0, work, 0);
    pthread_join(first, 0);
    pthread_create(&t, 0, send, 0);
    thrd_create(&second, work_too, 0);
    thrd_join(second, 0);
    pthread_kill((pthread_t)second, 0); /*asked*/
    pthread_join(t, 0);
    return 0;
}
