/* Multibyte conversion in the UTF-8 locale. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <uchar.h>

int main(void) {
    int set = setlocale(LC_CTYPE, "C.UTF-8") != NULL;
    printf("%d %zu\n", set, MB_CUR_MAX);
    const char *s = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z";
    wchar_t w[10];
    size_t n = mbstowcs(w, s, 10);
    printf("%zu", n);
    for (size_t i = 0; i < n; i++) printf(" %x", (unsigned)w[i]);
    printf("\n");
    for (const char *p = s; *p;) { wchar_t c; int k = mbtowc(&c, p, 4); printf("%d ", k); p += k; }
    char back[32];
    printf("%zu ", wcstombs(back, w, sizeof back));
    printf("%d\n", strcmp(back, s));
    mbstate_t st = {0};
    wchar_t c;
    printf("%d ", (int)mbrtowc(&c, "\xe2\x82", 2, &st));
    printf("%d\n", (int)mbrtowc(&c, "\xac", 1, &st));
    printf("%x ", (unsigned)c);
    printf("%d\n", (int)mbrtowc(&c, "\xff", 1, &(mbstate_t){0}));
    char o[8];
    int k = wctomb(o, 0x20ac);
    printf("%d %02x\n", k, (unsigned char)o[2]);
    printf("%d\n", mblen("\xc3\xa9", 4));
    return 0;
}
