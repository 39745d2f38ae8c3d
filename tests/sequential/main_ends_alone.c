/* k: 1 */
/* main does not wait for its threads. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *reader(void *unused) {
    heddle_assert(!x);
    return unused;
}
static void *writer(void *unused) {
    x = 1;
    return unused;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_detach(a);
    pthread_detach(b);
    pthread_exit(NULL);
}
