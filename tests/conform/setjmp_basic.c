/* setjmp and longjmp: values, unwinding nested calls, volatile locals. */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;

static void deep(int n) {
    if (n == 0) longjmp(env, 42);
    deep(n - 1);
}

int main(void) {
    volatile int count = 0;
    int r = setjmp(env);
    printf("%d %d\n", r, count);
    if (r == 0) {
        count = 7;
        deep(10);
        printf("never\n");
    }
    if (count < 10) {
        count++;
        longjmp(env, count == 9 ? 0 : count);
    }
    jmp_buf local;
    if (setjmp(local) == 0) longjmp(local, -3);
    printf("done %d\n", count);
    return count;
}
