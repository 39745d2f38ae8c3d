/* The classic one-line string loops, written by hand. */
#include <stdio.h>

static char *copy(char *d, const char *s) { char *r = d; while ((*d++ = *s++)); return r; }
static int length(const char *s) { const char *p = s; while (*p) p++; return (int)(p - s); }
static int equal(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return *a == *b; }
static void reverse(char *s) { for (char *e = s + length(s) - 1; s < e; s++, e--) { char t = *s; *s = *e; *e = t; } }
static int palindrome(const char *s) { for (int i = 0, j = length(s) - 1; i < j; i++, j--) if (s[i] != s[j]) return 0; return 1; }
static int number(const char *s) { int n = 0, neg = *s == '-'; for (s += neg; *s >= '0' && *s <= '9'; s++) n = n * 10 + (*s - '0'); return neg ? -n : n; }
static char *print(int n, char *end) { unsigned u = n < 0 ? 0u - (unsigned)n : (unsigned)n; *end = 0; do *--end = (char)('0' + u % 10); while (u /= 10); if (n < 0) *--end = '-'; return end; }

int main(void) {
    char b[40], t[16];
    copy(b, "stressed");
    reverse(b);
    printf("%s %d %d %d\n", b, length(b), equal(b, "desserts"), equal("a", "ab"));
    printf("%d %d %d\n", palindrome("level"), palindrome("ab"), palindrome(""));
    int v[] = {0, 7, -45, 2147483647, -2147483647 - 1};
    for (int i = 0; i < 5; i++) { char *s = print(v[i], t + 15); printf("%s %d ", s, number(s) == v[i]); }
    printf("\n");
    return length(b);
}
