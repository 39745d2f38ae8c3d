/* expect: safe */
/* A counting semaphore of a mutex and a condition lets two of three threads in. Wrong: it lets everybody in
 * who comes while the count is not negative. */
#include <pthread.h>
extern void reach_error(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t positive = PTHREAD_COND_INITIALIZER;
static int count = 2, inside;
static void down(void) {
    pthread_mutex_lock(&m);
#ifdef WRONG
    while (count < 0) pthread_cond_wait(&positive, &m);
#else
    while (count <= 0) pthread_cond_wait(&positive, &m);
#endif
    count--;
    inside++;
    if (inside > 2) reach_error();
    pthread_mutex_unlock(&m);
}
static void up(void) {
    pthread_mutex_lock(&m);
    count++;
    inside--;
    pthread_cond_signal(&positive);
    pthread_mutex_unlock(&m);
}
static void *worker(void *arg) {
    down();
    up();
    return arg;
}
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
