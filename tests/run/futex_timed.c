/* A futex wait times out; another one is woken before. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
enum { FUTEX_WAIT = 0, FUTEX_WAKE = 1 };
static atomic_int word;
static long futex(int what, int value, const struct timespec *t) {
    return syscall(SYS_futex, &word, what, value, t, NULL, 0);
}
static void *wake(void *unused) {
    usleep(30000);
    word = 1;
    futex(FUTEX_WAKE, 1, NULL);
    return unused;
}
int main(void) {
    struct timespec soon = {0, 20000000}, late = {2, 0};
    pthread_t t;
    printf("%ld", futex(FUTEX_WAIT, 0, &soon));
    printf(" %d\n", errno == ETIMEDOUT);
    pthread_create(&t, NULL, wake, NULL);
    printf("%ld\n", futex(FUTEX_WAIT, 0, &late));
    pthread_join(t, NULL);
    printf("%d\n", word);
}
