/* k: none */
/* Copies of a structure under a lock: all of it or nothing. */
#include "pair.h"
#include <heddle/heddle.h>
struct block {
    int value[6];
};
static struct block x, zero;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *reader(void *unused) {
    pthread_mutex_lock(&lock);
    struct block mine = x;
    pthread_mutex_unlock(&lock);
    heddle_assert(mine.value[0] == mine.value[5]);
    return unused;
}
static void *writer(void *unused) {
    struct block mine = zero;
    mine.value[0] = mine.value[5] = 1;
    pthread_mutex_lock(&lock);
    x = mine;
    pthread_mutex_unlock(&lock);
    return unused;
}
MAIN(reader, writer)
