/* Designated and mixed initialisers, ranges, overrides, nested designators. */
#include <stdio.h>

struct p { int x, y; };
struct t { int a; struct p p[3]; const char *name; int tail[4]; };

static const int squares[10] = {[2] = 4, [5] = 25, 36, 49, [1] = 1, [9] = 81};
static int range[8] = {[1 ... 3] = 7, [6] = 9};
static struct t global = {.name = "g", .p = {[1] = {.y = 5}, [2].x = 6}, .tail = {1, 2}, .tail[3] = 4};

int main(void) {
    for (int i = 0; i < 10; i++) printf("%d ", squares[i]);
    for (int i = 0; i < 8; i++) printf("%d ", range[i]);
    printf("\n%d %d %d %d %s\n", global.a, global.p[1].x, global.p[1].y, global.p[2].x, global.name);
    struct t local = {.a = global.p[1].y, .p[0] = {1, 2}, {3, 4}, .tail[2] = 8};
    printf("%d %d %d %d %d\n", local.a, local.p[0].y, local.p[1].x, local.tail[2], global.tail[3]);
    int m[][3] = {{1}, {2, 3}, [3] = {4, 5, 6}};
    printf("%zu %d %d %d\n", sizeof m / sizeof *m, m[1][1], m[2][2], m[3][2]);
    char s[] = "abc", t2[5] = "xy";
    printf("%zu %d\n", sizeof s, t2[3]);
    return global.tail[1];
}
