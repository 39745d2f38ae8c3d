/* expect: assertion "" */
/* Threads ask who they are by a function whose address is in a table. */
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static pthread_t (*const ask[])(void) = {pthread_self};
static pthread_t all[4];
static atomic_int token, ready;
static void *work(void *unused) {
    if (!atomic_load(&ready)) return unused;
    if (atomic_fetch_add(&token, 1) == 0 && ask[ready - 1]() == all[3]) reach_error();
    return unused;
}
int main(void) {
    for (int k = 0; k < 4; k++) pthread_create(&all[k], NULL, work, NULL);
    atomic_store(&ready, 1);
    for (int k = 0; k < 4; k++) pthread_join(all[k], NULL);
    return 0;
}
