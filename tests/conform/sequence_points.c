/* Side effects that are sequenced: compound assignment, increments, calls in order. */
#include <stdio.h>

static int log_[32], n;
static int f(int v) { log_[n++] = v; return v; }

int main(void) {
    int i = 0, a[5] = {0};
    a[i++] = 1;
    i = i++ + 0 * i ? i : i;
    int b = (i = 3, i + 1);
    int c = f(1) ? f(2) : f(3);
    c += f(4);
    int j = 5;
    j += j++ > 100 ? 0 : 0;
    a[f(1)] += f(10);
    int k = 7;
    k <<= 1;
    k ^= k >> 2;
    k %= 6;
    k |= 64;
    k &= ~2;
    printf("%d %d %d %d %d\n", b, c, a[0], a[1], k);
    for (i = 0; i < 4; i++) printf("%d ", log_[i]);
    printf("\n");
    return n;
}
