/* Dynamic two-dimensional arrays: pointers to rows, one block, pointer to VLA. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int rows = 5, cols = 7, sum = 0;
    int **a = malloc((size_t)rows * sizeof *a);
    for (int i = 0; i < rows; i++) { a[i] = malloc((size_t)cols * sizeof **a); for (int j = 0; j < cols; j++) a[i][j] = i * j; }
    int *flat = calloc((size_t)(rows * cols), sizeof *flat);
    for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) flat[i * cols + j] = a[i][j] + 1;
    int (*grid)[cols] = malloc((size_t)rows * sizeof *grid);
    for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) grid[i][j] = flat[i * cols + j] * 2;
    int *t = a[0]; a[0] = a[4]; a[4] = t;
    for (int i = 0; i < rows; i++) sum += a[i][i] + grid[i][cols - 1 - i];
    printf("%d %d %d\n", sum, a[0][6], grid[4][6]);
    for (int i = 0; i < rows; i++) free(a[i]);
    free(a); free(flat); free(grid);
    return sum % 256;
}
