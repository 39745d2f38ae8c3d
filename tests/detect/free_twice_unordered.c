/* expect: race; memory @first "double free"; memory @second "double free"; assertion */
/* Two threads free one block: either may be the second, and only where thread 2 is the first does it come to
 * its assertion. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static char *block;
static void *one(void *arg) {
    free(block); /*first*/
    return arg;
}
static void *two(void *arg) {
    free(block); /*second*/
    assert(!arg);
    return arg;
}
int main(void) {
    pthread_t t[2];
    block = malloc(5000);
    pthread_create(&t[0], 0, one, 0);
    pthread_create(&t[1], 0, two, &block);
    return 0;
}
