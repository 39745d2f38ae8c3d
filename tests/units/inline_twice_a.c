/* A function that is inline in both units, with an external definition in neither. */
#include "inline_twice.h"
#include <assert.h>
#include <pthread.h>
int from_b(int x);
int (*volatile address)(int) = twice;
int shared;
static void *add(void *unused) {
    shared += twice(1);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    shared += from_b(2);
    pthread_join(t, NULL);
    assert(shared == 6 && address(3) == 6);
    return 0;
}
