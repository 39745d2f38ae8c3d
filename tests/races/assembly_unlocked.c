/* expect: race @plain; assertion @lost */
/* Without `lock`, an instruction that reads and writes memory is two accesses. */
#include <heddle/heddle.h>
#include <pthread.h>
static int counter;
static void *worker(void *arg) {
    __asm__ __volatile__("incl %0" : "+m"(counter) : : "memory", "cc"); /*plain*/
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    heddle_assert(counter == 2); /*lost*/
    return 0;
}
