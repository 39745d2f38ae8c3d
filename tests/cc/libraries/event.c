/* A timer and a pipe, in the order of their times. */
#include <event2/event.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];
static void timer(evutil_socket_t fd, short what, void *base) {
    (void)fd;
    (void)base;
    printf("timer %d\n", what);
    if (write(ends[1], "x", 1) != 1) puts("write failed");
}
static void readable(evutil_socket_t fd, short what, void *base) {
    char c;
    printf("readable %d, %zd byte\n", what, read(fd, &c, 1));
    event_base_loopbreak(base);
}

int main(void) {
    struct event_base *base = event_base_new();
    if (!base || pipe(ends)) return 1;
    struct event *first = event_new(base, ends[0], EV_READ, readable, base),
                 *second = evtimer_new(base, timer, base);
    if (event_add(first, NULL) || event_add(second, &(struct timeval){0, 1000})) return 2;
    event_base_dispatch(base);
    event_free(first);
    event_free(second);
    event_base_free(base);
    return 0;
}
