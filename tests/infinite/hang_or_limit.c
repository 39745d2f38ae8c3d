/* expect: incomplete */
/* incomplete: more time-outs of system calls */
/* Who loops without a visible operation could be helped by a thread that a limit of time-outs stops. */
#include <poll.h>
#include <pthread.h>
#include <unistd.h>
static int flag, ends[2];
static void *thread(void *p) {
    struct pollfd f = {ends[0], POLLIN, 0};
    for (int k = 0; k < 10; k++) poll(&f, 1, 10);
    flag = 1;
    return p;
}
int main(void) {
    pthread_t t;
    pipe(ends);
    pthread_create(&t, 0, thread, 0);
    while (!*(volatile int *)&flag) {}
    pthread_join(t, 0);
    return 0;
}
