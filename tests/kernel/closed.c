/* A descriptor is closed by one thread while another writes to it: the write succeeds or finds it closed.
 * With -DREUSE the number is given to another file at once, and the write may go there. */
#include <errno.h>
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int fd;
static void *closer(void *arg) {
    heddle_assert(close(fd) == 0);
#ifdef REUSE
    heddle_assert(eventfd(0, 0) == fd);
#endif
    return arg;
}
int main(void) {
    pthread_t t;
    unsigned long one = 1, value = 0;
    fd = eventfd(0, EFD_NONBLOCK);
    pthread_create(&t, 0, closer, 0);
    long n = write(fd, &one, 8);
#ifdef SUCCEEDS
    heddle_assert(n == 8);
#elif defined FAILS
    heddle_assert(n == -1);
#else
    heddle_assert(n == 8 || (n == -1 && errno == EBADF));
#endif
    pthread_join(t, 0);
#ifdef REUSE
    fcntl(fd, F_SETFL, O_NONBLOCK);
    long again = read(fd, &value, 8);
    heddle_assert(again == -1); /* not where the write came after both */
#endif
}
