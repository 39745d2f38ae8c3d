/* k: 0 */
/* A thread waits for another one to end. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_t first;
static int x;
static void *writer(void *unused) {
    x = 1;
    return unused;
}
static void *reader(void *unused) {
    pthread_join(first, NULL);
    heddle_assert(!x);
    return unused;
}
int main(void) {
    pthread_t second;
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(second, NULL);
    return 0;
}
