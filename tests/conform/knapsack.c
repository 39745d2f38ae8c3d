/* Dynamic programming: knapsack, coin change, longest increasing subsequence. */
#include <stdio.h>
#include <string.h>

int main(void) {
    int w[] = {12, 7, 11, 8, 9, 6}, v[] = {24, 13, 23, 15, 16, 11}, best[41] = {0};
    for (int i = 0; i < 6; i++) for (int c = 40; c >= w[i]; c--) if (best[c - w[i]] + v[i] > best[c]) best[c] = best[c - w[i]] + v[i];
    long ways[101] = {1};
    int coins[] = {1, 2, 5, 10, 20, 50};
    for (int i = 0; i < 6; i++) for (int c = coins[i]; c <= 100; c++) ways[c] += ways[c - coins[i]];
    int a[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9}, n = sizeof a / sizeof *a, len[15], longest = 0;
    for (int i = 0; i < n; i++) { len[i] = 1; for (int j = 0; j < i; j++) if (a[j] < a[i] && len[j] + 1 > len[i]) len[i] = len[j] + 1; if (len[i] > longest) longest = len[i]; }
    int run = 0, top = -99;
    int x[] = {-2, 1, -3, 4, -1, 2, 1, -5, 4};
    for (int i = 0; i < 9; i++) { run = run > 0 ? run + x[i] : x[i]; if (run > top) top = run; }
    printf("%d %ld %d %d\n", best[40], ways[100], longest, top);
    return best[40];
}
