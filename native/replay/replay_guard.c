/*
 * replay_guard.c — memory for `heddle replay --native` of an error in memory: each block ends where
 * a page ends that nobody may touch, and is made such a page when it is freed. So accesses behind a
 * block or after its end stop the process where they happen, under a debugger, too.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096ul
#define ARENA (64ul << 30)
#define MAGIC 0x6865646d656d6f72ul

/* In the first bytes of the pages before a block, which hold nothing else. */
typedef struct Header {
    uint64_t magic;
    char *block;
    size_t size, pages;
    bool live;
} Header;

static char *arena;
static size_t used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The page before the first page of a block has its header, and can always be read. */
static Header *header_of(const void *block) {
    uintptr_t page = (uintptr_t)block & ~(PAGE - 1);
    if (!arena || (char *)page <= arena || (char *)page >= arena + used) return NULL;
    Header *h = (Header *)(page - PAGE);
    return h->magic == MAGIC && h->block == block ? h : NULL;
}

static void *allocate(size_t size, size_t align) {
    if (size > ARENA / 4) {
        errno = ENOMEM;
        return NULL;
    }
    pthread_mutex_lock(&lock);
    if (!arena) {
        void *p = mmap(NULL, ARENA, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        arena = p == MAP_FAILED ? NULL : p;
    }
    /* A block of no bytes has a page of its own, which it may not touch. */
    size_t slack = align > PAGE ? align : 0, pages = (size + slack + PAGE - 1) / PAGE + !size;
    char *at = arena ? arena + used : NULL, *block = NULL;
    if (at && used + (pages + 2) * PAGE <= ARENA &&
        !mprotect(at, (size ? pages + 1 : 1) * PAGE, PROT_READ | PROT_WRITE)) {
        used += (pages + 2) * PAGE;
        uintptr_t end = (uintptr_t)at + (pages + 1) * PAGE;
        block = (char *)((end - size) & ~(uintptr_t)(align - 1));
        if (!size) block = at + PAGE;
        Header *h = (Header *)(((uintptr_t)block & ~(PAGE - 1)) - PAGE);
        *h = (Header){MAGIC, block, size, (size + PAGE - 1) / PAGE, true};
    } else
        errno = ENOMEM;
    pthread_mutex_unlock(&lock);
    return block;
}

static _Noreturn void misuse(const char *what, const void *block) {
    fprintf(stderr, "heddle: %s: %p\n", what, block);
    abort();
}

/* Blocks whose size is no multiple of 16 are aligned as far as their members can need it. */
static size_t usual_align(size_t size) {
    size_t align = 16;
    while (align > 1 && size % align) align /= 2;
    return align;
}

void *malloc(size_t size) { return allocate(size, usual_align(size)); }
void *calloc(size_t n, size_t size) {
    size_t whole;
    if (__builtin_mul_overflow(n, size, &whole)) {
        errno = ENOMEM;
        return NULL;
    }
    return malloc(whole); /* fresh pages are zero */
}
void free(void *block) {
    if (!block) return;
    Header *h = header_of(block);
    if (!h) misuse("free of what is no block", block);
    if (!h->live) misuse("a block is freed twice", block);
    h->live = false;
    mprotect((char *)h + PAGE, h->pages * PAGE, PROT_NONE);
}
void *realloc(void *block, size_t size) {
    if (!block) return malloc(size);
    Header *h = header_of(block);
    if (!h || !h->live) misuse("realloc of what is no live block", block);
    void *new = malloc(size);
    if (!new) return NULL;
    memcpy(new, block, h->size < size ? h->size : size);
    free(block);
    return new;
}
void *aligned_alloc(size_t align, size_t size) { return allocate(size, align); }
void *memalign(size_t align, size_t size);
void *memalign(size_t align, size_t size) { return allocate(size, align); }
int posix_memalign(void **block, size_t align, size_t size) {
    void *p = allocate(size, align);
    if (!p) return ENOMEM;
    *block = p;
    return 0;
}
size_t malloc_usable_size(void *block);
size_t malloc_usable_size(void *block) {
    Header *h = block ? header_of(block) : NULL;
    return h ? h->size : 0;
}
