/* expect: assertion "" */
/* The same routine, with another argument each. */
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static atomic_int token;
static void *work(void *number) {
    if (atomic_fetch_add(&token, 1) == 0 && number == (void *)2) reach_error();
    return NULL;
}
int main(void) {
    pthread_t all[4];
    for (long k = 0; k < 4; k++) pthread_create(&all[k], NULL, work, (void *)k);
    for (int k = 0; k < 4; k++) pthread_join(all[k], NULL);
    return 0;
}
