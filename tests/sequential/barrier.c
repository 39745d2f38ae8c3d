/* k: none */
/* lost: pthread_barrier_wait @here */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_barrier_t both;
static int x;
static void *reader(void *unused) {
    pthread_barrier_wait(&both); /* here */
    heddle_assert(!x);
    return unused;
}
static void *writer(void *unused) {
    x = 1;
    pthread_barrier_wait(&both);
    return unused;
}
int main(void) {
    pthread_barrier_init(&both, NULL, 2);
    RUN(NULL, reader, writer);
    return 0;
}
