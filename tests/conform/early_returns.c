/* Many exits from a function, clean-up with goto, the cleanup attribute. */
#include <stdio.h>
#include <stdlib.h>

static int live;
static void release(char **p) { if (*p) { live--; free(*p); } }
static int work(int n) {
    __attribute__((cleanup(release))) char *a = NULL;
    if (n == 0) return -1;
    a = malloc(8);
    live++;
    if (n == 1) return 10;
    for (int i = 0; i < n; i++) {
        __attribute__((cleanup(release))) char *b = malloc(4);
        live++;
        if (i == 2 && n > 4) return 20 + live;
        if (i % 2) continue;
        if (n == 3) break;
    }
    return live;
}
static int chain(int fail) {
    int r = 0;
    char *a = malloc(1), *b = NULL;
    if (fail == 1) goto out_a;
    b = malloc(1);
    if (fail == 2) goto out_b;
    r = 5;
out_b:
    free(b);
    r++;
out_a:
    free(a);
    return r;
}

int main(void) {
    for (int i = 0; i < 7; i++) printf("%d ", work(i));
    printf("%d %d %d %d\n", live, chain(0), chain(1), chain(2));
    return live;
}
