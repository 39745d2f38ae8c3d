/* expect: safe */
/* Who polls a set of epoll goes on waiting where what is added to it is not ready. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
static int set;

static void *waits(void *p) {
    struct pollfd f = {set, POLLIN, 0};
    assert(poll(&f, 1, -1) == 1 && f.revents == POLLIN);
    return p;
}

int main(void) {
    pthread_t t;
    struct epoll_event e = {.events = EPOLLIN};
    set = epoll_create1(0);
    pthread_create(&t, 0, waits, 0);
    epoll_ctl(set, EPOLL_CTL_ADD, eventfd(0, 0), &e);
    epoll_ctl(set, EPOLL_CTL_ADD, eventfd(1, 0), &e);
    pthread_join(t, 0);
    return 0;
}
