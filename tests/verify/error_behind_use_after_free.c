/* expect: memory "use after free"; assertion "" */
/* options: --interleave=memory */
/* Where the read comes before the free, reach_error is reached. */
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
static int *p;
static void *worker(void *arg) {
    if (*p == 1) reach_error();
    return arg;
}
int main(void) {
    pthread_t t;
    p = malloc(sizeof *p);
    *p = 1;
    pthread_create(&t, NULL, worker, NULL);
    free(p);
    pthread_join(t, NULL);
    return 0;
}
