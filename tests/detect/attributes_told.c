/* pthread_getattr_np tells how a thread was created, where its stack is, and whether it was detached since.
 */
/* expect: safe */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static char memory[65536] __attribute__((aligned(4096)));

static void check(int detached, size_t size, size_t guard) {
    pthread_attr_t a;
    int state = -1, policy = -1;
    void *start;
    size_t n;
    struct sched_param p = {9};
    assert(!pthread_getattr_np(pthread_self(), &a));
    assert(!pthread_attr_getdetachstate(&a, &state) && state == detached);
    assert(!pthread_attr_getstacksize(&a, &n) && n == size);
    assert(!pthread_attr_getguardsize(&a, &n) && n == guard);
    assert(!pthread_attr_getschedpolicy(&a, &policy) && policy == SCHED_OTHER);
    assert(!pthread_attr_getschedparam(&a, &p) && p.sched_priority == 0);
    assert(!pthread_attr_getstack(&a, &start, &n) && n == size);
    if (start != memory) assert((char *)&a >= (char *)start && (char *)&a < (char *)start + n);
}

static void *detached(void *p) {
    check(PTHREAD_CREATE_DETACHED, 65536, 8192);
    sem_post(&done);
    return p;
}
static void *detaches(void *p) {
    check(PTHREAD_CREATE_JOINABLE, 8 << 20, 4096);
    pthread_detach(pthread_self());
    check(PTHREAD_CREATE_DETACHED, 8 << 20, 4096);
    sem_post(&done);
    return p;
}
static void *given(void *p) {
    pthread_attr_t a;
    void *start;
    size_t n;
    pthread_getattr_np(pthread_self(), &a);
    assert(!pthread_attr_getstack(&a, &start, &n) && start == memory && n == sizeof memory);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_attr_t a;
    sem_init(&done, 0, 0);
    check(PTHREAD_CREATE_JOINABLE, 8 << 20, 4096);
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&a, 65536);
    pthread_attr_setguardsize(&a, 8192);
    pthread_create(&t, &a, detached, 0);
    sem_wait(&done);
    pthread_create(&t, 0, detaches, 0);
    sem_wait(&done);
    pthread_attr_init(&a);
    assert(!pthread_attr_setstack(&a, memory, sizeof memory));
    pthread_create(&t, &a, given, 0);
    pthread_join(t, 0);
    return 0;
}
