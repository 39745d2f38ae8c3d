/* expect: assertion @late */
/* assumption: `daemon` makes no process: the one that calls it goes on, with its number, locks and timers */
/* A daemon and its threads are explored; its folder and its streams are those of a daemon. */
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
static int n;
static void *count(void *arg) {
    int was = __atomic_load_n(&n, __ATOMIC_SEQ_CST);
    __atomic_store_n(&n, was + 1, __ATOMIC_SEQ_CST);
    return arg;
}
int main(void) {
    char c, folder[8];
    pthread_t t;
    if (daemon(0, 0)) return 1;
    assert(read(0, &c, 1) == 0 && write(1, "x", 1) == 1);
    assert(getcwd(folder, sizeof folder) && !strcmp(folder, "/"));
    pthread_create(&t, NULL, count, NULL);
    count(NULL);
    pthread_join(t, NULL);
    assert(n == 2); /*late*/
    return 0;
}
