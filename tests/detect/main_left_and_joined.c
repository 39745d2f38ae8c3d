/* expect: safe */
/* exit: 0 */
/* Somebody joins main after it left: nothing waits for a thread that waits for it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_t first;
static void at_exit(void) { puts("end"); }
static void *joins(void *p) {
    pthread_join(first, 0);
    return p;
}
int main(void) {
    pthread_t t;
    atexit(at_exit);
    first = pthread_self();
    pthread_create(&t, 0, joins, 0);
    pthread_exit(0);
}
