/* The comma operator orders its operands and yields the last; commas of calls and initialisers do not interfere. */
#include <stdio.h>

static char trace[64];
static int used;
static int note(char c, int v) {
    trace[used++] = c;
    return v;
}
static int sum(int a, int b) { return a * 10 + b; }

int main(void) {
    int i, j;
    for (i = 0, j = 20; i < j; i += 3, j -= 2) printf("(%d,%d)", i, j);
    puts("");
    int v = (note('a', 1), note('b', 2), note('c', 3));
    printf("%d %s\n", v, trace);
    printf("%d\n", sum((i = 4, i + 1), (j = 5, j * 2)));
    int array[] = {(1, 2), (3, 4), 5};
    printf("%zu %d %d %d\n", sizeof array / sizeof *array, array[0], array[1], array[2]);
    v = note('d', 0) ? note('e', 1) : (note('f', 2), note('g', 9));
    printf("%d %s\n", v, trace);
    if (v++, v == 10) puts("ten");
    while (v -= 3, v > 0) printf("%d ", v);
    printf("%d\n", v);
    char wide = 1;
    printf("%zu %zu\n", sizeof(0, wide) <= sizeof(int), sizeof(wide, 0L));
    const char *p = "xyz", *q = (p++, p++, p);
    printf("%s\n", q);
    return (note('h', 1), note('i', 0), used);
}
