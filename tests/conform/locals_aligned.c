/* Local variables lie where their alignment says, however deep the calls. */
#include <stdint.h>
#include <stdio.h>

static int __attribute__((noinline)) f(int n) {
    _Alignas(64) char b[10];
    _Alignas(32) int y;
    char c[3];
    struct __attribute__((aligned(128))) { char x; } s;
    volatile uintptr_t at = (uintptr_t)b, of = (uintptr_t)&y, with = (uintptr_t)&s;
    printf("%d %d %d\n", (int)(at & 63), (int)(of & 31), (int)(with & 127));
    c[0] = (char)n;
    return n ? f(n - 1) + c[0] : 0;
}

int main(void) {
    char k[5];
    k[0] = 1;
    return f(3 + k[0]) == 10 ? 0 : 1;
}
