/* Jumps into blocks and loops from outside, past initialisers whose variables are then assigned, and out of depth. */
#include <stdio.h>

static int resume(int where) {
    int trail = 0, i = 7;
    if (where == 1) goto inside;
    if (where == 2) goto tail;
    if (where == 3) goto alternative;
    for (i = 0; i < 3; i++) {
        int local = 5;
        trail = trail * 10 + local;
    inside:
        local = i;
        trail = trail * 10 + local % 10;
        if (i > 8) break;
    tail:;
    }
    if (trail % 2) {
        trail += 100000;
    } else {
    alternative:
        trail += 7;
    }
    return trail;
}
static int search(int target) {
    int found = -1;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 5; k++)
                if (i * i + j * j * 2 + k * 3 == target) {
                    found = i * 100 + j * 10 + k;
                    goto done;
                }
done:
    return found;
}

int main(void) {
    for (int w = 0; w < 4; w++) printf("%d ", resume(w));
    puts("");
    for (int t = 0; t < 60; t += 9) printf("%d ", search(t));
    puts("");
    int n = 10;
    do {
        n--;
        if (n % 3 == 0) goto next;
        printf("%d ", n);
    next:;
    } while (n > 0);
    puts("");
    return n;
}
