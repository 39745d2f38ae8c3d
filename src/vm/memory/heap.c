/*
 * heap.c — the program's heap: deterministic and per thread, so that addresses depend only on the
 * allocating thread's own history. Blocks of one size class are reused first-in first-out once a
 * few are waiting (quarantine); red zones separate them.
 */
#include "runtime/engine.h"
#include "vm/state/fingerprint.h"
#include "vm/memory/range.h"
#include "vm/symbolic/lifting.h"
#include <stdio.h>
#include <stdlib.h>

#define QUARANTINE 8
#define HIDDEN_CLASS (HEAP_CLASSES - 1)
#define RED_ZONE 32
#define HEAP_ALWAYS_DEFINED \
    (128u << 10) /* blocks of this size and more count as written, so that they are not touched */

/* Returns the size class of a block in units of 16 bytes, and its rounded size. Classes are
 * multiples of 16 bytes up to 1 KiB, then four steps per power of two. */
static uint32_t heap_size_class(uint64_t units, uint64_t *rounded) {
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
    return MIN(c, HIDDEN_CLASS - 1);
}

/* --- lists of free blocks --------------------------------------------------------------------- */

/* The hash of a list is the sum of its blocks' hashes times powers of an odd number. So blocks can
 * be added and removed at both ends. */
#define ORDER_BASE 0x9e3779b97f4a7c15ull
#define ORDER_INVERSE 0xf1de83e19937733dull /* of ORDER_BASE modulo 2^64 */
_Static_assert(ORDER_BASE *ORDER_INVERSE == 1, "each undoes a product with the other");

static uint64_t power(uint64_t x, uint64_t n) {
    uint64_t p = 1;
    for (; n; n >>= 1, x *= x)
        if (n & 1) p *= x;
    return p;
}

/* Returns ORDER_BASE to the power of the length of a list, mostly from that of its last length. */
static uint64_t power_of_length(Heap *h, uint32_t class) {
    HeapPower *last = &h->powers[class];
    uint32_t n = h->waiting[class];
    if (!last->power || n > last->n + 1 || n + 1 < last->n)
        last->power = power(ORDER_BASE, n);
    else if (n > last->n)
        last->power *= ORDER_BASE;
    else if (n < last->n)
        last->power *= ORDER_INVERSE;
    last->n = n;
    invariant(!base_invariants || last->power == power(ORDER_BASE, n));
    return last->power;
}

static void set_order(Heap *h, uint32_t class, uint64_t order) {
    h->queues += (order - h->order[class]) * hash_mix(class + 1);
    h->order[class] = order;
}

static void save_block(Machine *m, Block *b) {
    trail_save_once(m->memory, b, BLOCK_SAVED, &b->stamp);
}

static void heap_append(Machine *m, Thread *own, uint32_t class, uint32_t index) {
    Heap *h = own->heap;
    Block *b = &own->blocks[index - 1];
    b->next = 0;
    if (h->tail[class]) {
        Block *last = &own->blocks[h->tail[class] - 1];
        save_block(m, last);
        last->next = index;
    } else
        h->head[class] = index;
    h->tail[class] = index;
    set_order(h, class, h->order[class] + hash_mix(b->address) * power_of_length(h, class));
    h->waiting[class]++;
}

static Block *take_first(Machine *m, Thread *t, uint32_t class) {
    Heap *h = t->heap;
    invariant(h->waiting[class] && h->head[class] && h->head[class] <= h->nblocks);
    Block *b = &t->blocks[h->head[class] - 1];
    save_block(m, b);
    h->head[class] = b->next;
    if (!b->next) h->tail[class] = 0;
    set_order(h, class, (h->order[class] - hash_mix(b->address)) * ORDER_INVERSE);
    h->waiting[class]--;
    return b;
}

/* The place of the allocation is part of the state, since leaks are reported by it. */
static Fingerprint block_fragment(const Machine *m, const Block *b) {
    uint64_t value = b->size << 8 ^ b->state;
    return fragment(piece(PIECE_BLOCK, b->address),
                    unlikely(m->place_names) ? hash_combine(m->place_names[b->loc], value)
                                             : (uint64_t)b->loc << 40 ^ value);
}

Fingerprint heap_sum(const Machine *m) {
    Fingerprint sum = {0, 0};
    for (uint32_t k = 0; k < m->nslots; k++)
        for (uint32_t b = 0; m->threads[k] && b < m->threads[k]->heap->nblocks; b++)
            if (m->threads[k]->blocks[b].state & 1)
                fingerprint_add(&sum, block_fragment(m, &m->threads[k]->blocks[b]));
    return sum;
}

