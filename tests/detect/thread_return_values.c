/* expect: safe */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static void *square(void *arg) {
    intptr_t n = (intptr_t)arg;
    if (n == 3) pthread_exit((void *)99);
    return (void *)(n * n);
}
int main(void) {
    pthread_t t[4];
    for (intptr_t i = 0; i < 4; i++) pthread_create(&t[i], NULL, square, (void *)i);
    intptr_t sum = 0;
    for (int i = 0; i < 4; i++) {
        void *r;
        assert(pthread_join(t[i], &r) == 0);
        sum += (intptr_t)r;
    }
    assert(sum == 0 + 1 + 4 + 99);
    return 0;
}
