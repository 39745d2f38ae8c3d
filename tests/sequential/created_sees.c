/* k: 1 */
/* The thread that was created sees what the one does that created it; and its inputs. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *child(void *unused) {
    heddle_assert(x != 1 || heddle_int("n") != 5);
    return unused;
}
static void *parent(void *unused) {
    pthread_t t;
    pthread_create(&t, NULL, child, NULL);
    x = heddle_int("n");
    x = 2;
    pthread_join(t, NULL);
    return unused;
}
MAIN(parent)
