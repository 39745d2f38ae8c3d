/* Two connected sockets. -DBOTH: each side writes and reads; -DSHUT: one side writes and shuts down, the
 * other reads to the end; -DAPART: a pair for each of two threads. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef BOTH
#define SIDE 0
#else
#define SIDE 1
#endif

static int ends[2], others[2];
static void *work(void *arg) {
    char b[4];
#ifdef BOTH
    heddle_assert(write(ends[1], "x", 1) == 1);
    heddle_assert(read(ends[1], b, 1) == 1);
#elif defined SHUT
    int n = 0;
    for (long k; (k = read(ends[1], b, 4)) > 0;) n += (int)k;
    heddle_assert(n == 2);
#else
    heddle_assert(write(others[0], "x", 1) == 1 && read(others[1], b, 1) == 1);
#endif
    return arg;
}
int main(void) {
    char b[4];
    pthread_t t;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    socketpair(AF_UNIX, SOCK_STREAM, 0, others);
    pthread_create(&t, 0, work, 0);
#ifdef SHUT
    heddle_assert(write(ends[0], "x", 1) == 1 && write(ends[0], "y", 1) == 1);
    shutdown(ends[0], SHUT_WR);
#else
    heddle_assert(write(ends[0], "x", 1) == 1);
    heddle_assert(read(ends[SIDE], b, 1) == 1);
#endif
    pthread_join(t, 0);
}
