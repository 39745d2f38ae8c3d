/* k: 0 */
/* A thread that another one creates runs to its end at once. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *child(void *unused) {
    x = 1;
    return unused;
}
static void *reader(void *unused) {
    pthread_t t;
    pthread_create(&t, NULL, child, NULL);
    heddle_assert(!x);
    return unused;
}
static void *writer(void *unused) { return unused; }
MAIN(reader, writer)
