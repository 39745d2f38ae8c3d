/* expect: safe */
/* assumption: waits on futexes do not wake spuriously */
/* Who waits for a value that the futex has no more does not sleep, and so takes no wake-up from one that
 * does. */
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int word = 1;

static void *too_late(void *a) {
    assert(syscall(SYS_futex, &word, FUTEX_WAIT, 0, 0, 0, 0) < 0 && errno == EAGAIN);
    return a;
}
static void *waits(void *a) {
    syscall(SYS_futex, &word, FUTEX_WAIT, 1, 0, 0, 0);
    return a;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, too_late, 0);
    pthread_create(&u, 0, waits, 0);
    word = 2;
    assert(syscall(SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0) <= 1);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
