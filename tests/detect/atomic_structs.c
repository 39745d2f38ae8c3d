/* expect: safe */
/* Atomic operations on structs of sizes that no machine has: each is one, whatever runs beside it. */
#include <heddle/heddle.h>
#include <pthread.h>
struct three {
    int a, b, c;
};
struct large {
    long v[5];
};
static struct three three;
static struct large large;

static void *worker(void *arg) {
    struct three old = {0, 0, 0}, new = {1, 2, 3};
    __atomic_compare_exchange(&three, &old, &new, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    struct large x = {{1, 1, 1, 1, 1}}, y;
    __atomic_exchange(&large, &x, &y, __ATOMIC_SEQ_CST);
    heddle_assert(y.v[0] == y.v[4]);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    struct three now, five = {5, 5, 5};
    __atomic_load(&three, &now, __ATOMIC_SEQ_CST);
    heddle_assert((now.a == 0 && now.c == 0) || (now.a == 1 && now.c == 3));
    __atomic_compare_exchange(&three, &now, &five, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    struct large two = {{2, 2, 2, 2, 2}};
    __atomic_store(&large, &two, __ATOMIC_RELEASE);
    pthread_join(t, NULL);
    __atomic_load(&three, &now, __ATOMIC_SEQ_CST);
    heddle_assert((now.a == 5 && now.b == 5) || (now.a == 1 && now.b == 2));
    __atomic_load(&large, &two, __ATOMIC_SEQ_CST);
    heddle_assert(two.v[0] == two.v[3] && two.v[0] != 0);
    return 0;
}
