/* expect: safe */
/* Threads that lock and unlock a file for ever come back to states that are known. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int inside;
static void *work(void *arg) {
    int fd = open("lock", O_RDWR | O_CREAT, 0600);
    for (;;) {
        flock(fd, LOCK_EX);
        heddle_assert(inside == 0);
        inside = 1;
        inside = 0;
        flock(fd, LOCK_UN);
    }
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
}
