/* setjmp within loops: retries, values passed back, jumps out of nested calls, and buffers used again. */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf retry, leave[3];

static void attempt(int n, int depth) {
    if (depth) attempt(n, depth - 1);
    else if (n % 3) longjmp(retry, n);
}
static void nest(int level, int target) {
    if (level == 3) longjmp(leave[target], target + 10);
    switch (setjmp(leave[level])) {
    case 0: nest(level + 1, target); break;
    case 10: printf("outermost at %d\n", level); break;
    case 11: printf("middle at %d\n", level); break;
    default: printf("innermost at %d\n", level);
    }
}

int main(void) {
    volatile int failures = 0, sum = 0;
    for (volatile int i = 0; i < 10; i++) {
        if (setjmp(retry)) {
            failures++;
            continue;
        }
        attempt(i, i);
        sum += i;
    }
    printf("%d %d\n", failures, sum);
    for (int t = 0; t < 3; t++) nest(0, t);
    volatile int tries = 0;
    if (setjmp(retry) < 5) {
        tries++;
        longjmp(retry, tries);
    }
    printf("%d\n", tries);
    if (setjmp(leave[0]) == 0) longjmp(leave[0], 0);
    else puts("zero becomes one");
    return tries + failures;
}
