/* native: clang — GNU vector types: arithmetic, comparison, shuffles, element access. */
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b8 __attribute__((vector_size(8)));
static v4 add(v4 a, v4 b) { return a + b * 2; }

int main(void) {
    v4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40}, c = add(a, b);
    for (int i = 0; i < 4; i++) printf("%d ", c[i]);
    v4 m = a > 2;
    c = (c & m) | (b & ~m);
    for (int i = 0; i < 4; i++) printf("%d ", c[i]);
    f4 f = {1.5f, 2.5f, -3, 0}, g = f * f - 1;
    for (int i = 0; i < 4; i++) printf("%g ", g[i]);
    b8 x = {250, 251, 252, 253, 254, 255, 0, 1};
    x += 3;
    for (int i = 0; i < 8; i++) printf("%d ", x[i]);
    a[2] = 99;
    a <<= 1;
    printf("%d %d\n", a[2], a[0]);
    v4 s = __builtin_shufflevector(a, b, 3, 2, 5, 4);
    printf("%d %d %d %d\n", s[0], s[1], s[2], s[3]);
    return c[3];
}
