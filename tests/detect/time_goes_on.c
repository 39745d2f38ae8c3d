/* expect: safe */
/* No clock goes back: who learns of what a thread did after it slept, by whatever means, sees a later time.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int ends[2];
static atomic_int told;
static int locked;
static int seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int)now.tv_sec;
}
static void *child(void *p) {
    int begun = seconds();
    sleep(2);
    int now = seconds();
    assert(now == begun + 2);
    atomic_store(&told, now);
    pthread_mutex_lock(&m);
    locked = now;
    pthread_mutex_unlock(&m);
    write(ends[1], &now, sizeof now);
    sem_post(&s);
    return p;
}
static void *reader(void *p) {
    int now;
    read(ends[0], &now, sizeof now);
    assert(seconds() >= now);
    return p;
}
static void *waiter(void *p) {
    sem_wait(&s);
    assert(seconds() >= told);
    return p;
}
int main(void) {
    pthread_t t[3];
    sem_init(&s, 0, 0);
    pipe(ends);
    pthread_create(&t[0], NULL, child, NULL);
    pthread_create(&t[1], NULL, reader, NULL);
    pthread_create(&t[2], NULL, waiter, NULL);
    int now = atomic_load(&told);
    assert(seconds() >= now);
    pthread_mutex_lock(&m);
    if (locked) assert(seconds() >= locked);
    pthread_mutex_unlock(&m);
    for (int k = 0; k < 3; k++) pthread_join(t[k], NULL);
    return 0;
}
