/* A member of a returned structure used at once; chained calls. */
#include <stdio.h>

struct acc { long sum; int steps; char last[5]; };

static struct acc step(struct acc a, int v) {
    a.sum += v;
    a.last[a.steps++ % 4] = (char)('a' + v % 26);
    return a;
}
static struct acc start(void) { return (struct acc){0}; }

int main(void) {
    printf("%ld\n", step(step(step(start(), 1), 2), 3).sum);
    struct acc a = start();
    for (int i = 0; i < 100; i++) a = step(a, i * i);
    printf("%ld %d %s\n", a.sum, a.steps, a.last);
    printf("%c\n", step(a, 25).last[0]);
    struct acc (*f)(struct acc, int) = step;
    printf("%d\n", f(a, 0).steps);
    return 0;
}
