/* Frames with large local arrays, recursion over them. */
#include <stdio.h>
#include <string.h>

static long level(int d, const unsigned char *up) {
    unsigned char mine[4096];
    for (int i = 0; i < 4096; i++) mine[i] = (unsigned char)((up ? up[i] : i) * 3 + d);
    if (d == 12) { long s = 0; for (int i = 0; i < 4096; i++) s += mine[i]; return s; }
    long r = level(d + 1, mine);
    return r + mine[d * 100];
}
static int zeroed(void) { int big[5000] = {1, 2}; int s = 0; for (int i = 0; i < 5000; i++) s += big[i]; return s; }

int main(void) {
    printf("%ld\n", level(0, NULL));
    printf("%d\n", zeroed());
    char text[10000];
    memset(text, 'x', sizeof text);
    text[9999] = 0;
    printf("%zu\n", strlen(text));
    return zeroed();
}
