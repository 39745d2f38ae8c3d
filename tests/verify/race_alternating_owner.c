/* expect: safe */
/* A lock protects who owns the buffer, not the buffer; the owner writes it freely. Race: the owner writes
 * once more after it gave it up. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int owner, buffer;
static void *worker(void *arg) {
    int me = (int)(long)arg;
    for (int tries = 0; tries < 2; tries++) {
        pthread_mutex_lock(&m);
        int mine = owner == me;
        pthread_mutex_unlock(&m);
        if (!mine) continue;
        buffer++;
        pthread_mutex_lock(&m);
        owner = 1 - me;
        pthread_mutex_unlock(&m);
#ifdef WRONG
        buffer++;
#endif
        break;
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, (void *)1);
    worker((void *)0);
    pthread_join(t, 0);
    return 0;
}
