/* Pointers to whole arrays step by whole arrays; rows, columns and differences. */
#include <stdio.h>
#include <stddef.h>

static int cube[3][4][5];

static int sum_rows(int (*rows)[5], int n) {
    int s = 0;
    for (int (*r)[5] = rows; r != rows + n; r++)
        for (int *p = *r; p < *r + sizeof *r / sizeof **r; p++) s += *p;
    return s;
}
static int (*pick(int plane))[4][5] { return &cube[plane]; }

int main(void) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 5; k++) cube[i][j][k] = i * 100 + j * 10 + k;
    int (*plane)[4][5] = cube;
    int (*row)[5] = plane[1];
    printf("%d %d %d\n", (*plane)[2][3], (*row)[4], (*(row + 2))[1]);
    printf("%d %d\n", *(*(*(cube + 2) + 3) + 4), ***(plane + 1));
    printf("%td %td %td\n", &cube[2] - &cube[0], &cube[1][3] - &cube[1][0], &cube[1][2][4] - &cube[1][2][1]);
    printf("%td\n", (char *)(plane + 2) - (char *)plane);
    printf("%zu %zu %zu\n", sizeof *plane, sizeof *row, sizeof **row);
    printf("%d %d\n", sum_rows(cube[0], 4), sum_rows(&cube[2][1], 2));
    printf("%d\n", (*pick(2))[1][1]);
    const char names[][6] = {"alpha", "beta", "gamma"};
    for (const char (*p)[6] = names + 2; p >= names; p--) {
        printf("%s ", *p);
        if (p == names) break;
    }
    int (*whole)[3][4][5] = &cube;
    printf("\n%zu %d\n", sizeof *whole / sizeof(int), (*whole)[2][0][3]);
    return sum_rows(cube[1], 1) % 256;
}
