/* Two workers take semaphores of a set: one (-DONE: 2 orders), both in one call, or one after the other
 * in opposite orders (-DAPART: a deadlock). -DREMOVED: the set is removed while one waits. */
#include <errno.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/sem.h>

static int set, inside;
static void change(int a, int by_a, int b, int by_b) {
    struct sembuf ops[] = {{(unsigned short)a, (short)by_a, 0}, {(unsigned short)b, (short)by_b, 0}};
    heddle_assert(!semop(set, ops, b == a ? 1 : 2));
}
static void *worker(void *arg) {
    long k = (long)arg;
#ifdef ONE
    change(0, -1, 0, 0);
    heddle_assert(!inside++);
    inside--;
    change(0, 1, 0, 0);
#elif defined(APART)
    change((int)k, -1, (int)k, 0);
    change(!k, -1, !k, 0);
    change(0, 1, 1, 1);
#elif defined(REMOVED)
    struct sembuf zero = {0, 0, 0};
    heddle_assert(semop(set, &zero, 1) == -1 && (errno == EIDRM || errno == EINVAL));
#else
    change((int)k, -1, !k, -1);
    heddle_assert(!inside++);
    inside--;
    change(0, 1, 1, 1);
#endif
    return arg;
}
int main(void) {
    pthread_t t[2];
    set = semget(IPC_PRIVATE, 2, 0600);
    change(0, 1, 1, 1);
    for (long k = 0; k < 2; k++) pthread_create(&t[k], 0, worker, (void *)k);
#ifdef REMOVED
    heddle_assert(!semctl(set, 0, IPC_RMID));
#endif
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
    return 0;
}
