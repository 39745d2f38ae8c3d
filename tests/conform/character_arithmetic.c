/* Characters: signedness, conversion of digits, Caesar cipher, Roman numerals. */
#include <stdio.h>
#include <string.h>

static void rot(char *s, int k) { for (; *s; s++) if (*s >= 'a' && *s <= 'z') *s = (char)('a' + (*s - 'a' + k + 26) % 26); else if (*s >= 'A' && *s <= 'Z') *s = (char)('A' + (*s - 'A' + k + 26) % 26); }
static void roman(int n, char *o) {
    static const struct { int v; const char *s; } t[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};
    *o = 0;
    for (int i = 0; n; i++) while (n >= t[i].v) { strcat(o, t[i].s); n -= t[i].v; }
}

int main(void) {
    char s[] = "Hello, World!", o[32];
    rot(s, 13);
    printf("%s ", s);
    rot(s, -13);
    printf("%s\n", s);
    int v[] = {1, 4, 1994, 2024, 3999, 888};
    for (int i = 0; i < 6; i++) { roman(v[i], o); printf("%s ", o); }
    char c = (char)0xe9;
    printf("\n%d %d %d\n", c, (unsigned char)c, c == 0xe9);
    int hex = 0;
    for (const char *p = "7fB"; *p; p++) hex = hex * 16 + (*p <= '9' ? *p - '0' : (*p | 32) - 'a' + 10);
    printf("%d\n", hex);
    return 'z' - 'a';
}
