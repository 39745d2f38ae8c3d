/* k: 0 memory */
/* What the thread itself has freed is read. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
static int x;
static void *reader(void *argument) {
    free(argument);
    x = *(int *)argument;
    return NULL;
}
static void *writer(void *unused) {
    x = 1;
    return unused;
}
int main(void) {
    RUN(malloc(sizeof(int)), reader, writer);
    return 0;
}
