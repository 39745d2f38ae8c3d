/* Types of conditional expressions, chained conditions, lvalues, void branches. */
#include <stdio.h>

static const char *size(int n) { return n < 0 ? "negative" : n == 0 ? "zero" : n < 10 ? "small" : n < 100 ? "medium" : "large"; }
static int hits;
static void hit(void) { hits++; }
static void miss(void) {}

int main(void) {
    int v[] = {-5, 0, 3, 50, 500};
    for (int i = 0; i < 5; i++) { printf("%s ", size(v[i])); v[i] > 10 ? hit() : miss(); }
    printf("%d\n", hits);
    printf("%zu %g\n", sizeof(1 ? 'a' : 1.0), 1 ? 3 : 2.5);
    printf("%u %ld\n", 1 ? -1 : 0u, 0 ? 1 : -1L);
    int a = 1, b = 2;
    *(v[0] < 0 ? &a : &b) = 99;
    void *p = a ? (void *)&a : NULL;
    printf("%d %d %d\n", a, b, *(int *)p);
    struct { int x; } s1 = {1}, s2;
    s2 = b ? s1 : s1;
    return s2.x + (_Bool)5 + !0 + !!7;
}
