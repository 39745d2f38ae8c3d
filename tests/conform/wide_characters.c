/* Wide strings: copying, searching, conversion of numbers, classification. */
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>
#include <stdlib.h>

int main(void) {
    wchar_t b[40];
    wcscpy(b, L"wide");
    wcscat(b, L" characters");
    printf("%zu %d %d\n", wcslen(b), wcscmp(b, L"wide z") < 0, (int)(wcschr(b, L'c') - b));
    printf("%d %d\n", (int)(wcsstr(b, L"act") - b), wcsncmp(b, L"wider", 4));
    wchar_t *end;
    printf("%ld ", wcstol(L"0x2Azz", &end, 0));
    printf("%g\n", wcstod(L"2.5e1", NULL));
    printf("%d\n", (int)*end);
    for (wchar_t *p = b; *p; p++) *p = (wchar_t)towupper((wint_t)*p);
    char n[40];
    printf("%zu ", wcstombs(n, b, sizeof n));
    printf("%s\n", n);
    printf("%d %d %d\n", !!iswalpha(L'x'), !!iswdigit(L'x'), !!iswspace(L' '));
    swprintf(b, 40, L"%d-%ls-%5.2f", 7, L"in", 2.5);
    wcstombs(n, b, sizeof n);
    printf("%s\n", n);
    wmemset(b, L'q', 3);
    printf("%d %d\n", b[2] == L'q', wmemcmp(b, L"qqq", 3));
    wchar_t *save, t[] = L"a,b;c";
    for (wchar_t *p = wcstok(t, L",;", &save); p; p = wcstok(NULL, L",;", &save)) printf("%c ", (char)*p);
    printf("\n");
    return 0;
}
