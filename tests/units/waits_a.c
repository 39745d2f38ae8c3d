/* A wait whose condition is looked at by a function of another unit, which also has the loop's wait. */
#include <pthread.h>
extern pthread_mutex_t m;
extern pthread_cond_t c;
int is_ready(void);
void wait_once(void);
void tell(void);
static void *waiter(void *unused) {
    pthread_mutex_lock(&m);
    while (!is_ready()) wait_once();
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void) {
    pthread_t t[2];
    for (int k = 0; k < 2; k++) pthread_create(&t[k], NULL, waiter, NULL);
    tell();
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    return 0;
}
