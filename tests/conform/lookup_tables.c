/* Large constant tables, two-level tables, strings in tables, indexed by computed values. */
#include <stdio.h>

static const unsigned char popcount_[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
static const short sine[] = {0, 259, 500, 707, 866, 966, 1000};
static const char *const month[][2] = {{"jan", "31"}, {"feb", "28"}, {"mar", "31"}, {"apr", "30"}};
static const struct { const char *key; int (*f)(int); } *found;
static int inc(int x) { return x + 1; }
static int dbl(int x) { return x * 2; }
static const struct { const char key[4]; int (*f)(int); long w[2]; } table[] = {{"inc", inc, {1, 2}}, {"dbl", dbl, {3, 4}}};

int main(void) {
    unsigned x = 0xdeadbeef;
    int n = 0;
    for (unsigned y = x; y; y >>= 4) n += popcount_[y & 15];
    printf("%d ", n);
    for (int a = 0; a < 360; a += 45) { int q = a / 90, r = a % 90, s = q & 1 ? 90 - r : r; printf("%d ", (q & 2 ? -1 : 1) * sine[s / 15]); }
    int days = 0;
    for (int i = 0; i < 4; i++) days += (month[i][1][0] - '0') * 10 + month[i][1][1] - '0';
    printf("%d %s\n", days, month[2][0]);
    for (int i = 0; i < 2; i++) printf("%s %d %ld\n", table[i].key, table[i].f(10), table[i].w[1]);
    return days;
}
