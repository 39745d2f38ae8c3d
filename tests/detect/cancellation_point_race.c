/* A thread that blocks all signals still looks for a cancellation; that is no race with a signal for the
 * process. */
/* expect: safe */
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

static int p[2];
static void handler(int s) { (void)s; }

static void *peer(void *a) {
    char b[4];
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, 0);
    while (recv(p[0], b, sizeof b, 0) > 0) {}
    return a;
}

int main(void) {
    pthread_t t;
    signal(SIGALRM, handler);
    socketpair(AF_UNIX, SOCK_STREAM, 0, p);
    pthread_create(&t, 0, peer, 0);
    kill(getpid(), SIGALRM);
    close(p[1]);
    pthread_join(t, 0);
    return 0;
}
