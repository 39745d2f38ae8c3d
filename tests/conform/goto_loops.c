/* goto in and out of loops and nested blocks. */
#include <stdio.h>

static int search(int grid[4][4], int wanted) {
    int i, j;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 4; j++)
            if (grid[i][j] == wanted) goto found;
    return -1;
found:
    return i * 10 + j;
}

int main(void) {
    int grid[4][4];
    for (int i = 0; i < 16; i++) grid[i / 4][i % 4] = i * 7 % 16;
    for (int w = 0; w < 18; w++) printf("%d ", search(grid, w));
    printf("\n");
    int n = 27, steps = 0;
again:
    if (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
        goto again;
    }
    printf("%d\n", steps);
    {
        int k = 0;
        goto inside;
        while (k < 10) {
            printf("%d ", k);
        inside:
            k += 3;
        }
    }
    printf("\n");
    return steps;
}
