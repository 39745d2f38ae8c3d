/* k: 0 */
/* Threads that are never there together: what the second one does wrong, it does by itself. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *first(void *unused) {
    x = 2;
    return unused;
}
static void *second(void *unused) {
    heddle_assert(x != 2);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, first, NULL);
    pthread_join(t, NULL);
    pthread_create(&t, NULL, second, NULL);
    pthread_join(t, NULL);
    return 0;
}
