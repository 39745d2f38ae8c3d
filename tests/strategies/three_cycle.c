/* Three threads, each of which writes a variable and then reads the next one's: any two reads may come before
 * the writes of what they read, all three may not. So not all of them see nothing: no run fails. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x[3], seen[3];

static void *worker(void *p) {
    long me = (long)p;
    atomic_store(&x[me], 1);
    if (!atomic_load(&x[(me + 1) % 3])) atomic_store(&seen[me], 1);
    return 0;
}

int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    heddle_assert(!(seen[0] && seen[1] && seen[2]));
    return 0;
}
