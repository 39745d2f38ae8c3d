/* volatile objects: each access happens, also through pointers and in structures. */
#include <stdio.h>

static volatile int device[4];
struct regs { volatile unsigned status; unsigned shadow; };

static int poll(volatile int *p) {
    int n = 0;
    while (*p > 0) { (*p)--; n++; }
    return n;
}

int main(void) {
    device[1] = 5;
    int polled = poll(&device[1]);
    printf("%d %d\n", polled, device[1]);
    struct regs r = {3, 4};
    volatile struct regs *p = &r;
    p->status |= 8;
    p->shadow += p->status++;
    printf("%u %u\n", r.status, r.shadow);
    volatile double d = 0.1;
    d *= 3;
    printf("%.17g\n", d);
    volatile char c = 127;
    c++;
    printf("%d\n", c);
    const volatile int fixed = 9;
    return fixed;
}
