/* expect: safe */
/* options: --stdout=ordered */
/* Where others can come between, what prints has a lock. */
#include <pthread.h>
#include <stdio.h>
static void *work(void *arg) {
    printf("%s %d\n", "thread", 1);
    return arg;
}
int main(void) {
    pthread_t t;
    setvbuf(stdout, NULL, _IONBF, 0);
    pthread_create(&t, NULL, work, NULL);
    printf("%s %d\n", "main", 2);
    pthread_join(t, NULL);
    return 0;
}
