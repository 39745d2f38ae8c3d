/* expect: assertion @end */
/* With two writers the end comes when both have closed: a reader that takes the first for it misses bytes. A
   writer that comes when the reader already saw the end of the other one is as possible. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
static void *writer(void *arg) {
    int fd = open("/tmp/p", O_WRONLY | O_NONBLOCK);
    write(fd, "x", 1);
    close(fd);
    return arg;
}
int main(void) {
    pthread_t t[2];
    char c;
    int n = 0;
    mkfifo("/tmp/p", 0600);
    int fd = open("/tmp/p", O_RDONLY | O_NONBLOCK), first = open("/tmp/p", O_WRONLY);
    fcntl(fd, F_SETFL, 0);
    pthread_create(&t[0], 0, writer, 0);
    pthread_create(&t[1], 0, writer, 0);
    close(first);
    while (read(fd, &c, 1) == 1) n++;
    assert(n == 2); /*end*/
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
