/* expect: assertion "both came" */
/* Loops without a visible operation, almost always in functions of libraries, that signals end. One of them
 * looks at a clock, and no time helps it. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static sigjmp_buf out;
static char text[4000];
static pthread_t thread;
static void jump(int signal) { siglongjmp(out, signal); }
static void *kills(void *p) {
    pthread_kill(thread, SIGUSR1);
    return p;
}
int main(void) {
    pthread_t t;
    thread = pthread_self();
    signal(SIGALRM, jump);
    signal(SIGUSR1, jump);
    memset(text, 'x', sizeof text - 1);
    if (!sigsetjmp(out, 1)) {
        alarm(1);
        while (!strchr(text, strlen(text) > 5 ? 'y' : 'z')) {}
    }
    if (!sigsetjmp(out, 1)) {
        pthread_create(&t, 0, kills, 0);
        for (;;) time(0);
    }
    assert(!"both came");
}
