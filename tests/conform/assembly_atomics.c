/* Inline assembly: locked operations and exchanges, in all widths, as libraries of atomics write them. */
#include <stdint.h>
#include <stdio.h>

#define WIDTH(type, s, q) \
    static type xchg_##s(type *p, type v) { \
        __asm__ __volatile__("xchg" #s " %0, %1" : "+" q(v), "+m"(*p) : : "memory"); \
        return v; \
    } \
    static type xadd_##s(type *p, type v) { \
        __asm__ __volatile__("lock; xadd" #s " %0, %1" : "+" q(v), "+m"(*p) : : "memory", "cc"); \
        return v; \
    } \
    static int cas_##s(type *p, type *expected, type v) { \
        unsigned char done; \
        __asm__ __volatile__("lock ; cmpxchg" #s " %3,%1\n\tsetz %0" \
                             : "=q"(done), "+m"(*p), "+a"(*expected) \
                             : q(v) \
                             : "memory", "cc"); \
        return done; \
    } \
    static int cas_flag_##s(type *p, type expected, type v) { \
        int done; \
        __asm__ __volatile__("lock cmpxchg" #s " %3,%1" \
                             : "=@cce"(done), "+m"(*p), "+a"(expected) \
                             : q(v) \
                             : "memory"); \
        return done; \
    } \
    static void change_##s(type *p, type v) { \
        __asm__ __volatile__("lock add" #s " %1, %0" : "+m"(*p) : "i" q(v) : "memory", "cc"); \
        __asm__ __volatile__("lock\n\tor" #s " %1,%0" : "+m"(*p) : "i" q((type)0x51) : "memory", "cc"); \
        __asm__ __volatile__("lock;xor" #s " %1,%0" : "+m"(*p) : "i" q((type)0x13) : "memory", "cc"); \
        __asm__ __volatile__("lock; and" #s " %1,%0" : "+m"(*p) : "i" q((type)0x7d) : "memory", "cc"); \
        __asm__ __volatile__("lock; sub" #s " $3,%0" : "+m"(*p) : : "memory", "cc"); \
        __asm__ __volatile__("lock; not" #s " %0" : "+m"(*p) : : "memory"); \
    } \
    static int down_##s(type *p) { \
        unsigned char zero; \
        __asm__ __volatile__("lock; dec" #s " %0; sete %1" : "+m"(*p), "=qm"(zero) : : "memory", "cc"); \
        return zero; \
    } \
    static int up_##s(type *p) { \
        unsigned char zero; \
        __asm__ __volatile__("lock; inc" #s " %0; sete %1" : "+m"(*p), "=qm"(zero) : : "memory", "cc"); \
        return zero; \
    } \
    static void show_##s(void) { \
        type x = (type)0x1234567812345678, e = 5; \
        printf(#s " %llx", (long long)xchg_##s(&x, 7)); \
        printf(" %llx", (long long)xadd_##s(&x, 9)); \
        printf(" %llx", (long long)x); \
        printf(" %d", cas_##s(&x, &e, 20)); \
        printf(" %llx", (long long)e); \
        printf(" %d", cas_##s(&x, &e, 20)); \
        printf(" %llx", (long long)e); \
        printf(" %llx", (long long)x); \
        printf(" %d", cas_flag_##s(&x, 1, 2)); \
        printf(" %d", cas_flag_##s(&x, 20, 2)); \
        printf(" %llx", (long long)x); \
        change_##s(&x, (type)-3); \
        printf(" %llx", (long long)x); \
        x = 2; \
        printf(" %d", down_##s(&x)); \
        printf(" %d", down_##s(&x)); \
        printf(" %d", down_##s(&x)); \
        printf(" %llx", (long long)x); \
        printf(" %d\n", up_##s(&x)); \
    }
WIDTH(uint8_t, b, "q")
WIDTH(uint16_t, w, "r")
WIDTH(uint32_t, l, "r")
WIDTH(uint64_t, q, "r")

static int bits(uint64_t *p) {
    unsigned char before[3];
    __asm__ __volatile__("lock; btsq %2, %0; setc %1" : "+m"(*p), "=q"(before[0]) : "r"(5l) : "cc", "memory");
    __asm__ __volatile__("lock; btcq $5, %0; setc %1" : "+m"(*p), "=q"(before[1]) : : "cc", "memory");
    __asm__ __volatile__("lock; btrl %2, %0; setc %1"
                         : "+m"(*(uint32_t *)p), "=q"(before[2])
                         : "Ir"(1)
                         : "cc", "memory");
    return before[0] | before[1] << 1 | before[2] << 2;
}

struct pair {
    uint64_t low, high;
} __attribute__((aligned(16)));

static int cas_pair(struct pair *p, struct pair expected, struct pair wanted, struct pair *seen) {
    char done;
    __asm__ __volatile__("lock; cmpxchg16b %1; setz %0"
                         : "=q"(done), "+m"(*p), "+a"(expected.low), "+d"(expected.high)
                         : "b"(wanted.low), "c"(wanted.high)
                         : "memory", "cc");
    *seen = expected;
    return done;
}

static int cas_eight(uint64_t *p, uint64_t *expected, uint64_t wanted) {
    uint32_t low = (uint32_t)*expected, high = (uint32_t)(*expected >> 32);
    int done;
    __asm__ __volatile__("lock; cmpxchg8b %1"
                         : "=@ccz"(done), "+m"(*p), "+a"(low), "+d"(high)
                         : "b"((uint32_t)wanted), "c"((uint32_t)(wanted >> 32))
                         : "memory");
    *expected = (uint64_t)high << 32 | low;
    return done;
}

int main(void) {
    show_b();
    show_w();
    show_l();
    show_q();
    uint64_t word = 2, expected = 3;
    int before = bits(&word);
    printf("%d %llx\n", before, (long long)word);
    word = 0x100000002;
    int first = cas_eight(&word, &expected, 9);
    printf("%d %llx %llx ", first, (long long)expected, (long long)word);
    first = cas_eight(&word, &expected, 0x300000009);
    printf("%d %llx %llx\n", first, (long long)expected, (long long)word);
    struct pair p = {1, 2}, seen;
    int second = cas_pair(&p, (struct pair){1, 3}, (struct pair){7, 8}, &seen);
    printf("%d %llu %llu %llu %llu ", second, (long long)p.low, (long long)p.high, (long long)seen.low,
           (long long)seen.high);
    second = cas_pair(&p, (struct pair){1, 2}, (struct pair){7, 8}, &seen);
    printf("%d %llu %llu %llu %llu\n", second, (long long)p.low, (long long)p.high, (long long)seen.low,
           (long long)seen.high);
    /* The same without lock, and in registers. */
    uint32_t x = 5, y = 6;
    unsigned char zero;
    __asm__("xaddl %0, %1" : "+r"(x), "+r"(y) : : "cc");
    printf("%u %u ", x, y);
    __asm__("xaddl %0, %1" : "+r"(x), "+m"(y) : : "cc");
    printf("%u %u ", x, y);
    uint32_t old = 17;
    __asm__("cmpxchgl %3, %1; setz %0" : "=q"(zero), "+m"(y), "+a"(old) : "r"(1) : "cc");
    printf("%d %u %u ", zero, y, old);
    __asm__("cmpxchgl %3, %1; setz %0" : "=q"(zero), "+m"(y), "+a"(old) : "r"(1) : "cc");
    printf("%d %u %u ", zero, y, old);
    __asm__("xchgl %0, %1" : "+r"(x), "+r"(y));
    printf("%u %u\n", x, y);
    return 0;
}
