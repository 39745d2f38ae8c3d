/* A signal ends a wait for a semaphore; a timed one, too. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static struct timespec after_ms(clockid_t clock, long ms) {
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_nsec += ms * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static sem_t s;
static void handler(int number) { (void)number; }
static void *send(void *arg) {
    for (int k = 0; k < 2; k++) {
        usleep(40000);
        pthread_kill(*(pthread_t *)arg, SIGUSR1);
    }
    return NULL;
}
int main(void) {
    pthread_t t, self = pthread_self();
    struct sigaction a = {.sa_handler = handler};
    sigaction(SIGUSR1, &a, NULL);
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, send, &self);
    printf("%d", sem_wait(&s));
    printf(" %d\n", errno == EINTR);
    struct timespec until = after_ms(CLOCK_REALTIME, 2000);
    printf("%d", sem_timedwait(&s, &until));
    printf(" %d\n", errno == EINTR);
    until = after_ms(CLOCK_REALTIME, 20);
    printf("%d", sem_timedwait(&s, &until));
    printf(" %d\n", errno == ETIMEDOUT);
    pthread_join(t, NULL);
}
