/* A barrier with one participant keeps nobody waiting: generations overlap, so its arrivals are ordered, and
 * who leaves a generation is not ordered with arrivals at later ones. Of the states that follow equal numbers
 * of generations one is expanded. */
#include <pthread.h>
static pthread_barrier_t barrier;

static void *twice(void *p) {
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    return p;
}

static void *once(void *p) {
    pthread_barrier_wait(&barrier);
    return p;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, 0, 1);
    pthread_create(&a, 0, twice, 0);
    pthread_create(&b, 0, once, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
