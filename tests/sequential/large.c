/*
 * large.c — more than can be explored in a second: inputs decide what both threads read and write.
 */
#include "pair.h"
#include <heddle/heddle.h>
static int x[8];
static void *change(void *unused) {
    for (int k = 0; k < 200; k++) {
        int sum = 0;
        for (int i = 0; i < 8; i++) sum += x[i];
        if (heddle_range(0, 3, "way") == 1)
            x[k % 8] = sum + 1;
        else
            x[(k + 3) % 8] = sum + 2;
    }
    return unused;
}
MAIN(change, change)
