/* Two threads that meet in system calls, each variant with what the second one sees: how many bytes, which
 * count, which error. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <heddle/heddle.h>

static int ends[2], counter, seen;
static char bytes[8];

#ifdef WRITES /* so many writes, of 1 byte, 2 bytes, … */
static void first(void) {
    for (int k = 1; k <= WRITES; k++) write(ends[1], "abc", k);
}
static int second(void) { return read(ends[0], bytes, 8); }
#endif
#ifdef ADDS /* within the system call it depends on inputs what the count is good for */
static void first(void) {
    unsigned long n = heddle_ulong("n") % 3;
    write(counter, &n, 8);
    n = 1;
    write(counter, &n, 8);
}
static int second(void) {
    unsigned long n = 9;
    read(counter, &n, 8);
    return (int)n;
}
#endif
#ifdef CLOSES
static void first(void) { close(ends[0]); }
static int second(void) { return read(ends[0], bytes, 1) < 0 ? errno : 1; }
#endif
#ifdef FLAGS /* with them, a read of nothing fails */
static void first(void) {
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    write(ends[1], "a", 1);
}
static int second(void) { return read(ends[0], bytes, 1) < 0 ? errno : 1; }
#endif
#ifdef LOOKS /* again and again */
static void first(void) { write(ends[1], "a", 1); }
static int second(void) {
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    while (read(ends[0], bytes, 1) != 1) {}
    return 1;
}
#endif
#ifdef TIMED
static void first(void) { write(ends[1], "a", 1); }
static int second(void) { return poll(&(struct pollfd){ends[0], POLLIN, 0}, 1, 500); }
#endif
#ifdef ANSWERS /* of as many questions */
static void first(void) {
    for (int k = 0; k < ANSWERS; k++) {
        unsigned long n;
        read(counter, &n, 8);
        write(ends[1], &n, 1);
    }
}
static int second(void) {
    for (int k = 0; k < ANSWERS; k++) {
        unsigned long n = (unsigned)k + 1;
        write(counter, &n, 8);
        read(ends[0], bytes, 1);
    }
    return bytes[0];
}
#endif
#ifdef BUFFER /* that both use */
static void first(void) { write(ends[1], bytes, 1); }
static int second(void) {
    bytes[0] = 7;
    read(ends[0], bytes + 1, 1);
    return bytes[1];
}
#endif

static void *run_first(void *a) {
    first();
    return a;
}
static void *run_second(void *a) {
    seen = second();
    return a;
}
#define SEES(n) \
    if (seen == n) assert(seen != n)

int main(void) {
    pthread_t t[2];
    pipe(ends);
    counter = eventfd(0, 0);
    if (write(ends[1], "x", 1) != 1 || read(ends[0], bytes, 1) != 1) return 1;
    bytes[0] = 0;
    pthread_create(&t[0], NULL, run_first, NULL);
    pthread_create(&t[1], NULL, run_second, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    SEES(0);
    SEES(1);
    SEES(2);
    SEES(3);
    SEES(4);
    SEES(6);
    SEES(7);
    SEES(9);
    SEES(EAGAIN);
    return 0;
}
