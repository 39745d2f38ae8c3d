/*
 * libc_malloc.c — the names under which libc's own code allocates, apart from malloc.c so that a
 * program with its own malloc does not change what libc uses.
 */
#include <errno.h>
#include <stdlib.h>
#include "runtime.h"

void *__libc_malloc(size_t size) {
    void *p = __heddle_malloc(size, 16);
    if (!p) errno = ENOMEM;
    return p;
}

void *__libc_calloc(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_malloc(total);
}

void __libc_free(void *p) { __heddle_free(p); }
