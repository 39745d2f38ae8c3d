/*
 * memory.c — mappings: anonymous memory, private copies of files, and shared files. Each is one
 * object of the engine's heap. From its first shared mapping on, a file keeps its bytes in such an
 * object, so that all of its mappings are the same memory. A mapping at a fixed address replaces a
 * part of an existing mapping of the program; it can only be private memory.
 */
#include <sys/mman.h>
#include "kernel.h"

HIDDEN long __heddle_map_file(struct file *f, char *to, long n, long offset)
    __attribute__((__weak__));
HIDDEN long __heddle_share_file(struct file *f, long end, char **data) __attribute__((__weak__));
HIDDEN struct file *__heddle_file(long fd) __attribute__((__weak__));

/* An entry for some mappings: shared ones, of which those of files stay, and those of which a part
 * was unmapped. */
struct mapping {
    struct mapping *next;
    char *start;
    long gone; /* bytes; -1: a shared file's */
    int shared;
};
static struct {
    unsigned word;
    struct mapping *first;
} mappings;

/* Returns the entry of the mapping that begins there, or NULL; `make` creates it. Called in a piece
 * on the mappings. */
static struct mapping *mapping_at(char *start, int make) {
    struct mapping *m = mappings.first;
    while (m && m->start != start) m = m->next;
    if (m || !make || !(m = kernel_alloc(sizeof *m))) return m;
    *m = (struct mapping){mappings.first, start, 0, 0};
    return mappings.first = m;
}
static void forget(struct mapping *m) {
    struct mapping **at = &mappings.first;
    while (*at != m) at = &(*at)->next;
    *at = m->next;
    __heddle_free(m);
}

static long pages(long n) { return (n + 4095) & ~4095L; }

/* Notes a shared mapping. Returns 0 if memory is exhausted. */
static int note_shared(char *start, long gone) {
    enter("map to be shared", ITEM(&mappings, WRITES));
    struct mapping *m = mapping_at(start, 1);
    if (m) m->gone = gone, m->shared = 1;
    leave();
    return m != 0;
}

static long map_shared(struct file *f, long n, long offset, long protection) {
    char *data;
    unsigned mode = f->mode;
    if (mode == O_WRONLY || (protection & PROT_WRITE && mode != O_RDWR)) return -EACCES;
    long error = __heddle_share_file ? __heddle_share_file(f, offset + n, &data) : -ENODEV;
    if (error) return error;
    return note_shared(data, -1) ? (long)(data + offset) : -ENOMEM;
}

/* Whether there is memory that other processes would share. */
HIDDEN int __heddle_shares_memory(void);
HIDDEN int __heddle_shares_memory(void) {
    int shared = 0;
    enter("look for shared mappings", ITEM(&mappings, READS));
    for (struct mapping *m = mappings.first; m; m = m->next) shared |= m->shared;
    leave();
    return shared;
}

/* Returns the entry of the mapping that begins there. */
static struct mapping look_up(char *start) {
    enter("look at mappings", ITEM(&mappings, READS));
    struct mapping *m = mapping_at(start, 0), found = m ? *m : (struct mapping){0};
    leave();
    return found;
}

/* Returns the beginning of the mapping that contains all of this, if no part of it was unmapped, or
 * NULL. */
static char *whole_block(char *at, long n) {
    char *start = (char *)engine(HEDDLE_CALL_BLOCK, at);
    if (!start || at + n > start + pages(engine(HEDDLE_CALL_EXTENT, start))) return 0;
    return look_up(start).gone ? 0 : start;
}

/* Reads the file's bytes from `offset` on into fresh memory. Returns 0 or an error. */
static long fill(struct file *x, char *to, long n, long offset) {
    long have = !x ? 0 : __heddle_map_file ? __heddle_map_file(x, to, n, offset) : -ENODEV;
    return have < 0 ? have : 0;
}

static long map_fixed(struct file *x, char *at, long n, long bytes, long flags, long offset) {
    if ((long)at & 4095) return -EINVAL;
    if ((x && (flags & MAP_TYPE) != MAP_PRIVATE) || !whole_block(at, n)) {
        __heddle_warn("a mapping at a fixed address was refused: it is no part of another one, or "
                      "a shared file");
        return -ENOMEM;
    }
    memset(at, 0, (unsigned long)n);
    long error = fill(x, at, bytes, offset);
    return error ? error : (long)at;
}

/* Names what is assumed of memory with this protection. */
static void tell_protection(long protection) {
    if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
        __heddle_warn("memory that is protected from reading or writing can be read and written");
}

