/* Pointer arithmetic, differences, comparison, indexing from the end, negative indices. */
#include <stdio.h>
#include <stdint.h>

struct s { char c; int v; };

int main(void) {
    int a[10];
    struct s b[5];
    for (int i = 0; i < 10; i++) a[i] = i * i;
    int *p = a + 3, *q = &a[8];
    printf("%td %td %d %d\n", q - p, p - q, p < q, p[-2]);
    printf("%d %d ", *(q - 1), 4[a]);
    printf("%d\n", *--q);
    printf("%td %td\n", &b[4] - b, (char *)&b[4] - (char *)b);
    *p++ = 100;
    (*p)++;
    ++*p;
    printf("%d %d\n", a[3], a[4]);
    int **pp = &p;
    (*pp)++;
    printf("%d %d\n", **pp, *p == a[5]);
    void *v = p;
    printf("%d\n", (int *)v == p && (uintptr_t)v % sizeof(int) == 0);
    char *end = (char *)(a + 10);
    int n = 0;
    for (char *c = (char *)a; c != end; c++) n++;
    return n;
}
