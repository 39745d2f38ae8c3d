/*
 * vector3.c — the vector of vector.h: one thread copies the vector, the other one adds the elements
 * of another vector; how many those are is an input.
 *
 * The bug: the copy has room for as many elements as there were, and gets as many as there are
 * meanwhile (-DFIXED: the lock is held from measuring to copying).
 *
 * Known answer: one memory error in the thread that copies (a write beyond the end of the new
 * block), with 2 reads of what the other thread wrote: the number of elements, and the first of the
 * new elements, which is the one without room. With one read the number would be the new one and
 * the element an old one.
 */
#include "vector.h"
#define ELEMENTS 6
#define MOST 4 /* that are added: there is room for all */

static Vector vector, more;

static void *copy(void *unused) {
    Vector mine;
    vector_copy(&mine, &vector);
    vector_destroy(&mine);
    return unused;
}

static void *add_all(void *unused) {
    vector_add_all(&vector, &more);
    return unused;
}

int main(void) {
    vector_init(&vector, ELEMENTS + MOST);
    for (int x = 1; x <= ELEMENTS; x++) vector_add(&vector, x);
    vector_init(&more, MOST);
    int count = heddle_range(0, MOST + 1, "more");
    for (int x = 1; x <= count; x++) vector_add(&more, -x);
    pthread_t copier, adder;
    pthread_create(&copier, NULL, copy, NULL);
    pthread_create(&adder, NULL, add_all, NULL);
    pthread_join(copier, NULL);
    pthread_join(adder, NULL);
    vector_destroy(&vector);
    vector_destroy(&more);
    return 0;
}
