/* A dense switch with fall-through, default in the middle, and nested loops. */
#include <stdio.h>

static int classify(int n) {
    int r = 0;
    switch (n) {
    case 0: r += 1;
    case 1: r += 10; break;
    case 2: r = 5;
    case 3:
    case 4: r += 100; break;
    default: r = -1; break;
    case 5: return 55;
    case 6: r++;
    case 7: r += 2;
    case 8: r += 4;
    }
    return r;
}

int main(void) {
    for (int i = -2; i < 12; i++) printf("%d ", classify(i));
    printf("\n");
    int total = 0;
    for (int i = 0; i < 20; i++) {
        switch (i % 4) {
        case 0: continue;
        case 1: total += i; break;
        case 2:
            for (;;) { if (++total % 5 == 0) break; }
            break;
        }
        total++;
    }
    printf("%d\n", total);
    return total % 256;
}
