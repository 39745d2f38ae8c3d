/* expect: hang "waits in a loop for ever" */
/* A thread looks at a variable under a mutex, again and again. Who was to set it has ended without. */
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, tries;
static void *wait(void *p) {
    int r = 0;
    while (!r) {
        pthread_mutex_lock(&m);
        r = ready;
        pthread_mutex_unlock(&m);
        usleep(10);
    }
    return p;
}
static void *make_ready(void *p) {
    pthread_mutex_lock(&m);
    if (tries++) ready = 1; /* the first time it fails */
    pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, wait, 0);
    pthread_create(&b, 0, make_ready, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
