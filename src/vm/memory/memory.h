/*
 * memory.h — the emulated address space of one worker. It has a flat working copy that the
 * interpreter reads and writes directly, and bitmaps that say which bytes need the slow path. A
 * sparse overlay has the symbolic bytes. The undo trail restores the state at an earlier mark.
 *
 * Bitmaps have one bit per byte of emulated memory:
 *   valid — addressable
 *   plain — valid, concrete, written and invisible: the only bytes that the fast path touches
 *   undefined — valid and never written since (only if that is tracked). The byte reads as an
 *       expression, and the byte underneath is zero. No byte is undefined and in the overlay.
 *
 * `dirty` has one byte per line of 64 bytes: non-zero if the line was saved since the last mark.
 * Host memory for all of this is reserved once and touched on demand. Large heap blocks and globals
 * do not touch it where the program does not: see memory_allow_block.
 */
#ifndef HEDDLE_VM_MEMORY_MEMORY_H
#define HEDDLE_VM_MEMORY_MEMORY_H

#include "base/base.h"
#include "expr/expr.h"

#define MEMORY_BITS 40
#define MEMORY_LIMIT (1ull << MEMORY_BITS)

/* Each thread has a region for its thread-local block, stack and heap. The first threads have large
 * regions, the others small ones. */
#define REGION_BASE (1ull << 32)
#define LARGE_REGION (1ull << 32)
#define LARGE_REGIONS 95
#define SMALL_BASE (REGION_BASE + LARGE_REGIONS * LARGE_REGION)
#define SMALL_REGION (64ull << 20)
#define SMALL_REGIONS 10240
#define MAX_THREADS (LARGE_REGIONS + SMALL_REGIONS)
_Static_assert(SMALL_BASE + SMALL_REGIONS * SMALL_REGION == MEMORY_LIMIT,
               "regions fill the address space");

static inline uint64_t region_start(uint32_t slot) {
    return slot < LARGE_REGIONS ? REGION_BASE + slot * LARGE_REGION
                                : SMALL_BASE + (slot - LARGE_REGIONS) * SMALL_REGION;
}
static inline uint64_t region_size(uint32_t slot) {
    return slot < LARGE_REGIONS ? LARGE_REGION : SMALL_REGION;
}
/* The size of the thread-local block and the stack together. */
static inline uint64_t region_stack(uint32_t slot) {
    return region_size(slot) >> (slot < LARGE_REGIONS ? 6 : 2);
}
/* The slot whose region contains an address from REGION_BASE to MEMORY_LIMIT. */
static inline uint32_t region_slot(uint64_t address) {
    return (uint32_t)(address < SMALL_BASE ? (address - REGION_BASE) / LARGE_REGION
                                           : LARGE_REGIONS + (address - SMALL_BASE) / SMALL_REGION);
}

typedef struct OverlayBlock {
    uint64_t number; /* address >> 8 */
    const Expr *byte[256];
} OverlayBlock;

/* A byte that became symbolic, or ceased to be symbolic (`gone`). */
typedef struct SymbolicChange {
    uint64_t address;
    const Expr *byte;
    bool gone;
} SymbolicChange;

/* Flags of a chunk: it is part of a large block; the block is live. */
enum { CHUNK_OF_BLOCK = 1, CHUNK_LIVE = 2 };

typedef struct Memory {
    uint8_t *base; /* host address of emulated address 0 */
    uint8_t *valid, *plain, *undefined, *dirty;
    bool tracks_undefined; /* set before any memory is allowed, and never changed */
    uint8_t *touched; /* one byte per page of 4 KiB: the page may hold other bytes than zeros */
    uint8_t *blocks;  /* one byte per chunk of 32 KiB: CHUNK_… if it is within a large block */
    int ones; /* a file full of ones, for bitmaps of large blocks; 0: not yet, -1: not available */
    bool recording; /* changes go to the trail */
    uint64_t readonly_start, readonly_end;
    /* The trail: records of changed bytes, newest last. */
    uint8_t *trail;
    size_t trail_len, trail_cap;
    size_t newest_mark;
    uint64_t epoch;            /* grows with each mark and undo; stamps structures that were saved
                                  since */
    VEC(uint64_t) fresh_lines; /* lines that became dirty since the last mark */
    VEC(size_t) starts;        /* scratch of memory_redo */
    OverlayBlock **overlay;
    size_t overlay_cap, overlay_len;
    /* Changes of symbolic bytes, for the keeper of fingerprints, which empties the list. */
    bool watch_symbolic;
    VEC(SymbolicChange) symbolic_changes;
    uint64_t symbolic_bytes; /* how often a byte became symbolic; 0: the overlay is empty */
} Memory;

