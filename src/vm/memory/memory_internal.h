/*
 * memory_internal.h — records of the trail and units of memory, shared by memory.c and
 * memory_blocks.c. For these files only.
 */
#ifndef HEDDLE_VM_MEMORY_MEMORY_INTERNAL_H
#define HEDDLE_VM_MEMORY_MEMORY_INTERNAL_H

#include "vm/memory/memory.h"

#define LINE 64
#define PAGE 4096
#define CHUNK 32768 /* the bytes that a page of a bitmap describes */

/* Chunks of a large block that came or went: an undo restores their former state. */
typedef struct ChunkRecord {
    uint64_t start, end;
    bool valid; /* whether they become valid when the record is applied */
    bool first; /* they were in no large block before */
} ChunkRecord;
extern char memory_chunk_record; /* its address in a footer marks a record of chunks */

/* Every record ends with a footer, so that the trail can be read backwards. */
typedef struct Footer {
    void *where;   /* NULL: a line; &memory_chunk_record: chunks */
    uint64_t size; /* bytes saved before the footer; of a line, its number */
} Footer;

/* Returns the size of a record of a line, whose last member is saved only if it means something. */
static inline size_t memory_line_record(const Memory *m) {
    return m->tracks_undefined ? sizeof(MemoryLine) : offsetof(MemoryLine, undefined);
}

/* Reserves room for a record at the end of the trail. */
static inline uint8_t *memory_trail_room(Memory *m, size_t size) {
    if (unlikely(m->trail_len + size > m->trail_cap)) {
        m->trail_cap = MAX(m->trail_cap * 2, m->trail_len + size + (1 << 16));
        m->trail = xrealloc(m->trail, m->trail_cap);
    }
    uint8_t *at = m->trail + m->trail_len;
    m->trail_len += size;
    return at;
}

/* --- memory.c --------------------------------------------------------------------------------- */

/* Makes the symbolic bytes of a range concrete. */
void memory_make_concrete(Memory *m, uint64_t address, uint64_t size);
/* Returns where the expressions of the bytes from `address` to the end of its 256 bytes are kept,
 * or NULL if none of these bytes was ever symbolic. */
const Expr **memory_symbolic_slots(const Memory *m, uint64_t address);

/* --- memory_blocks.c -------------------------------------------------------------------------- */

/* Applies a record to its chunks, and turns the record into its inverse. */
void memory_apply_chunks(Memory *m, ChunkRecord *r);

#endif
