/*
 * wire.h — values as bytes that another process reads: numbers in the order of x86, texts and
 * blocks with their length. The reader checks bounds; after the first wrong value it gives zeros
 * and empty texts, so that callers look once, at the end.
 */
#ifndef HEDDLE_BASE_WIRE_H
#define HEDDLE_BASE_WIRE_H

#include "base/base.h"

typedef VEC(uint8_t) Wire;

void wire_put(Wire *w, const void *bytes, size_t n);
static inline void wire_put_8(Wire *w, uint8_t x) { vec_push(w, x); }
static inline void wire_put_32(Wire *w, uint32_t x) { wire_put(w, &x, sizeof x); }
static inline void wire_put_64(Wire *w, uint64_t x) { wire_put(w, &x, sizeof x); }
/* Adds a block with its length. */
void wire_put_block(Wire *w, const void *bytes, size_t n);
void wire_put_text(Wire *w, const char *text);

typedef struct WireReader {
    const uint8_t *at, *end;
    bool wrong; /* something that was read is not there, or the caller found it impossible */
} WireReader;

WireReader wire_reader(const void *bytes, size_t n);
uint8_t wire_get_8(WireReader *r);
uint32_t wire_get_32(WireReader *r);
uint64_t wire_get_64(WireReader *r);
/* Returns a number of elements of at least `least` bytes each; more than are left are wrong. */
uint32_t wire_get_count(WireReader *r, size_t least);
/* Returns a block within the bytes that are read; never NULL. */
const void *wire_get_block(WireReader *r, size_t *n);
/* Returns a new text, which the caller frees. */
char *wire_get_text(WireReader *r);
/* Whether everything was read and nothing was wrong. */
bool wire_is_read(const WireReader *r);

#endif
