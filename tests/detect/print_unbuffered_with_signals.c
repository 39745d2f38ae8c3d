/* expect: safe */
/* Nor does a signal come between. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
static void handler(int n) { (void)n; }
static void *work(void *arg) {
    printf("%s %d\n", "thread", 1);
    return arg;
}
int main(void) {
    pthread_t t;
    setvbuf(stdout, NULL, _IONBF, 0);
    signal(SIGUSR1, handler);
    pthread_create(&t, NULL, work, NULL);
    pthread_kill(t, SIGUSR1);
    printf("%s %d\n", "main", 2);
    pthread_join(t, NULL);
    return 0;
}
