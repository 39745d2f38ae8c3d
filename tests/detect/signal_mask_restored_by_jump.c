/* expect: safe */
/* siglongjmp out of a handler restores the mask that sigsetjmp saved, if it was asked to; longjmp leaves the
 * signal blocked. */
#include <assert.h>
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf there;
static jmp_buf plain;
static volatile int jumps;
static void leaves(int s) {
    jumps++;
    siglongjmp(there, 1);
}
static void stays(int s) { longjmp(plain, 1); }

static int is_blocked(int s) {
    sigset_t now;
    sigprocmask(SIG_BLOCK, 0, &now);
    return sigismember(&now, s);
}

int main(void) {
    signal(SIGUSR1, leaves);
    signal(SIGUSR2, stays);
    for (volatile int k = 0; k < 2; k++)
        if (!sigsetjmp(there, 1)) raise(SIGUSR1);
    assert(jumps == 2 && !is_blocked(SIGUSR1));
    if (!sigsetjmp(there, 0)) raise(SIGUSR1);
    assert(jumps == 3 && is_blocked(SIGUSR1));
    if (!setjmp(plain)) raise(SIGUSR2);
    assert(is_blocked(SIGUSR2));
    return 0;
}
