/* expect: safe */
#include <assert.h>
#include <pthread.h>
static _Thread_local int mine = 7;
static __thread struct {
    int a;
    long b;
} pair = {1, 2};
static void *worker(void *arg) {
    assert(mine == 7 && pair.b == 2);
    mine = (int)(long)arg;
    pair.b += mine;
    assert(mine == (int)(long)arg && pair.b == 2 + mine);
    return NULL;
}
int main(void) {
    pthread_t t[2];
    mine = 100;
    for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    assert(mine == 100 && pair.b == 2);
    return 0;
}
