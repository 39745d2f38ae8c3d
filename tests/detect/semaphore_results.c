/* expect: safe */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>
static sem_t s, zero;
static const struct timespec soon = {1, 0};
static int value(sem_t *x) {
    int v;
    sem_getvalue(x, &v);
    return v;
}
int main(void) {
    assert(sem_init(&s, 0, 3) == 0 && value(&s) == 3 && sem_wait(&s) == 0 && value(&s) == 2);
    assert(sem_destroy(&s) == 0 && sem_init(&s, 0, 1) == 0 && value(&s) == 1);
    assert(sem_trywait(&s) == 0 && sem_trywait(&s) == -1 && errno == EAGAIN);
    assert(sem_timedwait(&s, &soon) == -1 && errno == ETIMEDOUT);
    for (int k = 0; k < 3; k++) {
        sem_t local;
        sem_init(&local, 0, (unsigned)k);
        assert(value(&local) == k);
        sem_post(&local);
    }
    assert(value(&zero) == 0 && sem_post(&zero) == 0 && value(&zero) == 1);
    sem_t most;
    sem_init(&most, 0, SEM_VALUE_MAX - 1);
    assert(sem_post(&most) == 0 && sem_post(&most) == -1 && errno == EOVERFLOW);
    assert(sem_init(&most, 0, SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL);
    sem_t *a = sem_open("/name", O_CREAT, 0600, 1), *b = sem_open("/name", O_CREAT, 0600, 7);
    assert(a != SEM_FAILED && a == b && value(a) == 1);
    assert(sem_open("/name", O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED && errno == EEXIST);
    assert(sem_unlink("/name") == 0 && sem_open("/name", 0) == SEM_FAILED && errno == ENOENT);
    assert(sem_post(b) == 0 && value(a) == 2 && sem_close(a) == 0 && sem_close(b) == 0);
    a = sem_open("/name", O_CREAT, 0600, 5);
    assert(value(a) == 5);
    return 0;
}
