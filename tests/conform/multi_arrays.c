/* Multi-dimensional arrays, pointers to rows, arrays of pointers. */
#include <stdio.h>

static int cube[3][4][5];
static int sum_rows(int (*m)[5], int rows) {
    int s = 0;
    for (int i = 0; i < rows; i++) for (int j = 0; j < 5; j++) s += m[i][j];
    return s;
}

int main(void) {
    for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) for (int k = 0; k < 5; k++) cube[i][j][k] = i * 100 + j * 10 + k;
    printf("%d %d\n", sum_rows(cube[1], 4), sum_rows(&cube[2][1], 2));
    int *flat = &cube[0][0][0];
    printf("%d %d %d\n", flat[59], flat[1 * 20 + 2 * 5 + 3], (int)(&cube[2][0][0] - flat));
    printf("%zu %zu %zu\n", sizeof cube, sizeof cube[0], sizeof cube[0][0]);
    int (*plane)[4][5] = &cube[1];
    printf("%d %d\n", (*plane)[3][4], plane[1][0][1]);
    const char *ragged[] = {"a", "bcd", "", "ef"};
    for (int i = 0; i < 4; i++) for (int j = 0; ragged[i][j]; j++) putchar(ragged[i][j]);
    putchar('\n');
    return cube[2][3][4] % 256;
}
