/*
 * stack3.c — the stack of stack.h: one thread lists the elements, the top first, the other one
 * pushes more; how many is an input.
 *
 * The bug: the list has room for as many elements as there were, and gets as many as there are
 * meanwhile (-DFIXED: the lock is held from measuring to listing).
 *
 * Known answer: one memory error in the thread that lists (a write beyond the end of the new
 * block), with 2 reads of what the other thread wrote, where one element is pushed: the number of
 * elements, and the new top. (It takes one more read for each further element that is pushed.)
 */
#include "stack.h"
#define ELEMENTS 6
#define MOST 3 /* that are pushed: there is room for all */

static Stack stack;

static void *list(void *unused) {
    int count;
    free(stack_list(&stack, &count));
    return unused;
}

static void *push(void *unused) {
    static const int more[MOST] = {-1, -2, -3};
    stack_push_all(&stack, more, heddle_range(0, MOST + 1, "more"));
    return unused;
}

int main(void) {
    stack_init(&stack, ELEMENTS + MOST);
    for (int x = 1; x <= ELEMENTS; x++) stack_push(&stack, x);
    pthread_t lister, pusher;
    pthread_create(&lister, NULL, list, NULL);
    pthread_create(&pusher, NULL, push, NULL);
    pthread_join(lister, NULL);
    pthread_join(pusher, NULL);
    stack_destroy(&stack);
    return 0;
}
