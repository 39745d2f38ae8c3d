/* Growing and shrinking blocks: contents survive, calloc is zero, alignment holds. */
#include <malloc.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *v = NULL;
    size_t n = 0, cap = 0;
    for (int i = 0; i < 500; i++) {
        if (n == cap) v = realloc(v, (cap = cap ? cap + cap / 2 + 1 : 1) * sizeof *v);
        v[n++] = i * 3;
    }
    long sum = 0;
    for (size_t i = 0; i < n; i++) sum += v[i];
    v = realloc(v, 5 * sizeof *v);
    printf("%ld %zu %d\n", sum, cap, v[4]);
    free(v);
    unsigned char *z = calloc(100, 7);
    int any = 0;
    for (int i = 0; i < 700; i++) any |= z[i];
    printf("%d %d\n", any, (uintptr_t)z % 16 == 0);
    free(z);
    void *a = aligned_alloc(256, 512), *b = NULL;
    int r = posix_memalign(&b, 1024, 10);
    printf("%d %d %d %d\n", (uintptr_t)a % 256 == 0, r, (uintptr_t)b % 1024 == 0, posix_memalign(&b, 3, 10) != 0);
    char *s = malloc(10);
    printf("%d %d\n", malloc_usable_size(s) >= 10, malloc(SIZE_MAX / 2 + 10) == NULL);
    free(a); free(b); free(s); free(NULL);
    return 0;
}
