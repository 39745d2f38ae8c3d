/* streams.c — pipes, pairs of sockets, counters and timers, and waiting for them. */
#include "pairs.h"

static int ends[2], waits[2], wait_counter, pair[2], packets[2], counter, set, edges, shot, nested, timer,
    fifo;

static void watch(int s, int fd, unsigned events, unsigned data) {
    struct epoll_event e = {.events = events, .data.u32 = data};
    epoll_ctl(s, EPOLL_CTL_ADD, fd, &e);
}

static void init(void) {
    signal(SIGPIPE, SIG_IGN);
    pipe2(ends, O_NONBLOCK);
    write(ends[1], "ab", 2);
    socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair);
    write(pair[1], "xy", 2);
    socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, packets);
    send(packets[1], "m", 1, 0);
    pipe(waits);
    wait_counter = eventfd(0, EFD_SEMAPHORE);
    counter = eventfd(1, EFD_NONBLOCK);
    timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    mkfifo("/p", 0600);
    fifo = open("/p", O_RDWR | O_NONBLOCK);
    set = epoll_create1(0);
    watch(set, counter, EPOLLIN, 3);
    edges = epoll_create1(0);
    watch(edges, ends[0], EPOLLIN | EPOLLET, 4);
    shot = epoll_create1(0);
    watch(shot, pair[0], EPOLLIN | EPOLLONESHOT, 5);
    nested = epoll_create1(0);
    watch(nested, set, EPOLLIN, 6);
}

static int waited(int s) {
    struct epoll_event e = {0};
    int n = E(epoll_wait(s, &e, 1, 0));
    return n > 0 ? (int)(e.events * 10 + e.data.u32) : n;
}
static int one_byte(int fd) {
    char c = 0;
    int n = E(read(fd, &c, 1));
    return n > 0 ? c : n;
}

static int query(void) {
    char b[8];
    int h = (int)read(ends[0], b, 8);
    for (int k = 0, n = h; k < n; k++) h = h * 31 + b[k];
    int n = (int)read(pair[0], b, 8);
    h = h * 31 + n;
    for (int k = 0; k < n; k++) h = h * 31 + b[k];
    h = h * 7 + (int)recv(packets[0], b, 8, 0);
    uint64_t v = 0;
    n = (int)read(counter, &v, 8);
    h = (h * 7 + n) * 7 + (int)v;
    h = h * 16 + (polled(pair[1], POLLIN | POLLOUT) & 31);
    return ((h * 99 + waited(set)) * 99 + waited(edges)) * 99 + waited(shot);
}

