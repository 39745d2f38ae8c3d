/* Atomics on two fields of one struct: they touch different bytes. */
#include <pthread.h>
#include <stdatomic.h>
static struct {
    atomic_int x, y;
} both;
static void *one(void *u) {
    both.x++;
    return u;
}
static void *two(void *u) {
    both.y++;
    return u;
}
int main(void) {
    pthread_t t, v;
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&v, NULL, two, NULL);
    pthread_join(t, NULL);
    pthread_join(v, NULL);
    return 0;
}
