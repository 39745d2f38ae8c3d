/* A pointer out of a table of sixteen, which has five different ones, is read and written. */
#include <heddle/heddle.h>
#include <stdlib.h>
int main(void) {
    static int one, two;
    int *heap = calloc(4, sizeof *heap), local = 0, *other = calloc(9, sizeof *other);
    int *table[16] = {&one,   heap,  &two, &local, other, &one,   heap,  &two,
                      &local, other, &one, heap,   &two,  &local, other, &one};
    for (int k = 0; k < 40; k++) calloc(1, 16); /* objects that the path does not allow */
    unsigned i = heddle_uint("i");
    heddle_assume(i < 16);
    *table[i] = 5;
    heddle_assert(one + two + local + *heap + *other == 5);
    return 0;
}
