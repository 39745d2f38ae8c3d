/* expect: deadlock */
/* The signal is let in before the wait, not by the wait: it may come in between. */
#include <heddle/heddle.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t came;
static void handler(int number) { came = number; }
static pthread_t first;
static void *work(void *arg) {
    pthread_kill(first, SIGUSR1);
    return arg;
}
int main(void) {
    sigset_t blocked, none;
    pthread_t t;
    first = pthread_self();
    sigemptyset(&none);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    signal(SIGUSR1, handler);
    pthread_sigmask(SIG_BLOCK, &blocked, 0);
    pthread_create(&t, 0, work, 0);
    pthread_sigmask(SIG_SETMASK, &none, 0);
    if (!came) ppoll(0, 0, 0, &none);
    pthread_join(t, 0);
}
