/* k: 1 memory */
/* What the other thread has freed is read. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
static int x;
static void *reader(void *argument) {
    x = *(int *)argument;
    return NULL;
}
static void *writer(void *argument) {
    free(argument);
    return NULL;
}
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    RUN(p, reader, writer);
    return 0;
}
