/* expect: safe */
/* What is written under a lock that was got by trying. Race: the variable is also written where it was not
 * got. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data, missed_by_one[2];
static void *worker(void *arg) {
    if (pthread_mutex_trylock(&m) == 0) {
        data++;
        pthread_mutex_unlock(&m);
    } else {
        missed_by_one[(long)arg]++;
#ifdef WRONG
        data = 0;
#endif
    }
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return data + missed_by_one[0] + missed_by_one[1] > 2;
}
