/* expect: race @here */
/* Threads that lock a file through one open file do not exclude each other, also by a duplicate of its
 * descriptor. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int fd, count;
static void *work(void *arg) {
    int own = dup(fd);
    flock(own, LOCK_EX);
    count++; /*here*/
    return arg;
}
int main(void) {
    pthread_t t[2];
    fd = open("lock", O_RDWR | O_CREAT, 0600);
    for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, work, 0);
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
}
