/* k: 1 memory */
/* Both threads free the same. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
static void *either(void *argument) {
    free(argument);
    return NULL;
}
int main(void) {
    RUN(malloc(sizeof(int)), either, either);
    return 0;
}
