/*
 * stack2.c — the stack of stack.h: one thread moves an element, which is an input, to the top, the
 * other one drops as many elements as an input says.
 *
 * The bug: the element is removed at the index where it was found before (-DFIXED: the lock is held
 * from the search to the removal).
 *
 * Known answer: one assertion fails in the thread that moves an element (the index is not within
 * the vector), with 2 reads of what the other thread wrote: vector_remove_at_held counts one more
 * change, and looks how many elements there are. It needs an element among those that are dropped.
 */
#include "stack.h"
#define ELEMENTS 6
#define MOST 3

static Stack stack;

static void *roll(void *unused) {
    stack_roll(&stack, heddle_range(1, ELEMENTS + 2, "element")); /* the last one is not there */
    return unused;
}

static void *drop(void *unused) {
    stack_drop(&stack, heddle_range(0, MOST + 1, "drop"));
    return unused;
}

int main(void) {
    stack_init(&stack, ELEMENTS);
    for (int x = 1; x <= ELEMENTS; x++) stack_push(&stack, x);
    pthread_t roller, dropper;
    pthread_create(&roller, NULL, roll, NULL);
    pthread_create(&dropper, NULL, drop, NULL);
    pthread_join(roller, NULL);
    pthread_join(dropper, NULL);
    stack_destroy(&stack);
    return 0;
}
