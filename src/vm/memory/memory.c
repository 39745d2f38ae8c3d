/* memory.c — see memory.h. */
#include "vm/memory/memory.h"
#include "vm/memory/memory_check.h"
#include "vm/memory/memory_internal.h"
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

Memory *memory_new(void) {
    Memory *m = xcalloc(1, sizeof *m);
    m->base = base_reserve(MEMORY_LIMIT + 4096);
    m->valid = base_reserve(MEMORY_LIMIT / 8 + 4096);
    m->plain = base_reserve(MEMORY_LIMIT / 8 + 4096);
    m->undefined = base_reserve(MEMORY_LIMIT / 8 + 4096);
    m->dirty = base_reserve(MEMORY_LIMIT / 64 + 4096);
    m->touched = base_reserve(MEMORY_LIMIT / PAGE);
    m->blocks = base_reserve(MEMORY_LIMIT / CHUNK);
    m->recording = true;
    m->epoch = 1;
    return m;
}

void memory_free(Memory *m) {
    if (!m) return;
    munmap(m->base, MEMORY_LIMIT + 4096);
    munmap(m->valid, MEMORY_LIMIT / 8 + 4096);
    munmap(m->plain, MEMORY_LIMIT / 8 + 4096);
    munmap(m->undefined, MEMORY_LIMIT / 8 + 4096);
    munmap(m->dirty, MEMORY_LIMIT / 64 + 4096);
    munmap(m->touched, MEMORY_LIMIT / PAGE);
    munmap(m->blocks, MEMORY_LIMIT / CHUNK);
    if (m->ones > 0) close(m->ones);
    for (size_t k = 0; k < m->overlay_cap; k++) free(m->overlay[k]);
    free(m->overlay);
    free(m->trail);
    vec_free(&m->fresh_lines);
    vec_free(&m->starts);
    vec_free(&m->symbolic_changes);
    free(m);
}

/* --- the trail -------------------------------------------------------------------------------- */

void trail_save(Memory *m, void *p, size_t size) {
    invariant(p);
    if (!m->recording) return;
    size_t padded = (size + 7) & ~(size_t)7;
    uint8_t *at = memory_trail_room(m, padded + sizeof(Footer));
    memcpy(at, p, size);
    Footer f = {p, size};
    memcpy(at + padded, &f, sizeof f);
}

void memory_touch_line(Memory *m, uint64_t line) {
    invariant(!m->dirty[line]);
    m->dirty[line] = 1;
    m->touched[line >> 6] = 1;
    if (!m->recording) return;
    uint8_t *at = memory_trail_room(m, memory_line_record(m) + sizeof(Footer));
    MemoryLine *r = (MemoryLine *)at;
    memcpy(r->data, m->base + line * LINE, 64);
    memcpy(r->valid, m->valid + line * 8, 8);
    memcpy(r->plain, m->plain + line * 8, 8);
    if (m->tracks_undefined) memcpy(r->undefined, m->undefined + line * 8, 8);
    Footer f = {NULL, line};
    memcpy(at + memory_line_record(m), &f, sizeof f);
    vec_push(&m->fresh_lines, line);
}

static inline void fill_byte(uint8_t *at, unsigned mask, bool value) {
    *at = (uint8_t)(value ? *at | mask : *at & ~mask);
}

/* Returns the bits of a range inside one line. */
static inline uint64_t line_mask(uint64_t address, uint64_t size) {
    return UINT64_MAX >> (LINE - size) << (address & (LINE - 1));
}

static inline void word_fill(uint8_t *bitmap, uint64_t line, uint64_t mask, bool value) {
    uint64_t bits;
    memcpy(&bits, bitmap + line * 8, 8);
    bits = value ? bits | mask : bits & ~mask;
    memcpy(bitmap + line * 8, &bits, 8);
}

