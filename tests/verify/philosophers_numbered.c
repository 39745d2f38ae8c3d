/* expect: safe */
/* Four philosophers who take the fork of the smaller number first. Wrong: everybody begins with the left
 * one. */
#include <pthread.h>
extern void reach_error(void);
#ifndef N
#define N 4
#endif
pthread_mutex_t forks[N];
int meals;
static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
void *philosopher(void *arg) {
    int left = (int)(long)arg, right = (left + 1) % N;
#ifdef WRONG
    int first = left, second = right;
#else
    int first = left < right ? left : right, second = left < right ? right : left;
#endif
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    pthread_mutex_unlock(&forks[second]);
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], 0);
    for (long i = 0; i < N; i++) pthread_create(&t[i], 0, philosopher, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return 0;
}
