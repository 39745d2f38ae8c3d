/* Roman numerals written and read back for every number to 3999. */
#include <stdio.h>
#include <string.h>

static const struct { int value; const char *sign; } table[] = {
    {1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
    {40, "XL"},  {10, "X"},   {9, "IX"},  {5, "V"},    {4, "IV"},  {1, "I"}};

static char *write_roman(int n, char *out) {
    char *p = out;
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        for (; n >= table[i].value; n -= table[i].value) p = stpcpy(p, table[i].sign);
    *p = 0;
    return out;
}
static int read_roman(const char *s) {
    static const char signs[] = "IVXLCDM";
    static const int values[] = {1, 5, 10, 50, 100, 500, 1000};
    int total = 0, before = 0;
    for (size_t i = strlen(s); i-- > 0;) {
        int v = values[strchr(signs, s[i]) - signs];
        total += v < before ? -v : v;
        before = v;
    }
    return total;
}

int main(void) {
    char b[20];
    int wrong = 0, longest = 0;
    for (int i = 1; i < 4000; i += 7) {
        wrong += read_roman(write_roman(i, b)) != i;
        if (strlen(write_roman(i, b)) > 12) longest = i;
    }
    int samples[] = {1, 4, 9, 14, 40, 90, 400, 1666, 1994, 2024, 3888, 3999};
    for (int i = 0; i < 12; i++) printf("%d=%s ", samples[i], write_roman(samples[i], b));
    printf("\n%d %d\n", wrong, longest);
    return wrong;
}
