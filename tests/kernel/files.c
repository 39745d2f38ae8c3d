/* Two threads at files. -DOWN: each opens, writes and closes its own; -DSHARED: both write through one open
 * file; -DPOSITIONED: both write at positions of their own; -DNUMBERS: both open /dev/null, and thread 1
 * takes it for granted that its number is the lowest. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int shared;
static const char *const names[] = {"first", "second"};
static void *work(void *arg) {
    long k = (long)arg;
#ifdef OWN
    int f = open(names[k], O_WRONLY | O_CREAT, 0600);
    heddle_assert(f >= 0);
    heddle_assert(write(f, "text", 4) == 4);
    heddle_assert(close(f) == 0);
#elif defined SHARED
    heddle_assert(write(shared, k ? "ab" : "cd", 2) == 2);
#elif defined POSITIONED
    heddle_assert(pwrite(shared, k ? "ab" : "cd", 2, 2 * k) == 2);
#elif defined LOOK
    char b[4];
    heddle_assert(pread(shared, b, 4, 0) == 0);
#elif defined NUMBERS
    int f = open("/dev/null", O_RDWR);
    if (k) heddle_assert(f == 4);
#endif
    return arg;
}
int main(void) {
    pthread_t t[2];
    shared = open("shared", O_RDWR | O_CREAT, 0600);
    for (long k = 0; k < 2; k++) pthread_create(&t[k], 0, work, (void *)k);
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
#ifdef SHARED
    char b[5] = {0};
    heddle_assert(pread(shared, b, 5, 0) == 4);
    heddle_assert(!strcmp(b, "abcd") || !strcmp(b, "cdab"));
#endif
}
