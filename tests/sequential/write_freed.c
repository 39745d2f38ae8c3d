/* k: 1 memory */
/* A write to what the other thread has freed. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
static void *reader(void *argument) {
    *(int *)argument = 1;
    return NULL;
}
static void *writer(void *argument) {
    free(argument);
    return NULL;
}
int main(void) {
    RUN(malloc(sizeof(int)), reader, writer);
    return 0;
}
