/* k: 1 */
/* A block of the heap that both threads have from main: one of its two fields. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
struct both {
    int first, second;
};
static void *reader(void *argument) {
    struct both *b = argument;
    int first = b->first;
    heddle_assert(first == b->second);
    return NULL;
}
static void *writer(void *argument) {
    struct both *b = argument;
    b->first = 1;
    b->second = 1;
    return NULL;
}
int main(void) {
    struct both *b = calloc(1, sizeof *b);
    RUN(b, reader, writer);
    free(b);
    return 0;
}
