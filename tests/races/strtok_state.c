/* expect: some race "data race" */
#include <pthread.h>
#include <string.h>
static char a[] = "x y", b[] = "u v";
static void *worker(void *arg) {
    strtok(a, " ");
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    strtok(b, " ");
    pthread_join(t, NULL);
    return 0;
}
