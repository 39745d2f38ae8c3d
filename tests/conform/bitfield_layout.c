/* The bytes behind bit-fields as the x86-64 ABI lays them out. */
#include <stdio.h>
#include <string.h>

union u {
    struct { unsigned a : 4, b : 4, c : 8, d : 16; } s;
    unsigned w;
    unsigned char bytes[4];
};
struct __attribute__((packed)) tight { unsigned x : 5; unsigned y : 9; char z; unsigned w : 10; };

int main(void) {
    union u v = {.w = 0};
    v.s.a = 0xa;
    v.s.b = 0x5;
    v.s.c = 0xcc;
    v.s.d = 0xbeef;
    printf("%08x %02x %02x\n", v.w, v.bytes[0], v.bytes[3]);
    v.bytes[1] = 0x77;
    printf("%x\n", v.s.c);
    struct tight t;
    memset(&t, 0, sizeof t);
    t.x = 31, t.y = 257, t.z = 'q', t.w = 1000;
    unsigned char raw[sizeof t];
    memcpy(raw, &t, sizeof t);
    for (size_t i = 0; i < sizeof t; i++) printf("%02x ", raw[i]);
    printf("%zu %u %u %c %u\n", sizeof t, t.x, t.y, t.z, t.w);
    return 0;
}
