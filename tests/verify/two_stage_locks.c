/* expect: safe */
/* options: --interleave=memory */
/* A value is written in one stage and derived in a second; a reader between the two stages sees them
 * apart. */
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t data1_lock = PTHREAD_MUTEX_INITIALIZER, data2_lock = PTHREAD_MUTEX_INITIALIZER;
int data1, data2;
void *writer(void *arg) {
    pthread_mutex_lock(&data1_lock);
    data1 = 1;
#ifdef WRONG
    pthread_mutex_unlock(&data1_lock);
#endif
    pthread_mutex_lock(&data2_lock);
    data2 = data1 + 1;
    pthread_mutex_unlock(&data2_lock);
#ifndef WRONG
    pthread_mutex_unlock(&data1_lock);
#endif
    return 0;
}
void *reader(void *arg) {
    int t1 = -1, t2 = -1;
    pthread_mutex_lock(&data1_lock);
    if (data1 == 0) {
        pthread_mutex_unlock(&data1_lock);
        return 0;
    }
    t1 = data1;
    pthread_mutex_unlock(&data1_lock);
    pthread_mutex_lock(&data2_lock);
    t2 = data2;
    pthread_mutex_unlock(&data2_lock);
    if (t2 != t1 + 1) reach_error();
    return 0;
}
int main(void) {
    pthread_t w[2], r[2];
    for (int i = 0; i < 2; i++) pthread_create(&w[i], 0, writer, 0);
    for (int i = 0; i < 2; i++) pthread_create(&r[i], 0, reader, 0);
    for (int i = 0; i < 2; i++) pthread_join(w[i], 0);
    for (int i = 0; i < 2; i++) pthread_join(r[i], 0);
    return 0;
}
