/* expect: some deadlock "waits in a system call: lock a file" */
/* Two files are locked in different orders. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static void *work(void *arg) {
    const char *const names[] = {"one", "two"};
    long k = (long)arg;
    flock(open(names[k], O_RDWR | O_CREAT, 0600), LOCK_EX);
    flock(open(names[!k], O_RDWR | O_CREAT, 0600), LOCK_EX);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, (void *)1);
    work(0);
}
