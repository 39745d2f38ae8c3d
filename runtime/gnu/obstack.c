/*
 * obstack.c — stacks of objects (obstack.h). The chunks are a list, the newest one first. An object
 * that does not fit into its chunk moves to a new one; if it was the only one there, the old chunk
 * is given back.
 */
#include "gnu.h"
#include <obstack.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define USUAL_SIZE 4064 /* of a chunk: a page with what malloc may need */
#define USUAL_ALIGNMENT 16

static void allocation_failed(void) {
    fputs("memory exhausted\n", stderr);
    exit(obstack_exit_failure);
}

PUBLIC void (*obstack_alloc_failed_handler)(void) = allocation_failed;
PUBLIC int obstack_exit_failure = EXIT_FAILURE;

static char *aligned(const struct obstack *h, char *at) {
    return at + (-(uintptr_t)at & h->alignment_mask);
}

static void *take_chunk(struct obstack *h, size_t size) {
    void *chunk = h->extra_alloc ? h->extra_alloc(h->extra_arg, size) : h->plain_alloc(size);
    if (!chunk) obstack_alloc_failed_handler();
    return chunk;
}
static void give_chunk(struct obstack *h, struct _obstack_chunk *chunk) {
    if (h->extra_free)
        h->extra_free(h->extra_arg, chunk);
    else
        h->plain_free(chunk);
}

static int obstack_begins(struct obstack *h, size_t size, size_t alignment) {
    h->alignment_mask = (alignment ? alignment : USUAL_ALIGNMENT) - 1;
    h->chunk_size = size ? size : USUAL_SIZE;
    struct _obstack_chunk *chunk = h->chunk = take_chunk(h, h->chunk_size);
    if (!chunk) return 0;
    chunk->prev = NULL;
    chunk->limit = h->chunk_limit = (char *)chunk + h->chunk_size;
    h->next_free = h->object_base = aligned(h, chunk->contents);
    return 1;
}

PUBLIC int _obstack_begin(struct obstack *h, size_t size, size_t alignment, void *(*take)(size_t),
                          void (*give)(void *)) {
    *h = (struct obstack){.plain_alloc = take, .plain_free = give};
    return obstack_begins(h, size, alignment);
}

PUBLIC int _obstack_begin_1(struct obstack *h, size_t size, size_t alignment,
                            void *(*take)(void *, size_t), void (*give)(void *, void *),
                            void *arg) {
    *h = (struct obstack){.extra_alloc = take, .extra_free = give, .extra_arg = arg};
    return obstack_begins(h, size, alignment);
}

/* Moves the object that grows to a new chunk, where it has room for `more` bytes. */
PUBLIC void _obstack_newchunk(struct obstack *h, size_t more) {
    struct _obstack_chunk *old = h->chunk;
    size_t have = (size_t)(h->next_free - h->object_base);
    size_t size = have + more + h->alignment_mask + sizeof *old + (have >> 3) + 100;
    if (size < h->chunk_size) size = h->chunk_size;
    struct _obstack_chunk *chunk = take_chunk(h, size);
    if (!chunk) return;
    chunk->prev = old;
    chunk->limit = (char *)chunk + size;
    char *at = aligned(h, chunk->contents);
    memcpy(at, h->object_base, have);
    if (h->object_base == aligned(h, old->contents)) {
        chunk->prev = old->prev;
        give_chunk(h, old);
    }
    h->chunk = chunk;
    h->chunk_limit = chunk->limit;
    h->object_base = at;
    h->next_free = at + have;
}

PUBLIC void *_obstack_finish(struct obstack *h) {
    void *object = h->object_base;
    h->next_free = aligned(h, h->next_free);
    if (h->next_free > h->chunk_limit) h->next_free = h->chunk_limit;
    h->object_base = h->next_free;
    return object;
}

static int is_in(const struct _obstack_chunk *chunk, const void *object) {
    return (const char *)chunk < (const char *)object && (const char *)object <= chunk->limit;
}

PUBLIC int _obstack_allocated_p(struct obstack *h, void *object) {
    struct _obstack_chunk *chunk = h->chunk;
    while (chunk && !is_in(chunk, object)) chunk = chunk->prev;
    return chunk != NULL;
}

/* Frees the object and all that came after it; NULL: everything. */
PUBLIC void _obstack_free(struct obstack *h, void *object) {
    struct _obstack_chunk *chunk = h->chunk;
    while (chunk && !(object && is_in(chunk, object))) {
        struct _obstack_chunk *before = chunk->prev;
        give_chunk(h, chunk);
        chunk = before;
    }
    h->chunk = chunk;
    if (chunk) {
        h->object_base = h->next_free = object;
        h->chunk_limit = chunk->limit;
    } else if (object)
        abort(); /* it is of no chunk */
}

PUBLIC void obstack_free(struct obstack *h, void *object) { _obstack_free(h, object); }

PUBLIC size_t _obstack_memory_used(struct obstack *h) {
    size_t sum = 0;
    for (const struct _obstack_chunk *chunk = h->chunk; chunk; chunk = chunk->prev)
        sum += (size_t)(chunk->limit - (const char *)chunk);
    return sum;
}

PUBLIC int obstack_vprintf(struct obstack *restrict h, const char *restrict format, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, format, ap);
    if (n >= 0) {
        __obstack_room(h, (size_t)n + 1);
        vsnprintf(h->next_free, (size_t)n + 1, format, again);
        h->next_free += n;
    }
    va_end(again);
    return n;
}

PUBLIC int obstack_printf(struct obstack *restrict h, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = obstack_vprintf(h, format, ap);
    va_end(ap);
    return n;
}
