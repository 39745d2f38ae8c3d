/* Structures containing arrays copied through pointers, returned, compared by memcmp. */
#include <stdio.h>
#include <string.h>

struct m { double v[3][3]; };
static struct m mul(struct m a, const struct m *b) {
    struct m r = {{{0}}};
    for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) for (int k = 0; k < 3; k++) r.v[i][j] += a.v[i][k] * b->v[k][j];
    return r;
}

int main(void) {
    struct m a = {{{1, 1, 0}, {1, 0, 0}, {0, 0, 1}}}, r = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, copy[2];
    for (int n = 20; n; n >>= 1) { if (n & 1) r = mul(r, &a); a = mul(a, &a); }
    printf("%g %g %g\n", r.v[0][0], r.v[0][1], r.v[2][2]);
    copy[0] = r;
    copy[1] = *copy;
    printf("%d %d\n", memcmp(&copy[0], &copy[1], sizeof r), memcmp(&a, &r, sizeof r) != 0);
    double *row = mul(r, &a).v[1];
    (void)row;
    return (int)r.v[1][0] % 256;
}
