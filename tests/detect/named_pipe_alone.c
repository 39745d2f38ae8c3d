/* expect: deadlock @open "wait for the other end of a named pipe" */
/* A reader waits in open for a writer that never comes: the other thread does not wait for a reader, and is
   refused where it is first. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
static void *writer(void *arg) {
    int fd = open("/tmp/p", O_WRONLY | O_NONBLOCK);
    if (fd < 0) return arg;
    close(fd);
    return arg;
}
int main(void) {
    pthread_t t;
    mkfifo("/tmp/p", 0600);
    pthread_create(&t, 0, writer, 0);
    int fd = open("/tmp/p", O_RDONLY); /*open*/
    close(fd);
    pthread_join(t, 0);
    return 0;
}
