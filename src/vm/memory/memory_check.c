/* memory_check.c — see memory_check.h. */
#include "vm/memory/memory_check.h"

#define MOST_LINES 64 /* of a slice that are checked; of more lines, some at equal distances */

/* Returns the bytes of a line that hold expressions, one bit each. */
static uint64_t symbolic_bytes(const Memory *m, uint64_t line) {
    uint64_t bytes = 0;
    for (unsigned k = 0; m->symbolic_bytes && k < 64; k++)
        bytes |= (uint64_t)(memory_symbolic(m, line * 64 + k) != NULL) << k;
    return bytes;
}

static void check_line(const Memory *m, uint64_t line) {
    uint64_t valid, plain, undefined, symbolic = symbolic_bytes(m, line);
    memcpy(&valid, m->valid + line * 8, 8);
    memcpy(&plain, m->plain + line * 8, 8);
    memcpy(&undefined, m->undefined + line * 8, 8);
    /* The fast path reads and writes plain bytes without any other check. */
    invariant(!(plain & ~valid));
    invariant(!(plain & undefined));
    invariant(!(plain & symbolic));
    /* A byte that is not valid is neither undefined nor symbolic: a new block there begins
     * afresh. */
    invariant(!(undefined & ~valid));
    invariant(!(symbolic & ~valid));
    invariant(!(undefined & symbolic));
    invariant(m->tracks_undefined || !undefined);
    /* Fingerprints add up the bytes underneath, which therefore must always be the same. */
    for (uint64_t bits = undefined | symbolic; bits; bits &= bits - 1)
        invariant(!m->base[line * 64 + (unsigned)__builtin_ctzll(bits)]);
    /* Pages that are not marked as touched are taken for zeros. */
    invariant(m->touched[line >> 6]);
    invariant(!(m->blocks[line >> 9] & CHUNK_LIVE) || m->blocks[line >> 9] & CHUNK_OF_BLOCK);
}

void memory_check(const Memory *m) {
    size_t n = m->fresh_lines.len, step = n / MOST_LINES + 1;
    for (size_t k = 0; k < n; k += step) {
        /* A line is saved once between two marks; otherwise an undo would restore a state within a
         * slice. */
        invariant(m->dirty[m->fresh_lines.data[k]]);
        check_line(m, m->fresh_lines.data[k]);
    }
    invariant(m->newest_mark <= m->trail_cap);
    invariant(m->trail_len % 8 == 0);
    invariant(m->recording || !n);
    /* At most half of the table is full, so that a search for a missing block ends. */
    invariant(m->overlay_len * 2 <= m->overlay_cap);
    invariant(m->overlay_len || !m->symbolic_bytes);
}
