/* expect: safe */
/* The mask of a wait may also keep a signal away until the wait is over; what a thread raised itself counts,
 * and what is ready comes before a signal. */
#include <errno.h>
#include <heddle/heddle.h>
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static int came;
static void handler(int number) { came++; }
int main(void) {
    sigset_t all, one, none;
    int pipe_of[2];
    sigfillset(&all);
    sigemptyset(&one);
    sigemptyset(&none);
    sigaddset(&one, SIGUSR1);
    signal(SIGUSR1, handler);
    sigprocmask(SIG_BLOCK, &one, 0);
    raise(SIGUSR1);
    heddle_assert(!came);
    heddle_assert(ppoll(0, 0, &(struct timespec){0, 1000}, &all) == 0 && !came);
    pipe(pipe_of);
    write(pipe_of[1], "x", 1);
    struct pollfd p = {pipe_of[0], POLLIN, 0};
    heddle_assert(ppoll(&p, 1, 0, &none) == 1 && !came);
    heddle_assert(ppoll(0, 0, &(struct timespec){0, 0}, &none) == -1 && errno == EINTR && came == 1);
    heddle_assert(ppoll(0, 0, &(struct timespec){0, 0}, &none) == 0 && came == 1);
}