Memory *memory_new(void);
void memory_free(Memory *m);

/* A position of the trail to return to. Marks nest: undoing to one forgets the later ones. */
typedef size_t TrailMark;
TrailMark memory_mark(Memory *m);
/* Where the trail ends, without a mark there. */
static inline size_t memory_trail_length(const Memory *m) { return m->trail_len; }
void memory_undo(Memory *m, TrailMark mark);
/* Undoes to `mark` so that memory_redo can restore the present state: exchanges the contents of
 * memory and structures with those on the trail. *record is the trail from `mark` on, valid until
 * the trail grows again; returns its size in bytes. A redo restores only what is on the trail: see
 * machine_undo_keep. */
size_t memory_undo_keep(Memory *m, TrailMark mark, const void **record);
/* Restores a later state. The present state must be the one after the undo that made the record. */
void memory_redo(Memory *m, const void *record, size_t size);
/* Calls `visit` for each engine structure saved since `mark`, the newest first, with its old
 * contents. */
void memory_saved(const Memory *m, TrailMark mark,
                  void (*visit)(void *context, const void *place, uint64_t size,
                                const uint8_t *old),
                  void *context);

/* The old contents of a line. `undefined` means nothing if undefined bytes are not tracked. */
typedef struct MemoryLine {
    uint8_t data[64];
    uint8_t valid[8], plain[8], undefined[8];
} MemoryLine;

/* Calls `visit` for each line changed since `mark`, with its old contents, the newest record first.
 * Between two marks there is one record of a line. */
void memory_changed_lines(const Memory *m, TrailMark mark,
                          void (*visit)(void *context, uint64_t line, const MemoryLine *old),
                          void *context);

/* Finds the newest record of a structure at `place` whose contents satisfy `is`: the state before
 * it is at *mark. Returns false if there is none. */
bool memory_before(const Memory *m, const void *place, bool (*is)(const uint8_t *old),
                   TrailMark *mark);
/* Gives the bytes that were changed since `mark` their contents of then, where they are addressable
 * now and were so then. Saves what it changes, and calls `restored` for each such byte. */
void memory_restore(Memory *m, TrailMark mark, void (*restored)(void *context, uint64_t address),
                    void *context);

/* Saves `size` bytes of an engine structure at a stable address, so that an undo restores them. */
void trail_save(Memory *m, void *p, size_t size);
/* The same, but only once between two marks. `stamp` belongs to the structure and is not saved. */
static inline void trail_save_once(Memory *m, void *p, size_t size, uint64_t *stamp) {
    invariant(*stamp <= m->epoch);
    if (*stamp == m->epoch) return;
    *stamp = m->epoch;
    trail_save(m, p, size);
}
/* Saves a line, given by its number, before its bytes or bits change. */
void memory_touch_line(Memory *m, uint64_t line);
static inline void memory_touch(Memory *m, uint64_t address, uint64_t size) {
    for (uint64_t l = address >> 6; l <= (address + size - 1) >> 6; l++)
        if (!m->dirty[l]) memory_touch_line(m, l);
}

static inline uint32_t bits_at(const uint8_t *bitmap, uint64_t address) {
    uint16_t w;
    memcpy(&w, bitmap + (address >> 3), 2);
    return (uint32_t)w >> (address & 7);
}
/* Whether the n (1 to 8) bytes at `address` are all marked. */
static inline bool bits_all(const uint8_t *bitmap, uint64_t address, unsigned n) {
    uint32_t mask = (1u << n) - 1;
    return (bits_at(bitmap, address) & mask) == mask;
}
void bits_fill(uint8_t *bitmap, uint64_t address, uint64_t size, bool value);
/* Copies `size` bits from one bitmap to another one. */
void bits_copy(uint8_t *to, uint64_t at, const uint8_t *from, uint64_t first, uint64_t size);
/* Whether any byte of the range is marked. */
bool bits_any(const uint8_t *bitmap, uint64_t address, uint64_t size);
/* Returns the first address in the range whose bit is clear, or the end of the range. */
uint64_t bits_first_clear(const uint8_t *bitmap, uint64_t address, uint64_t size);

