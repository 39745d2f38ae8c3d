/* expect: safe */
/* Threads that list one open folder share its position: each name goes to one of them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int folder;
static char bytes[2][256];
static long told[2];

static void *lists(void *p) {
    long k = (long)p;
    told[k] = syscall(SYS_getdents64, folder, bytes[k], sizeof bytes[k]);
    return 0;
}

int main(void) {
    pthread_t t[2];
    folder = open("/tmp", O_RDONLY | O_DIRECTORY);
    for (long k = 0; k < 2; k++) pthread_create(&t[k], 0, lists, (void *)k);
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
    heddle_assert((told[0] > 0) + (told[1] > 0) == 1);
    heddle_assert(told[0] >= 0 && told[1] >= 0);
    return 0;
}
