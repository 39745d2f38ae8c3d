/* expect: assertion @a; assertion @b; assertion @c; assertion @d */
/* Two schedules lead to states that differ only in what a thread left that has ended: the order of its free
 * blocks, or that of the threads that it joined. The thread that gets its number goes on with that. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define BLOCKS 10

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;
static uintptr_t block[BLOCKS];
static pthread_t child[2];

static void set(int to) {
    pthread_mutex_lock(&mutex);
    value = to;
    pthread_mutex_unlock(&mutex);
}

static int look(void) {
    pthread_mutex_lock(&mutex);
    int seen = value;
    pthread_mutex_unlock(&mutex);
    return seen;
}

static void *sets(void *arg) {
    set(1);
    set(0);
    return arg;
}

static void *nothing(void *arg) { return arg; }

static void one(void) {
    pthread_t t;
    pthread_create(&t, NULL, nothing, NULL);
    pthread_join(t, NULL);
}

static void *frees(void *arg) {
    for (int k = 0; k < BLOCKS; k++) block[k] = (uintptr_t)malloc(24);
    int forwards = look();
    for (int k = 0; k < BLOCKS; k++) free((void *)block[forwards ? k : BLOCKS - 1 - k]);
    return arg;
}

static void *allocates(void *arg) {
    uintptr_t got = (uintptr_t)malloc(24);
    heddle_assert(got != block[0]);          /*a*/
    heddle_assert(got != block[BLOCKS - 1]); /*b*/
    return arg;
}

static void *joins(void *arg) {
    for (int k = 0; k < 2; k++) pthread_create(&child[k], NULL, nothing, NULL);
    int forwards = look();
    pthread_join(child[!forwards], NULL);
    pthread_join(child[forwards], NULL);
    return arg;
}

static void *creates(void *arg) {
    pthread_t t;
    for (int k = 0; k < 7; k++) one();
    pthread_create(&t, NULL, nothing, NULL);
    heddle_assert(!pthread_equal(t, child[0])); /*c*/
    heddle_assert(!pthread_equal(t, child[1])); /*d*/
    return arg;
}

int main(void) {
    pthread_t t, other;
    int heap = heddle_bool("heap");
    pthread_create(&t, NULL, heap ? frees : joins, NULL);
    pthread_create(&other, NULL, sets, NULL);
    pthread_join(t, NULL);
    pthread_join(other, NULL);
    for (int k = 0; k < 7; k++) one();
    pthread_create(&t, NULL, heap ? allocates : creates, NULL);
    pthread_join(t, NULL);
    return 0;
}