static uint32_t block_class(const Block *b) {
    uint64_t units;
    return b->hidden ? HIDDEN_CLASS : heap_size_class(b->capacity, &units);
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* The exploration orders a free before operations that it does not happen before: the block would
 * carry accesses from behind its free to its next use, as a race. */
static bool knows_of_free(Machine *m, const Thread *t, const PathConstraint *freed) {
    const MachineHooks *h = &m->hooks;
    return !h->causal || (h->causal(h->context, m, thread_slot(t), freed) &&
                          (!m->frees_by_order || h->happened(h->context, thread_slot(t), freed)));
}

/* Moves blocks that other threads freed to the thread's own lists, if the thread's history contains
 * the free. They are moved in the order of their addresses, so that reuse depends only on that
 * history. */
static void gather_foreign(Machine *m, Thread *t) {
    Heap *h = t->heap;
    VEC(uint32_t) known = {0};
    uint32_t rest = 0;
    for (uint32_t index = h->foreign, next; index; index = next) {
        Block *b = &t->blocks[index - 1];
        next = b->next;
        /* Freed by another thread: a block that its owner frees goes to the lists at once. */
        invariant(b->state == 3 && b->freed_by != (uint32_t)thread_slot(t) && b->freed_before);
        if (!b->hidden) lifting_fail(m); /* what is known of frees is not followed in symbols */
        PathConstraint freed = {.thread = (int32_t)b->freed_by, .step = b->freed_before};
        if (knows_of_free(m, t, &freed)) {
            vec_push(&known, index);
            continue;
        }
        save_block(m, b);
        b->next = rest;
        rest = index;
    }
    h->foreign = rest;
    m->took_over |= known.len != 0;
    if (known.len) qsort(known.data, known.len, sizeof *known.data, ascending);
    for (size_t k = 0; k < known.len; k++) {
        Block *b = &t->blocks[known.data[k] - 1];
        save_block(m, b);
        fingerprint_subtract(&m->engine_change, block_fragment(m, b));
        b->state = 2;
        heap_append(m, t, block_class(b), known.data[k]);
    }
    vec_free(&known);
}

/* Where it may depend on what a thread knows of frees by others which block it gets, that has to be
 * part of states. Blocks are not used again while there are few: then it does not. The program does
 * not notice which hidden block it is. docs/proofs/time.md has the argument. */
static void tell_frees(Machine *m, const Thread *own, uint32_t class) {
    const Heap *h = own->heap;
    bool shown = m->tells_readers && !m->frees_spread && !state_is_hidden("frees");
    if (!h->mixed || (!shown && !m->names_loads) || class == HIDDEN_CLASS) return;
    uint32_t n = h->waiting[class];
    for (uint32_t index = h->foreign; index; index = own->blocks[index - 1].next)
        n += block_class(&own->blocks[index - 1]) == class;
    if (n <= QUARANTINE && !h->full) return;
    if (shown) m->hooks.show(m->hooks.context, FREES_MARK);
    if (m->names_loads && m->hooks.incomplete)
        m->hooks.incomplete(m->hooks.context,
                            "which block a thread gets again may depend on which frees by other "
                            "threads it knows of, which this strategy does not follow");
}

/* Checks the heap of a thread. Blocks are in ascending order and apart. Each free list has the
 * blocks that it counts, in the order that its hash says. */
#define FEW_BLOCKS 200 /* more are not checked at each operation */
static void heap_check(const Thread *t) {
    const Heap *h = t->heap;
    if (likely(!base_invariants) || h->nblocks > FEW_BLOCKS) return;
    uint64_t end = t->region;
    for (uint32_t k = 0; k < h->nblocks; k++) {
        const Block *b = &t->blocks[k];
        invariant(b->address >= end && b->size <= b->capacity * 16ull && b->state >= 1 &&
                  b->state <= 3);
        end = b->address + b->capacity * 16ull;
    }
    invariant(end <= h->top || !h->nblocks);
    for (uint32_t class = 0; class < HEAP_CLASSES; class ++) {
        uint64_t order = 0;
        uint32_t n = 0, last = 0;
        for (uint32_t index = h->head[class]; index; index = t->blocks[index - 1].next) {
            const Block *b = &t->blocks[index - 1];
            invariant(n < h->waiting[class] && b->state == 2 && block_class(b) == class);
            order += hash_mix(b->address) * power(ORDER_BASE, n++);
            last = index;
        }
        invariant(n == h->waiting[class] && last == h->tail[class] && order == h->order[class]);
    }
    for (uint32_t index = h->foreign; index; index = t->blocks[index - 1].next)
        invariant(t->blocks[index - 1].state == 3);
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* More bytes than machines have: such an allocation fails. */
#define NO_MACHINE_HAS (1ull << 40)

static uint64_t used_up(Machine *m, Thread *t) {
    char text[160];
    snprintf(text, sizeof text,
             "a thread was stopped at an allocation: more address space than its %llu MiB",
             (unsigned long long)(region_size((uint32_t)t->slot) >> 20));
    machine_limit(m, t, text);
    return 0;
}

uint64_t heap_allocate(Machine *m, Thread *t, uint64_t size, uint64_t align) {
    if (size >= NO_MACHINE_HAS ||
        (m->options.max_memory && m->heap_bytes + size > m->options.max_memory))
        return 0;
    uint64_t end = t->region + region_size((uint32_t)t->slot);
    uint64_t units;
    bool kernel = (align & HEDDLE_KERNEL_MEMORY) != 0;
    bool table = (align & HEDDLE_KERNEL_TABLE) != 0;
    bool hidden = (align & HEDDLE_HIDDEN_MEMORY) != 0;
    bool fresh = (align & HEDDLE_UNWRITTEN_MEMORY) != 0;
    bool leaks = !kernel && !(align & HEDDLE_RUNTIME_MEMORY);
    align &= ~(uint64_t)(HEDDLE_KERNEL_MEMORY | HEDDLE_KERNEL_TABLE | HEDDLE_UNWRITTEN_MEMORY |
                         HEDDLE_RUNTIME_MEMORY | HEDDLE_HIDDEN_MEMORY);
    uint32_t class = heap_size_class((size + 15) / 16, &units);
    if (hidden) class = HIDDEN_CLASS;
    Heap *h = t->heap;
    trail_save_once(m->memory, h, HEAP_SAVED, &h->stamp);
    if (h->foreign) gather_foreign(m, t);
    Block *b = NULL;
    align = MAX(align, 16);
    uint64_t at = (h->top + align - 1) & ~(align - 1),
             zone = RED_ZONE + MIN(size / 8 & ~15ull, 4096);
    bool room = at < end && size < end - at && units * 16 + zone <= end - at;
    h->full |= !room;
    tell_frees(m, t, class);
    /* Blocks wait before they are used again, as long as there is room for other blocks. */
    bool waits = h->waiting[class] && !(t->blocks[h->head[class] - 1].address & (align - 1));
    if (waits && (h->waiting[class] > QUARANTINE || !room)) {
        b = take_first(m, t, class);
    } else {
        if (!room) return used_up(m, t);
        if (h->nblocks == t->block_room) {
            char text[80];
            snprintf(text, sizeof text, "a thread was stopped at more than %u heap blocks",
                     t->block_room);
            machine_limit(m, t, text);
            return 0;
        }
        h->top = at + units * 16 + zone;
        b = &t->blocks[h->nblocks++];
        save_block(m, b);
        b->address = at;
        b->capacity = (uint32_t)units;
    }
    /* The block is of this class and lies in the thread's region. */
    invariant(b->capacity == units && size <= units * 16 && !(b->address & (align - 1)));
    invariant(b->address >= t->region && b->address + size <= end);
    b->size = size;
    b->state = 1;
    b->next = 0;
    b->loc = leaks ? machine_loc(m, t) : 0; /* 0: not a leak of the program */
    b->kernel = kernel;
    b->table = table;
    b->hidden = hidden;
    m->heap_bytes += size;
    fingerprint_add(&m->engine_change, block_fragment(m, b));
    if (fresh && size < HEAP_ALWAYS_DEFINED)
        memory_allow_undefined(m->memory, b->address, size);
    else
        memory_allow_block(m->memory, b->address, size);
    access_fresh(m, b->address, size);
    heap_check(t);
    return b->address;
}

bool heap_free(Machine *m, Thread *t, uint64_t address) {
    int owner = 0;
    Block *b = heap_block_at(m, address, &owner);
    return heap_free_block(m, t, address, b, owner);
}

bool heap_free_block(Machine *m, Thread *t, uint64_t address, Block *b, int owner) {
    if (!b || b->address != address || b->state != 1) {
        access_vague(m, t, address, true);
        char *where = machine_describe_address(m, address);
        if (b && b->address == address && b->state >= 2) {
            const Loc *l = &m->program->locs[b->free_loc];
            machine_fault(m, t, "memory", "double free: the block was freed before at %s:%u",
                          l->file, l->line);
        } else {
            machine_fault(m, t, "memory", "invalid free: %s", where);
        }
        free(where);
        return false;
    }
    save_block(m, b);
    invariant(m->heap_bytes >= b->size);
    m->heap_bytes -= b->size;
    fingerprint_subtract(&m->engine_change, block_fragment(m, b));
    memory_forbid_block(m->memory, b->address, b->size);
    b->free_loc = machine_loc(m, t);
    Thread *own = m->threads[owner];
    Heap *h = own->heap;
    trail_save_once(m->memory, h, HEAP_SAVED, &h->stamp);
    uint32_t index = (uint32_t)(b - own->blocks) + 1;
    if (own != t) {
        /* Reusable only once the owner's history contains this free, that is, the operation after
         * it. */
        b->state = 3;
        b->freed_by = (uint32_t)thread_slot(t);
        b->freed_before = t->steps + 1;
        b->next = h->foreign;
        h->foreign = index;
        if (!b->hidden) {
            h->mixed = true;
            m->freed_foreign += hash_mix(b->address);
            m->freed_owners |= 1ull << (owner & 63);
        }
        fingerprint_add(&m->engine_change, block_fragment(m, b));
        tell_frees(m, own, block_class(b));
        heap_check(own);
        return true;
    }
    b->state = 2;
    heap_append(m, own, block_class(b), index);
    heap_check(own);
    return true;
}
