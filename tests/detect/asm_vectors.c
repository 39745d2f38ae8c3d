/* expect: safe */
/* Vector registers in assembly, by name and as operands. */
#include <heddle/heddle.h>
#include <string.h>

typedef float Floats __attribute__((vector_size(16)));
typedef int Ints __attribute__((vector_size(16)));

/* The sum of absolute differences, as encoders of video have it. */
static int distance(const unsigned char *a, const unsigned char *b, long n) {
    int r;
    __asm__ volatile(
        "pxor %%xmm7, %%xmm7\n1: movdqu (%1), %%xmm0\n movdqu (%2), %%xmm1\n psadbw %%xmm1, %%xmm0\n"
        "paddq %%xmm0, %%xmm7\n addq $16, %1\n addq $16, %2\n subq $16, %3\n jg 1b\n"
        "movhlps %%xmm7, %%xmm0\n paddd %%xmm7, %%xmm0\n movd %%xmm0, %0"
        : "=r"(r), "+r"(a), "+r"(b), "+r"(n)
        :
        : "xmm0", "xmm1", "xmm7", "memory", "cc");
    return r;
}

int main(void) {
    Floats a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
    __asm__("addps %1, %0" : "+x"(a) : "x"(b));
    heddle_assert(a[0] == 6 && a[1] == 8 && a[2] == 10 && a[3] == 12);
    int n = heddle_int("n");
    Ints x = {n, -2, 3, -4}, y, u = {1, 2, 3, 4}, z = {0};
    __asm__("movdqa %1, %0\n psrad $1, %0" : "=&x"(y) : "x"(x));
    heddle_assert(y[0] == n >> 1 && y[1] == -1 && y[3] == -2);
    __asm__("pshufd $0x1b, %0, %0" : "+x"(u));
    heddle_assert(u[0] == 4 && u[1] == 3 && u[2] == 2 && u[3] == 1);
    __asm__("punpckldq %1, %0" : "+x"(u) : "x"(x));
    heddle_assert(u[0] == 4 && u[1] == n && u[2] == 3 && u[3] == -2);
    int mask, low;
    __asm__("pcmpgtd %2, %1\n pmovmskb %1, %0" : "=r"(mask), "+x"(z) : "x"((Ints){-1, 1, -1, 0}));
    heddle_assert(mask == 0x0f0f);
    __asm__("movd %1, %0" : "=r"(low) : "x"(u));
    heddle_assert(low == 4);
    double root = 2.25;
    long whole;
    __asm__("sqrtsd %0, %0" : "+x"(root));
    __asm__("cvttsd2si %1, %0" : "=r"(whole) : "x"(3.7));
    heddle_assert(root == 1.5 && whole == 3);
    char from[32] = "0123456789abcdef0123456789abcde", to[32];
    __asm__ volatile(
        "movdqu (%0), %%xmm0\n movdqu 16(%0), %%xmm1\n movdqu %%xmm0, (%1)\n movups %%xmm1, 16(%1)"
        :
        : "r"(from), "r"(to)
        : "xmm0", "xmm1", "memory");
    heddle_assert(!strcmp(from, to));
    unsigned char p[32], q[32];
    int expected = 0;
    for (int k = 0; k < 32; k++) {
        p[k] = (unsigned char)(k * 7), q[k] = (unsigned char)(k * 3 + 1);
        expected += p[k] > q[k] ? p[k] - q[k] : q[k] - p[k];
    }
    heddle_assert(distance(p, q, 32) == expected);
    return 0;
}