CALL(pipe_read) { return one_byte(ends[0]); }
CALL(pipe_readv) {
    char b[2] = {0};
    struct iovec v[2] = {{b, 1}, {b + 1, 1}};
    int n = E(readv(ends[0], v, 2));
    return n * 65536 + b[0] * 256 + b[1];
}
CALL(pipe_write) { return E(write(ends[1], "c", 1)); }
CALL(pipe_close_reader) { return E(close(ends[0])); }
CALL(pipe_close_writer) { return E(close(ends[1])); }
CALL(pipe_poll_reader) { return polled(ends[0], POLLIN | POLLOUT); }
CALL(pipe_poll_writer) { return polled(ends[1], POLLIN | POLLOUT); }
CALL(pipe_dup) { return FD(dup(ends[1])); }
CALL(pipe_left) {
    int n = 0;
    return ioctl(ends[0], FIONREAD, &n) ? -errno : n;
}
CALL(pipe_size) { return E(fcntl(ends[0], F_GETPIPE_SZ)); }
CALL(pipe_blocks) { return E(fcntl(ends[0], F_SETFL, 0)); }
CALL(pipe_dup2) { return E(dup2(ends[0], pair[0])); }
CALL(pipe_sendfile) { return E(syscall(SYS_sendfile, ends[1], fifo, 0, 1)); }
CALL(fifo_read) { return one_byte(fifo); }
CALL(fifo_write) { return E(write(fifo, "d", 1)); }
CALL(fifo_open_reader) { return FD(open("/p", O_RDONLY | O_NONBLOCK)); }
CALL(fifo_open_writer) { return FD(open("/p", O_WRONLY | O_NONBLOCK)); }
CALL(fifo_open_waits) { return FD(open("/p", O_WRONLY)); }
CALL(fifo_close) { return E(close(fifo)); }
CALL(fifo_poll) { return polled(fifo, POLLIN | POLLOUT); }
CALL(fifo_unlink) { return E(unlink("/p")); }
CALL(fifo_stat) {
    struct stat s;
    return fstat(fifo, &s) ? -errno : (int)(s.st_mode & 0777);
}
CALL(fifo_chmod) { return E(chmod("/p", 0666)); }
CALL(pair_read) { return one_byte(pair[0]); }
CALL(pair_read_back) { return one_byte(pair[1]); }
CALL(pair_peek) {
    char c = 0;
    int n = E(recv(pair[0], &c, 1, MSG_PEEK));
    return n > 0 ? c : n;
}
CALL(pair_write) { return E(write(pair[1], "z", 1)); }
CALL(pair_write_back) { return E(write(pair[0], "z", 1)); }
CALL(pair_sendmsg) {
    struct iovec v = {"w", 1};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
    return E(sendmsg(pair[1], &m, 0));
}
CALL(pair_shut_read) { return E(shutdown(pair[0], SHUT_RD)); }
CALL(pair_shut_write) { return E(shutdown(pair[0], SHUT_WR)); }
CALL(pair_shut_other) { return E(shutdown(pair[1], SHUT_WR)); }
CALL(pair_close) { return E(close(pair[0])); }
CALL(pair_close_other) { return E(close(pair[1])); }
CALL(pair_poll) { return polled(pair[0], POLLIN | POLLOUT | POLLRDHUP); }
CALL(pair_poll_other) { return polled(pair[1], POLLIN | POLLOUT | POLLRDHUP); }
CALL(pair_left) {
    int n = 0;
    return ioctl(pair[0], FIONREAD, &n) ? -errno : n;
}
CALL(pair_timeout) {
    struct timeval t = {1, 0};
    return E(setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t));
}
CALL(packet_receive) {
    char c[2];
    return E(recv(packets[0], c, 2, 0));
}
CALL(packet_send) { return E(send(packets[1], "mm", 2, 0)); }
CALL(packet_close) { return E(close(packets[1])); }
CALL(packet_close_reader) { return E(close(packets[0])); }
CALL(packet_poll) { return polled(packets[0], POLLIN | POLLOUT); }
CALL(packet_left) {
    int n = 0;
    return ioctl(packets[0], FIONREAD, &n) ? -errno : n;
}
CALL(counter_read) {
    uint64_t v = 0;
    int n = E(read(counter, &v, 8));
    return n < 0 ? n : (int)v;
}
CALL(counter_write) {
    uint64_t v = 5;
    return E(write(counter, &v, 8));
}
CALL(counter_fill) {
    uint64_t v = -2ull;
    return E(write(counter, &v, 8));
}
CALL(counter_poll) { return polled(counter, POLLIN | POLLOUT); }
CALL(counter_close) { return E(close(counter)); }
CALL(timer_set) {
    struct itimerspec t = {{0, 0}, {3, 0}};
    return E(timerfd_settime(timer, 0, &t, 0));
}
CALL(timer_unset) {
    struct itimerspec t = {{0, 0}, {0, 0}}, old = {{0, 0}, {0, 0}};
    int e = E(timerfd_settime(timer, 0, &t, &old));
    return e < 0 ? e : (int)old.it_value.tv_sec;
}
CALL(timer_get) {
    struct itimerspec t;
    return timerfd_gettime(timer, &t) ? -errno : (int)t.it_value.tv_sec;
}
CALL(timer_read) {
    uint64_t v = 0;
    int n = E(read(timer, &v, 8));
    return n < 0 ? n : (int)v;
}
CALL(timer_poll) { return polled(timer, POLLIN); }
CALL(timer_close) { return E(close(timer)); }
CALL(set_wait) { return waited(set); }
CALL(set_poll) { return polled(set, POLLIN); }
CALL(set_del) { return E(epoll_ctl(set, EPOLL_CTL_DEL, counter, 0)); }
CALL(set_mod) {
    struct epoll_event e = {.events = EPOLLOUT, .data.u32 = 7};
    return E(epoll_ctl(set, EPOLL_CTL_MOD, counter, &e));
}
CALL(set_add) {
    struct epoll_event e = {.events = EPOLLIN, .data.u32 = 6};
    return E(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &e));
}
CALL(set_close) { return E(close(set)); }
CALL(edges_wait) { return waited(edges); }
CALL(edges_mod) {
    struct epoll_event e = {.events = EPOLLIN | EPOLLET, .data.u32 = 8};
    return E(epoll_ctl(edges, EPOLL_CTL_MOD, ends[0], &e));
}
CALL(edges_add) {
    struct epoll_event e = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.u32 = 9};
    return E(epoll_ctl(edges, EPOLL_CTL_ADD, pair[0], &e));
}
CALL(shot_wait) { return waited(shot); }
CALL(shot_mod) {
    struct epoll_event e = {.events = EPOLLIN | EPOLLONESHOT, .data.u32 = 2};
    return E(epoll_ctl(shot, EPOLL_CTL_MOD, pair[0], &e));
}
CALL(nested_wait) { return waited(nested); }
CALL(nested_del) { return E(epoll_ctl(nested, EPOLL_CTL_DEL, set, 0)); }
CALL(select) {
    fd_set f;
    FD_ZERO(&f);
    FD_SET(ends[0], &f);
    FD_SET(pair[0], &f);
    struct timeval t = {0, 0};
    return E(select(30, &f, 0, 0, &t));
}
CALL(poll_many) {
    struct pollfd f[3] = {{ends[0], POLLIN, 0}, {counter, POLLIN, 0}, {packets[0], POLLIN, 0}};
    int n = E(poll(f, 3, 0));
    return n * 1000 + f[0].revents * 100 + f[1].revents * 10 + f[2].revents;
}
CALL(open_lowest) { return E(open("/", O_RDONLY)); }
/* Calls that wait, some of them for a time. */
CALL(wait_read) { return one_byte(waits[0]); }
CALL(wait_write) { return E(write(waits[1], "w", 1)); }
CALL(wait_close_writer) { return E(close(waits[1])); }
CALL(wait_poll) {
    struct pollfd f = {waits[0], POLLIN, 0};
    int n = E(poll(&f, 1, 1000));
    return n < 0 ? n : f.revents;
}
CALL(wait_poll_for_ever) {
    struct pollfd f[2] = {{waits[0], POLLIN, 0}, {wait_counter, POLLIN, 0}};
    int n = E(poll(f, 2, -1));
    return n * 100 + f[0].revents * 10 + f[1].revents;
}
CALL(wait_counter_read) {
    uint64_t v = 0;
    int n = E(read(wait_counter, &v, 8));
    return n < 0 ? n : (int)v;
}
CALL(wait_counter_write) {
    uint64_t v = 2;
    return E(write(wait_counter, &v, 8));
}
CALL(wait_set) {
    struct epoll_event e = {0};
    int n = E(epoll_wait(shot, &e, 1, 1000));
    return n > 0 ? (int)(e.events * 10 + e.data.u32) : n;
}
CALL(wait_edges) {
    struct epoll_event e = {0};
    int n = E(epoll_wait(edges, &e, 1, 1000));
    return n > 0 ? (int)(e.events * 10 + e.data.u32) : n;
}
CALL(wait_select) {
    fd_set f;
    FD_ZERO(&f);
    FD_SET(waits[0], &f);
    struct timeval t = {1, 0};
    return E(select(30, &f, 0, 0, &t));
}
CALL(wait_pair) {
    struct timeval t = {1, 0};
    char c = 0;
    fcntl(pair[1], F_SETFL, 0);
    setsockopt(pair[1], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
    int n = E(recv(pair[1], &c, 1, 0));
    return n > 0 ? c : n;
}
CALL(wait_timer) {
    struct itimerspec t = {{0, 0}, {3, 0}};
    struct pollfd f = {timer, POLLIN, 0};
    timerfd_settime(timer, 0, &t, 0);
    int n = E(poll(&f, 1, 5000));
    return n < 0 ? n : f.revents;
}
