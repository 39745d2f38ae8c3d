/* native: clang — 128-bit values in memory, in calls, and converted to floating point. */
#include <stdio.h>

struct w { char tag; unsigned __int128 v; };
static unsigned __int128 mix(unsigned __int128 a, int k, struct w w) { return a * (unsigned)k ^ w.v; }
static unsigned __int128 table[3] = {1, (unsigned __int128)1 << 127, 0xdeadbeefcafef00dull};

int main(void) {
    struct w w = {'x', ((unsigned __int128)0x0123456789abcdefull << 64) | 0xfedcba9876543210ull};
    printf("%zu %zu\n", sizeof w, _Alignof(struct w));
    unsigned __int128 r = mix(table[1] | table[2], 3, w);
    printf("%llx %llx\n", (unsigned long long)(r >> 64), (unsigned long long)r);
    for (int i = 0; i < 3; i++) table[i] += r;
    printf("%llx %llx\n", (unsigned long long)(table[1] >> 64), (unsigned long long)table[2]);
    printf("%.15g %.15g\n", (double)w.v, (double)(__int128)-(__int128)(w.v >> 1));
    unsigned __int128 back = (unsigned __int128)1.5e30;
    printf("%llx %llx\n", (unsigned long long)(back >> 64), (unsigned long long)back);
    char digits[50];
    int n = 0;
    for (unsigned __int128 v = w.v; v; v /= 10) digits[n++] = (char)('0' + (int)(v % 10));
    while (n) putchar(digits[--n]);
    putchar('\n');
    return 0;
}
