/* expect: safe */
/* Each request is counted, without a bound, and every third one is served under a lock. Wrong: the first and
 * the second one are served at once. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned requests, served;
static int inside;
static void *request(void *arg) {
    pthread_mutex_lock(&m);
    unsigned number = requests++;
#ifdef WRONG
    if (number < 2) pthread_mutex_unlock(&m);
#endif
    if (number % 3 == 0) {
        inside++;
        assert(inside == 1);
        served++;
        inside--;
    }
#ifdef WRONG
    if (number >= 2)
#endif
        pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    for (;;) pthread_create(&t, 0, request, 0);
}
