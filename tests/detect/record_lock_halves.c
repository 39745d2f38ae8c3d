/* expect: race @here */
/* Locks of open files on different parts of the file do not exclude each other. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int count;
static void *work(void *arg) {
    int fd = open("lock", O_RDWR | O_CREAT, 0600);
    struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (long)arg, .l_len = 1};
    heddle_assert(fcntl(fd, F_OFD_SETLKW, &l) == 0);
    count++; /*here*/
    return arg;
}
int main(void) {
    pthread_t t[2];
    for (long k = 0; k < 2; k++) pthread_create(&t[k], 0, work, (void *)k);
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
}
