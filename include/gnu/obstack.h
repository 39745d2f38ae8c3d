/*
 * obstack.h — stacks of objects, with the interface of the GNU C library. Objects grow at the end
 * of a chunk; chunks are allocated as the program says (obstack_chunk_alloc, obstack_chunk_free).
 */
#ifndef _OBSTACK_H
#define _OBSTACK_H 1
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

struct _obstack_chunk {
    char *limit;
    struct _obstack_chunk *prev;
    char contents[4];
};

struct obstack {
    size_t chunk_size;
    struct _obstack_chunk *chunk;
    char *object_base, *next_free, *chunk_limit;
    size_t alignment_mask;
    void *(*plain_alloc)(size_t);
    void (*plain_free)(void *);
    void *(*extra_alloc)(void *, size_t);
    void (*extra_free)(void *, void *);
    void *extra_arg;
};

extern void (*obstack_alloc_failed_handler)(void);
extern int obstack_exit_failure;

int _obstack_begin(struct obstack *, size_t size, size_t alignment, void *(*)(size_t),
                   void (*)(void *));
int _obstack_begin_1(struct obstack *, size_t size, size_t alignment, void *(*)(void *, size_t),
                     void (*)(void *, void *), void *);
void _obstack_newchunk(struct obstack *, size_t);
void *_obstack_finish(struct obstack *);
void _obstack_free(struct obstack *, void *);
size_t _obstack_memory_used(struct obstack *);
int _obstack_allocated_p(struct obstack *, void *);
int obstack_printf(struct obstack *__restrict, const char *__restrict, ...)
    __attribute__((__format__(__printf__, 2, 3)));
int obstack_vprintf(struct obstack *__restrict, const char *__restrict, va_list)
    __attribute__((__format__(__printf__, 2, 0)));
void obstack_free(struct obstack *, void *);

static __inline void *__obstack_room(struct obstack *h, size_t n) {
    if ((size_t)(h->chunk_limit - h->next_free) < n) _obstack_newchunk(h, n);
    return h->next_free;
}
static __inline void __obstack_grow(struct obstack *h, const void *from, size_t n, int zero) {
    __obstack_room(h, n + (size_t)zero);
    memcpy(h->next_free, from, n);
    h->next_free += n;
    if (zero) *h->next_free++ = 0;
}
static __inline void __obstack_blank(struct obstack *h, ptrdiff_t n) {
    if (n > 0) __obstack_room(h, (size_t)n);
    h->next_free += n;
}
static __inline void *__obstack_alloc(struct obstack *h, size_t n) {
    __obstack_room(h, n);
    h->next_free += n;
    return _obstack_finish(h);
}
static __inline void *__obstack_copy(struct obstack *h, const void *from, size_t n, int zero) {
    __obstack_grow(h, from, n, zero);
    return _obstack_finish(h);
}

#define obstack_specify_allocation(h, size, alignment, chunkfun, freefun)   \
    _obstack_begin((h), (size), (alignment), (void *(*)(size_t))(chunkfun), \
                   (void (*)(void *))(freefun))
#define obstack_specify_allocation_with_arg(h, size, alignment, chunkfun, freefun, arg) \
    _obstack_begin_1((h), (size), (alignment), (void *(*)(void *, size_t))(chunkfun),   \
                     (void (*)(void *, void *))(freefun), (arg))
#define obstack_init(h) obstack_specify_allocation(h, 0, 0, obstack_chunk_alloc, obstack_chunk_free)
#define obstack_begin(h, size) \
    obstack_specify_allocation(h, size, 0, obstack_chunk_alloc, obstack_chunk_free)
#define obstack_chunkfun(h, f) \
    ((void)((h)->extra_alloc = 0, (h)->plain_alloc = (void *(*)(size_t))(f)))
#define obstack_freefun(h, f) ((void)((h)->extra_free = 0, (h)->plain_free = (void (*)(void *))(f)))
#define obstack_chunk_size(h) ((h)->chunk_size)
#define obstack_alignment_mask(h) ((h)->alignment_mask)
#define obstack_memory_used(h) _obstack_memory_used(h)
#define obstack_base(h) ((void *)(h)->object_base)
#define obstack_next_free(h) ((void *)(h)->next_free)
#define obstack_object_size(h) ((size_t)((h)->next_free - (h)->object_base))
#define obstack_room(h) ((size_t)((h)->chunk_limit - (h)->next_free))
#define obstack_empty_p(h)    \
    ((h)->chunk->prev == 0 && \
     (h)->next_free ==        \
         (char *)(((size_t)(h)->chunk->contents + (h)->alignment_mask) & ~(h)->alignment_mask))
#define obstack_make_room(h, n) ((void)__obstack_room(h, n))
#define obstack_grow(h, from, n) __obstack_grow(h, from, n, 0)
#define obstack_grow0(h, from, n) __obstack_grow(h, from, n, 1)
#define obstack_1grow(h, c) (__obstack_room(h, 1), obstack_1grow_fast(h, c))
#define obstack_ptr_grow(h, p) (__obstack_room(h, sizeof(void *)), obstack_ptr_grow_fast(h, p))
#define obstack_int_grow(h, x) (__obstack_room(h, sizeof(int)), obstack_int_grow_fast(h, x))
#define obstack_1grow_fast(h, c) ((void)(*(h)->next_free++ = (char)(c)))
#define obstack_ptr_grow_fast(h, p)               \
    __extension__({                               \
        struct obstack *__h = (h);                \
        const void *__p = (p);                    \
        memcpy(__h->next_free, &__p, sizeof __p); \
        __h->next_free += sizeof __p;             \
        (void)0;                                  \
    })
#define obstack_int_grow_fast(h, x)               \
    __extension__({                               \
        struct obstack *__h = (h);                \
        int __x = (x);                            \
        memcpy(__h->next_free, &__x, sizeof __x); \
        __h->next_free += sizeof __x;             \
        (void)0;                                  \
    })
#define obstack_blank(h, n) __obstack_blank(h, (ptrdiff_t)(n))
#define obstack_blank_fast(h, n) ((void)((h)->next_free += (n)))
#define obstack_alloc(h, n) __obstack_alloc(h, n)
#define obstack_copy(h, from, n) __obstack_copy(h, from, n, 0)
#define obstack_copy0(h, from, n) __obstack_copy(h, from, n, 1)
#define obstack_finish(h) _obstack_finish(h)

#ifdef __cplusplus
}
#endif
#endif
