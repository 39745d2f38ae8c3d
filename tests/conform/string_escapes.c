/* Adjacent literals join after escapes are read; octal, hexadecimal, universal and wide escapes, and their sizes. */
#include <stdio.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

#define TEXT(x) #x
#define WIDE(x) L##x

static void dump(const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) printf("%02x", (unsigned char)s[i]);
    printf(" %zu\n", n);
}

int main(void) {
    dump("\x41" "1", sizeof "\x41" "1");
    dump("\1012\08\377", sizeof "\1012\08\377");
    dump("\a\b\f\n\r\t\v\\\'\"\?", 11);
    dump(u8"\u00e9\u20ac\U0001f600", sizeof u8"\u00e9\u20ac\U0001f600");
    dump("one" "" " two"
         " three", 13);
    puts(TEXT(a "quoted\n" 'c' \t));
    wchar_t w[] = WIDE("w\u00e9") L"\x1f600" "tail";
    printf("%zu %x %x %x\n", wcslen(w), (unsigned)w[1], (unsigned)w[2], (unsigned)w[6]);
    char16_t h[] = u"\U0001f600z";
    char32_t f[] = U"\U0001f600z";
    printf("%zu %x %x %zu %x\n", sizeof h / 2, h[0], h[1], sizeof f / 4, (unsigned)f[0]);
    printf("%d %d %d %d\n", '\x7f', '\0', '\101', L'\u00df');
    char exact[3] = "abc", longer[6] = "ab";
    printf("%.3s %d %zu\n", exact, longer[5], strlen(longer));
    printf("%c%c %zu\n", "index"[3], 2["reverse"], sizeof "nul\0inside");
    return (int)strlen("nul\0inside");
}
