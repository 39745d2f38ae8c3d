/* qsort and bsearch over a few hundred pseudo-random numbers. */
#include <stdio.h>
#include <stdlib.h>

static unsigned calls;
static int cmp(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    calls++;
    return (x > y) - (x < y);
}

int main(void) {
    enum { N = 300 };
    int v[N];
    unsigned seed = 12345;
    for (int i = 0; i < N; i++) v[i] = (int)((seed = seed * 1103515245 + 12345) >> 16 & 1023);
    qsort(v, N, sizeof *v, cmp);
    int ordered = 1;
    long sum = 0;
    for (int i = 0; i < N; i++) { if (i && v[i - 1] > v[i]) ordered = 0; sum += v[i] * (long)i; }
    printf("%d %ld %d\n", ordered, sum, calls > N);
    int hits = 0;
    for (int key = 0; key < 1024; key++) { int *p = bsearch(&key, v, N, sizeof *v, cmp); if (p) { hits++; if (*p != key) return 1; } }
    printf("%d\n", hits);
    int key = 5;
    printf("%d\n", bsearch(&key, v, 0, sizeof *v, cmp) == NULL);
    return ordered ? 0 : 1;
}
