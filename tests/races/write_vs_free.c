/* expect: race "data race"; memory "use after free" */
/* A system call reads a block that another thread frees meanwhile. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static char *p;
static void *worker(void *arg) {
    free(p);
    return arg;
}
int main(void) {
    pthread_t t;
    p = calloc(8, 1);
    pthread_create(&t, NULL, worker, NULL);
    write(1, p, 5);
    pthread_join(t, NULL);
    return 0;
}
