/* Inline assembly: how templates name their operands, and templates that do little. */
#include <stdint.h>
#include <stdio.h>

struct pair {
    long first, second;
    int array[4];
};

static int hidden(int x) {
    __asm__("" : "+r"(x));
    __asm__ volatile("" : : "r"(x) : "memory");
    __asm__ volatile("# a comment" ::: "memory");
    return x;
}

static double hidden_double(double x) {
    __asm__("" : "+m"(x));
    return x;
}

static void *hidden_pointer(void *p) {
    void *q;
    __asm__("" : "=r"(q) : "0"(p));
    return q;
}

int main(void) {
    uint64_t x = 0x1122334455667788, y = 0;
    __asm__("movb %b1, %b0" : "+q"(y) : "q"(x));
    printf("%llx ", (long long)y);
    __asm__("movw %w1, %w0" : "+r"(y) : "r"(x));
    printf("%llx ", (long long)y);
    __asm__("movb %h1, %b0" : "+Q"(y) : "Q"(x));
    printf("%llx ", (long long)y);
    __asm__("movl %k1, %k0" : "+r"(y) : "r"(x));
    printf("%llx ", (long long)y);
    __asm__("movq %q1, %q0" : "+r"(y) : "r"(x));
    printf("%llx\n", (long long)y);
    __asm__("xchg %b0, %h0" : "+Q"(y));
    printf("%llx\n", (long long)y);

    struct pair p = {10, 20, {1, 2, 3, 4}};
    long sum;
    __asm__("movq %1, %0\n\taddq 8+%1, %0" : "=&r"(sum) : "m"(p));
    printf("%ld ", sum);
    __asm__("movq (%1), %0; addq 8(%1), %0;" : "=&r"(sum) : "r"(&p), "m"(p));
    printf("%ld ", sum);
    int element;
    __asm__("movl 16(%1,%2,4), %0" : "=r"(element) : "r"(&p), "r"(2l), "m"(p));
    printf("%d ", element);
    __asm__("leaq (%1,%1,4), %0" : "=r"(sum) : "r"(7l));
    printf("%ld ", sum);
    __asm__ volatile("addl %1, %0" : "+m"(p.array[1]) : "ir"(-100));
    __asm__ volatile("addq %1, %0" : "+m"(p.second) : "er"(-5));
    __asm__ volatile("incq %0; decq %[second]" : "+m"(p.first) , [second] "+m"(p.second));
    __asm__ volatile("movl $77, (%0)" : : "r"(p.array) : "memory");
    printf("%ld %ld %d %d\n", p.first, p.second, p.array[0], p.array[1]);

    int equal, less, carry;
    __asm__("cmpl %3, %2" : "=@ccz"(equal), "=@ccl"(less) : "r"(3), "r"(4) : "memory");
    __asm__("addl %2, %1" : "=@ccc"(carry), "+r"(element) : "r"(-2) : "cc");
    printf("%d %d %d %d\n", equal, less, carry, element);

    uint32_t a = 1, b, c = 0, d;
    __asm__ volatile("movl %%eax, %%ebx\n\taddl $5, %%ebx # and so on\n\tleal (%%rbx,%%rax,2), %%edx"
                     : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    printf("%u %u %u %u\n", a, b, c, d);
    uint64_t saved;
    __asm__ volatile("pushq %%rbx; movq $5, %%rbx; movq %%rbx, %0; popq %%rbx" : "=r"(saved) : : "memory");
    register uint64_t ten __asm__("r10") = 10;
    __asm__ volatile("addq %%r10, %0" : "+r"(saved) : "r"(ten) : "cc");
    __asm__ volatile("addq $1, %0" : "+r"(ten));
    printf("%llu %llu\n", (long long)saved, (long long)ten);

    __asm__ volatile("pause");
    __asm__ volatile("rep; nop" ::: "memory");
    __asm__ volatile("mfence; lfence\n\tsfence" ::: "memory");
    __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
    __asm__ volatile("prefetcht0 %0" : : "m"(p));
    __asm__ volatile("prefetchnta (%0)" : : "r"(&p));
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    uint32_t leaf = 0, none;
    __asm__ volatile("xchgq %%rbx, %q1\n\tcpuid\n\txchgq %%rbx, %q1"
                     : "+a"(leaf), "=&r"(none)
                     :
                     : "ecx", "edx");
    printf("%d\n", leaf >= 1);
    double half = 0.5, stored;
    float eighth = 0.125f, single;
    __asm__("movq %1, %0" : "=m"(stored) : "r"(half));
    __asm__("movl %1, %0" : "=r"(single) : "m"(eighth));
    printf("%g %g\n", stored, single);
    printf("%d %g %d\n", hidden(42), hidden_double(1.5), hidden_pointer(&p) == &p);
    return 0;
}
