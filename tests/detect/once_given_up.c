/* expect: assertion @here */
/* A thread that ends within the routine gives the control back: the next one runs the routine again. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int count;
static void initialise(void) {
    count++;
    pthread_testcancel();
}
static void *child(void *p) {
    pthread_once(&once, initialise);
    return p;
}
int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, child, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    pthread_once(&once, initialise);
    assert(count == 1); /*here*/
    return 0;
}
