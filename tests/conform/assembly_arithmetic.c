/* Inline assembly: arithmetic, flags, conditions, shifts, products. */
#include <stdint.h>
#include <stdio.h>

static const uint64_t samples[] = {0,          1,          2,          0x7f,       0x80,
                                   0xff,       0x7fff,     0x8000,     0xffff,     0x7fffffff,
                                   0x80000000, 0xffffffff, 1ull << 63, ~0ull >> 1, ~0ull};
enum { SAMPLES = sizeof samples / sizeof *samples };

/* The result and four flags of a two-operand instruction, each width. */
#define TWO(name, suffix, type, constraint) \
    static uint64_t name##suffix(type x, type y, unsigned *flags) { \
        unsigned char c, z, s, o; \
        __asm__(#name #suffix " %5, %0\n\tsetc %1\n\tsetz %2\n\tsets %3\n\tseto %4" \
                : "+" constraint(x), "=q"(c), "=q"(z), "=q"(s), "=q"(o) \
                : constraint(y) \
                : "cc"); \
        *flags = c | z << 1 | s << 2 | o << 3; \
        return x; \
    }
#define ALL(name) \
    TWO(name, b, uint8_t, "q") TWO(name, w, uint16_t, "r") TWO(name, l, uint32_t, "r") \
    TWO(name, q, uint64_t, "r")
ALL(add)
ALL(sub)
ALL(and)
ALL(or)
ALL(xor)
ALL(cmp)
ALL(test)

#define SHOW(name) \
    for (int i = 0; i < SAMPLES; i++) \
        for (int k = 0; k < SAMPLES; k += 2) { \
            unsigned f[4]; \
            uint64_t sum = name##b(samples[i], samples[k], f), w = name##w(samples[i], samples[k], f + 1), \
                     l = name##l(samples[i], samples[k], f + 2), q = name##q(samples[i], samples[k], f + 3); \
            hash = hash * 31 + sum * 3 + w * 5 + l * 7 + q + f[0] + f[1] * 16 + f[2] * 256 + f[3] * 4096; \
        } \
    printf(#name " %016llx\n", (unsigned long long)hash)

static unsigned conditions(int x, int y) {
    unsigned char r[14];
#define ONE(n, cc) __asm__("cmpl %2, %1\n\tset" cc " %0" : "=q"(r[n]) : "r"(x), "r"(y) : "cc")
    ONE(0, "e");
    ONE(1, "ne");
    ONE(2, "l");
    ONE(3, "nge");
    ONE(4, "le");
    ONE(5, "g");
    ONE(6, "ge");
    ONE(7, "b");
    ONE(8, "be");
    ONE(9, "a");
    ONE(10, "nb");
    ONE(11, "s");
    ONE(12, "ns");
    ONE(13, "o");
    unsigned all = 0;
    for (int k = 0; k < 14; k++) all |= (unsigned)r[k] << k;
    return all;
}

static uint64_t add_with_carry(uint64_t *high, uint64_t a_high, uint64_t a, uint64_t b_high, uint64_t b) {
    __asm__("addq %3, %1\n\tadcq %5, %0"
            : "=r"(*high), "+&r"(a)
            : "0"(a_high), "re"(b), "r"(a), "rm"(b_high)
            : "cc");
    return a;
}

static uint64_t subtract_with_borrow(uint64_t *high, uint64_t a_high, uint64_t a, uint64_t b_high, uint64_t b) {
    __asm__("subq %3, %1\n\tsbbq %2, %0" : "+r"(a_high), "+r"(a) : "r"(b_high), "r"(b) : "cc");
    *high = a_high;
    return a;
}

static uint64_t product(uint64_t a, uint64_t b, uint64_t *high) {
    uint64_t low;
    __asm__("mulq %3" : "=a"(low), "=d"(*high) : "%0"(a), "rm"(b) : "cc");
    return low;
}

static int maximum(int a, int b) {
    __asm__("cmpl %1, %0; cmovl %1, %0" : "+r"(a) : "r"(b) : "cc");
    return a;
}

int main(void) {
    uint64_t hash = 0;
    SHOW(add);
    SHOW(sub);
    SHOW(and);
    SHOW(or);
    SHOW(xor);
    SHOW(cmp);
    SHOW(test);
    int numbers[] = {0, 1, -1, 5, -5, 2147483647, -2147483647 - 1};
    for (int i = 0; i < 7; i++)
        for (int k = 0; k < 7; k++)
            printf("%04x %d ", conditions(numbers[i], numbers[k]), maximum(numbers[i], numbers[k]));
    puts("");
    for (int i = 0; i < SAMPLES; i++)
        for (int k = 0; k < SAMPLES; k++) {
            uint64_t h1, h2, h3, l1 = add_with_carry(&h1, samples[i], samples[k], 3, samples[i]),
                                 l2 = subtract_with_borrow(&h2, samples[i], samples[k], 3, samples[i]),
                                 l3 = product(samples[i], samples[k], &h3);
            hash = hash * 33 + l1 + 3 * h1 + 5 * l2 + 7 * h2 + 9 * l3 + 11 * h3;
        }
    printf("%016llx\n", (unsigned long long)hash);
    for (int i = 0; i < SAMPLES; i++)
        for (uint8_t n = 0; n < 70; n += 3) {
            uint64_t a = samples[i], b = a, c = a, d = a, e = a;
            uint32_t f = a;
            uint16_t g = a;
            __asm__("shlq %%cl, %0" : "+r"(a) : "c"(n) : "cc");
            __asm__("shrq %b1, %0" : "+r"(b) : "c"((int)n) : "cc");
            __asm__("sarq %%cl, %0" : "+r"(c) : "c"(n) : "cc");
            __asm__("rolq %%cl, %0" : "+r"(d) : "c"(n) : "cc");
            __asm__("rorq %1, %0" : "+r"(e) : "cI"(n) : "cc");
            __asm__("roll %%cl, %0\n\tsarl $3, %0\n\tshll %0" : "+r"(f) : "c"(n) : "cc");
            __asm__("rolw $8, %0\n\tsarw %%cl, %0" : "+r"(g) : "c"((uint8_t)(n & 31)) : "cc");
            hash = hash * 35 + a + 3 * b + 5 * c + 7 * d + 9 * e + 11 * f + 13 * g;
        }
    printf("%016llx\n", (unsigned long long)hash);
    for (int i = 0; i < SAMPLES; i++) {
        uint64_t q = samples[i], n = q, m = q;
        uint8_t carry, still, b = q;
        __asm__("negq %0; setc %1" : "+r"(q), "=q"(carry) : : "cc");
        __asm__("stc; incq %0; setc %1; decb %2; notq %3" : "+r"(n), "=q"(still), "+q"(b), "+r"(m) : : "cc");
        int64_t wide;
        int32_t part;
        __asm__("movslq %1, %0" : "=r"(wide) : "r"((int)q));
        __asm__("movzwl %w1, %0" : "=r"(part) : "r"(q));
        int signed_part;
        __asm__("movsbl %b1, %0" : "=r"(signed_part) : "q"(q));
        int64_t low, high;
        __asm__("cltq; cqto" : "=a"(low), "=d"(high) : "0"(q));
        printf("%llx %llx %d %d %x %llx %llx %x %d %llx %llx\n", (long long)q, (long long)n, carry, still, b,
               (long long)m, (long long)wide, part, signed_part, (long long)low, (long long)high);
    }
    return 0;
}
