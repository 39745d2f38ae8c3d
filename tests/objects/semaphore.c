/* POSTS threads post and WAITS threads wait, once each, on a semaphore that has INITIAL; with LOCK each waits
 * and posts. */
#include <pthread.h>
#include <semaphore.h>
#ifndef POSTS
#define POSTS 2
#endif
#ifndef WAITS
#define WAITS 0
#endif
#ifndef INITIAL
#define INITIAL 0
#endif
static sem_t s;
static void *post(void *arg) {
#ifdef LOCK
    sem_wait(&s);
#endif
    sem_post(&s);
    return arg;
}
static void *wait(void *arg) {
    sem_wait(&s);
    return arg;
}
int main(void) {
    pthread_t t[POSTS + WAITS];
    sem_init(&s, 0, INITIAL);
    for (int k = 0; k < POSTS + WAITS; k++) pthread_create(&t[k], NULL, k < POSTS ? post : wait, NULL);
#ifdef LOOK
    int value;
    sem_getvalue(&s, &value);
#endif
    for (int k = 0; k < POSTS + WAITS; k++) pthread_join(t[k], NULL);
    sem_destroy(&s);
    return 0;
}
