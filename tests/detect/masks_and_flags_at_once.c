/* expect: safe */
/* umask and fcntl change and tell what they change at once, and close closes what it finds. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static int file, other, masks[2];

static void *first(void *p) {
    int on = 1;
    masks[0] = (int)umask(07);
    ioctl(file, FIONBIO, &on);
    heddle_assert(close(other) == 0);
    return p;
}

int main(void) {
    pthread_t t;
    umask(0);
    file = open("/f", O_RDWR | O_CREAT, 0600);
    other = dup(file);
    pthread_create(&t, 0, first, 0);
    masks[1] = (int)umask(070);
    fcntl(file, F_SETFL, O_APPEND);
    dup2(file, other);
    pthread_join(t, 0);
    heddle_assert(masks[0] == 0 ? masks[1] == 07 : masks[0] == 070 && masks[1] == 0);
    heddle_assert(fcntl(file, F_GETFL) & O_APPEND);
    return 0;
}
