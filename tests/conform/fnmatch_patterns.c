/* Shell patterns. */
#include <fnmatch.h>
#include <stdio.h>

int main(void) {
    const char *p[] = {"*.c", "a?c", "[a-c]x", "[!a-c]x", "*a*b*", "\\*", "", "a/*", "*"}, *s[] = {"x.c", "abc", "bx", "dx", "xxaxxbxx", "*", "", "a/b", ".hid"};
    for (int i = 0; i < 9; i++) {
        for (int j = 0; j < 9; j++) printf("%d%d%d ", !fnmatch(p[i], s[j], 0), !fnmatch(p[i], s[j], FNM_PATHNAME), !fnmatch(p[i], s[j], FNM_PERIOD));
        printf("\n");
    }
    return 0;
}
