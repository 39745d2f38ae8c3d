/*
 * vector2.c — the vector of vector.h: one thread adds an element where it is not there yet, the
 * other one makes the vector as short, or as long, as an input says.
 *
 * The bug: the element is inserted at the index that was the end before (-DFIXED: the lock is held
 * from the search to the insertion).
 *
 * Known answer: one assertion fails in the thread that adds (the index is beyond the end), with 2
 * reads of what the other thread wrote: vector_insert counts one more change, and looks how many
 * elements there are. It needs a new size that is less than the old one.
 */
#include "vector.h"
#define ELEMENTS 6

static Vector vector;

static void *add(void *unused) {
    vector_add_absent(&vector, ELEMENTS + 1);
    return unused;
}

static void *set_size(void *unused) {
    int size = heddle_range(0, ELEMENTS + 2, "size");
    for (int n = 0; n < ELEMENTS + 2; n++)
        if (n == size) vector_set_size(&vector, n); /* so that indices are known */
    return unused;
}

int main(void) {
    vector_init(&vector, ELEMENTS + 4);
    for (int x = 1; x <= ELEMENTS; x++) vector_add(&vector, x);
    pthread_t adder, setter;
    pthread_create(&adder, NULL, add, NULL);
    pthread_create(&setter, NULL, set_size, NULL);
    pthread_join(adder, NULL);
    pthread_join(setter, NULL);
    vector_destroy(&vector);
    return 0;
}