void bits_fill(uint8_t *bitmap, uint64_t address, uint64_t size, bool value) {
    uint64_t end = address + size;
    if (size && address >> 6 == (end - 1) >> 6) {
        word_fill(bitmap, address >> 6, line_mask(address, size), value);
        return;
    }
    uint8_t *at = bitmap + (address >> 3), *last = bitmap + (end >> 3);
    unsigned from = 255u << (address & 7) & 255,
             to = (1u << (end & 7)) - 1; /* bits of the first byte, of the last byte */
    if (at == last) {
        if (size) fill_byte(at, from & to, value);
        return;
    }
    if (from != 255) fill_byte(at++, from, value);
    if (last - at <= 8)
        while (at < last) *at++ = value ? 255 : 0;
    else
        memset(at, value ? 255 : 0, (size_t)(last - at));
    if (to) fill_byte(last, to, value);
}

void bits_copy(uint8_t *to, uint64_t at, const uint8_t *from, uint64_t first, uint64_t size) {
    for (uint64_t n; size; size -= n, at += n, first += n) {
        n = MIN(size, 8 - (at & 7));
        unsigned mask = ((1u << n) - 1) << (at & 7), bits = bits_at(from, first) << (at & 7);
        to[at >> 3] = (uint8_t)((to[at >> 3] & ~mask) | (bits & mask));
    }
}

bool bits_any(const uint8_t *bitmap, uint64_t address, uint64_t size) {
    if (!size) return false;
    uint64_t end = address + size;
    const uint8_t *at = bitmap + (address >> 3), *last = bitmap + ((end - 1) >> 3);
    unsigned from = 255u << (address & 7) & 255, to = 255u >> (7 - ((end - 1) & 7));
    if (at == last) return *at & from & to;
    if (*at++ & from || *last & to) return true;
    for (; last - at >= 64; at += 64) {
        uint64_t words[8], any = 0;
        memcpy(words, at, sizeof words);
        for (int k = 0; k < 8; k++) any |= words[k];
        if (any) return true;
    }
    while (at < last)
        if (*at++) return true;
    return false;
}

uint64_t bits_first_clear(const uint8_t *bitmap, uint64_t address, uint64_t size) {
    uint64_t end = address + size;
    while (address < end) {
        uint64_t word;
        if (!(address & 63) && end - address >= 64) {
            memcpy(&word, bitmap + (address >> 3), 8);
            if (word == UINT64_MAX) {
                address += 64;
                continue;
            }
        }
        if (!(address & 7) && bitmap[address >> 3] == 255) {
            address += 8;
            continue;
        }
        if (!(bitmap[address >> 3] >> (address & 7) & 1)) return address;
        address++;
    }
    return end;
}

uint64_t memory_first_invalid(const Memory *m, uint64_t address, uint64_t size) {
    uint64_t end = address + size;
    while (address < end) {
        uint64_t next = MIN(end, (address / CHUNK + 1) * CHUNK);
        if (!(m->blocks[address / CHUNK] & CHUNK_LIVE)) {
            uint64_t bad = bits_first_clear(m->valid, address, next - address);
            if (bad < next) return bad;
        }
        address = next;
    }
    return end;
}

/* Makes the symbolic bytes of a range concrete. True if there was one. */
static bool drop_symbolic(Memory *m, uint64_t address, uint64_t size) {
    if (!m->symbolic_bytes) return false;
    bool any = false;
    if (size / 256 > m->overlay_len) {
        /* The range has more places than the overlay, so go through the overlay. */
        for (size_t k = 0; k < m->overlay_cap; k++)
            for (unsigned j = 0; m->overlay[k] && j < 256; j++) {
                uint64_t at = (m->overlay[k]->number << 8) + j;
                if (!m->overlay[k]->byte[j] || at < address || at >= address + size) continue;
                memory_set_symbolic(m, at, NULL);
                any = true;
            }
        return any;
    }
    for (uint64_t end = address + size; address < end; address++) {
        address += memory_concrete(m, address, end - address);
        if (address >= end || !memory_symbolic(m, address)) continue;
        memory_set_symbolic(m, address, NULL);
        any = true;
    }
    return any;
}

void memory_make_concrete(Memory *m, uint64_t address, uint64_t size) {
    drop_symbolic(m, address, size);
}

