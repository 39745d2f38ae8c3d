/*
 * backtrace.c — the callers of a function. There are no return addresses in the program's memory;
 * the engine tells which functions of the program a thread is in. Natively a trace is empty.
 * Addresses are written as glibc does: with the program and the function where that is known.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "gnu.h"

#ifndef HEDDLE_NATIVE
#include "engine.h"

static void *caller(size_t k) { return (void *)__heddle_caller(k); }
static char character(const void *address, size_t k) {
    return (char)__heddle_name_character((uintptr_t)address, k);
}
#else
static void *caller(size_t k) { return NULL; }
static char character(const void *address, size_t k) { return 0; }
#endif

PUBLIC int backtrace(void **to, int size) {
    int n = 0;
    for (void *address; n < size && (address = caller((size_t)n)); n++) to[n] = address;
    return n;
}

/* Writes PROGRAM(FUNCTION+0xOFFSET) [ADDRESS], or the address alone; nothing where `to` is NULL.
 * Returns the length. */
static size_t put_symbol(char *to, const void *address) {
    size_t length = 0, n = 0;
    char digits[16];
    uintptr_t x = (uintptr_t)address;
#define PUT(c) (to ? (void)(to[length] = (c)) : (void)0, length++)
    if (character(address, 0)) {
        for (const char *c = program_invocation_name; *c; c++) PUT(*c);
        PUT('(');
        for (size_t k = 0; character(address, k); k++) PUT(character(address, k));
        PUT('+'), PUT('0'), PUT('x'), PUT("0123456789abcdef"[x & 15]);
        PUT(')'), PUT(' ');
    }
    do digits[n++] = "0123456789abcdef"[x & 15];
    while ((x >>= 4));
    PUT('['), PUT('0'), PUT('x');
    for (; n; n--) PUT(digits[n - 1]);
    PUT(']');
#undef PUT
    return length;
}

/* One block has the pointers and, behind them, the strings. */
PUBLIC char **backtrace_symbols(void *const *addresses, int size) {
    size_t n = size > 0 ? (size_t)size : 0, length = 0;
    for (size_t k = 0; k < n; k++) length += put_symbol(NULL, addresses[k]) + 1;
    char **names = malloc(n * sizeof *names + length);
    if (!names) return NULL;
    char *text = (char *)(names + n);
    for (size_t k = 0; k < n; k++) {
        names[k] = text;
        text += put_symbol(text, addresses[k]);
        *text++ = 0;
    }
    return names;
}

PUBLIC void backtrace_symbols_fd(void *const *addresses, int size, int fd) {
    char **names = backtrace_symbols(addresses, size);
    for (int k = 0; names && k < size; k++)
        if (dprintf(fd, "%s\n", names[k]) < 0) break;
    free(names);
}
