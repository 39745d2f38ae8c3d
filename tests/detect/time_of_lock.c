/* expect: assertion @here */
/* options: --strategy=unfold --hunt=off */
/* How long a thread slept before it gave a mutex back is known to who takes it then, and to nobody else. */
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>
#include <heddle/heddle.h>
#ifndef LONGER /* the value with which it sleeps for longer */
#define LONGER 0
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int given;
static void *child(void *p) {
    sleep(heddle_bool("how") == LONGER ? 5 : 1);
    pthread_mutex_lock(&m);
    given = 1;
    pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, child, NULL);
    pthread_mutex_lock(&m);
    if (given) assert(clock() < 3 * CLOCKS_PER_SEC); /*here*/
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
