/* expect: assertion "hit != 2" */
/* A signal is sent in some runs only: in the others, too, threads look for it then. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
static atomic_int hit, x;
static void on(int s) {
    (void)s;
    hit = x;
}
static void *w(void *a) {
    x = 1;
    x = 2;
    x = 3;
    return a;
}
int main(void) {
    pthread_t t;
    signal(SIGUSR1, on);
    pthread_create(&t, 0, w, 0);
    if (x == 1) pthread_kill(t, SIGUSR1);
    pthread_join(t, 0);
    assert(hit != 2);
    return 0;
}
