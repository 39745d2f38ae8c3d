/* base.c — see base.h. */
#include "base/base.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#ifdef HEDDLE_INVARIANTS
bool base_invariants = true;
#else
bool base_invariants;
#endif

_Noreturn void base_fatal(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    fprintf(stderr, "heddle: internal error: ");
    vfprintf(stderr, format, ap);
    fputc('\n', stderr);
    va_end(ap);
    exit(4);
}

static void *checked(void *p, size_t size) {
    if (!p && size) base_fatal("out of memory (%zu bytes asked)", size);
    return p;
}

void *xmalloc(size_t size) { return checked(malloc(size), size); }
void *xcalloc(size_t count, size_t size) { return checked(calloc(count, size), count * size); }
void *xrealloc(void *p, size_t size) { return checked(realloc(p, size), size); }

void *base_reserve(size_t bytes) {
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
    if (p == MAP_FAILED)
        base_fatal("cannot reserve %zu MiB of address space (is the virtual memory limited with "
                   "ulimit -v?)",
                   bytes >> 20);
    return p;
}

void base_release(void *p, size_t bytes) { munmap(p, bytes); }

char *xstrdup(const char *s) {
    size_t n = strlen(s) + 1;
    return memcpy(xmalloc(n), s, n);
}

char *xasprintf(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    char *out = NULL;
    if (vasprintf(&out, format, ap) < 0) base_fatal("out of memory while formatting");
    va_end(ap);
    return out;
}

void vec_grow_(void **data, size_t *cap, size_t need, size_t elem) {
    size_t n = *cap ? *cap * 2 : 8;
    if (n < need) n = need;
    *data = xrealloc(*data, n * elem);
    *cap = n;
}

void str_addc(StrBuf *b, char c) {
    vec_reserve(b, b->len + 2);
    b->data[b->len++] = c;
    b->data[b->len] = 0;
}

void str_add(StrBuf *b, const char *s) {
    size_t n = strlen(s);
    vec_reserve(b, b->len + n + 1);
    memcpy(b->data + b->len, s, n + 1);
    b->len += n;
}

void str_addf(StrBuf *b, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    char *s = NULL;
    if (vasprintf(&s, format, ap) < 0) base_fatal("out of memory while formatting");
    va_end(ap);
    str_add(b, s);
    free(s);
}

typedef struct ArenaBlock {
    struct ArenaBlock *next;
    size_t used, size;
    char data[] __attribute__((aligned(16)));
} ArenaBlock;

struct Arena {
    ArenaBlock *blocks;
    size_t bytes;
};

Arena *arena_new(void) { return xcalloc(1, sizeof(Arena)); }

void *arena_alloc_aligned(Arena *a, size_t size, size_t alignment) {
    size_t from = a->blocks ? (a->blocks->used + alignment - 1) & ~(alignment - 1) : 0;
    if (!a->blocks || from > a->blocks->size || a->blocks->size - from < size) {
        size_t block = MAX(size, (size_t)1 << 16);
        ArenaBlock *b = xcalloc(1, sizeof(*b) + block);
        b->size = block;
        b->next = a->blocks;
        a->blocks = b;
        a->bytes += block;
        from = 0;
    }
    a->blocks->used = from + size;
    return a->blocks->data + from;
}

void *arena_alloc(Arena *a, size_t size) { return arena_alloc_aligned(a, size, 16); }

uint64_t arena_bytes(const Arena *a) { return a->bytes; }

void arena_reset(Arena *a) {
    while (a->blocks && a->blocks->next) {
        ArenaBlock *b = a->blocks;
        a->blocks = b->next;
        a->bytes -= b->size;
        free(b);
    }
    if (!a->blocks) return;
    memset(a->blocks->data, 0, a->blocks->used);
    a->blocks->used = 0;
}

char *arena_strdup(Arena *a, const char *s) {
    size_t n = strlen(s) + 1;
    return memcpy(arena_alloc(a, n), s, n);
}

void arena_free(Arena *a) {
    if (!a) return;
    for (ArenaBlock *b = a->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free(a);
}

uint64_t hash_bytes(const void *p, size_t n, uint64_t seed) {
    const unsigned char *s = p;
    uint64_t h = seed ^ (n * 0x9e3779b97f4a7c15ull);
    while (n >= 8) {
        uint64_t w;
        memcpy(&w, s, 8);
        h = hash_combine(h, w);
        s += 8;
        n -= 8;
    }
    uint64_t w = 0;
    if (n) memcpy(&w, s, n);
    return hash_combine(h, w);
}

static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double time_wall(void) { return seconds(CLOCK_MONOTONIC); }
double time_cpu(void) { return seconds(CLOCK_PROCESS_CPUTIME_ID); }

uint64_t memory_resident(void) {
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f) return 0;
    unsigned long long size = 0, resident = 0;
    int n = fscanf(f, "%llu %llu", &size, &resident);
    fclose(f);
    return n == 2 ? resident * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}
