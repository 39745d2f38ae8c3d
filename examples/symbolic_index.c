/*
 * symbolic_index.c — a table is read at an index that comes from outside; the limit it is checked against is
 * raised by another thread, one too far.
 *
 * Known answer: a memory error (out of bounds) in lookup: it needs the index 8 and the schedule in which the
 * limit was raised before. Both interleave modes; no data race.
 */
#include <heddle/heddle.h>
#include <pthread.h>

#define SIZE 8

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned limit = 4;
static int table[SIZE] = {3, 1, 4, 1, 5, 9, 2, 6};
static int result;

static void *grow(void *unused) {
    pthread_mutex_lock(&lock);
    limit = SIZE + 1; /* one too many */
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *lookup(void *unused) {
    unsigned index = heddle_uint("index");
    pthread_mutex_lock(&lock);
    if (index < limit) result = table[index];
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, grow, NULL);
    pthread_create(&u, NULL, lookup, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    heddle_assert(result <= 9);
    return 0;
}
