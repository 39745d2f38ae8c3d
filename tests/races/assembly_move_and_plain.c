/* expect: race @store */
/* A word that one side moves by a volatile statement, and the other writes as C does. */
#include <pthread.h>
static int flag;
static void *worker(void *arg) {
    flag = 1; /*store*/
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int seen;
    __asm__ __volatile__("movl %1, %0" : "=r"(seen) : "m"(flag) : "memory");
    pthread_join(t, NULL);
    return seen > 1;
}
