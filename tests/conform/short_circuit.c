/* Evaluation order that C does define: &&, ||, ?:, comma, full expressions. */
#include <stdio.h>

static int trace[64], n;
static int t(int id, int result) { trace[n++] = id; return result; }

int main(void) {
    int r = t(1, 0) && t(2, 1);
    r += t(3, 1) || t(4, 1);
    r += t(5, 1) && t(6, 0) || t(7, 1);
    r += t(8, 1) ? t(9, 10) : t(10, 20);
    r += t(11, 0) ?: t(12, 5);
    int x = (t(13, 0), t(14, 1), 7);
    for (int i = 0; t(15, i < 2) && !t(16, 0); t(17, i++)) r++;
    do r += 100; while (t(18, 0));
    for (int i = 0; i < n; i++) printf("%d ", trace[i]);
    printf("\n%d %d\n", r, x);
    return n;
}
