/*
 * malloc.c — the allocation functions over the engine's. Every block is an object of exactly the
 * size asked for, so that an access one byte past it is found.
 */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include "runtime.h"

#define ALIGN_DEFAULT 16
#define UNWRITTEN HEDDLE_UNWRITTEN_MEMORY

int __heddle_fault(const char *what); /* kernel/faults.c */

/* Asks first whether there are failures at all, which saves most calls. */
static int fails(void) {
    return __heddle_option(HEDDLE_OPTION_FAULTS) && __heddle_fault("fault:malloc");
}

static void *allocate(size_t size, size_t align) {
    void *p = fails() ? NULL : __heddle_malloc(size, align);
    if (!p) errno = ENOMEM;
    return p;
}

PUBLIC void *malloc(size_t size) { return allocate(size, ALIGN_DEFAULT | UNWRITTEN); }

PUBLIC void free(void *p) { __heddle_free(p); }

/* Fresh engine memory is zero already. */
PUBLIC void *calloc(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    return allocate(total, ALIGN_DEFAULT);
}

/* Always moves the block, so that later uses of the old pointer are found. Size 0 gives an empty
 * block, as in libc. */
PUBLIC void *realloc(void *p, size_t size) {
    if (!p) return allocate(size, ALIGN_DEFAULT | UNWRITTEN);
    size_t old = __heddle_object_size(p);
    void *moved = allocate(size, ALIGN_DEFAULT | UNWRITTEN);
    if (!moved) return NULL;
    memcpy(moved, p, old < size ? old : size);
    __heddle_free(p);
    return moved;
}

PUBLIC void *reallocarray(void *p, size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(p, total);
}

PUBLIC void *aligned_alloc(size_t align, size_t size) {
    if (align == 0 || (align & (align - 1)) != 0) {
        errno = EINVAL;
        return NULL;
    }
    return allocate(size, (align < ALIGN_DEFAULT ? ALIGN_DEFAULT : align) | UNWRITTEN);
}

PUBLIC void *memalign(size_t align, size_t size) { return aligned_alloc(align, size); }

PUBLIC void *valloc(size_t size) { return aligned_alloc(4096, size); }

PUBLIC int posix_memalign(void **out, size_t align, size_t size) {
    if (align < sizeof(void *) || (align & (align - 1)) != 0) return EINVAL;
    void *p = __heddle_malloc(size, (align < ALIGN_DEFAULT ? ALIGN_DEFAULT : align) | UNWRITTEN);
    if (!p) return ENOMEM;
    *out = p;
    return 0;
}

PUBLIC size_t malloc_usable_size(void *p) { return p ? __heddle_object_size(p) : 0; }
