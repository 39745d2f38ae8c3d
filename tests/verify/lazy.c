/* expect: safe */
/* options: --interleave=memory */
/* Three threads change one variable under a lock; the third sees the sum only when it comes last. */
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t mutex;
int data = 0;
void *thread1(void *arg) {
    pthread_mutex_lock(&mutex);
    data++;
    pthread_mutex_unlock(&mutex);
    return 0;
}
void *thread2(void *arg) {
    pthread_mutex_lock(&mutex);
    data += 2;
    pthread_mutex_unlock(&mutex);
    return 0;
}
void *thread3(void *arg) {
    pthread_mutex_lock(&mutex);
#ifdef WRONG
    if (data >= 3) reach_error();
#else
    if (data > 3) reach_error();
#endif
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_mutex_init(&mutex, 0);
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, thread1, 0);
    pthread_create(&t2, 0, thread2, 0);
    pthread_create(&t3, 0, thread3, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    return 0;
}
