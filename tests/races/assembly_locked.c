/* expect: safe */
/* Of assembly_unlocked.c, with it. */
#include <heddle/heddle.h>
#include <pthread.h>
static int counter;
static void *worker(void *arg) {
    __asm__ __volatile__("lock; incl %0" : "+m"(counter) : : "memory", "cc");
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    heddle_assert(counter == 2);
    return 0;
}
