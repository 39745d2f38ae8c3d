/* expect: race @read "data" */
/* To look at the value of a semaphore orders nothing. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <semaphore.h>

static int data;
static sem_t s; /* zero bytes are one with the value 0 */

static void *first(void *a) {
    data = 1;
    sem_post(&s);
    return a;
}

static void *second(void *a) {
    int r = 0;
    int value;
    sem_getvalue(&s, &value);
    if (value) r = data; /*read*/
    return r > 1 ? NULL : a;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
