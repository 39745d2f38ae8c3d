/* Labels as values: a static table of label differences, a table of addresses, and threads of code held in data. */
#include <stdio.h>

static long run(const unsigned char *code, long x) {
    static const int offsets[] = {&&halt - &&halt, &&inc - &&halt, &&twice - &&halt, &&jump - &&halt, &&neg - &&halt};
    const unsigned char *pc = code;
    long left = 5;
#define NEXT goto *(&&halt + offsets[*pc++])
    NEXT;
inc:
    x += *pc++;
    NEXT;
twice:
    x *= 2;
    NEXT;
neg:
    x = -x;
    NEXT;
jump:
    pc = left-- > 0 ? code + *pc : pc + 1;
    NEXT;
halt:
    return x;
}
static int collatz(unsigned n) {
    void *const step[] = {&&even, &&odd};
    int count = 0;
again:
    if (n == 1) return count;
    count++;
    goto *step[n % 2];
even:
    n /= 2;
    goto again;
odd:
    n = 3 * n + 1;
    goto again;
}

int main(void) {
    static const unsigned char program[] = {1, 3, 2, 3, 0, 4, 0}, empty[] = {0};
    for (long x = -2; x < 3; x++) printf("%ld ", run(program, x));
    printf("%ld\n", run(empty, 99));
    for (unsigned n = 1; n < 30; n++) printf("%d ", collatz(n));
    puts("");
    return collatz(27);
}
