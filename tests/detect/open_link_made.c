/* expect: safe */
/* A link that is made while a name is opened is followed, or replaced by nothing: open succeeds. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <unistd.h>

static char target[] = "/f";

static void *links(void *p) {
    symlink(target, "/l");
    return p;
}

int main(void) {
    pthread_t t;
    close(open("/f", O_RDWR | O_CREAT, 0600));
    pthread_create(&t, 0, links, 0);
    heddle_assert(open("/l", O_RDWR | O_CREAT, 0600) >= 0);
    pthread_join(t, 0);
    return 0;
}
