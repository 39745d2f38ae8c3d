/* expect: safe */
/* A thread that only sleeps, and one that looks at the clock after each sleep until its time has come. */
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>
static void *sleeper(void *p) {
    for (;;) sleep(1);
    return p;
}
static void *looker(void *p) {
    time_t until = time(NULL) + 5;
    int rounds = 0;
    while (time(NULL) < until) sleep(1), rounds++;
    assert(rounds == 5);
    return p;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, sleeper, NULL);
    pthread_create(&u, NULL, looker, NULL);
    pthread_join(u, NULL);
    return 0;
}
