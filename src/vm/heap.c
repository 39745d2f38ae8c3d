/*
 * heap.c — the program's heap: deterministic and per thread, so that addresses depend only on the allocating
 * thread's own history. Blocks of one size class are reused first-in first-out once a few are waiting
 * (quarantine); red zones separate them.
 */
#include "vm/internal.h"
#include <stdlib.h>

#define QUARANTINE 8
#define RED_ZONE 32

/* Size classes: multiples of 16 up to 1 KiB, then four steps per power of two. In units of 16 bytes. */
static uint32_t size_class(uint64_t units, uint64_t *rounded) {
    if (units <= 64) {
        *rounded = units ? units : 1;
        return (uint32_t)(*rounded - 1);
    }
    unsigned log = 63 - (unsigned)__builtin_clzll(units);
    uint64_t step = 1ull << (log - 2);
    uint64_t r = (units + step - 1) & ~(step - 1);
    *rounded = r;
    log = 63 - (unsigned)__builtin_clzll(r);
    uint32_t c = 64 + (log - 6) * 4 + (uint32_t)((r >> (log - 2)) & 3);
    return MIN(c, HEAP_CLASSES - 1);
}

uint64_t heap_allocate(Machine *m, Thread *t, uint64_t size, uint64_t align) {
    if (size > REGION_SIZE / 2 || (m->options.max_memory && m->heap_bytes + size > m->options.max_memory)) return 0;
    uint64_t units;
    uint32_t class = size_class((size + 15) / 16, &units);
    Heap *h = t->heap;
    trail_save_once(m->memory, h, HEAP_SAVED, &h->stamp);
    Block *b = NULL;
    if (h->waiting[class] > QUARANTINE && align <= 16 && class < HEAP_CLASSES - 1) {
        uint32_t k = h->head[class] - 1;
        b = &t->blocks[k];
        trail_save_once(m->memory, b, BLOCK_SAVED, &b->stamp);
        h->head[class] = b->next;
        if (!b->next) h->tail[class] = 0;
        h->waiting[class]--;
    } else {
        align = MAX(align, 16);
        uint64_t at = (h->top + align - 1) & ~(align - 1);
        uint64_t zone = RED_ZONE + MIN(size / 8 & ~15ull, 4096);
        if (at + units * 16 + zone > t->region + REGION_SIZE) return 0;
        h->top = at + units * 16 + zone;
        b = &t->blocks[h->nblocks++];
        trail_save_once(m->memory, b, BLOCK_SAVED, &b->stamp);
        b->address = at;
        b->capacity = (uint32_t)units;
    }
    b->size = size;
    b->state = 1;
    b->next = 0;
    b->loc = machine_loc(m, t);
    m->heap_bytes += size;
    memory_allow(m->memory, b->address, size, true);
    if (m->visible.len && access_is_visible(m, b->address, size)) access_refresh(m, b->address, size);
    return b->address;
}

Block *heap_block_at(const Machine *m, uint64_t address, int *owner) {
    if (address < REGION_BASE || address >= MEMORY_LIMIT) return NULL;
    uint64_t slot = address / REGION_SIZE - 1;
    if (slot >= m->nslots || !m->threads[slot]) return NULL;
    Thread *t = m->threads[slot];
    *owner = (int)slot;
    uint32_t low = 0, high = t->heap->nblocks;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (t->blocks[mid].address <= address)
            low = mid + 1;
        else
            high = mid;
    }
    return low ? &t->blocks[low - 1] : NULL;
}

bool heap_free(Machine *m, Thread *t, uint64_t address) {
    int owner;
    Block *b = heap_block_at(m, address, &owner);
    if (!b || b->address != address || b->state != 1) {
        char *where = machine_describe_address(m, address);
        if (b && b->address == address && b->state >= 2) {
            const Loc *l = &m->program->locs[b->free_loc];
            machine_fault(m, t, "memory", "double free: the block was freed before at %s:%u", l->file, l->line);
        } else {
            machine_fault(m, t, "memory", "invalid free: %s", where);
        }
        free(where);
        return false;
    }
    trail_save_once(m->memory, b, BLOCK_SAVED, &b->stamp);
    m->heap_bytes -= b->size;
    /* Freeing is a write of the whole block. */
    if (m->log_accesses && b->size) log_access(m, t, b->address, MIN(b->size, 4096), true);
    memory_forbid(m->memory, b->address, b->size);
    b->free_loc = machine_loc(m, t);
    Thread *own = m->threads[owner];
    if (own != t) {
        /* Reusable only once the owner's history contains this free; until that is known, never. */
        b->state = 3;
        return true;
    }
    b->state = 2;
    uint64_t units;
    uint32_t class = size_class(b->capacity, &units);
    Heap *h = own->heap;
    trail_save_once(m->memory, h, HEAP_SAVED, &h->stamp);
    uint32_t index = (uint32_t)(b - own->blocks) + 1;
    b->next = 0;
    if (h->tail[class]) {
        Block *last = &own->blocks[h->tail[class] - 1];
        trail_save_once(m->memory, last, BLOCK_SAVED, &last->stamp);
        last->next = index;
    } else
        h->head[class] = index;
    h->tail[class] = index;
    h->waiting[class]++;
    return true;
}
