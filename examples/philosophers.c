/*
 * philosophers.c — N philosophers (3 unless -DN says otherwise) around a table with one fork between each
 * two.
 *
 * Known answer: a deadlock in both interleave modes: everybody holds the left fork. With -DFIXED the last one
 * takes the right fork first: safe.
 */
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t fork_lock[N];
static int meals[N];

static void *philosopher(void *argument) {
    int me = (int)(long)argument, first = me, second = (me + 1) % N;
#ifdef FIXED
    if (me == N - 1) {
        first = 0;
        second = me;
    }
#endif
    pthread_mutex_lock(&fork_lock[first]);
    pthread_mutex_lock(&fork_lock[second]);
    meals[me]++;
    pthread_mutex_unlock(&fork_lock[second]);
    pthread_mutex_unlock(&fork_lock[first]);
    return NULL;
}

int main(void) {
    pthread_t thread[N];
    for (int i = 0; i < N; i++) pthread_mutex_init(&fork_lock[i], NULL);
    for (long i = 0; i < N; i++) pthread_create(&thread[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(thread[i], NULL);
    for (int i = 0; i < N; i++) heddle_assert(meals[i] == 1);
    return 0;
}
