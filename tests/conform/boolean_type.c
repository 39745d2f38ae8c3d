/* _Bool: conversion from everything, arithmetic, bit-fields, arrays. */
#include <stdbool.h>
#include <stdio.h>

struct b { bool a : 1, b : 1; bool c; };
static bool truth(double d) { return d; }

int main(void) {
    bool v[] = {0, 1, 2, -1, 256, 0.5, 0.0, (bool)"x", (bool)NULL};
    for (int i = 0; i < 9; i++) printf("%d", v[i]);
    bool b = true;
    b++;
    printf(" %d ", b);
    b = b + b;
    printf("%d %zu ", b, sizeof b);
    b = (unsigned char)256;
    printf("%d %d %d\n", b, truth(1e-300), !truth(0));
    struct b s = {.b = 4, .c = 'x'};
    printf("%d %d %d %zu\n", s.a, s.b, s.c, sizeof s);
    int n = 0;
    n += (5 > 3) + (2 == 2) + !(1 > 2);
    return n + (true && 12) + (~0 != 0);
}
