/* expect: deadlock "waits in a system call: lock a part of a file" */
/* Two parts of a file are locked in different orders. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static void lock(int fd, long at) {
    struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = at, .l_len = 1};
    fcntl(fd, F_OFD_SETLKW, &l);
}
static void *work(void *arg) {
    int fd = open("lock", O_RDWR | O_CREAT, 0600);
    lock(fd, (long)arg);
    lock(fd, !arg);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, (void *)1);
    work(0);
}
