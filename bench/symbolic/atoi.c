/* atoi.c — reads a number out of N symbolic bytes (5 unless given): white space, sign, digits; and
 * writes it back for comparison. No bug. */
#include <heddle/heddle.h>

#ifndef N
#define N 5
#endif

static int number(const char *s, int *digits) {
    int value = 0, negative = 0;
    *digits = 0;
    while (*s == ' ' || *s == '\t' || *s == '\n') s++;
    if (*s == '-' || *s == '+') negative = *s++ == '-';
    for (; *s >= '0' && *s <= '9'; s++, ++*digits) value = value * 10 + (*s - '0');
    return negative ? -value : value;
}

int main(void) {
    char text[N + 1];
    int digits, most = 1;
    heddle_symbolic(text, N, "text");
    text[N] = '\0';
    int value = number(text, &digits);
    for (int i = 0; i < digits; i++) most *= 10;
    heddle_assert(value < most && value > -most);
    if (digits == 4) heddle_assert(value != 10000);
    return value == 1234;
}