/* Makes a range valid or not; in valid memory, written or not. */
static void set_bits(Memory *m, uint64_t address, uint64_t size, bool valid, bool written) {
    uint64_t line = address / LINE;
    if (line == (address + size - 1) / LINE) {
        uint64_t mask = line_mask(address, size);
        word_fill(m->valid, line, mask, valid);
        word_fill(m->plain, line, mask, valid && written);
        if (m->tracks_undefined) word_fill(m->undefined, line, mask, valid && !written);
        return;
    }
    bits_fill(m->valid, address, size, valid);
    bits_fill(m->plain, address, size, valid && written);
    if (m->tracks_undefined) bits_fill(m->undefined, address, size, valid && !written);
}

void memory_allow(Memory *m, uint64_t address, uint64_t size, bool zero) {
    if (!size) return;
    memory_touch(m, address, size);
    drop_symbolic(m, address, size);
    set_bits(m, address, size, true, true);
    if (zero) memset(m->base + address, 0, size);
}

void memory_allow_undefined(Memory *m, uint64_t address, uint64_t size) {
    if (!m->tracks_undefined) {
        memory_allow(m, address, size, true);
        return;
    }
    if (!size) return;
    memory_touch(m, address, size);
    drop_symbolic(m, address, size);
    set_bits(m, address, size, true, false);
    memset(m->base + address, 0, size);
}

bool memory_define(Memory *m, uint64_t address, uint64_t size) {
    if (!memory_any_undefined(m, address, size)) return false;
    memory_touch(m, address, size);
    bits_fill(m->undefined, address, size, false);
    return true;
}

void memory_settle(Memory *m, uint64_t address, uint64_t size) {
    for (uint64_t n; size; size -= n, address += n) {
        uint64_t line = address >> 6, at = address & 63, valid, undefined, plain;
        n = MIN(size, 64 - at);
        uint64_t mask = n == 64 ? UINT64_MAX : ((1ull << n) - 1) << at;
        memcpy(&valid, m->valid + line * 8, 8);
        memcpy(&undefined, m->undefined + line * 8, 8);
        memcpy(&plain, m->plain + line * 8, 8);
        uint64_t settled = (plain & ~mask) | (valid & ~undefined & mask);
        if (settled == plain) continue;
        memory_touch(m, address, n);
        memcpy(m->plain + line * 8, &settled, 8);
    }
}

void memory_set_undefined(Memory *m, uint64_t address, uint64_t size, const uint8_t *undefined) {
    memory_touch(m, address, size);
    bits_copy(m->undefined, address, undefined, 0, size);
    for (uint64_t k = 0; k < size; k++)
        if (undefined[k >> 3] >> (k & 7) & 1)
            m->base[address + k] = 0; /* the byte under an undefined one means nothing */
}

void memory_forbid(Memory *m, uint64_t address, uint64_t size) {
    if (!size) return;
    memory_touch(m, address, size);
    drop_symbolic(m, address, size);
    set_bits(m, address, size, false, false);
}

/* Whether a range lies in pages that were never touched, and so is zero. */
static bool is_untouched(const Memory *m, uint64_t address, uint64_t size) {
    for (uint64_t page = address / PAGE; page <= (address + size - 1) / PAGE; page++)
        if (m->touched[page]) return false;
    return true;
}

/* Prepares the bytes of a range to become concrete. True if one was symbolic or never written. */
static bool become_concrete(Memory *m, uint64_t address, uint64_t size) {
    bool symbolic = drop_symbolic(m, address, size);
    return memory_define(m, address, size) || symbolic;
}

bool memory_poke(Memory *m, uint64_t address, const void *bytes, uint64_t size) {
    if (!size) return false;
    memory_touch(m, address, size);
    bool changed = become_concrete(m, address, size);
    memcpy(m->base + address, bytes, size);
    return changed;
}

bool memory_fill(Memory *m, uint64_t address, uint8_t byte, uint64_t size) {
    bool changed = become_concrete(m, address, size);
    for (uint64_t n; size; size -= n, address += n) {
        n = MIN(size, PAGE - address % PAGE);
        if (!byte && is_untouched(m, address, n)) continue;
        memory_touch(m, address, n);
        memset(m->base + address, byte, n);
    }
    return changed;
}

