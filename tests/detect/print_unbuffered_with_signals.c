/* expect: safe */
/* Nor does a signal come between the beginning and the end of what is printed. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
static void handler(int n) { (void)n; }
static void *work(void *arg) {
    struct timespec t = {0, 1};
    nanosleep(&t, NULL);
    printf("%s %d\n", "thread", 1);
    return arg;
}
int main(void) {
    pthread_t t;
    signal(SIGUSR1, handler);
    setvbuf(stdout, NULL, _IONBF, 0);
    pthread_create(&t, NULL, work, NULL);
    printf("%s %d\n", "main", 2);
    pthread_kill(t, SIGUSR1);
    printf("%s %d\n", "main", 3);
    pthread_join(t, NULL);
    return 0;
}