/* Returns the first byte of the range that is not addressable, or the end of the range. */
uint64_t memory_first_invalid(const Memory *m, uint64_t address, uint64_t size);
static inline bool memory_is_valid(const Memory *m, uint64_t address, uint64_t size) {
    if (address >= MEMORY_LIMIT || size > MEMORY_LIMIT - address) return false;
    return size <= 8 ? size == 0 || bits_all(m->valid, address, (unsigned)size)
                     : memory_first_invalid(m, address, size) == address + size;
}

/* Makes a range addressable (zeroed if asked) or unaddressable. Saves what it changes. */
void memory_allow(Memory *m, uint64_t address, uint64_t size, bool zero);
void memory_forbid(Memory *m, uint64_t address, uint64_t size);
/* Makes a range addressable that was never written; if that is not tracked, the range is zeroed. */
void memory_allow_undefined(Memory *m, uint64_t address, uint64_t size);

/* Whether any byte of the range was never written. */
static inline bool memory_any_undefined(const Memory *m, uint64_t address, uint64_t size) {
    return m->tracks_undefined &&
           (size <= 8 ? size && (bits_at(m->undefined, address) & ((1u << size) - 1))
                      : bits_any(m->undefined, address, size));
}
/* Marks all bytes of a range as written; true if one was not. Saves what it changes. The caller
 * updates `plain` by access_refresh. */
bool memory_define(Memory *m, uint64_t address, uint64_t size);
/* Makes the written bytes of a range plain; none of its bytes may be symbolic or visible. Saves
 * what it changes. */
void memory_settle(Memory *m, uint64_t address, uint64_t size);
/* Marks each byte of a range as never written or written, by the bits of `undefined` from bit 0 on.
 * Saves what it changes. The caller updates `plain` by access_refresh. */
void memory_set_undefined(Memory *m, uint64_t address, uint64_t size, const uint8_t *undefined);

/* Make a heap block addressable and zeroed, or unaddressable; before that its bytes are all of one
 * kind. Between the first and last few pages of the block, the cost depends only on how much was
 * written there. Bitmaps of large blocks are mappings of a file of ones, zeros are pages that were
 * never touched, and the trail has one record for the whole block. For fingerprints the bytes of a
 * large block count as changes from zero. The heap's part of the fingerprint says that the block
 * exists. */
void memory_allow_block(Memory *m, uint64_t address, uint64_t size);
void memory_forbid_block(Memory *m, uint64_t address, uint64_t size);
/* Makes bytes addressable in the initial state. Nothing is saved. */
void memory_begin(Memory *m, uint64_t address, uint64_t size);
/* Sets the contents of such bytes, where they are not zero. */
void memory_begin_with(Memory *m, uint64_t address, const uint8_t *bytes, uint64_t size);
/* Whether a line, given by its number, lies within a large block. */
static inline bool memory_in_block(const Memory *m, uint64_t line) { return m->blocks[line >> 9]; }

/* result as above */
bool memory_poke(Memory *m, uint64_t address, const void *bytes, uint64_t size);
void memory_peek(const Memory *m, uint64_t address, void *bytes, uint64_t size);
bool memory_fill(Memory *m, uint64_t address, uint8_t byte, uint64_t size); /* the result is that of
                                                                               memory_poke */
/* Copies bytes between places that may overlap. Symbolic bytes and marks of bytes never written do
 * not move. */
void memory_move(Memory *m, uint64_t to, uint64_t from, uint64_t size);

/* Returns the expression of a symbolic byte, or NULL if the byte is concrete. */
const Expr *memory_symbolic(const Memory *m, uint64_t address);
/* Returns how many of these bytes, from the first one on, are known to be concrete. */
uint64_t memory_concrete(const Memory *m, uint64_t address, uint64_t size);
/* Makes a byte symbolic, or with NULL concrete again, with its value in the flat copy. The caller
 * updates `plain` by access_refresh. */
void memory_set_symbolic(Memory *m, uint64_t address, const Expr *byte);

#endif
