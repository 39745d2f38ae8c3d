/*
 * filled_before.c — what threads find in a variable depends on the way that main took before it created them,
 * and an assertion needs one such way and an input together. Known answer: it fails, without interferences
 * (the first of main's ways leaves another value there, which never fails).
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;

static void *change(void *unused) {
    atomic_store(&x, 7);
    return unused;
}
static void *look(void *unused) {
    int value = atomic_load(&x), key = heddle_int("key");
    heddle_assert(!((value == 1) * (key == 5)));
    return unused;
}

int main(void) {
    unsigned steps = heddle_uint("steps");
    heddle_assume(steps < 3);
    for (unsigned k = 0; k < steps; k++) atomic_fetch_add(&x, 1);
    pthread_t first, second;
    pthread_create(&first, NULL, change, NULL);
    pthread_create(&second, NULL, look, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
