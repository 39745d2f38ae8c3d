/* expect: safe */
/* Volatile statements that move one word to or from memory do so at once: the data behind the flag is safe.
 */
#include <heddle/heddle.h>
#include <pthread.h>
static int data, flag;
static void *worker(void *arg) {
    data = 42;
    __asm__ __volatile__("movl %1, %0" : "=m"(flag) : "r"(1) : "memory");
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int seen;
    __asm__ __volatile__("movl %1, %0" : "=r"(seen) : "m"(flag) : "memory");
    if (seen) heddle_assert(data == 42);
    pthread_join(t, NULL);
    return 0;
}
