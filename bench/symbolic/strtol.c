/* strtol.c — an own strtol over N symbolic bytes (6 unless given) in base BASE (10; 0: by prefix),
 * with a multiplication and tests of overflow for each digit. No bug. */
#include <heddle/heddle.h>
#include <limits.h>

#ifndef N
#define N 6
#endif
#ifndef BASE
#define BASE 10
#endif

static int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

static long number(const char *s, int base, const char **end) {
    int negative = 0, any = 0;
    unsigned long value = 0, most;
    const char *start = s;
    while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++;
    if (*s == '-' || *s == '+') negative = *s++ == '-';
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
        s += 2;
        base = 16;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    most = negative ? (unsigned long)LONG_MAX + 1 : LONG_MAX;
    for (int d; (d = digit_of(*s)) < base; s++) {
        any = 1;
        if (value > most / (unsigned)base || value * (unsigned)base > most - (unsigned long)d) {
            value = most;
            break;
        }
        value = value * (unsigned)base + (unsigned long)d;
    }
    *end = any ? s : start;
    return (long)(negative ? 0 - value : value);
}

int main(void) {
    char text[N + 1];
    const char *end;
    heddle_symbolic(text, N, "text");
    text[N] = '\0';
    long value = number(text, BASE, &end);
    heddle_assert(end >= text && end <= text + N);
    heddle_assert(value < 3000000000l && value > -3000000000l);
    return value == 1234;
}
