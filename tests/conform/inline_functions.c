/* inline, static inline, and a function needed both inlined and by address. */
#include <stdio.h>

static inline int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
inline int triple(int x) { return 3 * x; }
extern inline int triple(int x);
__attribute__((always_inline)) static inline unsigned mix(unsigned h, unsigned v) { h ^= v; h *= 0x01000193u; return h; }
__attribute__((noinline)) static int opaque(int x) { return x + 1; }

int main(void) {
    unsigned h = 2166136261u;
    for (int i = -5; i < 15; i++) h = mix(h, (unsigned)clamp(i, 0, 10));
    printf("%08x\n", h);
    int (*f)(int) = triple;
    printf("%d %d\n", f(14), triple(opaque(4)));
    int (*g[])(int, int, int) = {clamp};
    return g[0](1000, 0, 100);
}
