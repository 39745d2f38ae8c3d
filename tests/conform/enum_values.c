/* Enumerations: implicit values, negatives, use as indices, flags. */
#include <stdio.h>

enum week { MON = 1, TUE, WED, SAT = 6, SUN };
enum { A = -3, B, C = 'x', D = A * 2, E = 1 << 10 };
enum flag { READ = 1, WRITE = 2, EXEC = 4, ALL = READ | WRITE | EXEC };
static const char *const names[] = {[MON] = "mon", [TUE] = "tue", [WED] = "wed", [SAT] = "sat", [SUN] = "sun"};

int main(void) {
    for (enum week d = MON; d <= SUN; d++) printf("%d:%s ", d, names[d] ? names[d] : "-");
    printf("\n%d %d %d %d %d %zu\n", A, B, C, D, E, sizeof(enum week));
    enum flag f = READ;
    f |= EXEC;
    printf("%d %d %d\n", f, !!(f & WRITE), (f ^ ALL) == WRITE);
    enum week w = (enum week)(SUN - MON);
    return w;
}
