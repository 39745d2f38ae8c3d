/* k: 1 */
/* A thread beside the one that it has created. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *child(void *unused) {
    x = 1;
    x = 2;
    return unused;
}
static void *reader(void *unused) {
    pthread_t t;
    pthread_create(&t, NULL, child, NULL);
    heddle_assert(x != 1);
    return unused;
}
MAIN(reader)
