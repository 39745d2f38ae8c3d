/*
 * vector1.c — the vector of vector.h: one thread removes an element, which is an input, the other
 * one removes them all.
 *
 * The bug: between finding the element and removing it at its index the vector has become empty
 * (-DFIXED: the lock is held from the one to the other).
 *
 * Known answer: one assertion fails in the thread that removes an element (the index is not within
 * the vector), with 2 reads of what the other thread wrote: vector_remove_at counts one more
 * change, and looks how many elements there are. With one of them nothing fails, since both were
 * written under one lock.
 */
#include "vector.h"
#define ELEMENTS 8

static Vector vector;

static void *remove_one(void *unused) {
    int x = heddle_range(1, ELEMENTS + 2, "element"); /* the last one is not there */
    vector_remove(&vector, x);
    return unused;
}

static void *remove_all(void *unused) {
    vector_remove_all(&vector);
    return unused;
}

int main(void) {
    vector_init(&vector, ELEMENTS);
    for (int x = 1; x <= ELEMENTS; x++) vector_add(&vector, x);
    pthread_t one, all;
    pthread_create(&one, NULL, remove_one, NULL);
    pthread_create(&all, NULL, remove_all, NULL);
    pthread_join(one, NULL);
    pthread_join(all, NULL);
    vector_destroy(&vector);
    return 0;
}
