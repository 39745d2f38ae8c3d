/* Sparse and 64-bit switch labels, ranges, negative labels, enum labels. */
#include <stdio.h>

enum color { RED = -5, GREEN = 1000, BLUE = 1 << 20 };

static int f(long long v) {
    switch (v) {
    case -1: return 1;
    case 0x100000000LL: return 2;
    case -0x7fffffffffffffffLL: return 3;
    case 1000000007: return 4;
    case 'A' ... 'F': return 5;
    case 5000 ... 500000: return 6;
    default: return 0;
    }
}
static const char *name(enum color c) {
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    }
    return "none";
}

int main(void) {
    long long v[] = {-1, 0, 0x100000000LL, -0x7fffffffffffffffLL, 1000000007, 'A', 'C', 'F', 'G', 4999, 5000, 77777, 500000, 500001};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) printf("%d ", f(v[i]));
    printf("\n%s %s %s %s\n", name(RED), name(GREEN), name(BLUE), name((enum color)3));
    switch ((unsigned char)300) { case 44: printf("44\n"); break; default: printf("other\n"); }
    return 0;
}
