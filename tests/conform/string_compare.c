/* String and memory comparison: sign of the result, case, prefixes. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    const char *s[] = {"", "a", "ab", "abc", "B", "aB", "\xff", "abd"};
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++)
            printf("%d%d%d%d ", sign(strcmp(s[i], s[j])) + 1, sign(strncmp(s[i], s[j], 2)) + 1,
                   sign(strcasecmp(s[i], s[j])) + 1, sign(strncasecmp(s[i], s[j], 1)) + 1);
        printf("\n");
    }
    printf("%d %d %d\n", sign(memcmp("abc\0x", "abc\0y", 5)), sign(memcmp("abc\0x", "abc\0y", 4)), sign(memcmp("\x80", "\x7f", 1)));
    printf("%d %d\n", sign(strcoll("a", "b")), sign(strverscmp("file10", "file9")));
    return 0;
}
