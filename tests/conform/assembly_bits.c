/* Inline assembly: bits that are looked for, counted, tested and changed; the order of bytes. */
#include <stdint.h>
#include <stdio.h>

static const uint64_t samples[] = {1, 2, 0x80, 0x8000, 0x80000000, 0xffffffff, 0x123456789abcdef0, 1ull << 63, ~0ull};

int main(void) {
    for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++) {
        uint64_t x = samples[i], first, last, zero = 0, kept = 77, swapped = x;
        uint32_t narrow = (uint32_t)x | 1, f32, l32, s32 = (uint32_t)x;
        unsigned char z;
        __asm__("bsfq %1, %0" : "=r"(first) : "rm"(x) : "cc");
        __asm__("bsrq %1, %0" : "=r"(last) : "r"(x) : "cc");
        __asm__("bsfl %1, %0" : "=r"(f32) : "r"(narrow) : "cc");
        __asm__("bsrl %1, %0" : "=r"(l32) : "r"(narrow) : "cc");
        __asm__("bsfq %2, %0; setz %1" : "+r"(kept), "=q"(z) : "r"(zero) : "cc");
        __asm__("bswapq %0" : "+r"(swapped));
        __asm__("bswap %0" : "+r"(s32));
        printf("%llu %llu %u %u %llu %d %016llx %08x", (long long)first, (long long)last, f32, l32, (long long)kept,
               z, (long long)swapped, s32);
        uint64_t count;
        uint32_t count32;
        uint16_t rotated = (uint16_t)x;
        __asm__("popcntq %1, %0" : "=r"(count) : "r"(x) : "cc");
        __asm__("popcnt %1, %0" : "=r"(count32) : "r"((uint32_t)x) : "cc");
        __asm__("rorw $8, %w0" : "+r"(rotated) : : "cc");
        printf(" %llu %u %04x\n", (long long)count, count32, rotated);
    }
    for (uint64_t x = 0; x < 9; x++) {
        long found, least = 5;
        __asm__("bsrq %1, %0\n\tjnz 1f\n\tmovq $-1, %0\n1:\n\t" : "=r"(found) : "rm"(x) : "cc");
        __asm__("cmpq %1, %0; jbe 1f; movq %1, %0; 1: cmpq $3, %0; jae 2f; addq $10, %0; 2:"
                : "+r"(least)
                : "r"((long)x)
                : "cc");
        printf("%ld %ld ", found, least);
    }
    puts("");
    uint64_t words[4] = {0, 0, 0, 0}, reg = 0;
    unsigned char carry[5];
    long far = 130, back = -3;
    __asm__ volatile("btsq %2, %0; setc %1" : "+m"(words), "=q"(carry[0]) : "r"(far) : "cc");
    __asm__ volatile("btsq %2, %0; setc %1" : "+m"(words), "=q"(carry[1]) : "r"(far) : "cc");
    __asm__ volatile("btcq %1, %0" : "+m"(words[1]) : "r"(back) : "cc", "memory");
    __asm__ volatile("btsl $35, %0" : "+m"(*(uint32_t *)&words[3]) : : "cc");
    __asm__("btsq %2, %0\n\tsbbb %1, %1" : "+r"(reg), "+q"(carry[2]) : "r"(far) : "cc");
    __asm__("btrq $2, %0\n\tsetc %1" : "+r"(reg), "=q"(carry[3]) : : "cc");
    __asm__("btl %2, %1\n\tsetc %0" : "=q"(carry[4]) : "r"(0x100), "Ir"(8) : "cc");
    printf("%llx %llx %llx %llx %llx %d %d %d %d\n", (long long)words[0], (long long)words[1],
           (long long)words[2], (long long)words[3], (long long)reg, carry[0], carry[1], carry[3], carry[4]);
    return 0;
}
