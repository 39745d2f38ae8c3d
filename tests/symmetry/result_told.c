/* expect: assertion "" */
/* The result of the first thread is that of who came last. */
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static atomic_long token;
static void *work(void *unused) {
    (void)unused;
    return (void *)atomic_fetch_add(&token, 1);
}
int main(void) {
    pthread_t all[4];
    void *result[4];
    for (int k = 0; k < 4; k++) pthread_create(&all[k], NULL, work, NULL);
    for (int k = 0; k < 4; k++) pthread_join(all[k], &result[k]);
    if (result[0] == (void *)3) reach_error();
    return 0;
}
