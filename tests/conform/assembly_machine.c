/* Inline assembly: division, shifts over two registers, system calls, the thread's own address, hints. */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *thread_address(void) {
    void *p;
    __asm__("movq %%fs:0, %0" : "=r"(p));
    return p;
}

static void *address_of_other(void *arg) {
    void *p;
    __asm__ volatile("mov %%fs:0x0, %0" : "=r"(p));
    return p == thread_address() ? p : arg;
}

static long call3(long number, long a, long b, long c) {
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c)
                     : "rcx", "r11", "memory");
    return result;
}

static long call6(long number, long a, long b, long c, long d, long e, long f) {
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

static uint64_t divide(uint64_t high, uint64_t low, uint64_t by, uint64_t *left) {
    uint64_t q;
    __asm__("divq %4" : "=a"(q), "=d"(*left) : "0"(low), "1"(high), "rm"(by) : "cc");
    return q;
}

static int divide_signed(int x, int by, int *left) {
    int q;
    __asm__("cltd\n\tidivl %3" : "=a"(q), "=&d"(*left) : "0"(x), "r"(by) : "cc");
    return q;
}

int main(void) {
    call3(SYS_write, 1, (long)"hello\n", 6);
    printf("%ld %d ", call3(SYS_write, 99, 0, 0), call3(SYS_getpid, 0, 0, 0) == getpid());
    int ends[2];
    printf("%ld ", call3(SYS_pipe2, (long)ends, 0, 0));
    printf("%ld\n", call6(SYS_lseek, ends[0], 0, 1, 0, 0, 0));
    pthread_t t;
    void *other;
    pthread_create(&t, NULL, address_of_other, NULL);
    pthread_join(t, &other);
    printf("%d %d %d\n", thread_address() == thread_address(), !!thread_address(), other && other != thread_address());

    static const uint64_t numbers[] = {1, 2, 10, 0x80000000, 0xffffffff, 0x123456789abcdef0, ~0ull};
    uint64_t hash = 0;
    for (unsigned i = 0; i < 7; i++)
        for (unsigned k = 0; k < 7; k++)
            for (unsigned n = 0; n < 70; n += 3) {
                uint64_t x = numbers[i], y = numbers[k], left = 0, q = divide(n % x, y, x, &left);
                int rest, sq = divide_signed((int)y, (int)(x % 1000 + n + 1) * (n & 1 ? -1 : 1), &rest);
                uint64_t a = x, b = x, c = x, d = y;
                uint32_t narrow = (uint32_t)x;
                __asm__("shldq %%cl, %1, %0" : "+r"(a) : "r"(y), "c"(n) : "cc");
                __asm__("shrdq %%cl, %1, %0" : "+r"(b) : "r"(y), "c"(n) : "cc");
                __asm__("shrdl $7, %1, %0" : "+r"(narrow) : "r"((uint32_t)y) : "cc");
                uint8_t carry;
                __asm__("addq %3, %0; rclq %1; rcrq $1, %0; setc %2" : "+r"(c), "+r"(d), "=q"(carry) : "r"(x) : "cc");
                hash = hash * 31 + q + 3 * left + 5 * (unsigned)sq + 7 * (unsigned)rest + 11 * a + 13 * b + 17 * narrow;
                hash = hash * 33 + c + 3 * d + carry;
            }
    printf("%016llx\n", (unsigned long long)hash);

    uint64_t found, kept;
    __asm__("rep; bsf %1, %0" : "=r"(found) : "rm"(0x50ull) : "cc");
    __asm__ volatile("movnti %1, %0" : "=m"(kept) : "r"(found));
    __asm__ volatile("clflush %0" : : "m"(kept));
    __asm__ volatile("clflush (%0)" : : "r"(&kept) : "memory");
    printf("%d %d\n", (int)found, (int)kept);
    return 0;
}
