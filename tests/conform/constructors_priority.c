/* Constructors and destructors with priorities run in order around main. */
#include <stdio.h>

static int order;
__attribute__((constructor(300))) static void third(void) { printf("third %d\n", order++); }
__attribute__((constructor(101))) static void first(void) { printf("first %d\n", order++); }
__attribute__((constructor(200))) static void second(void) { printf("second %d\n", order++); }
__attribute__((constructor)) static void last(void) { printf("last %d\n", order++); }
__attribute__((destructor(200))) static void later(void) { printf("later %d\n", order++); }
__attribute__((destructor(300))) static void sooner(void) { printf("sooner %d\n", order++); }

int main(void) {
    printf("main %d\n", order++);
    return order;
}
