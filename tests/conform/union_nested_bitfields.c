/* Unions nested in structures nested in unions, with bit-fields of several widths and signs. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union word {
    uint32_t all;
    struct {
        uint32_t low : 5, middle : 11;
        union {
            uint16_t high;
            struct { uint16_t a : 3, b : 6, c : 7; };
            uint8_t bytes[2];
        };
    };
};
struct small { int s3 : 3; unsigned u3 : 3; int : 0; signed long wide : 40; _Bool flag : 1; };

int main(void) {
    union word w = {0};
    w.low = 37;
    w.middle = 2047;
    printf("%08x\n", w.all);
    w.c = 0x55;
    w.a = 5;
    w.b++;
    printf("%08x %04x %02x %02x\n", w.all, w.high, w.bytes[0], w.bytes[1]);
    w.all = 0xdeadbeef;
    printf("%u %u %u %u %u\n", w.low, w.middle, w.a, w.b, w.c);
    w.b -= w.a;
    w.middle <<= 3;
    w.low = ~w.low;
    printf("%08x\n", w.all);
    struct small s;
    memset(&s, 0, sizeof s);
    for (int i = 0; i < 12; i += 3) {
        s.s3 = i % 4 - 2;
        s.u3 += 3;
        s.wide = s.wide * 1000 - i - 1;
        s.flag = i & 2;
        printf("%d %u %ld %d\n", s.s3, s.u3, (long)s.wide, s.flag);
    }
    union word copy[2] = {{.all = 1}, w};
    copy[0].high = copy[1].high;
    printf("%08x %zu %zu\n", copy[0].all, sizeof w, sizeof s);
    return copy[0].bytes[1];
}
