/* expect: assertion @none; assertion @one; assertion @two */
/* assumption: waits on futexes do not wake spuriously */
/* How many threads a wake-up finds asleep. */
#include <heddle/heddle.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int word;

static void *waits(void *a) {
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, 0, 0, 0);
    return a;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, waits, 0);
    pthread_create(&u, 0, waits, 0);
    word = 1;
    long woken = syscall(SYS_futex, &word, FUTEX_WAKE, 2, 0, 0, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    if (woken == 0)
        heddle_assert(0); /*none*/
    else if (woken == 1)
        heddle_assert(0); /*one*/
    else
        heddle_assert(0); /*two*/
    return 0;
}
