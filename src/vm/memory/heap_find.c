/* heap_find.c — the block of a heap that an address lies in. */
#include "vm/memory/range.h"

/* Returns the thread in whose region the address lies, and how many of its blocks begin at or
 * before it. */
static Thread *blocks_before(const Machine *m, uint64_t address, uint32_t *n) {
    if (address < REGION_BASE || address >= MEMORY_LIMIT) return NULL;
    uint32_t slot = region_slot(address);
    if (slot >= m->nslots || !m->threads[slot]) return NULL;
    Thread *t = m->threads[slot];
    uint32_t low = 0, high = t->heap->nblocks;
    /* Where an address near was last time. Blocks end and begin, but ascend always, so that the
     * guess is easily checked. */
    uint32_t *guess = &t->heap->found[(address >> 4) % ARRAY_LEN(t->heap->found)];
    if (*guess && *guess <= high && t->blocks[*guess - 1].address <= address &&
        (*guess == high || t->blocks[*guess].address > address)) {
        *n = *guess;
        return t;
    }
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (t->blocks[mid].address <= address)
            low = mid + 1;
        else
            high = mid;
    }
    *n = *guess = low;
    return t;
}

Block *heap_block_at(const Machine *m, uint64_t address, int *owner) {
    uint32_t n;
    Thread *t = blocks_before(m, address, &n);
    if (!t) return NULL;
    *owner = t->slot;
    return n ? &t->blocks[n - 1] : NULL;
}

Block *heap_block_after(const Machine *m, uint64_t address) {
    uint32_t n;
    Thread *t = blocks_before(m, address, &n);
    return t && n < t->heap->nblocks ? &t->blocks[n] : NULL;
}
