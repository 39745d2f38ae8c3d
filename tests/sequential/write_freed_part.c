/* k: 2 memory */
/* A write to one of two objects, after a read that says that this one is freed. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
static int *object[2];
static int freed = -1;
static void *reader(void *unused) {
    int which = freed;
    if (which >= 0) object[which][2] = 7;
    return unused;
}
static void *writer(void *unused) {
    freed = 1;
    free(object[1]);
    return unused;
}
int main(void) {
    for (int k = 0; k < 2; k++) object[k] = calloc(4, sizeof(int));
    RUN(NULL, reader, writer);
    return 0;
}
