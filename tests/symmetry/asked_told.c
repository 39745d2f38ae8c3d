/* expect: assertion "" */
/* Threads ask who they are. */
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static pthread_t last;
static atomic_int token;
static void *work(void *unused) {
    if (atomic_fetch_add(&token, 1) == 0 && pthread_equal(pthread_self(), last)) reach_error();
    return unused;
}
static pthread_mutex_t begin = PTHREAD_MUTEX_INITIALIZER;
static void *starter(void *unused) {
    pthread_mutex_lock(&begin);
    pthread_mutex_unlock(&begin);
    return work(unused);
}
int main(void) {
    pthread_t all[4];
    pthread_mutex_lock(&begin);
    for (int k = 0; k < 4; k++) pthread_create(&all[k], NULL, starter, NULL);
    last = all[3];
    pthread_mutex_unlock(&begin);
    for (int k = 0; k < 4; k++) pthread_join(all[k], NULL);
    return 0;
}
