/* expect: assertion "" */
/* Threads leave addresses of their own: whose it is can be seen from which one is higher. */
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static _Atomic(char *) first, second;
static void *work(void *unused) {
    char mine, *none = NULL;
    if (!atomic_compare_exchange_strong(&first, &none, &mine)) atomic_store(&second, &mine);
    return unused;
}
int main(void) {
    pthread_t all[4];
    for (int k = 0; k < 4; k++) pthread_create(&all[k], NULL, work, NULL);
    for (int k = 0; k < 4; k++) pthread_join(all[k], NULL);
    if (atomic_load(&first) > atomic_load(&second)) reach_error();
    return 0;
}
