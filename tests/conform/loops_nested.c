/* Loop control: continue, break out of nested loops, several loop variables, empty bodies. */
#include <stdio.h>

int main(void) {
    int count = 0;
    for (int i = 0, j = 10; i < j; i++, j--) {
        if (i == 2) continue;
        for (int k = 0;; k++) {
            if (k > i) break;
            if ((k + j) % 3 == 0) continue;
            count += k + 1;
        }
    }
    printf("%d\n", count);
    int n = 1000;
    while (n /= 3) count++;
    printf("%d\n", count);
    const char *s = "length";
    const char *e = s;
    while (*e++);
    printf("%td\n", e - s - 1);
    unsigned char c = 250;
    int turns = 0;
    do turns++; while (++c);
    printf("%d\n", turns);
    for (double x = 0; x < 1; x += 0.25) printf("%g ", x);
    printf("\n");
    return count;
}
