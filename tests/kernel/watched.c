/* A set of epoll is changed while another thread waits for it. -DADD: what is ready is added; -DGONE: what is
 * watched is taken away, or closed (-DCLOSED), so that nothing will come; -DSHOT: two threads wait for one
 * event that is told once. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int set, counter;
static void *waiter(void *arg) {
    struct epoll_event e[2];
#ifdef SHOT
    int n = epoll_wait(set, e, 2, 0);
    return (void *)(long)n;
#else
    heddle_assert(epoll_wait(set, e, 2, -1) == 1 && e[0].data.u32 == 7);
    return arg;
#endif
}
int main(void) {
    pthread_t t[2];
    struct epoll_event e = {.events = EPOLLIN, .data.u32 = 7};
    set = epoll_create1(0);
    counter = eventfd(1, 0);
#ifdef SHOT
    void *first, *second;
    e.events |= EPOLLONESHOT;
    epoll_ctl(set, EPOLL_CTL_ADD, counter, &e);
    pthread_create(&t[0], 0, waiter, 0);
    pthread_create(&t[1], 0, waiter, 0);
    pthread_join(t[0], &first);
    pthread_join(t[1], &second);
    heddle_assert((long)first + (long)second == 1);
#elif defined ADD
    pthread_create(&t[0], 0, waiter, 0);
    epoll_ctl(set, EPOLL_CTL_ADD, counter, &e);
    pthread_join(t[0], 0);
#else
    epoll_ctl(set, EPOLL_CTL_ADD, counter, &e);
    pthread_create(&t[0], 0, waiter, 0);
#ifdef CLOSED
    close(counter);
#else
    epoll_ctl(set, EPOLL_CTL_DEL, counter, 0);
#endif
    pthread_join(t[0], 0);
#endif
}
