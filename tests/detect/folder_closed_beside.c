/* expect: safe */
/* A folder that is closed while another thread lists it stays until that has ended. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int folder;

static void *lists(void *p) {
    char bytes[256];
    long n = syscall(SYS_getdents64, folder, bytes, sizeof bytes);
    heddle_assert(n > 0 || n == -1);
    return p;
}

int main(void) {
    pthread_t t;
    folder = open("/tmp", O_RDONLY | O_DIRECTORY);
    pthread_create(&t, 0, lists, 0);
    close(folder);
    pthread_join(t, 0);
    return 0;
}
