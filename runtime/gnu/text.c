/* text.c — functions of glibc on strings and numbers in them. */
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "gnu.h"

PUBLIC void *memfrob(void *block, size_t size) {
    for (unsigned char *p = block; size--; p++) *p ^= 42;
    return block;
}

/* Each order of the characters has the same probability. */
uint32_t arc4random_uniform(uint32_t);
PUBLIC char *strfry(char *text) {
    size_t length = strlen(text);
    for (size_t k = 0; k + 1 < length; k++) {
        size_t with = k + arc4random_uniform((uint32_t)(length - k));
        char kept = text[k];
        text[k] = text[with];
        text[with] = kept;
    }
    return text;
}

PUBLIC wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size) {
    return wmemcpy(to, from, size) + size;
}
PUBLIC wchar_t *wcschrnul(const wchar_t *text, wchar_t c) {
    while (*text && *text != c) text++;
    return (wchar_t *)text;
}

/* Numbers are written in the same way in all locales. */
#define NUMBERS(function, type, plain)                                                             \
    PUBLIC type function(const char *restrict text, char **restrict end, int base, locale_t any) { \
        return plain(text, end, base);                                                             \
    }
NUMBERS(strtol_l, long, strtol)
NUMBERS(strtoul_l, unsigned long, strtoul)
NUMBERS(strtoll_l, long long, strtoll)
NUMBERS(strtoull_l, unsigned long long, strtoull)
PUBLIC long long strtoq(const char *restrict text, char **restrict end, int base) {
    return strtoll(text, end, base);
}
PUBLIC unsigned long long strtouq(const char *restrict text, char **restrict end, int base) {
    return strtoull(text, end, base);
}

PUBLIC int strfromd(char *restrict to, size_t size, const char *restrict format, double value) {
    return snprintf(to, size, format, value);
}
PUBLIC int strfromf(char *restrict to, size_t size, const char *restrict format, float value) {
    return snprintf(to, size, format, value);
}
/* The format names no type: that of the value is put in front of its last letter. */
PUBLIC int strfroml(char *restrict to, size_t size, const char *restrict format,
                    long double value) {
    char longer[32];
    size_t length = strlen(format);
    if (!length || length > sizeof longer - 2) {
        errno = EINVAL;
        return -1;
    }
    snprintf(longer, sizeof longer, "%.*sL%s", (int)length - 1, format, format + length - 1);
    return snprintf(to, size, longer, value);
}

PUBLIC int rpmatch(const char *answer) {
    return *answer == 'y' || *answer == 'Y' ? 1 : *answer == 'n' || *answer == 'N' ? 0 : -1;
}
