/* Packed structures: unaligned loads and stores of all widths. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#pragma pack(push, 1)
struct header { uint8_t v; uint16_t len; uint32_t id; uint64_t stamp; float f; double d; int16_t tail; };
#pragma pack(pop)

int main(void) {
    struct header h[2];
    memset(h, 0, sizeof h);
    h[1] = (struct header){1, 0x1234, 0xdeadbeef, 0x0123456789abcdef, 1.5f, -2.5, -7};
    unsigned char *b = (unsigned char *)&h[1];
    for (size_t i = 0; i < sizeof *h; i++) printf("%02x", b[i]);
    printf(" %zu\n", sizeof *h);
    h[1].id++;
    h[1].stamp <<= 4;
    h[1].d *= h[1].f;
    struct header c = h[1];
    printf("%x %llx %g %d\n", c.id, (unsigned long long)c.stamp, c.d, c.tail);
    uint32_t x;
    memcpy(&x, b + 1, 4);
    printf("%x\n", x);
    return c.v;
}
