/* Two threads lock a file, each through an open file of its own, and unlock it again. -DTRIES: they do not
 * wait; -DSHARED: both may have it at once; -DRANGES: they lock the same byte of it; -DAPART: two bytes;
 * -DPROCESS: with locks of the process, which do not exclude each other; -DTWICE: each wants it through both
 * open files, which exclude each other. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int files[2];
static int lock(long k, int type) {
#if defined RANGES || defined APART || defined PROCESS
    struct flock l = {.l_type = type == LOCK_UN ? F_UNLCK : F_WRLCK, .l_len = 1};
#ifdef APART
    l.l_start = k;
#endif
#ifdef PROCESS
    return fcntl(files[k], F_SETLKW, &l);
#else
    return fcntl(files[k], F_OFD_SETLKW, &l);
#endif
#else
    return flock(files[k], type);
#endif
}
static void *work(void *arg) {
    long k = (long)arg;
#ifdef TRIES
    if (lock(k, LOCK_EX | LOCK_NB)) return arg;
#elif defined SHARED
    heddle_assert(lock(k, LOCK_SH) == 0);
#else
    heddle_assert(lock(k, LOCK_EX) == 0);
#endif
#ifdef TWICE
    heddle_assert(lock(!k, LOCK_EX) == 0);
#endif
    heddle_assert(lock(k, LOCK_UN) == 0);
    return arg;
}
int main(void) {
    pthread_t t[2];
    for (int k = 0; k < 2; k++) files[k] = open("file", O_RDWR | O_CREAT, 0600);
    for (long k = 0; k < 2; k++) pthread_create(&t[k], 0, work, (void *)k);
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
    return 0;
}
