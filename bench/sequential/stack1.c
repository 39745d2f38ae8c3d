/*
 * stack1.c — the stack of stack.h: one thread pops elements, the other one clears the stack.
 *
 * The bug: between looking at the top and removing it the stack has become empty (-DFIXED: the lock
 * is held from the one to the other).
 *
 * Known answer: one assertion fails in the thread that pops (the index is not within the vector),
 * with 2 reads of what the other thread wrote: vector_remove_at_held counts one more change, and
 * looks how many elements there are.
 */
#include "stack.h"
#define ELEMENTS 8
#define POPS 3

static Stack stack;

static void *pop(void *unused) {
    for (int k = 0; k < POPS; k++) stack_pop(&stack);
    return unused;
}

static void *clear(void *unused) {
    stack_clear(&stack);
    return unused;
}

int main(void) {
    stack_init(&stack, ELEMENTS);
    for (int x = 1; x <= ELEMENTS; x++) stack_push(&stack, x);
    pthread_t popper, clearer;
    pthread_create(&popper, NULL, pop, NULL);
    pthread_create(&clearer, NULL, clear, NULL);
    pthread_join(popper, NULL);
    pthread_join(clearer, NULL);
    stack_destroy(&stack);
    return 0;
}
