/* expect: safe */
/* Locks of open files exclude threads from each other where their ranges overlap. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int count[2];
static void lock(int fd, int type, long from, long bytes) {
    struct flock l = {.l_type = (short)type, .l_whence = SEEK_SET, .l_start = from, .l_len = bytes};
    heddle_assert(fcntl(fd, F_OFD_SETLKW, &l) == 0);
}
static void *work(void *arg) {
    int fd = open("lock", O_RDWR | O_CREAT, 0600);
    lock(fd, F_WRLCK, 0, 8);
    count[0]++;
    lock(fd, F_UNLCK, 0, 4);
    count[1]++;
    close(fd);
    return arg;
}
int main(void) {
    pthread_t t;
    int fd = open("lock", O_RDWR | O_CREAT, 0600);
    pthread_create(&t, 0, work, 0);
    lock(fd, F_WRLCK, 3, 1);
    count[0]++;
    lock(fd, F_UNLCK, 0, 0);
    lock(fd, F_RDLCK, 4, 0);
    int seen = count[1];
    lock(fd, F_UNLCK, 0, 0);
    pthread_join(t, 0);
    heddle_assert(count[0] == 2 && seen <= 1);
}