void memory_move(Memory *m, uint64_t to, uint64_t from, uint64_t size) {
    bool apart = to >= from + size || from >= to + size;
    for (uint64_t n; apart && size >= PAGE; size -= n, to += n, from += n) {
        n = PAGE - to % PAGE;
        if (is_untouched(m, to, n) && is_untouched(m, from, n)) continue;
        memory_touch(m, to, n);
        memcpy(m->base + to, m->base + from, n);
    }
    if (!size) return;
    memory_touch(m, to, size);
    memmove(m->base + to, m->base + from, size);
}

void memory_peek(const Memory *m, uint64_t address, void *bytes, uint64_t size) {
    memcpy(bytes, m->base + address, size);
}

/* --- the overlay ------------------------------------------------------------------------------ */

/* The overlay has its own hash table, of pointers. With base/tables/index.h each byte that may be
 * symbolic would cost one more access to memory, which was measured. */

static OverlayBlock *overlay_find(const Memory *m, uint64_t number) {
    if (!m->overlay_cap) return NULL;
    for (size_t k = hash_mix(number) & (m->overlay_cap - 1);; k = (k + 1) & (m->overlay_cap - 1)) {
        if (!m->overlay[k]) return NULL;
        if (m->overlay[k]->number == number) return m->overlay[k];
    }
}

static void overlay_insert(Memory *m, OverlayBlock *b) {
    if ((m->overlay_len + 1) * 2 > m->overlay_cap) {
        size_t old_cap = m->overlay_cap;
        OverlayBlock **old = m->overlay;
        m->overlay_cap = old_cap ? old_cap * 2 : 64;
        m->overlay = xcalloc(m->overlay_cap, sizeof *m->overlay);
        m->overlay_len = 0;
        for (size_t k = 0; k < old_cap; k++)
            if (old[k]) overlay_insert(m, old[k]);
        free(old);
    }
    size_t k = hash_mix(b->number) & (m->overlay_cap - 1);
    while (m->overlay[k]) k = (k + 1) & (m->overlay_cap - 1);
    m->overlay[k] = b;
    m->overlay_len++;
}

const Expr *memory_symbolic(const Memory *m, uint64_t address) {
    OverlayBlock *b = overlay_find(m, address >> 8);
    return b ? b->byte[address & 255] : NULL;
}

uint64_t memory_concrete(const Memory *m, uint64_t address, uint64_t size) {
    if (!m->symbolic_bytes) return size;
    uint64_t at = address, end = address + size;
    while (at < end && !overlay_find(m, at >> 8)) at = ((at >> 8) + 1) << 8;
    return MIN(at, end) - address;
}

const Expr **memory_symbolic_slots(const Memory *m, uint64_t address) {
    OverlayBlock *b = overlay_find(m, address >> 8);
    return b ? &b->byte[address & 255] : NULL;
}

void memory_set_symbolic(Memory *m, uint64_t address, const Expr *byte) {
    invariant(!byte || byte->width == 8);
    /* Only what a program can read is symbolic, and it was written. */
    invariant(!byte || bits_at(m->valid, address) & 1);
    invariant(!byte || !memory_any_undefined(m, address, 1));
    OverlayBlock *b = overlay_find(m, address >> 8);
    if (!b) {
        if (!byte) return;
        b = xcalloc(1, sizeof *b);
        b->number = address >> 8;
        overlay_insert(m, b);
    }
    if (b->byte[address & 255] == byte) return;
    memory_touch(m, address, 1);
    trail_save(m, &b->byte[address & 255], sizeof(Expr *));
    if (m->watch_symbolic) {
        SymbolicChange old = {address, b->byte[address & 255], true}, new = {address, byte, false};
        if (old.byte) vec_push(&m->symbolic_changes, old);
        if (byte) vec_push(&m->symbolic_changes, new);
    }
    b->byte[address & 255] = byte;
    if (byte) {
        m->base[address] = 0; /* the byte under an expression means nothing */
        m->symbolic_bytes++;
    }
}
