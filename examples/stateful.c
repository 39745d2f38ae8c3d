/*
 * stateful.c — two threads each update two numbers, one lock each, in opposite order.
 *
 * Known answer: safe in both interleave modes: sums do not depend on the order. Three traces: two orders for
 * each lock, but thread two cannot come second at the second lock and first at the first one. With -DORDER
 * one of the updates is a doubling: an assertion failure in main, in one of the three traces.
 */
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first = 10, second = 10;

static void *one(void *unused) {
    pthread_mutex_lock(&first_lock);
    first += 1;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_lock(&second_lock);
    second += 1;
    pthread_mutex_unlock(&second_lock);
    return unused;
}

static void *two(void *unused) {
    pthread_mutex_lock(&second_lock);
#ifdef ORDER
    second *= 2;
#else
    second -= 6;
#endif
    pthread_mutex_unlock(&second_lock);
    pthread_mutex_lock(&first_lock);
    first += 5;
    pthread_mutex_unlock(&first_lock);
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&u, NULL, two, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    heddle_assert(first == 16);
#ifdef ORDER
    heddle_assert(second == 21);
#else
    heddle_assert(second == 5);
#endif
    return 0;
}
