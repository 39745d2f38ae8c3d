/* expect: assertion @a */
/* A signal that comes before its action is another one has the action of before. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
static pthread_t first;
static volatile sig_atomic_t once, then;
static void before(int n) { once += n; }
static void after(int n) { then += n; }
static void *sender(void *p) {
    pthread_kill(first, SIGUSR1);
    return p;
}
int main(void) {
    pthread_t t;
    first = pthread_self();
    signal(SIGUSR1, before);
    pthread_create(&t, NULL, sender, NULL);
    signal(SIGUSR1, after);
    pthread_join(t, NULL);
    assert(then); /*a*/
    return 0;
}
