/* expect: safe */
/* options: --max-traces=2 */
/* Threads may call error(): messages do not race, and their order is not explored. */
#include <error.h>
#include <pthread.h>
#include <stddef.h>

static void *tells(void *arg) {
    error(0, 0, "message");
    return arg;
}
int main(void) {
    pthread_t t[3];
    for (int k = 0; k < 3; k++) pthread_create(&t[k], NULL, tells, NULL);
    for (int k = 0; k < 3; k++) pthread_join(t[k], NULL);
}
