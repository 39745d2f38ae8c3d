/* expect: safe */
/* A thread that sleeps until another has set a flag, and never looks at a clock: its states repeat. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int flag;
static void *setter(void *arg) {
    pthread_mutex_lock(&m);
    flag = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    int seen = 0;
    pthread_create(&t, 0, setter, 0);
    while (!seen) {
        usleep(1000);
        pthread_mutex_lock(&m);
        seen = flag;
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, 0);
    return 0;
}
