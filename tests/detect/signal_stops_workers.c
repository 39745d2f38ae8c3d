/* expect: safe */
/* Main waits for workers that go on until a handler, which runs while it waits, tells them to stop. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int stop;
static void handler(int n) { stop = n; }
static void *worker(void *arg) {
    while (!stop) sched_yield();
    return arg;
}
int main(void) {
    pthread_t t;
    signal(SIGALRM, handler);
    pthread_create(&t, NULL, worker, NULL);
    alarm(1);
    pthread_join(t, NULL);
    return 0;
}
