/* Alignment requests and queries. */
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct s { char c; alignas(32) int v; char d; };
static alignas(64) char global[10];
struct __attribute__((packed)) packed { char c; int i; long l; };

int main(void) {
    alignas(128) int local = 5;
    printf("%zu %zu %zu\n", alignof(struct s), sizeof(struct s), offsetof(struct s, v));
    printf("%d %d\n", (int)((uintptr_t)global % 64), (int)((uintptr_t)&local % 128));
    printf("%zu %zu %zu %zu %zu\n", alignof(char), alignof(int), alignof(long double), alignof(max_align_t), alignof(struct { short s; }));
    struct packed p = {1, 2, 3};
    printf("%zu %zu %d %ld\n", sizeof p, offsetof(struct packed, l), p.i, p.l);
    p.l = -4;
    p.i = 0x01020304;
    printf("%d %ld %d\n", p.i, p.l, p.c);
    return local;
}
