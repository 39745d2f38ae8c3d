/* expect: safe */
/* Process exit is last: another thread may read main's variable as long as main has not returned; here it
   waits for it. */
#include <pthread.h>
static void *worker(void *arg) { return *(int *)arg == 3 ? arg : NULL; }
int main(void) {
    int local = 3;
    void *r;
    pthread_t t;
    pthread_create(&t, NULL, worker, &local);
    pthread_join(t, &r);
    return r == &local ? 0 : 1;
}
