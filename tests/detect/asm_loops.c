/* expect: safe */
/* Loops in assembly, jumps around accesses to memory, and the machine's searches in strings. */
#include <heddle/heddle.h>
#include <string.h>

static unsigned long sum(const unsigned *p, unsigned long n) {
    unsigned long s = 0;
    __asm__ volatile("1: movl (%1), %%eax\n addq %%rax, %0\n addq $4, %1\n decq %2\n jnz 1b"
                     : "+r"(s), "+r"(p), "+r"(n)
                     :
                     : "rax", "cc", "memory");
    return s;
}

static long length(const char *s) {
    const char *p = s;
    __asm__("jmp .Llook%=\n.Lnext%=: incq %0\n.Llook%=: cmpb $0, (%0)\n jne .Lnext%="
            : "+r"(p)
            :
            : "memory", "cc");
    return p - s;
}

static unsigned divisor(unsigned a, unsigned b) {
    __asm__("jmp 2f\n1: xorl %%edx, %%edx\n divl %1\n movl %1, %0\n movl %%edx, %1\n2: testl %1, %1\n jnz 1b"
            : "+a"(a), "+r"(b)
            :
            : "edx", "cc");
    return a;
}

static int below(long n) {
    int s = 0;
    __asm__("1: addl %%ecx, %0\n loop 1b" : "+r"(s), "+c"(n) : : "cc");
    return s;
}

static void store_if(int *p, int yes) {
    __asm__ volatile("testl %1, %1\n jz 1f\n movl $7, (%0)\n1:" : : "r"(p), "r"(yes) : "cc", "memory");
}

static long found(const char *s, long n, char c) {
    const char *q = s;
    __asm__("repne scasb" : "+D"(q), "+c"(n) : "a"(c) : "memory", "cc");
    return q - s - 1;
}

static int compared(const char *a, const char *b, long n) {
    int above, under;
    __asm__("cmpq %4, %4\n repe cmpsb\n seta %b0\n setb %b1"
            : "=&q"(above), "=&q"(under), "+D"(b), "+S"(a), "+c"(n)
            :
            : "memory", "cc");
    return (above & 1) - (under & 1);
}

int main(void) {
    unsigned v[] = {1, 2, 3, 4, 5};
    int x = heddle_int("x"), kept = 1;
    v[2] = (unsigned)x;
    heddle_assert(sum(v, 5) == 12 + (unsigned long)v[2]);
    heddle_assert(length("hello") == 5 && length("") == 0);
    heddle_assert(divisor(48, 18) == 6 && divisor(7, 0) == 7);
    heddle_assert(below(10) == 55);
    store_if(&kept, x == 9);
    heddle_assert(kept == (x == 9 ? 7 : 1));
    heddle_assert(found("abcdef", 100, 'e') == 4);
    heddle_assert(compared("abc", "abc", 3) == 0 && compared("abd", "abc", 3) == 1);
    heddle_assert(compared("abc", "abd", 3) == -1 && compared("a", "b", 0) == 0);
    return 0;
}
