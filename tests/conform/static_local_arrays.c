/* Static arrays of functions: zero at first, kept between calls, shared by recursion and separate per function. */
#include <stdio.h>

static unsigned long long fibonacci(int n) {
    static unsigned long long memo[91];
    static int misses;
    if (n < 0) return (unsigned long long)misses;
    if (n < 2) return (unsigned long long)n;
    if (!memo[n]) {
        misses++;
        memo[n] = fibonacci(n - 1) + fibonacci(n - 2);
    }
    return memo[n];
}
static const char *decimal(int v) {
    static char rotating[4][12];
    static unsigned next;
    char *p = rotating[next++ % 4];
    snprintf(p, sizeof rotating[0], "<%d>", v);
    return p;
}
static int *counter(int which) {
    static int counts[3] = {10, 20};
    static int *const tables[] = {&counts[2], &counts[1], counts};
    ++*tables[which];
    return tables[which];
}

int main(void) {
    printf("%llu %llu\n", fibonacci(90), fibonacci(50));
    printf("%llu\n", fibonacci(-1));
    const char *a = decimal(1), *b = decimal(-22), *c = decimal(333), *d = decimal(4);
    printf("%s%s%s%s\n", a, b, c, d);
    printf("%d\n", decimal(5) == a);
    printf("%s%s\n", a, b);
    for (int i = 0; i < 7; i++) printf("%d ", *counter(i % 3));
    puts("");
    for (int i = 0; i < 3; i++) {
        static int inside[2];
        int fresh[2] = {0};
        inside[i % 2] += i + 1;
        fresh[i % 2] += i + 1;
        printf("%d %d %d %d\n", inside[0], inside[1], fresh[0], fresh[1]);
    }
    return *counter(2);
}
