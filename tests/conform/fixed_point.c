/* Fixed-point arithmetic: multiplication, division, square root, sine by table. */
#include <stdint.h>
#include <stdio.h>

typedef int32_t fix;
#define F(x) ((fix)((x) * 65536))
static fix mul(fix a, fix b) { return (fix)((int64_t)a * b >> 16); }
static fix dvd(fix a, fix b) { return (fix)(((int64_t)a << 16) / b); }
static fix root(fix x) {
    uint64_t v = (uint64_t)x << 16, r = 0;
    for (uint64_t bit = 1ull << 46; bit; bit >>= 2) if (v >= r + bit) { v -= r + bit; r = (r >> 1) + bit; } else r >>= 1;
    return (fix)r;
}
static void show(fix x) { printf("%s%d.%04d ", x < 0 ? "-" : "", (x < 0 ? -x : x) >> 16, (int)((((x < 0 ? -x : x) & 0xffff) * 10000ll) >> 16)); }

int main(void) {
    show(mul(F(1.5), F(-2.25)));
    show(dvd(F(10), F(3)));
    show(dvd(F(-1), F(7)));
    show(root(F(2)));
    show(root(F(144)));
    fix s = 0, term = F(0.5), x2 = mul(F(0.5), F(0.5));
    for (int k = 1; k < 9; k += 2) { s += term; term = -dvd(mul(term, x2), (k + 1) * (k + 2) * 65536); }
    show(s);
    printf("\n");
    return root(F(400)) >> 16;
}