SYSCALL(mmap) {
    long n = concrete(b);
    if (!n || f & 4095 || !(d & MAP_SHARED_VALIDATE)) return -EINVAL;
    if (n < 0) return -ENOMEM;
    if (f < 0) return -EOVERFLOW;
    if (__heddle_fault("fault:mmap")) return -ENOMEM;
    n = pages(n);
    tell_protection(concrete(c));
    struct file *x = 0;
    if (!(d & MAP_ANONYMOUS) && (!__heddle_file || !(x = __heddle_file(e)))) return -EBADF;
    if (x && x->mode == O_WRONLY) return -EACCES;
    if (d & MAP_FIXED) return map_fixed(x, (char *)a, n, b, d, f);
    if (x && (d & MAP_TYPE) != MAP_PRIVATE) return map_shared(x, n, f, c);
    char *p = __heddle_malloc((unsigned long)n, 4096);
    long error = !p ? -ENOMEM : fill(x, p, b, f);
    if (!error && (d & MAP_TYPE) != MAP_PRIVATE && !note_shared(p, 0)) error = -ENOMEM;
    if (p && error) __heddle_free(p);
    return error ? error : (long)p;
}

/* Size from which a block's memory is kept in another way: its parts cannot be unmapped. */
#define LARGE (512L << 10)

/* Unmaps a mapping as a whole, or in parts; the last part frees it. */
SYSCALL(munmap) {
    long n = pages(b);
    if (a & 4095 || n <= 0) return -EINVAL;
    char *at = (char *)a, *start = (char *)engine(HEDDLE_CALL_BLOCK, a);
    if (!start) __heddle_object_size(at);                 /* reports the finding */
    long size = pages(engine(HEDDLE_CALL_EXTENT, start)); /* as it is when the block is found */
    struct mapping known = look_up(start);
    long gone = known.gone;
    if (gone < 0) return 0;
    if (at == start && n == size && !gone) {
        if (known.shared) {
            enter("unmap what was shared", ITEM(&mappings, WRITES));
            struct mapping *m = mapping_at(start, 0);
            if (m) forget(m);
            leave();
        }
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
    struct mapping *m = mapping_at(start, 1);
    int all = m && (m->gone += n) >= size;
    if (all) forget(m);
    leave();
    if (all) engine(HEDDLE_CALL_UNMAPPED, start, size);
    return 0;
}

/* Shrinks a mapping at its end; a mapping that grows moves. */
SYSCALL(mremap) {
    long n = pages(concrete(c)), old = pages(b);
    char *start = (char *)engine(HEDDLE_CALL_BLOCK, a);
    if (a & 4095 || n <= 0 || d & ~(MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP))
        return -EINVAL;
    if (!start) return -EFAULT;
    if (n < old && !(d & MREMAP_FIXED)) {
        long error = __heddle_sys_munmap(a + n, old - n, 0, 0, 0, 0);
        return error ? error : a;
    }
    if (n == old && !(d & MREMAP_FIXED)) return a;
    struct mapping known = look_up(start);
    if (!(d & MREMAP_MAYMOVE)) return -ENOMEM;
    if (d & (MREMAP_FIXED | MREMAP_DONTUNMAP) || known.gone < 0 || old <= 0) {
        __heddle_warn("mremap was refused: to a given address, or of a file that is shared");
        return -ENOMEM;
    }
    char *p = __heddle_malloc((unsigned long)n, 4096);
    if (!p || (known.shared && !note_shared(p, 0))) return -ENOMEM;
    memcpy(p, (const void *)a, (unsigned long)old);
    __heddle_sys_munmap(a, old, 0, 0, 0, 0);
    return (long)p;
}

/* Whether an address is certainly no memory of the program. */
static int is_nowhere(long at) { return at >= 0 && at < 1 << 28; }

/* Only advice that empties memory has an effect. */
SYSCALL(madvise) {
    long n = pages(concrete(b));
    if (a & 4095 || n < 0) return -EINVAL;
    if (is_nowhere(a)) return -ENOMEM;
    switch ((int)c) {
    case MADV_DONTNEED:
    case MADV_REMOVE: break;
    default:
        return ((unsigned long)c <= 25 && (c < 5 || c > 7))
                   ? 0
                   : -EINVAL; /* the advice that Linux knows */
    }
    char *start = (char *)engine(HEDDLE_CALL_BLOCK, a);
    int shared = start && look_up(start).shared;
    if (shared == (c == MADV_REMOVE)) memset((void *)a, 0, (unsigned long)n);
    return 0;
}

SYSCALL(mincore) {
    if (a & 4095) return -EINVAL;
    if (is_nowhere(a)) return -ENOMEM;
    memset((void *)c, 1, (unsigned long)(pages(concrete(b)) / 4096));
    return 0;
}
SYSCALL(mprotect) {
    if (a & 4095 || c & ~(PROT_READ | PROT_WRITE | PROT_EXEC | PROT_GROWSDOWN | PROT_GROWSUP))
        return -EINVAL;
    if (concrete(b) && is_nowhere(a)) return -ENOMEM;
    tell_protection(concrete(c));
    return 0;
}
SYSCALL(msync) {
    if (a & 4095 || c & ~(MS_ASYNC | MS_INVALIDATE | MS_SYNC) || (c & MS_ASYNC && c & MS_SYNC))
        return -EINVAL;
    return is_nowhere(a) ? -ENOMEM : 0;
}
SYSCALL(brk) { return 0; }
