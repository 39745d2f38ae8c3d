/* expect: safe */
/* Each of three threads works on its third of an array; main works on all of it after it joined them. Race: a
 * third is one too long. */
#include <pthread.h>
static int a[9];
static void *worker(void *arg) {
    long me = (long)arg;
#ifdef WRONG
    for (long i = 3 * me; i <= 3 * me + 3 && i < 9; i++) a[i] += (int)i;
#else
    for (long i = 3 * me; i < 3 * me + 3; i++) a[i] += (int)i;
#endif
    return 0;
}
int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    int sum = 0;
    for (int i = 0; i < 9; i++) sum += a[i];
    return sum != 36;
}
