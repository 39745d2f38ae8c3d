/* k: 2 */
/* A thread that waits for the one that it has created, and what both have of their own. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static _Thread_local int own;
static void *child(void *unused) {
    own++;
    for (int k = 1; k < 4; k++) x = k;
    heddle_assert(own == 1);
    return unused;
}
static void *reader(void *unused) {
    pthread_t t;
    own = 7;
    pthread_create(&t, NULL, child, NULL);
    int before = x;
    pthread_join(t, NULL);
    heddle_assert(own == 7);
    heddle_assert(x == 3);
    heddle_assert(before != 2 || x != 3);
    return unused;
}
MAIN(reader)
