/* Literals: escapes, concatenation, embedded zeros, wide and UTF-8. */
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <uchar.h>

int main(void) {
    char a[] = "tab\tnl\\n \x41\102 \"q\" \0hidden";
    printf("%zu %zu %s\n", sizeof a, strlen(a), a);
    printf("%s\n", "one " "two " "three");
    wchar_t w[] = L"h\u00e9llo";
    char16_t u16[] = u"a\U0001F600";
    char32_t u32[] = U"a\U0001F600";
    printf("%zu %x %zu %x %x %zu %x\n", wcslen(w), (unsigned)w[1], sizeof u16 / 2, u16[1], u16[2], sizeof u32 / 4, (unsigned)u32[1]);
    const char *u8 = u8"\u20ac";
    for (const unsigned char *p = (const void *)u8; *p; p++) printf("%02x ", *p);
    printf("\n%d %d %d\n", 'a', '\xff', '\0');
    printf("%d\n", L'\u00e9');
    printf("%c%c\n", "0123456789abcdef"[10], *"xyz");
    return a[3];
}
