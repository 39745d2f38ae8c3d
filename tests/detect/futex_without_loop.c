/* expect: safe */
/* assumption: waits on futexes do not wake spuriously */
/* A wait on a futex that is not in a loop: it is woken when the other thread is done. */
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int word, done;

static void *waker(void *a) {
    atomic_store(&done, 1);
    atomic_store(&word, 1);
    syscall(SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0);
    return a;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waker, 0);
    if (!atomic_load(&word)) syscall(SYS_futex, &word, FUTEX_WAIT, 0, 0, 0, 0);
    assert(done);
    pthread_join(t, 0);
    return 0;
}
