/*
 * backtrace.c — the callers of a function. There are no return addresses in the program's memory,
 * so that a trace is empty, which a warning says. Addresses that a program has from elsewhere are
 * written as glibc does where it knows no symbol.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "gnu.h"

#define ADDRESS_MAX 24 /* "[0x…]" with its end */

PUBLIC int backtrace(void **to, int size) {
    gnu_warn("backtrace returns no callers");
    return 0;
}

static size_t put_address(char *to, const void *address) {
    char digits[16];
    size_t n = 0, length = 0;
    uintptr_t x = (uintptr_t)address;
    do digits[n++] = "0123456789abcdef"[x & 15];
    while ((x >>= 4));
    memcpy(to, "[0x", 3);
    for (length = 3; n;) to[length++] = digits[--n];
    to[length++] = ']';
    to[length] = 0;
    return length;
}

/* One block has the pointers and, behind them, the strings. */
PUBLIC char **backtrace_symbols(void *const *addresses, int size) {
    size_t n = size > 0 ? (size_t)size : 0;
    char **names = malloc(n * (sizeof *names + ADDRESS_MAX));
    if (!names) return NULL;
    char *text = (char *)(names + n);
    for (size_t k = 0; k < n; k++, text += ADDRESS_MAX) {
        names[k] = text;
        put_address(text, addresses[k]);
    }
    return names;
}

PUBLIC void backtrace_symbols_fd(void *const *addresses, int size, int fd) {
    for (int k = 0; k < size; k++) {
        char line[ADDRESS_MAX + 1];
        size_t length = put_address(line, addresses[k]);
        line[length++] = '\n';
        if (write(fd, line, length) < 0) return;
    }
}
