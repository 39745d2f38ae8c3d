/* expect: assertion @lost */
/* To change a shared lock into an exclusive one gives the shared one back first: another thread may come in
 * between, and change the file. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int version;
static void *work(void *arg) {
    int fd = open("lock", O_RDWR);
    flock(fd, LOCK_EX);
    version++;
    flock(fd, LOCK_UN);
    return arg;
}
int main(void) {
    pthread_t t;
    int fd = open("lock", O_RDWR | O_CREAT, 0600);
    pthread_create(&t, 0, work, 0);
    flock(fd, LOCK_SH);
    int seen = version;
    flock(fd, LOCK_EX);
    heddle_assert(version == seen); /*lost*/
    flock(fd, LOCK_UN);
    pthread_join(t, 0);
}
