/* A timed wait for a semaphore waits for its time. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
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
static void *post(void *arg) {
    usleep((unsigned)(long)arg * 1000);
    sem_post(&s);
    return NULL;
}
static void try(long posted, long most) {
    pthread_t t;
    pthread_create(&t, NULL, post, (void *)posted);
    struct timespec until = after_ms(CLOCK_REALTIME, most);
    int error = sem_timedwait(&s, &until) ? errno : 0, value;
    puts(error == 0 ? "taken" : error == ETIMEDOUT ? "late" : "?");
    pthread_join(t, NULL);
    sem_getvalue(&s, &value);
    printf("%d\n", value);
}
int main(void) {
    sem_init(&s, 0, 0);
    try(30, 300);
    try(150, 30);
}
