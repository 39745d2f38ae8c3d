/* Handlers run in reverse order of registration; exit flushes; one registers another. */
#include <stdio.h>
#include <stdlib.h>

static void a(void) { printf("a\n"); }
static void late(void) { printf("late\n"); }
static void b(void) { printf("b\n"); atexit(late); }
static void c(void) { printf("c\n"); }
__attribute__((constructor)) static void before(void) { printf("constructor\n"); }
__attribute__((destructor)) static void after(void) { printf("destructor\n"); }

int main(void) {
    atexit(a);
    atexit(b);
    atexit(c);
    atexit(a);
    printf("main");
    exit(9);
}
