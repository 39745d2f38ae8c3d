/* String and pointer conversions of printf. */
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(void) {
    printf("[%s][%10s][%-10s][%.2s][%10.3s][%-10.3s]\n", "hello", "hello", "hello", "hello", "hello", "hello");
    char raw[3] = {'a', 'b', 'c'};
    printf("[%.3s][%.*s]\n", raw, 2, raw);
    printf("[%s][%5s]\n", "", "");
    printf("[%p]\n", (void *)0x1234abcd);
    printf("[%2$s %1$s][%1$s]\n", "world", "hello");
    printf("[%1$*2$d]\n", 7, 5);
    char out[10];
    int n = snprintf(out, sizeof out, "%s-%s", "abcdef", "ghijkl");
    printf("%d [%s]\n", n, out);
    n = snprintf(NULL, 0, "%d %d", 10, 200);
    printf("%d\n", n);
    sprintf(out, "%c%c%c", 'x', 0, 'y');
    printf("%zu %c\n", strlen(out), out[2]);
    printf("[%ls][%lc]\n", L"wide", L'w');
    return n;
}
