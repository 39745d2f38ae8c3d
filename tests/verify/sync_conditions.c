/* expect: safe */
/* options: --interleave=memory */
/* Producer and consumer of one place, with two conditions. Wrong: an if where a while belongs, with two
 * consumers. */
#include <pthread.h>
extern void reach_error(void);
int num;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t empty = PTHREAD_COND_INITIALIZER, full = PTHREAD_COND_INITIALIZER;
#define CONSUMERS 2
void *producer(void *arg) {
    for (int i = 0; i < CONSUMERS; i++) {
        pthread_mutex_lock(&m);
        while (num > 0) pthread_cond_wait(&empty, &m);
        num++;
        pthread_mutex_unlock(&m);
        pthread_cond_signal(&full);
    }
    return 0;
}
void *consumer(void *arg) {
    pthread_mutex_lock(&m);
#ifdef WRONG
    if (num == 0) pthread_cond_wait(&full, &m);
#else
    while (num == 0) pthread_cond_wait(&full, &m);
#endif
    num--;
    if (num < 0) reach_error();
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&empty);
    return 0;
}
int main(void) {
    pthread_t p, c[CONSUMERS];
    pthread_create(&p, 0, producer, 0);
    for (int i = 0; i < CONSUMERS; i++) pthread_create(&c[i], 0, consumer, 0);
    pthread_join(p, 0);
    for (int i = 0; i < CONSUMERS; i++) pthread_join(c[i], 0);
    return 0;
}
