/*
 * memory.c — mappings: anonymous memory, private copies of files, and files that are shared. Each is one
 * object of the engine's heap. A file that was mapped to be shared keeps its bytes in such an object from
 * then on, so that all of its mappings are one and the same memory.
 */
#include <sys/mman.h>
#include "kernel.h"

HIDDEN long __heddle_map_file(struct file *f, char *to, long n, long offset) __attribute__((__weak__));
HIDDEN long __heddle_share_file(struct file *f, long end, char **data) __attribute__((__weak__));
HIDDEN struct file *__heddle_file(long fd) __attribute__((__weak__));

/* What is to be known of some mappings: those of shared files, which stay, and those of which a part is gone.
 */
struct mapping {
    struct mapping *next;
    char *start;
    long gone; /* bytes; -1: a shared file's */
};
static struct {
    unsigned word;
    struct mapping *first;
} mappings;

/* In a piece on the mappings: what is known of the one that begins there, made where it is missing. */
static struct mapping *mapping_at(char *start, int make) {
    struct mapping *m = mappings.first;
    while (m && m->start != start) m = m->next;
    if (m || !make || !(m = kernel_alloc(sizeof *m))) return m;
    *m = (struct mapping){mappings.first, start, 0};
    return mappings.first = m;
}
static void forget(struct mapping *m) {
    struct mapping **at = &mappings.first;
    while (*at != m) at = &(*at)->next;
    *at = m->next;
    __heddle_free(m);
}

static long pages(long n) { return (n + 4095) & ~4095L; }

static long map_shared(struct file *f, long n, long offset, long protection) {
    char *data;
    unsigned mode = f->flags & O_ACCMODE;
    if (mode == O_WRONLY || (protection & PROT_WRITE && mode != O_RDWR)) return -EACCES;
    long error = __heddle_share_file ? __heddle_share_file(f, offset + n, &data) : -ENODEV;
    if (error) return error;
    enter("map a file", ITEM(&mappings, WRITES));
    struct mapping *m = mapping_at(data, 1);
    if (m) m->gone = -1;
    leave();
    return m ? (long)(data + offset) : -ENOMEM;
}

SYSCALL(mmap) {
    long n = concrete(b);
    if (n <= 0 || f & 4095) return -EINVAL;
    if (__heddle_fault("fault:mmap")) return -ENOMEM;
    if (d & MAP_FIXED) return -ENOMEM; /* addresses are the engine's to choose */
    n = pages(n);
    struct file *x = 0;
    if (!(d & MAP_ANONYMOUS)) {
        if (!__heddle_file || !(x = __heddle_file(e))) return -EBADF;
        if ((d & MAP_TYPE) != MAP_PRIVATE) return map_shared(x, n, f, c);
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

/* The memory of a large block is kept in another way than that of parts. */
#define LARGE (512L << 10)

/* A mapping goes as a whole, or in parts, of which the last takes it along. */
SYSCALL(munmap) {
    long n = pages(b);
    if (a & 4095 || n <= 0) return -EINVAL;
    char *at = (char *)a, *start = (char *)engine(HEDDLE_CALL_BLOCK, a);
    if (!start) __heddle_object_size(at); /* the finding that it is */
    enter("look at mappings", ITEM(&mappings, READS));
    struct mapping *m = mapping_at(start, 0);
    long gone = m ? m->gone : 0;
    leave();
    if (gone < 0) return 0;
    long size = pages(engine(HEDDLE_CALL_EXTENT, start));
    if (at == start && n == size && !gone) {
        __heddle_free(start);
        return 0;
    }
    if (at + n > start + size || size >= LARGE) {
        __heddle_warn(size >= LARGE ? "a part of a large mapping was unmapped: its memory stays"
                                    : "several mappings were unmapped at once: their memory stays");
        return 0;
    }
    engine(HEDDLE_CALL_UNMAP, at, n);
    enter("unmap a part of a mapping", ITEM(&mappings, WRITES));
    m = mapping_at(start, 1);
    int all = m && (m->gone += n) >= size;
    if (all) forget(m);
    leave();
    if (all) engine(HEDDLE_CALL_UNMAPPED, start, size);
    return 0;
}

SYSCALL(mremap) {
    long n = pages(concrete(c)), old = pages(b);
    char *start = (char *)engine(HEDDLE_CALL_BLOCK, a);
    if (n <= 0) return -EINVAL;
    if (!start) return -EFAULT;
    enter("look at mappings", ITEM(&mappings, READS));
    int plain = start == (char *)a && !mapping_at(start, 0);
    leave();
    if (!(d & MREMAP_MAYMOVE) || d & MREMAP_FIXED || !plain) return n <= old ? a : -ENOMEM;
    char *p = __heddle_malloc((unsigned long)n, 4096);
    if (!p) return -ENOMEM;
    memcpy(p, (const void *)a, (unsigned long)(n < old ? n : old));
    __heddle_free((void *)a);
    return (long)p;
}
SYSCALL(mprotect) { return 0; }
SYSCALL(msync) { return 0; }
SYSCALL(brk) { return 0; }
