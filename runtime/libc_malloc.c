/*
 * libc_malloc.c — the names under which libc's own code allocates, in a file separate from
 * malloc.c. So a program's own malloc does not change the allocation in libc.
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
