/* Searching in strings and memory. */
#include <stdio.h>
#include <string.h>

static int at(const char *base, const char *p) { return p ? (int)(p - base) : -1; }

int main(void) {
    const char *t = "the cat sat on the mat with the hat";
    printf("%d %d %d\n", at(t, strchr(t, 'c')), at(t, strrchr(t, 't')), at(t, strchr(t, 'z')));
    printf("%d %d\n", at(t, strchr(t, 0)), at(t, memchr(t, 'm', 10)));
    printf("%d %d %d %d %d\n", at(t, strstr(t, "at")), at(t, strstr(t, "with the hat")), at(t, strstr(t, "dog")),
           at(t, strstr(t, "")), at(t, strstr(t, "h")));
    printf("%zu %zu %d\n", strspn(t, "eht "), strcspn(t, "mn"), at(t, strpbrk(t, "xyzn")));
    printf("%d %d\n", at(t, strstr(t, "the m")), at(t, strstr(t, "sat on the mat with")));
    printf("%d\n", strstr("aaaaaaaaaaaaaaaaab", "aaaaaab") ? 1 : 0);
    const char *needle[] = {"abcabd", "bcabcab", "zzz", "abcabcabd"};
    for (int i = 0; i < 4; i++) printf("%d ", at("abcabcabcabd", strstr("abcabcabcabd", needle[i])));
    printf("\n");
    return 0;
}
