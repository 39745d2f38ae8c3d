/* expect: safe */
/* A watch for edges that is set anew, with the same events, reports what is ready once more, also to a thread
 * that waits already. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/epoll.h>
#include <unistd.h>
static int set, ends[2];
static sem_t told;

static void *waits(void *p) {
    struct epoll_event e;
    assert(epoll_wait(set, &e, 1, -1) == 1);
    sem_post(&told);
    assert(epoll_wait(set, &e, 1, -1) == 1);
    return p;
}

int main(void) {
    pthread_t t;
    struct epoll_event e = {.events = EPOLLIN | EPOLLET};
    pipe(ends);
    sem_init(&told, 0, 0);
    set = epoll_create1(0);
    epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &e);
    write(ends[1], "x", 1);
    pthread_create(&t, 0, waits, 0);
    sem_wait(&told);
#ifdef ADDED
    epoll_ctl(set, EPOLL_CTL_DEL, ends[0], 0);
    epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &e);
#else
    epoll_ctl(set, EPOLL_CTL_MOD, ends[0], &e);
#endif
    pthread_join(t, 0);
    return 0;
}
