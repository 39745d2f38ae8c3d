/* expect: safe */
/* A writer and a reader meet in open, in every order, and the reader sees all bytes and then the end. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static void *writer(void *arg) {
    int fd = open("/tmp/p", O_WRONLY);
    assert(fd >= 0);
    assert(write(fd, "ab", 2) == 2);
    assert(write(fd, "c", 1) == 1);
    close(fd);
    return arg;
}
int main(void) {
    pthread_t t;
    char bytes[8];
    int n, all = 0;
    assert(!mkfifo("/tmp/p", 0600));
    pthread_create(&t, 0, writer, 0);
    int fd = open("/tmp/p", O_RDONLY);
    assert(fd >= 0);
    while ((n = (int)read(fd, bytes + all, sizeof bytes - (size_t)all)) > 0) all += n;
    assert(all == 3 && !memcmp(bytes, "abc", 3));
    close(fd);
    pthread_join(t, 0);
    return unlink("/tmp/p");
}
