/* expect: incomplete */
/* incomplete: an epoll set is watched for edges */
/* Linux would report the set once, and the second wait would not end. */
#include <sys/epoll.h>
#include <unistd.h>
int main(void) {
    int ends[2], inner = epoll_create1(0), outer = epoll_create1(0);
    struct epoll_event e = {.events = EPOLLIN};
    if (pipe(ends)) return 1;
    epoll_ctl(inner, EPOLL_CTL_ADD, ends[0], &e);
    e.events = EPOLLIN | EPOLLET;
    epoll_ctl(outer, EPOLL_CTL_ADD, inner, &e);
    if (write(ends[1], "a", 1) != 1) return 1;
    epoll_wait(outer, &e, 1, -1);
    epoll_wait(outer, &e, 1, -1);
}
