/* memset, memcpy and memmove through pointers, as programs that wipe secrets call them. */
#include <stdio.h>
#include <string.h>

static void *(*const volatile wipe)(void *, int, size_t) = &memset;
static void *(*volatile copy[2])(void *, const void *, size_t) = {memcpy, memmove};

int main(void) {
    char secret[16] = "a long secret", other[16] = "", *where;
    for (int k = 0; k < 2; k++) {
        where = copy[k](other + k, secret, 10);
        printf("%d %s\n", where == other + k, other);
    }
    copy[1](other, other + 3, 8);
    printf("%s\n", other);
    where = wipe(secret, 0, sizeof secret);
    printf("%d %d\n", where == secret, secret[0] | secret[12]);
    wipe(other + 2, '*', 5);
    printf("%s %d\n", other, wipe == memset);
    return 0;
}
