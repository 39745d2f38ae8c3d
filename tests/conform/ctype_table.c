/* Character classification and case mapping over all characters. */
#include <ctype.h>
#include <stdio.h>

int main(void) {
    for (int c = -1; c < 256; c++) {
        int bits = !!isalpha(c) | !!isdigit(c) << 1 | !!isalnum(c) << 2 | !!isspace(c) << 3 | !!isupper(c) << 4 | !!islower(c) << 5 |
            !!ispunct(c) << 6 | !!isprint(c) << 7 | !!iscntrl(c) << 8 | !!isgraph(c) << 9 | !!isxdigit(c) << 10 | !!isblank(c) << 11;
        if (c < 128) printf("%x:%d:%d ", bits, tolower(c), toupper(c));
        if (c % 8 == 7 && c < 128) printf("\n");
        if (c >= 128 && bits) printf("high %d\n", c);
    }
    return 0;
}
