/* Merge sort on lists of pointers, stable; insertion sort and shell sort as checks. */
#include <stdio.h>
#include <string.h>

struct item { int key, order; };
static struct item tmp[100];
static void msort(struct item *a, int n) {
    if (n < 2) return;
    int h = n / 2, i = 0, j = h, k = 0;
    msort(a, h);
    msort(a + h, n - h);
    while (i < h && j < n) tmp[k++] = a[j].key < a[i].key ? a[j++] : a[i++];
    while (i < h) tmp[k++] = a[i++];
    while (j < n) tmp[k++] = a[j++];
    memcpy(a, tmp, (size_t)n * sizeof *a);
}
static void shell(int *v, int n) {
    for (int gap = n / 2; gap; gap /= 2)
        for (int i = gap; i < n; i++) { int x = v[i], j = i; for (; j >= gap && v[j - gap] > x; j -= gap) v[j] = v[j - gap]; v[j] = x; }
}

int main(void) {
    struct item a[60];
    int v[60];
    for (int i = 0; i < 60; i++) { a[i] = (struct item){i * 29 % 13, i}; v[i] = a[i].key; }
    msort(a, 60);
    shell(v, 60);
    int ok = 1;
    for (int i = 0; i < 60; i++) {
        if (a[i].key != v[i]) ok = 0;
        if (i && a[i - 1].key == a[i].key && a[i - 1].order > a[i].order) ok = 0;
    }
    for (int i = 0; i < 60; i += 7) printf("%d/%d ", a[i].key, a[i].order);
    printf("%d\n", ok);
    return ok;
}
