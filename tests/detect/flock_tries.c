/* expect: assertion @both */
/* A try fails while another thread has the lock, and succeeds otherwise. */
#include <errno.h>
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int had[2];
static void *work(void *arg) {
    long k = (long)arg;
    int fd = open("lock", O_RDWR | O_CREAT, 0600);
    had[k] = flock(fd, LOCK_EX | LOCK_NB) == 0;
    if (!had[k]) heddle_assert(errno == EWOULDBLOCK);
    if (had[k]) flock(fd, LOCK_UN);
    return arg;
}
int main(void) {
    pthread_t t[2];
    for (long k = 0; k < 2; k++) pthread_create(&t[k], 0, work, (void *)k);
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
    heddle_assert(had[0] || had[1]);
    heddle_assert(had[0] && had[1]); /*both*/
}
