/* expect: safe */
/* A counter that two threads change, each with a lock on an open file of its own. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int count;
static void *work(void *arg) {
    int fd = open("lock", O_RDWR | O_CREAT, 0600);
    heddle_assert(flock(fd, LOCK_EX) == 0);
    count++;
    close(fd); /* the lock ends with the open file */
    return arg;
}
int main(void) {
    pthread_t t[2];
    for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, work, 0);
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
    heddle_assert(count == 2);
}
