/* expect: safe */
/* A signal is blocked while its handler runs, and so is what the action's mask names; SA_NODEFER leaves it
 * open; SA_RESETHAND is for once. The old mask is back when the handler returns, and what came meanwhile is
 * handled then. */
#include <assert.h>
#include <signal.h>
#include <string.h>

static volatile int depth, deepest, calls;
static char order[8];

static void again(int s) {
    if (++depth > deepest) deepest = depth;
    if (calls++ < 2) raise(s);
    depth--;
}

static void note(int s) {
    strcat(order, s == SIGUSR1 ? "1" : "2");
    if (s == SIGUSR1) raise(SIGUSR2);
    strcat(order, s == SIGUSR1 ? "i" : "z");
}

static void restores(int s) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, 0);
}

int main(void) {
    struct sigaction a = {.sa_handler = again};
    sigaction(SIGUSR1, &a, 0);
    raise(SIGUSR1);
    assert(calls == 3 && deepest == 1);
    calls = deepest = 0;
    a.sa_flags = SA_NODEFER;
    sigaction(SIGUSR1, &a, 0);
    raise(SIGUSR1);
    assert(calls == 3 && deepest == 3);

    struct sigaction n = {.sa_handler = note};
    sigaction(SIGUSR2, &n, 0);
    sigaction(SIGUSR1, &n, 0);
    raise(SIGUSR1);
    assert(!strcmp(order, "12zi"));
    order[0] = 0;
    sigaddset(&n.sa_mask, SIGUSR2);
    sigaction(SIGUSR1, &n, 0);
    raise(SIGUSR1);
    assert(!strcmp(order, "1i2z"));

    struct sigaction once = {.sa_handler = restores, .sa_flags = SA_RESETHAND}, now;
    sigset_t blocked, after;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGHUP);
    sigprocmask(SIG_SETMASK, &blocked, 0);
    sigaction(SIGUSR1, &once, 0);
    raise(SIGUSR1);
    sigaction(SIGUSR1, 0, &now);
    assert(now.sa_handler == SIG_DFL);
    sigprocmask(SIG_BLOCK, 0, &after);
    assert(sigismember(&after, SIGHUP) && !sigismember(&after, SIGUSR1));
    return 0;
}
