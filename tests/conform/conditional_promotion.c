/* The type of a conditional operator is the common type of its last operands, whichever is chosen. */
#include <stdio.h>

#define KIND(e) _Generic((e), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", \
    float: "float", double: "double", void *: "void *", const char *: "const char *", default: "other")

static const char *grade(int n) {
    return n < 0 ? "negative" : n == 0 ? "zero" : n < 10 ? n % 2 ? "small odd" : "small even" : n < 100 ? "medium" : "large";
}

int main(void) {
    volatile int yes = 1, no = 0;
    signed char c = -1;
    unsigned char uc = 200;
    unsigned short us = 65535;
    printf("%s %s\n", KIND(yes ? c : uc), KIND(yes ? us : c));
    printf("%s %s\n", KIND(yes ? 1 : 1u), KIND(yes ? 1u : 1L));
    printf("%s %s\n", KIND(yes ? 1 : 1.0f), KIND(yes ? 1.0f : 1.0));
    printf("%s %s\n", KIND(yes ? (char *)0 : (const char *)0), KIND(yes ? (void *)&yes : (void *)&no));
    printf("%d %d\n", (yes ? c : uc) < 0, (no ? c : uc));
    printf("%lld\n", (long long)(yes ? -1 : 1u));
    printf("%ld\n", (long)(yes ? -1 : 1L));
    printf("%g\n", (yes ? 7 : 0.5) / 2);
    printf("%zu %zu\n", sizeof(yes ? c : c), sizeof(no ? 1 : 1LL));
    int samples[] = {-3, 0, 7, 8, 50, 500};
    for (int i = 0; i < 6; i++) puts(grade(samples[i]));
    int a = 1, b = 2;
    *(yes ? &a : &b) += 10;
    *(no ? &a : &b) += 20;
    printf("%d %d\n", a, b);
    return (yes ? us : c) == 65535;
}
