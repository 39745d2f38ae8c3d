/* expect: api @a "mutex initialised again"; api @b "condition variable initialised again"; api @c "read-write lock initialised again"; api @d "barrier initialised again"; api @e "semaphore initialised again" */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
/* On the heap, one kind a thread. */
static void *mutex(void *context) {
    pthread_mutex_t *m = malloc(sizeof *m);
    pthread_mutex_init(m, NULL);
    pthread_mutex_init(m, NULL); /*a*/
    return context;
}
static void *cond(void *context) {
    pthread_cond_t *c = malloc(sizeof *c);
    pthread_cond_init(c, NULL);
    pthread_cond_init(c, NULL); /*b*/
    return context;
}
static void *rwlock(void *context) {
    pthread_rwlock_t *l = malloc(sizeof *l);
    pthread_rwlock_init(l, NULL);
    pthread_rwlock_init(l, NULL); /*c*/
    return context;
}
static void *barrier(void *context) {
    pthread_barrier_t *b = malloc(sizeof *b);
    pthread_barrier_init(b, NULL, 1);
    pthread_barrier_init(b, NULL, 1); /*d*/
    return context;
}
static void *semaphore(void *context) {
    sem_t *s = malloc(sizeof *s);
    sem_init(s, 0, 1);
    sem_init(s, 0, 1); /*e*/
    return context;
}
int main(void) {
    void *(*const functions[])(void *) = {mutex, cond, rwlock, barrier, semaphore};
    pthread_t threads[5];
    for (int k = 0; k < 5; k++) pthread_create(&threads[k], NULL, functions[k], NULL);
    for (int k = 0; k < 5; k++) pthread_join(threads[k], NULL);
    return 0;
}
