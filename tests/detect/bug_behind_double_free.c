/* expect: memory @a "double free"; memory @b "double free"; race ""; assertion @c "" */
/* Whichever thread frees first goes on. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static char *p;
static void *worker(void *arg) {
    free(p);   /*a*/
    assert(0); /*c*/
    return arg;
}
int main(void) {
    pthread_t t;
    p = malloc(10);
    pthread_create(&t, NULL, worker, NULL);
    free(p); /*b*/
    pthread_join(t, NULL);
    return 0;
}
