/* expect: safe */
/* A signal ends the wait for a lock. */
#include <errno.h>
#include <signal.h>
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static void handler(int number) { (void)number; }
static int mine;
static void *work(void *arg) {
    int fd = open("lock", O_RDWR);
    if (flock(fd, LOCK_EX)) heddle_assert(errno == EINTR);
    return arg;
}
int main(void) {
    struct sigaction a = {.sa_handler = handler};
    pthread_t t;
    sigaction(SIGUSR1, &a, 0);
    mine = open("lock", O_RDWR | O_CREAT, 0600);
    pthread_create(&t, 0, work, 0);
    flock(mine, LOCK_EX | LOCK_NB);
    pthread_kill(t, SIGUSR1);
    flock(mine, LOCK_UN);
    pthread_join(t, 0);
}
