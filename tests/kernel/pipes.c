/* WRITERS threads write a byte each to one pipe (-DOWN: each to its own), READS reads of a byte in another
 * thread. */
#include <errno.h>
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <unistd.h>

#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef READS
#define READS 0
#endif

static int ends[WRITERS][2];
static void *writer(void *arg) {
    long k = (long)arg;
    heddle_assert(write(ends[k][1], "x", 1) == 1);
    return arg;
}
static void *reader(void *arg) {
    for (int k = 0; k < READS; k++) {
        char c;
        long n = read(ends[0][0], &c, 1);
#ifdef NONBLOCK
        heddle_assert(n == 1 || (n == -1 && errno == EAGAIN));
#else
        heddle_assert(n == 1 && c == 'x');
#endif
    }
    return arg;
}
int main(void) {
    pthread_t t[WRITERS + 1];
    for (int k = 0; k < WRITERS; k++) {
#ifdef OWN
        pipe(ends[k]);
#else
        if (!k) pipe(ends[0]);
        ends[k][1] = ends[0][1];
#endif
    }
#ifdef NONBLOCK
    fcntl(ends[0][0], F_SETFL, O_NONBLOCK);
#endif
    for (long k = 0; k < WRITERS; k++) pthread_create(&t[k], 0, writer, (void *)k);
    if (READS) pthread_create(&t[WRITERS], 0, reader, 0);
    for (int k = 0; k < WRITERS + !!READS; k++) pthread_join(t[k], 0);
}
