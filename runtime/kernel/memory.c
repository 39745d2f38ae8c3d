/* memory.c — mappings: anonymous memory and private copies of files. Each is one object of the engine's heap.
 */
#include <sys/mman.h>
#include "kernel.h"

HIDDEN long __heddle_map_file(struct file *f, char *to, long n, long offset) __attribute__((__weak__));
HIDDEN struct file *__heddle_file(long fd) __attribute__((__weak__));

SYSCALL(mmap) {
    long n = concrete(b);
    if (n <= 0) return -EINVAL;
    if (__heddle_fault("fault:mmap")) return -ENOMEM;
    if (d & MAP_FIXED) return -ENOMEM; /* addresses are the engine's to choose */
    n = (n + 4095) & ~4095L;
    struct file *x = 0;
    if (!(d & MAP_ANONYMOUS)) {
        if (!__heddle_file || !(x = __heddle_file(e))) return -EBADF;
        if ((d & MAP_TYPE) != MAP_PRIVATE && c & PROT_WRITE) {
            __heddle_warn("a shared mapping of a file was asked for writing and refused (ENODEV)");
            return -ENODEV;
        }
    }
    char *p = __heddle_malloc((unsigned long)n, 4096);
    if (!p) return -ENOMEM;
    if (x) {
        long have = __heddle_map_file ? __heddle_map_file(x, p, b, f) : -ENODEV;
        if (have < 0) {
            __heddle_free(p);
            return have;
        }
    }
    return (long)p;
}

/* A mapping goes as a whole; a part of one stays. */
SYSCALL(munmap) {
    if (a & 4095) return -EINVAL;
    if (__heddle_object_size((void *)a) == (unsigned long)((b + 4095) & ~4095L))
        __heddle_free((void *)a);
    else
        __heddle_warn("a part of a mapping was unmapped: its memory stays");
    return 0;
}

SYSCALL(mremap) {
    long n = (concrete(c) + 4095) & ~4095L, old = (b + 4095) & ~4095L;
    if (n <= 0) return -EINVAL;
    if (!(d & MREMAP_MAYMOVE) || d & MREMAP_FIXED) return n <= old ? a : -ENOMEM;
    char *p = __heddle_malloc((unsigned long)n, 4096);
    if (!p) return -ENOMEM;
    memcpy(p, (const void *)a, (unsigned long)(n < old ? n : old));
    __heddle_free((void *)a);
    return (long)p;
}
SYSCALL(mprotect) { return 0; }
SYSCALL(msync) { return 0; }
SYSCALL(brk) { return 0; }
