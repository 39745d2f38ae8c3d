/* memmove in both directions at every distance, of every small length, against a copy through a second buffer. */
#include <stdio.h>
#include <string.h>

static void fill(unsigned char *p, int n) {
    for (int i = 0; i < n; i++) p[i] = (unsigned char)(i * 37 + 11);
}

int main(void) {
    unsigned char a[48], b[48], buffer[48];
    int wrong = 0, tried = 0;
    for (int from = 0; from < 24; from += 5)
        for (int to = 0; to < 24; to += 3)
            for (int n = 0; n <= 24; n += 4) {
                fill(a, 48);
                fill(b, 48);
                memmove(a + to, a + from, (size_t)n);
                memcpy(buffer, b + from, (size_t)n);
                memcpy(b + to, buffer, (size_t)n);
                wrong += memcmp(a, b, 48) != 0;
                tried++;
            }
    printf("%d %d\n", tried, wrong);
    char s[] = "abcdefghij";
    memmove(s + 2, s, 6);
    puts(s);
    memmove(s, s + 3, strlen(s + 3) + 1);
    puts(s);
    int v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    memmove(v + 1, v, 7 * sizeof *v);
    v[0] = 8;
    memmove(v + 2, v + 3, 5 * sizeof *v);
    for (int i = 0; i < 8; i++) printf("%d ", v[i]);
    puts("");
    printf("%d\n", memmove(v, v + 1, 0) == (void *)v);
    return v[7];
}
