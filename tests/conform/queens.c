/* Eight queens by backtracking with bit masks. */
#include <stdio.h>

static int solutions, first[8], row[8];
static void place(int r, unsigned cols, unsigned d1, unsigned d2, int n) {
    if (r == n) { if (!solutions++) for (int i = 0; i < n; i++) first[i] = row[i]; return; }
    for (unsigned free = ~(cols | d1 | d2) & ((1u << n) - 1); free; free &= free - 1) {
        unsigned bit = free & -free;
        row[r] = __builtin_ctz(bit);
        place(r + 1, cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1, n);
    }
}

int main(void) {
    for (int n = 4; n <= 8; n++) { solutions = 0; place(0, 0, 0, 0, n); printf("%d: %d\n", n, solutions); }
    for (int i = 0; i < 8; i++) printf("%d ", first[i]);
    printf("\n");
    return solutions;
}
