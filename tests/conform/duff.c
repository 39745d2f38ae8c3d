/* Duff's device: a switch into the middle of a loop. */
#include <stdio.h>
#include <string.h>

static void copy(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

int main(void) {
    const char *text = "The quick brown fox jumps over the lazy dog";
    char buffer[64];
    for (int n = 1; n < 44; n += 6) {
        memset(buffer, 0, sizeof buffer);
        copy(buffer, text, n);
        printf("%d [%s]\n", n, buffer);
    }
    return 0;
}
