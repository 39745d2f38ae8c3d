/* memcpy, memmove with overlap, memset, memchr, memmem and relatives. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[40] = "0123456789abcdefghij";
    memmove(b + 3, b, 10);
    printf("%s\n", b);
    memmove(b, b + 5, 12);
    printf("%s\n", b);
    memset(b + 2, '*', 4);
    printf("%s\n", b);
    char c[40];
    memcpy(c, b, sizeof b);
    printf("%d ", memcmp(b, c, sizeof b));
    printf("%s\n", (char *)mempcpy(c, "xyz", 3));
    printf("%s\n", (char *)memmem(b, strlen(b), "**", 2));
    printf("%s\n", (char *)memrchr(b, '*', strlen(b)));
    char d[20];
    char *end = memccpy(d, "stop!here", '!', 20);
    *end = 0;
    printf("%s\n", d);
    for (int n = 0; n < 20; n += 5) {
        memset(d, 'a' + n, n);
        d[n] = 0;
        printf("%s ", d);
    }
    printf("%p\n", memchr("abc", 'z', 3));
    return 0;
}
