/* expect: incomplete */
/* incomplete: a descriptor of signals is watched for edges */
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
int main(void) {
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, SIGTERM);
    int fd = signalfd(-1, &s, SFD_NONBLOCK), set = epoll_create1(0);
    struct epoll_event e = {.events = EPOLLIN | EPOLLET};
    return epoll_ctl(set, EPOLL_CTL_ADD, fd, &e);
}
